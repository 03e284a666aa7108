#pragma once

#include "dynamics/orbits/orbit_branches.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// A periodic motion by its states where the drive has phase 0.
struct KnownOrbit {
    std::vector<Vector> states; ///< n of 2 m each: (q, q'), a period of the drive apart
    double size = 0;            ///< the largest energy norm of these
    double growth = 0;          ///< magnitude of the largest multiplier of n periods
    bool stable = false;
    bool own_mirror = false;
    std::string name = {};

    [[nodiscard]] int periods() const { return static_cast<int>(states.size()); }
};

/// @param motion  found by Newton's method
/// @param tolerance  of Taylor steps
[[nodiscard]] KnownOrbit known_orbit(const OrbitFamily& family, const PeriodicMotion& motion,
                                     double p, double tolerance);
/// -x half a period of the drive later, under the same name. @pre the family is its own mirror
[[nodiscard]] KnownOrbit mirror_of(const OrbitFamily& family, const KnownOrbit& orbit, double p,
                                   double tolerance);
/// 2 x periods: an output and its velocity in each of its states. @param Omega  of the drive
[[nodiscard]] Matrix at_phase_zero(const ModalOutput& output, const KnownOrbit& orbit,
                                   double Omega);
/// Whether two are one motion, at any of its phases: states within 1e-6 of their size.
[[nodiscard]] bool same_orbit(const Vector& weight, const KnownOrbit& a, const KnownOrbit& b);

/// When a motion counts as settled on an orbit. A distance alone does not tell: a motion that
/// passes an orbit may leave it again.
struct CaptureRule {
    double radius = 0.01; ///< energy norm of the distance, share of the size of the orbit, > 0
    int stay = 5; ///< periods in a row, after the first, beside the states that follow; >= 0
};
/// @throws InputError  out of range
void check(const CaptureRule& rule);

/// A motion told by its states at phase 0, period after period, and the orbit that it has come to.
/// Orbits that are not stable capture nothing.
class Capture {
public:
    struct Settled {
        std::size_t orbit = 0;
        long long since = 0; ///< number of the first state beside it
    };
    /// @param weight  energy_weights
    Capture(Vector weight, const CaptureRule& rule) : weight_(std::move(weight)), rule_(rule) {}

    /// Looks at state number k, that follows the one before. Of several orbits the nearest.
    /// @param orbits  the same as before, and more
    [[nodiscard]] std::optional<Settled> next(const std::vector<KnownOrbit>& orbits, long long k,
                                              const VectorIn& z);

private:
    struct Beside {
        Index state = -1; ///< state of the orbit next to the last examined one; -1: none
        long long since = 0;
    };

    Vector weight_;
    CaptureRule rule_;
    std::vector<Beside> beside_;
};

} // namespace slideway::dynamics
