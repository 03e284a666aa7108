#include "continuation/branch_point.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/text.hpp"

#include <array>
#include <cmath>

namespace slideway::continuation {

namespace {

constexpr double difference =
    1e-5; // of scaled length between Jacobians: error 1e-10, round-off 1e-11

/// The terms that define a branch point, at one point.
struct Singularity {
    Matrix V;   // (n + 1) x 2, D' V = 1
    Vector psi; // n
    Vector g;   // 2
};

} // namespace

BranchPoint locate_branch_point(Corrector& corrector, const Vector& x0, double p0)
{
    const Index n = x0.size();
    const Vector& scale = corrector.scale();
    BranchPoint out;
    out.x = x0;
    out.p = p0;
    if (!corrector.evaluate(x0, p0)) {
        out.message = "the equations are not defined there";
        return out;
    }

    // Rows of equal weight. The largest row bounds the weights: rows may vanish at the point
    // itself.
    Vector weight = corrector.jacobian().rowwise().norm();
    const double largest = weight.maxCoeff();
    weight = weight.cwiseMax(largest > 0 ? 1e-3 * largest : 1).cwiseInverse();

    const Matrix J0 = weight.asDiagonal() * corrector.jacobian();
    const Vector c = symmetric_eigen(J0 * J0.transpose()).vectors.col(0); // values ascend
    const Matrix D = symmetric_eigen(J0.transpose() * J0).vectors.leftCols(2);

    Matrix J = J0, M = Matrix::Zero(n + 2, n + 2);
    Vector F = weight.cwiseProduct(corrector.equations().F);
    auto evaluate_at = [&](const Vector& x, double p) -> bool {
        if (!corrector.evaluate(x, p))
            return false;
        J = weight.asDiagonal() * corrector.jacobian();
        F = weight.cwiseProduct(corrector.equations().F);
        return true;
    };
    auto singularity = [&]() -> Singularity {
        M.setZero();
        M.topLeftCorner(n, n + 1) = J;
        M.topRightCorner(n, 1) = c;
        M.bottomLeftCorner(2, n + 1) = D.transpose();
        const Lu lu(M);
        Matrix rhs = Matrix::Zero(n + 2, 2);
        rhs(n, 0) = rhs(n + 1, 1) = 1;
        const Matrix right_solution = lu.solve(rhs);
        const Vector left_solution = lu.solve_transposed(Vector::Unit(n + 2, n + 1));
        return {right_solution.topRows(n + 1), left_solution.head(n), left_solution.tail(2)};
    };
    // Row i: the gradient of psi . J v_i at fixed psi, v_i, which is -dg_i/dy.
    auto gradients = [&](const Singularity& at, const Vector& x, double p,
                         Matrix& out_rows) -> bool {
        for (int i = 0; i < 2; ++i) {
            const double length = at.V.col(i).norm();
            const double e = difference / (length > 0 ? length : 1);
            const Vector dy = e * scale.cwiseProduct(at.V.col(i));
            Vector sum = Vector::Zero(n + 1);
            for (int sign : {+1, -1}) {
                if (!evaluate_at(x + sign * dy.head(n), p + sign * dy(n)))
                    return false;
                sum += sign * (J.transpose() * at.psi);
            }
            out_rows.row(i) = (sum / (2 * e)).transpose();
        }
        return true;
    };

    Vector x = x0;
    double p = p0, b = 0, last = 0;
    Matrix rows(2, n + 1), extended(n + 2, n + 2);
    bool converged = false;
    for (int k = 0; k < 12 && !converged; ++k) {
        const Vector F_here = F;
        const Matrix J_here = J;
        const Singularity at = singularity();
        if (!at.V.allFinite() || !at.psi.allFinite() || !gradients(at, x, p, rows))
            break;
        extended.setZero();
        extended.topLeftCorner(n, n + 1) = J_here;
        extended.topRightCorner(n, 1) = c;
        extended.bottomLeftCorner(2, n + 1) = -rows;
        Vector rhs(n + 2);
        rhs << -(F_here + b * c), -at.g;
        const Vector step = Lu(extended).solve(rhs);
        if (!step.allFinite())
            break;
        x += scale.head(n).cwiseProduct(step.head(n));
        p += scale(n) * step(n);
        b += step(n + 1);
        if (!evaluate_at(x, p))
            break;
        const double size = step.head(n + 1).norm();
        // Down to round-off: below 1e-10 until it no longer shrinks.
        converged = size <= 1e-14 || (k > 0 && size < 1e-10 && size > 0.1 * last);
        last = size;
    }
    if (!converged) {
        out.message = "Newton's method for the branch point did not converge";
        return out;
    }
    if (std::abs(b) > 1e-8) {
        out.message = "the branches pass each other at a distance (F = " + number_text(b, 2) +
                      " in units of its rows)";
        return out;
    }
    out.found = true;
    out.x = x;
    out.p = p;

    // Both null vectors orthonormal, so that no direction is favoured.
    Singularity at = singularity();
    Vector v1 = at.V.col(0).normalized();
    Vector v2 = (at.V.col(1) - v1.dot(at.V.col(1)) * v1).normalized();
    at.V.col(0) = v1;
    at.V.col(1) = v2;
    if (!gradients(at, x, p, rows)) {
        out.message = "the equations are not defined on all sides of the branch point";
        return out;
    }
    corrector.evaluate(x, p);
    const double a11 = rows.row(0).dot(v1), a22 = rows.row(1).dot(v2);
    const double a12 = (rows.row(0).dot(v2) + rows.row(1).dot(v1)) / 2;
    const double size = std::max({std::abs(a11), std::abs(a12), std::abs(a22)});
    const double discriminant = a12 * a12 - a11 * a22;
    if (size < 1e-7 || discriminant < 1e-8 * size * size) {
        out.message = size >= 1e-7 && discriminant < -1e-8 * size * size
                          ? "an isolated point: no real branch leaves it"
                          : "the branches touch or more than two cross: second derivatives do not "
                            "tell their directions";
        return out;
    }
    // Roots without cancellation: q = -(a12 +- root), (xi, eta) = (q, a11) and (a22, q).
    const double q = -(a12 + std::copysign(std::sqrt(discriminant), a12));
    out.tangents.resize(n + 1, 2);
    const std::array<std::array<double, 2>, 2> roots = {{{q, a11}, {a22, q}}};
    for (int i = 0; i < 2; ++i) {
        const Vector t = roots[i][0] * v1 + roots[i][1] * v2;
        out.tangents.col(i) = scale.cwiseProduct(t.normalized());
    }
    return out;
}

} // namespace slideway::continuation
