#pragma once

#include "base/types.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace slideway::continuation {

/// F(x, p) with its derivatives; the sizes stand when a callback gets it.
struct Equations {
    Vector F;   ///< n
    Matrix F_x; ///< n x n
    Vector F_p; ///< n
};

/// A point as monitors see it: F(x, p) = 0 and its derivatives there.
struct Solution {
    const Vector& x;
    double p;
    const Matrix& F_x;
    const Vector& F_p;
    const Vector& tangent; ///< n + 1: d(x, p)/ds
};

/// A number of a point: recorded along the branch, its zeros and maxima located on request.
struct Monitor {
    std::string name;
    std::function<double(const Solution&)> value;
    bool zeros = false;  ///< locate sign changes: test functions such as stability exponents
    bool maxima = false; ///< locate zeros of d(value)/ds from plus to minus along the branch
    bool stop = false;   ///< end the branch at the first zero; implies `zeros`
    /// Smaller values are round-off of zero: they have no sign.
    double noise = 0;
    /// Steps are shortened until the value changes by no more, unless shortening does not help.
    double max_change = std::numeric_limits<double>::infinity();
    /// d(value)/ds along `tangent`. Empty: differences of `value` between four points on the
    /// tangent at +-1e-3 and +-2e-3 of scaled arclength, with F_x, F_p and tangent left as they
    /// are, so that `value` must then depend on x and p alone. Asked for where `maxima` is set.
    std::function<double(const Solution&)> derivative;
};

/// Surfaces at which F is not smooth, for example where a motion grazes a stop. Derivatives jump
/// there, or change like a square root on the far side. A step ends on the first surface that it
/// meets, located from the near side, where the branch is smooth.
struct Surfaces {
    int monitor = -1;                           ///< monitor whose zeros are the points on surfaces
    std::function<int(const Solution&)> beyond; ///< number of surfaces that the point lies beyond
    std::function<int(const Solution&)> on;     ///< number of surfaces that the point lies on
    /// Distance from the nearest surface that the point does not lie beyond, > 0.
    std::function<double(const Solution&)> room;
};

/// Multipliers of the fixed points of a map. Their number outside the unit circle changes at folds,
/// branch points, the two labels below, and on surfaces, and nowhere else.
struct Multipliers {
    std::function<ComplexVector(const Solution&)> of;
    /// Those of disturbances that the equations know, if F leaves out some; empty: all.
    std::function<ComplexVector(const Solution&)> own;
    int flip = -1; ///< monitor whose zeros have a real multiplier at -1
    int pair = -1; ///< monitor whose zeros have a complex pair on the circle
};

/// Another point at the same p that is the same solution.
struct Image {
    Vector x;
    Vector tangent; ///< n + 1: where that of the solution leads
};

/// F(x, p) = 0: n equations in n unknowns x and a parameter p.
struct Problem {
    /// Fills `out` at (x, p). Answers false where F is not defined: steps are then shortened.
    /// Jacobians may jump (piecewise smooth F); F itself must be continuous.
    std::function<bool(const Vector& x, double p, Equations& out)> evaluate;
    std::vector<Monitor> monitors;
    /// F_i has the unit and the size of x_i, as F = map(x) - x: residuals then count by those, even
    /// where derivatives are large.
    bool fixed_point = false;
    std::optional<Surfaces> surfaces = {};
    std::optional<Multipliers> multipliers = {};
    /// A branch that meets an image of its other end has closed as one that meets the end itself.
    std::function<std::vector<Image>(const Vector& x, double p, const Vector& tangent)> images = {};
};

} // namespace slideway::continuation
