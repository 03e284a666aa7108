#pragma once

namespace slideway::assembly {
struct CoupledModel;
struct Load;
struct Motion;
} // namespace slideway::assembly

namespace slideway::dynamics {

/// Velocity [m/s] and acceleration [m/s^2] of an imposed motion at t [s] from the start.
[[nodiscard]] double motion_velocity(const assembly::Motion& motion, double t);
[[nodiscard]] double motion_acceleration(const assembly::Motion& motion, double t);
/// Exact mean of the velocity over t_0 <= t <= t_1 [m/s], 0 <= t_0 < t_1.
[[nodiscard]] double mean_velocity(const assembly::Motion& motion, double t_0, double t_1);

/// Value [N] of a load that is harmonic or raised, at t from the start.
/// @param t_start  time at the start, which harmonic loads count from zero
[[nodiscard]] double load_value(const assembly::CoupledModel& model, const assembly::Load& load,
                                double t, double t_start);

} // namespace slideway::dynamics
