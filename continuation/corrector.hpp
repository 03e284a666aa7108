#pragma once

#include "base/dense_solve.hpp"
#include "continuation/problem.hpp"

#include <string_view>
#include <vector>

namespace slideway::continuation {

/// Lengths by which unknowns are divided before they are compared or added up. Arclength, steps,
/// angles and tolerances are those of (x_i / x[i], p / p): choose them so that a change of one
/// scale matters as much in every variable.
struct Scales {
    Vector x;     ///< n, > 0; empty: all 1
    double p = 1; ///< > 0
};

struct NewtonOptions {
    int max_iterations = 10; ///< >= 1
    /// Largest |F_i| / sum_j |dF_i/dy_j| scale_j: a distance in scaled variables. Rows in any unit
    /// count alike.
    double residual_tol = 1e-10;
    double step_tol =
        1e-4; ///< largest scaled change of the last full step; errors fall like its square
    int max_halvings = 8; ///< of a step that does not reduce the residual
};

enum class NewtonStatus { converged, max_iterations, no_descent, singular, undefined };
[[nodiscard]] std::string_view text(NewtonStatus status); ///< for messages

/// Newton's method for F(x, p) = 0 on a plane, by LU of the bordered matrix
///
///     [ F_x  F_p ] [dx]     [F]
///     [  normal' ] [dp] = - [0]      in scaled variables,
///
/// and what else that matrix tells: tangent and orientation of the branch. A class for its buffers:
/// nothing is allocated after the first call (for n beyond about a hundred LU does).
///
/// A full step that does not reduce the largest residual is halved: at a kink the Jacobian holds on
/// one side only, and full steps may cycle. The rows are weighed once, at the first point, so that
/// no sequence of iterates can return to where it was.
class Corrector {
public:
    Corrector(const Problem& problem, Index n, const Scales& scales, const NewtonOptions& options);

    /// F and its derivatives at (x, p); false where they are undefined or not finite.
    bool evaluate(const Vector& x, double p);

    /// Moves (x, p) onto the branch within the plane through it with the scaled `normal` (n + 1).
    /// normal = (0, ..., 0, 1) keeps p as it is, to the last bit. Ends with F and its derivatives
    /// at the last point in `equations()`, also when not converged.
    NewtonStatus correct(Vector& x, double& p, const Vector& normal);

    /// One more full step after a converged `correct`, down to round-off.
    void polish(Vector& x, double& p, const Vector& normal);

    /// Unit tangent (n + 1, scaled) at the last evaluated point, tangent . row > 0.
    /// False if [F_x F_p; row] is singular.
    bool tangent(const Vector& row, Vector& t);

    /// Unit tangent at the last evaluated point from a QR decomposition: slower, without a row to
    /// guess. Of two or more (at a branch point) one is taken.
    void any_tangent(Vector& t);

    /// Of det [F_x F_p; tangent] at the last `tangent`, scaled: its sign and log |det|.
    [[nodiscard]] int orientation() const { return orientation_; }
    [[nodiscard]] double log_det() const { return log_det_; }

    [[nodiscard]] const Equations& equations() const { return equations_; }
    [[nodiscard]] const Matrix& jacobian() const { return J_; }  ///< n x (n + 1), columns scaled
    [[nodiscard]] const Vector& scale() const { return scale_; } ///< n + 1
    [[nodiscard]] int iterations() const { return static_cast<int>(norms_.size()) - 1; }
    /// Of the last `correct`, dimensionless, [0] at its first point; empty if undefined there.
    [[nodiscard]] const std::vector<double>& residual_norms() const { return norms_; }

    /// How far F at (x, p) and beside it, along a scaled direction (n + 1), is from smooth: what no
    /// residual falls below where each evaluation has errors of its own. In the measure of
    /// NewtonOptions::residual_tol. 0: not defined there.
    [[nodiscard]] double roughness(const Vector& x, double p, const Vector& direction);

private:
    void factorise(const Vector& row);
    [[nodiscard]] bool singular() const;
    [[nodiscard]] double residual_norm() const;

    const Problem& problem_;
    NewtonOptions options_;
    Index n_;
    Vector scale_;
    Equations equations_;
    Matrix J_, bordered_;
    Lu<double> lu_;
    Vector row_scale_, rhs_, step_, x_trial_;
    std::vector<double> norms_;
    int orientation_ = 0;
    double log_det_ = 0;
};

} // namespace slideway::continuation
