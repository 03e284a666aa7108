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
/// @throws InputError, std::invalid_argument  as runge_kutta
void check_runge_kutta(const JointedSystem& system, const RungeKuttaOptions& options);

/// The motion by steps of RungeKutta78, each between two events: while no contact and no joint
/// changes its phase the right-hand side is smooth. A contact that sticks is held by the reaction
/// that leaves it no acceleration, and what the steps let it drift is taken back. An event is found
/// in the power series from the start of a step (GuardSearch), which has to be true to the
/// tolerance; then the step is repeated with a length that ends on the event, so that events, and
/// samples too, are as exact as steps. What follows an event is decided as in event_driven.
///
/// The error of a step is at most tolerance (|q'| + h A) in q' and tolerance (|q| + h |q'| + h^2 A)
/// in q, in the norm of the kinetic energy, A the sum of the magnitudes of all forces, but for what
/// contacts that stick and patches that rest take of each. Steps are bounded by 1/16 of the period
/// (1/28 at 1e-13). The works of drive, dampers and joints are integrated beside the motion,
/// outside the control of errors.
///
/// Without frequency (Omega = 0) the results of the last period are left out. Result and options of
/// event_driven that are not named here mean the same. n_evaluations counts the right-hand sides.
///
/// @throws InputError  as event_driven; a tolerance outside [1e-13, 1e-3]; a law without phases
/// @throws std::invalid_argument  a tangent asked for
[[nodiscard]] MotionRecord runge_kutta(const JointedSystem& system,
                                       const RungeKuttaOptions& options,
                                       const Progress& progress = {});

} // namespace slideway::dynamics
