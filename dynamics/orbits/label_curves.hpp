#pragma once

#include "dynamics/orbits/orbit_branches.hpp"

namespace slideway::dynamics {

/// Where a label of a branch is, over a second parameter.
struct [[nodiscard]] LabelCurve {
    OrbitLabel label = OrbitLabel::fold;
    OrbitForm form;
    /// p: the second parameter; x: state (q, q') at phase 0, then the first parameter, then of
    /// Neimark-Sacker points the angle of the multiplier on the unit circle [rad]. Folds: where
    /// two labels meet and vanish. Zeros of the first monitor: labels at the second parameter of
    /// the system, as that where the curve begins.
    continuation::Branch branch;
    double tolerance = 0; ///< tolerance of Newton's method, as in OrbitBranches

    [[nodiscard]] double first(Index k) const { return branch.x(first_row(), k); }
    [[nodiscard]] Index first_row() const
    {
        return branch.x.rows() - (label == OrbitLabel::neimark_sacker ? 2 : 1);
    }
};

struct LabelCurveOptions {
    double from = 0, to = 0;  ///< range of the second parameter
    double tolerance = 1e-11; ///< tolerance of Newton's method
    double step_tolerance = 1e-13;
    double max_step = 0.02; ///< longest step; see OrbitBranchOptions::max_step
    int max_points = 2000;  ///< >= 2
};

/// Whether label_curve follows it: folds, period doublings, Neimark-Sacker points, grazing; of
/// branch points those of motions that are their own mirror, or where branches end on such.
[[nodiscard]] bool has_curve(const OrbitFamily& family, const OrbitBranch& branch, Index k);

/// The curve of a label, F = 0 and one equation more, by the same shooting from phase 0:
///
///   fold, period doubling, branch point (of H_n)    g = 0 of [M - mu, b; c', 0] (v, g) = (0, 1),
///                                                   mu = 1, -1, -1
///   Neimark-Sacker    the same, mu = e^{j theta}: g is complex, theta unknown
///   grazing           r_k = stop
///
/// dg = -w . dM v, w of the transposed equations; dM along v is the change of M between motions
/// at z +- e v, because second derivatives commute. The curve ends where theta reaches 0 or pi.
/// Source: W. Govaerts, Numerical methods for bifurcations of dynamical equilibria, SIAM 2000.
/// @param family  with the first parameter of the branch, and a second one
/// @throws InputError, std::invalid_argument  options out of range; a label without a curve
[[nodiscard]] LabelCurve label_curve(const OrbitFamily& family, const OrbitBranch& branch, Index k,
                                     const LabelCurveOptions& options,
                                     const Progress& progress = {});

} // namespace slideway::dynamics
