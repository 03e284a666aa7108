#pragma once

#include "base/progress.hpp"
#include "continuation/branch.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/orbits/orbit_family.hpp"

#include <array>
#include <string>
#include <vector>

/// Stability of a curve of harmonic balance by the exact motions beside it. Multipliers of a
/// truncated Fourier series are those of another motion: a short contact lasts longer or shorter.
namespace slideway::studies {

/// The exact motion beside a point of the curve, by shooting.
struct ExactPoint {
    Index point = 0;           ///< point of the curve
    double Omega = 0;          ///< [rad/s]; near folds it differs from that of the point
    ComplexVector multipliers; ///< multipliers of the period
    int n_outside = 0;         ///< multipliers outside the unit circle
    double distance = 0;       ///< difference at phase 0, energy norm, relative to the exact motion
};

/// A place between two points where the number of multipliers outside the unit circle changes.
struct ExactLabel {
    enum class Kind {
        fold,
        branch_point,
        period_doubling,
        neimark_sacker,
        jump, ///< no multiplier passes the circle: where a motion grazes a hard stop
    };
    Kind kind = Kind::jump;
    Index after = 0;   ///< point of the curve before it
    double Omega = 0;  ///< [rad/s]
    int n_outside = 0; ///< multipliers outside the unit circle on the more stable side
    int change = 0;    ///< change of their number along the curve
    /// Multipliers that cross at once; pairs of a Neimark-Sacker point.
    [[nodiscard]] int multiplicity() const
    {
        const int n = change < 0 ? -change : change;
        return kind == Kind::neimark_sacker ? (n + 1) / 2 : n;
    }
    double rms = 0, phase_lag = 0; ///< values of output 0, as in ResponsePoints [m, rad]
};

struct ExactStability {
    std::string obstacle;                         ///< why there is none; "": there is
    std::vector<ExactPoint> points;               ///< in the order of the curve
    std::vector<ExactLabel> labels;               ///< in the order of the curve
    Index n_failed = 0;                           ///< points without an exact motion beside them
    Index n_differ = 0;                           ///< points whose counts differ in both sets
    std::vector<std::array<double, 2>> unlocated; ///< [rad/s] between which a count changes
    [[nodiscard]] bool known() const { return obstacle.empty() && !points.empty(); }
};

/// Shoots the motions beside points of a curve, with Newton's method on planes across it, and
/// locates each change of the count between neighbours. All points, or if that takes too long a
/// sample of them at even distances, with all neighbours of changes.
/// @param family  of the level of the curve, over Omega, on the modes of the model
/// @throws Interrupted
[[nodiscard]] ExactStability exact_stability(const dynamics::HarmonicBalance& model, double level,
                                             const dynamics::OrbitFamily& family,
                                             const continuation::Branch& curve,
                                             const Progress& progress = {});

} // namespace slideway::studies
