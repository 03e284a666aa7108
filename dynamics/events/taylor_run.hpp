#pragma once

#include "base/progress.hpp"
#include "dynamics/events/derived_by.hpp"
#include "dynamics/events/motion_record.hpp"

namespace slideway::dynamics {

struct TaylorOptions {
    EventDrivenOptions run;  ///< tangent: by its start
    double tolerance = 1e-9; ///< relative tolerance of a step; 1e-16 to 1e-3
    DerivedBy by = {};       ///< columns of MotionRecord::tangent
};

/// Refuses what taylor refuses before it begins.
/// @throws InputError, std::invalid_argument  as taylor
void check_taylor(const JointedSystem& system, const TaylorOptions& options);

/// The motion by steps of TaylorSeries, each between two events: the polynomial of a step is the
/// motion, so that samples are its values, and an event is the first root of a guard of it, found
/// by Bernstein coefficients (first_sign_change): two in a row, or a touch, are not passed. What
/// follows an event is decided as in event_driven.
///
/// The last two coefficients of a step, times their powers of it, are at most tolerance of the
/// sizes of q and q', as in runge_kutta; a step is at most 1/6 of the period.
///
/// Result and options of runge_kutta mean the same. The works are part of the series; without
/// `energies` those of drive, dampers and joints are left out. n_evaluations counts the series.
///
/// @throws InputError  as runge_kutta; a tolerance outside [1e-16, 1e-3]; derivatives as
///                     check_derivatives
[[nodiscard]] MotionRecord taylor(const JointedSystem& system, const TaylorOptions& options,
                                  const Progress& progress = {});

} // namespace slideway::dynamics
