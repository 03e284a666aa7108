#pragma once

#include "dynamics/events/switched_system.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// The end of a slide. Speed falls linearly with time, and a step never meets its zero: steps are
/// bounded to half the way, and where the speed has fallen by `near_rest`, or to what errors of
/// steps make of it, the rest of it is followed in the time tau, dt = r dtau, with the load as it
/// is:
///
///   M x' = Qe - grad D(x),  x = r w:     dw/dtau = P M^-1 (Qe - grad D(w)),  d ln r/dtau = w . ...
///
/// until the direction w stays, or r grows again. Then the patch is held to x (1 - s / duration).
/// Speeds are those of the energy, r^2 = x . (B B^T)^-1 x, the least of a velocity on the modes
/// that moves the patch with x: so an error of the velocities is at least that of r.
class PatchStop {
public:
    /// @param tolerance  of the error of a step over all velocities
    /// @param shortest   time of the fastest mode in 1 rad [s]
    PatchStop(SwitchedSystem& system, double tolerance, double shortest);

    struct Stop {
        std::size_t patch = 0;
        double duration = 0; ///< [s]
        double speed = 0;
        ImposedMotion motion;
        Vector3 direction; ///< direction as in PatchEvent
    };
    /// Stops of patches about to rest from y at t, where its rate is `rate`: none, or the shortest
    /// first, with all that would come near to rest while that one lasts.
    [[nodiscard]] std::vector<Stop> next(const Vector& y, const Vector& rate, double t);
    /// Stop of a patch whose speed is below the errors of steps, at y with its rate.
    [[nodiscard]] std::optional<Stop> at_once(const Vector& y, const Vector& rate, double t) const;
    /// Whether its load may be taken as it was: how its reaction has changed over the stop.
    [[nodiscard]] bool is_short(const Stop& stop, const Vector3& change) const;
    /// Whether a patch slides by no more than errors of steps.
    [[nodiscard]] bool any_is_lost(const Vector& y, double t) const;
    /// How long a step may be at that rate [s].
    [[nodiscard]] double reach(const Vector& y, const Vector& rate, double t) const;

private:
    [[nodiscard]] std::optional<Stop> of(std::size_t p, const Vector3& x, const Vector& y,
                                         double t);
    [[nodiscard]] double size_of(std::size_t p, const Vector3& x) const;
    [[nodiscard]] bool is_lost(std::size_t p, const Vector& y, double t) const;
    /// How long a step may be for one patch that slides [s].
    [[nodiscard]] double reach(std::size_t p, const Vector& y, const Vector& rate, double t) const;

    SwitchedSystem& system_;
    double tolerance_, shortest_;
    std::vector<double> fastest_; // of the present slide
    std::vector<contact::Matrix3> mass_;
};

} // namespace slideway::dynamics
