#pragma once

#include "dynamics/orbits/orbit_branches.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// A periodic motion, defined by its states at phase 0 of the drive.
struct KnownOrbit {
    std::vector<Vector> states; ///< n states (q, q') of 2 m entries, one drive period apart
    double size = 0;            ///< largest energy norm of the states
    double growth = 0;          ///< magnitude of the largest multiplier of n periods
    bool stable = false;
    bool own_mirror = false;
    std::string name = {};

    [[nodiscard]] int periods() const { return static_cast<int>(states.size()); }
};

/// Computes the states and the stability of a periodic motion.
/// @param motion     motion that Newton's method found
/// @param tolerance  tolerance of Taylor steps
[[nodiscard]] KnownOrbit known_orbit(const OrbitFamily& family, const PeriodicMotion& motion,
                                     double p, double tolerance);
/// Returns the mirror image of an orbit, -x half a period of the drive later, with the same name.
/// @pre the family is its own mirror image
[[nodiscard]] KnownOrbit mirror_of(const OrbitFamily& family, const KnownOrbit& orbit, double p,
                                   double tolerance);
/// Returns the displacement and velocity of an output in each state of an orbit: 2 x periods.
/// @param Omega  frequency of the drive [rad/s]
[[nodiscard]] Matrix at_phase_zero(const ModalOutput& output, const KnownOrbit& orbit,
                                   double Omega);
/// True if two orbits are the same motion, at any phase: states agree within 1e-6 of their size.
[[nodiscard]] bool same_orbit(const Vector& weight, const KnownOrbit& a, const KnownOrbit& b);

/// Condition for a motion that has settled on an orbit. A small distance alone is not sufficient,
/// because a motion that passes near an orbit may leave it again.
struct CaptureRule {
    double radius = 0.01; ///< largest distance (energy norm) relative to the size of the orbit, > 0
    int stay = 5;         ///< further consecutive periods within that distance, >= 0
};
/// @throws InputError  out of range
void check(const CaptureRule& rule);

/// Detects the orbit on which a motion settles, from its states at phase 0 in each period. Only
/// stable orbits are considered.
class Capture {
public:
    struct Settled {
        std::size_t orbit = 0;
        long long since = 0; ///< number of the first state within the distance
    };
    /// @param weight  see OrbitFamily::energy_weights
    Capture(Vector weight, const CaptureRule& rule) : weight_(std::move(weight)), rule_(rule) {}

    /// Processes state number k, the successor of the previous one. Returns the orbit on which the
    /// motion has settled, the nearest one if there are several.
    /// @param orbits  orbits of the previous call, and possibly more
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
