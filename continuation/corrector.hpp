#pragma once

#include "base/dense_solve.hpp"
#include "continuation/problem.hpp"

#include <string_view>
#include <vector>

namespace slideway::continuation {

/// Lengths that scale the unknowns before these are compared or added. Arclength, steps, angles and
/// tolerances are those of (x_i / x[i], p / p). Choose the lengths so that a change of one unit is
/// equally important in every variable.
struct Scales {
    Vector x;     ///< n, > 0; empty: all 1
    double p = 1; ///< > 0
};

struct NewtonOptions {
    int max_iterations = 10; ///< >= 1
    /// Largest |F_i| / sum_j |dF_i/dy_j| scale_j: a distance in scaled variables. The units of rows
    /// do not matter.
    double residual_tol = 1e-10;
    double step_tol =
        1e-4; ///< largest scaled change of the last full step; errors fall like its square
    int max_halvings = 8; ///< halvings of a step that does not reduce the residual
};

enum class NewtonStatus { converged, max_iterations, no_descent, singular, undefined };
[[nodiscard]] std::string_view text(NewtonStatus status); ///< for messages

/// Newton's method for F(x, p) = 0 on a plane, by LU of the bordered matrix
///
///     [ F_x  F_p ] [dx]     [F]
///     [  normal' ] [dp] = - [0]      in scaled variables,
///
/// This matrix also gives the tangent and the orientation of the branch. The class owns its
/// buffers: nothing is allocated after the first call (except by LU for n beyond about a hundred).
///
/// Rows that Problem::n_like_unknowns names are refined after convergence. Such steps count as no
/// iterations.
///
/// A full step that does not reduce the largest residual is halved, because at a kink the Jacobian
/// holds on one side only, and full steps may cycle. The rows are weighted once, at the first
/// point, so no sequence of iterates can return to an earlier point.
class Corrector {
public:
    Corrector(const Problem& problem, Index n, const Scales& scales, const NewtonOptions& options);

    /// Evaluates F and its derivatives at (x, p); false if they are undefined or not finite.
    bool evaluate(const Vector& x, double p);

    /// Moves (x, p) onto the branch within the plane through it with the scaled `normal` (n + 1).
    /// normal = (0, ..., 0, 1) keeps p exactly. Afterwards `equations()` has F and its derivatives
    /// at the last point, even without convergence.
    NewtonStatus correct(Vector& x, double& p, const Vector& normal);

    /// Makes one more full step after a converged `correct`, down to round-off.
    void polish(Vector& x, double& p, const Vector& normal);

    /// Computes the unit tangent (n + 1, scaled) at the last evaluated point, tangent . row > 0.
    /// Returns false if [F_x F_p; row] is singular.
    bool tangent(const Vector& row, Vector& t);

    /// Computes the unit tangent at the last evaluated point by a QR decomposition, which is slower
    /// but needs no row. At a branch point it takes one of the directions.
    void any_tangent(Vector& t);

    /// Sign and log |det| of the scaled det [F_x F_p; tangent] at the last `tangent`.
    [[nodiscard]] int orientation() const { return orientation_; }
    [[nodiscard]] double log_det() const { return log_det_; }

    [[nodiscard]] const Equations& equations() const { return equations_; }
    [[nodiscard]] const Matrix& jacobian() const { return J_; }  ///< n x (n + 1), columns scaled
    [[nodiscard]] const Vector& scale() const { return scale_; } ///< n + 1
    [[nodiscard]] int iterations() const { return static_cast<int>(norms_.size()) - 1; }
    /// Norms of the last `correct`, dimensionless, [0] at its first point; empty
    /// if undefined there.
    [[nodiscard]] const std::vector<double>& residual_norms() const { return norms_; }

    /// Returns how far F deviates from a smooth function near (x, p) along a scaled direction (n +
    /// 1). No residual falls below it if each evaluation has independent errors. The measure is
    /// that of NewtonOptions::residual_tol. 0: undefined there.
    [[nodiscard]] double roughness(const Vector& x, double p, const Vector& direction);

private:
    bool full_step(Vector& x, double& p, const Vector& normal);
    /// Makes full steps until the first rows are small in comparison with their unknowns
    /// (Problem::n_like_unknowns), or do not fall any more. All residuals stay within the
    /// tolerance.
    void refine(Vector& x, double& p, const Vector& normal, double tolerance);
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
