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
class PatchStop {
public:
    /// @param tolerance  of the error of a step over all velocities
    PatchStop(SwitchedSystem& system, double tolerance);

    struct Stop {
        std::size_t patch = 0;
        double duration = 0; ///< [s]
        ImposedMotion motion;
        Vector3 direction; ///< as of a PatchEvent
    };
    /// Of a patch about to rest, from y at t.
    [[nodiscard]] std::optional<Stop> next(const Vector& y, double t);
    /// How long a step may be at that rate [s].
    [[nodiscard]] double reach(const Vector& y, const Vector& rate, double t) const;

private:
    [[nodiscard]] std::optional<Stop> of(std::size_t p, const Vector3& x, const Vector& y,
                                         double t);

    SwitchedSystem& system_;
    double tolerance_;
    std::vector<double> fastest_; // of the present slide [m/s]
    std::vector<Matrix> terms_;   // of velocities of the patch, magnitudes by those of the modes
};

} // namespace slideway::dynamics
