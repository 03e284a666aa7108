#pragma once

#include "base/progress.hpp"
#include "continuation/branch.hpp"
#include "continuation/corrector.hpp"
#include "continuation/problem.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// Stability of a curve of harmonic balance by the number of multipliers outside the unit circle.
/// Where it changes from point to point lies a label, whether or not a test function changes sign.
namespace slideway::studies {

/// The motion at a point of the curve, or the exact one beside it.
struct StabilityPoint {
    Index point = 0;  ///< point of the curve
    double Omega = 0; ///< [rad/s]; of an exact motion near folds it is not that of the point
    ComplexVector multipliers; ///< multipliers of the period; of a series empty if it is stable
    int n_outside = 0;         ///< multipliers outside the unit circle
    double distance = 0;       ///< difference at phase 0, energy norm, relative to the exact motion
};

/// A place between two points where the number of multipliers outside the unit circle changes.
struct StabilityLabel {
    enum class Kind {
        fold,
        branch_point,
        period_doubling,
        neimark_sacker,
        jump, ///< no multiplier passes the circle: a motion grazes a hard stop, or a slip begins
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
    Vector x;                      ///< state of the motion
};

struct CurveStability {
    std::string obstacle;                         ///< why there is none; "": there is
    std::vector<StabilityPoint> points;           ///< in the order of the curve
    std::vector<StabilityLabel> labels;           ///< in the order of the curve
    Index n_failed = 0;                           ///< points without a motion beside them
    Index n_differ = 0;                           ///< points whose counts differ from the series
    std::vector<std::array<double, 2>> unlocated; ///< [rad/s] between which a count changes
    [[nodiscard]] bool known() const { return obstacle.empty() && !points.empty(); }
};

/// Motions of one kind beside the points of a curve, of which stability_labels() counts
/// multipliers.
class CurveMotions {
public:
    virtual ~CurveMotions() = default;

    /// State at a point of the curve, of the size of the problem.
    [[nodiscard]] virtual Vector state(Index point) = 0;
    /// Equations of the motions, x: state, p: Omega.
    [[nodiscard]] virtual const continuation::Problem& problem() const = 0;
    /// @param states  all states of the curve
    [[nodiscard]] virtual continuation::Scales scales(const std::vector<Vector>& states) const = 0;
    /// Multipliers of a motion that solves the equations; empty if they cannot be computed.
    [[nodiscard]] virtual ComplexVector multipliers(const Vector& x, double Omega) = 0;
    /// Distance of two states, relative to the first.
    [[nodiscard]] virtual double distance(const Vector& x, const Vector& other) const = 0;
    /// rms [m] and phase lag [rad] of output 0.
    [[nodiscard]] virtual std::array<double, 2> output(const Vector& x, double Omega) = 0;
    /// Cost of the motions of one point, products of numbers.
    [[nodiscard]] virtual double work() const = 0;
    /// True if a point of the curve is known to have no multiplier outside the circle.
    [[nodiscard]] virtual bool known_stable(Index /*point*/) const { return false; }
    /// Multipliers outside the circle by less lie on it.
    [[nodiscard]] virtual double on_circle() const = 0;
};

/// Counts multipliers beside the points of a curve, and locates each change of the count between
/// neighbours on planes across the curve. All points, or if that takes too long a sample of them at
/// even distances, with all neighbours of changes.
/// @param obstacle_of_work  why there are no labels if even the sample takes too long
/// @throws Interrupted
[[nodiscard]] CurveStability stability_labels(CurveMotions& motions,
                                              const continuation::Branch& curve,
                                              const std::string& obstacle_of_work,
                                              const Progress& progress = {});

} // namespace slideway::studies
