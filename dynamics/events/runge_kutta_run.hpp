#pragma once

#include "base/progress.hpp"
#include "dynamics/events/motion_record.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

struct JointedSystem;

struct RungeKuttaOptions {
    EventDrivenOptions run;  ///< without tangent
    double tolerance = 1e-9; ///< relative error of a step; 1e-13 to 1e-3
};

/// Refuses what runge_kutta refuses before it begins.
/// @throws InputError, std::invalid_argument  see runge_kutta
void check_runge_kutta(const JointedSystem& system, const RungeKuttaOptions& options);

/// Computes a motion by steps of RungeKutta78, each between two events. The right-hand side is
/// smooth while no contact and no joint changes its phase. A sticking contact is held by the
/// reaction that makes its acceleration zero; its drift over a step is removed.
///
/// An event is located in the power series from the start of a step (GuardSearch), which must be
/// accurate to the tolerance. The step is then repeated with a length that ends on the event.
/// Therefore events and samples are as accurate as steps. The phases after an event are determined
/// as in event_driven.
///
/// The error of a step is at most tolerance (|q'| + h A) in q' and tolerance (|q| + h |q'| + h^2 A)
/// in q, in the norm of the kinetic energy. A is the sum of the magnitudes of all forces, without
/// the parts that sticking contacts and resting patches carry. Steps are at most 1/16 of the period
/// (1/28 at 1e-13). The works of drive, dampers and joints are integrated with the motion, without
/// error control.
///
/// Without frequency (Omega = 0) there are no results of the last period. Other results and options
/// have the same meaning as in event_driven. n_evaluations counts the right-hand sides.
///
/// @throws InputError  see event_driven; a tolerance outside [1e-13, 1e-3]; a law without phases
/// @throws std::invalid_argument  a tangent is requested
[[nodiscard]] MotionRecord runge_kutta(const JointedSystem& system,
                                       const RungeKuttaOptions& options,
                                       const Progress& progress = {});

} // namespace slideway::dynamics
