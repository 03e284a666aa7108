#pragma once

#include "base/types.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace slideway::continuation {

/// F(x, p) with its derivatives; the arrays have their sizes when a callback gets them.
struct Equations {
    Vector F;   ///< n
    Matrix F_x; ///< n x n
    Vector F_p; ///< n
};

/// A solution F(x, p) = 0 with its derivatives, as passed to monitors.
struct Solution {
    const Vector& x;
    double p;
    const Matrix& F_x;
    const Vector& F_p;
    const Vector& tangent; ///< n + 1: d(x, p)/ds
};

/// A scalar of a point that is recorded along the branch. Its zeros and maxima can be located.
struct Monitor {
    std::string name;
    std::function<double(const Solution&)> value;
    bool zeros = false;  ///< locate sign changes: test functions such as stability exponents
    bool maxima = false; ///< locate zeros of d(value)/ds from plus to minus along the branch
    bool stop = false;   ///< end the branch at the first zero; implies `zeros`
    /// Smaller values are round-off of zero and have no sign.
    double noise = 0;
    /// Largest change within a step; longer steps are shortened, unless that does not help.
    double max_change = std::numeric_limits<double>::infinity();
    /// d(value)/ds along `tangent`, required if `maxima` is set. If empty, it follows from
    /// differences of `value` between four points on the tangent at +-1e-3 and +-2e-3 of scaled
    /// arclength. F_x, F_p and tangent do not change for them, so `value` must then depend on x
    /// and p only.
    std::function<double(const Solution&)> derivative;
};

/// Surfaces at which F is not smooth, for example where a motion grazes a stop. Derivatives jump
/// there or change like a square root on the far side. A step ends on the first surface that it
/// meets, located from the near side, where the branch is smooth.
struct Surfaces {
    int monitor = -1;                           ///< monitor whose zeros are the points on surfaces
    std::function<int(const Solution&)> beyond; ///< number of surfaces that the point lies beyond
    std::function<int(const Solution&)> on;     ///< number of surfaces that the point lies on
    /// Distance from the nearest surface that the point does not lie beyond, > 0.
    std::function<double(const Solution&)> room;
};

/// Multipliers of the fixed points of a map. Their number outside the unit circle changes only at
/// folds, branch points, the two labels below, and surfaces.
struct Multipliers {
    std::function<ComplexVector(const Solution&)> of;
    /// Multipliers of the disturbances that the equations contain, if F leaves out some; empty:
    /// all.
    std::function<ComplexVector(const Solution&)> own;
    int flip = -1; ///< monitor whose zeros have a real multiplier at -1
    int pair = -1; ///< monitor whose zeros have a complex pair on the circle
};

/// Another point at the same p that represents the same solution.
struct Image {
    Vector x;
    Vector tangent; ///< n + 1: direction that corresponds to the tangent of the solution
};

/// Equations F(x, p) = 0: n equations in n unknowns x and a parameter p.
struct Problem {
    /// Fills `out` at (x, p). Returns false if F is not defined; steps are then shortened.
    /// Jacobians may jump (piecewise smooth F), but F itself must be continuous.
    std::function<bool(const Vector& x, double p, Equations& out)> evaluate;
    std::vector<Monitor> monitors;
    /// True if F_i has the unit and the size of x_i, as in F = map(x) - x. Residuals are then
    /// compared with x_i even if derivatives are large.
    bool fixed_point = false;
    /// Number of the first rows F_i that have the unit and the size of x_i. If derivatives are
    /// large, a residual is a small distance although the point lies far from the branch in other
    /// directions. Points are then refined until the residual is small in comparison with x_i, or
    /// is round-off.
    Index n_like_unknowns = 0;
    std::optional<Surfaces> surfaces = {};
    std::optional<Multipliers> multipliers = {};
    /// Images of a solution. A branch that meets an image of its other end is closed.
    std::function<std::vector<Image>(const Vector& x, double p, const Vector& tangent)> images = {};
};

} // namespace slideway::continuation
