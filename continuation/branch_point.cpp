#include "continuation/branch_point.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace slideway::continuation {

namespace {

constexpr double difference =
    1e-5; // of scaled length between Jacobians: error 1e-10, round-off 1e-11

/// Terms that define a branch point, at one point.
struct Singularity {
    Matrix V;   // (n + 1) x 2, D' V = 1
    Vector psi; // n
    Vector g;   // 2
};

// F and J = [F_x F_p] with rows of equal weight and scaled columns. The bordered matrix [J c; D' 0]
// stays regular at a branch point. Its c and D belong to the smallest singular values of J at the
// start of the search.
class BorderedEquations {
public:
    // Uses the last point that the corrector evaluated. The largest row bounds the weights, because
    // rows may vanish at the point itself.
    explicit BorderedEquations(Corrector& corrector) : corrector_(corrector)
    {
        weight_ = corrector.jacobian().rowwise().norm();
        const double largest = weight_.maxCoeff();
        weight_ = weight_.cwiseMax(largest > 0 ? 1e-3 * largest : 1).cwiseInverse();
        take();
        c_ = symmetric_eigen(J_ * J_.transpose()).vectors.col(0); // values ascend
        D_ = symmetric_eigen(J_.transpose() * J_).vectors.leftCols(2);
    }

    bool evaluate_at(const Vector& x, double p)
    {
        if (!corrector_.evaluate(x, p))
            return false;
        take();
        return true;
    }

    // Solves [J c; D' 0] (V; g') = (0; 1), and psi from the transposed equations.
    [[nodiscard]] Singularity singularity() const
    {
        const Index n = F_.size();
        Matrix M = Matrix::Zero(n + 2, n + 2);
        M.topLeftCorner(n, n + 1) = J_;
        M.topRightCorner(n, 1) = c_;
        M.bottomLeftCorner(2, n + 1) = D_.transpose();
        const Lu lu(M);
        Matrix rhs = Matrix::Zero(n + 2, 2);
        rhs(n, 0) = rhs(n + 1, 1) = 1;
        const Matrix right_solution = lu.solve(rhs);
        const Vector left_solution = lu.solve_transposed(Vector::Unit(n + 2, n + 1));
        return {right_solution.topRows(n + 1), left_solution.head(n), left_solution.tail(2)};
    }

    // Computes rows i: the gradient of psi . J v_i at fixed psi, v_i, which is -dg_i/dy, from
    // differences of J along v_i. Returns false if the equations are not defined. The corrector
    // ends at a point near (x, p).
    [[nodiscard]] bool gradients(const Singularity& singularity, const Vector& x, double p,
                                 Matrix& rows)
    {
        const Index n = F_.size();
        for (int i = 0; i < 2; ++i) {
            const double length = singularity.V.col(i).norm();
            const double e = difference / (length > 0 ? length : 1);
            const Vector dy = e * corrector_.scale().cwiseProduct(singularity.V.col(i));
            Vector sum = Vector::Zero(n + 1);
            for (int sign : {+1, -1}) {
                if (!evaluate_at(x + sign * dy.head(n), p + sign * dy(n)))
                    return false;
                sum += sign * (J_.transpose() * singularity.psi);
            }
            rows.row(i) = (sum / (2 * e)).transpose();
        }
        return true;
    }

    // Returns Newton's step for F + b c = 0, g = 0, in (y, b), scaled; empty if it is not finite or
    // not defined. The corrector ends at a point near (x, p).
    [[nodiscard]] Vector step(const Vector& x, double p, double b)
    {
        const Index n = F_.size();
        const Vector F_here = F_;
        const Matrix J_here = J_;
        const Singularity terms = singularity();
        Matrix rows(2, n + 1);
        if (!terms.V.allFinite() || !terms.psi.allFinite() || !gradients(terms, x, p, rows))
            return {};
        Matrix extended = Matrix::Zero(n + 2, n + 2);
        extended.topLeftCorner(n, n + 1) = J_here;
        extended.topRightCorner(n, 1) = c_;
        extended.bottomLeftCorner(2, n + 1) = -rows;
        Vector rhs(n + 2);
        rhs << -(F_here + b * c_), -terms.g;
        Vector found = Lu(extended).solve(rhs);
        if (!found.allFinite())
            return {};
        return found;
    }

private:
    void take()
    {
        J_ = weight_.asDiagonal() * corrector_.jacobian();
        F_ = weight_.cwiseProduct(corrector_.equations().F);
    }

    Corrector& corrector_;
    Vector weight_, c_, F_;
    Matrix D_, J_;
};

// Applies Newton's method to F + b c = 0, g = 0 down to round-off; false if it does not converge.
bool converge(BorderedEquations& equations, const Vector& scale, Vector& x, double& p, double& b)
{
    const Index n = x.size();
    double last = 0;
    for (int k = 0; k < 12; ++k) {
        const Vector step = equations.step(x, p, b);
        if (step.size() == 0)
            return false;
        x += scale.head(n).cwiseProduct(step.head(n));
        p += scale(n) * step(n);
        b += step(n + 1);
        if (!equations.evaluate_at(x, p))
            return false;
        const double size = step.head(n + 1).norm();
        // Iterates below 1e-10 until the size no longer decreases.
        if (size <= 1e-14 || (k > 0 && size < 1e-10 && size > 0.1 * last))
            return true;
        last = size;
    }
    return false;
}

// Returns the two directions (xi, eta) on null vectors v_1, v_2 with a_11 xi^2 + 2 a_12 xi eta +
// a_22 eta^2 = 0; none with a message.
using Directions = std::array<std::array<double, 2>, 2>;
std::optional<Directions> directions(const Matrix& rows, const Vector& v1, const Vector& v2,
                                     std::string& message)
{
    const double a11 = rows.row(0).dot(v1), a22 = rows.row(1).dot(v2);
    const double a12 = (rows.row(0).dot(v2) + rows.row(1).dot(v1)) / 2;
    const double size = std::max({std::abs(a11), std::abs(a12), std::abs(a22)});
    const double discriminant = a12 * a12 - a11 * a22;
    if (size < 1e-7 || discriminant < 1e-8 * size * size) {
        message = size >= 1e-7 && discriminant < -1e-8 * size * size
                      ? "an isolated point: no real branch leaves it"
                      : "the branches touch or more than two cross: second derivatives do not "
                        "give their directions";
        return {};
    }
    // Roots without cancellation: q = -(a12 +- root), (xi, eta) = (q, a11) and (a22, q).
    const double q = -(a12 + std::copysign(std::sqrt(discriminant), a12));
    return Directions{{{q, a11}, {a22, q}}};
}

} // namespace

BranchPoint locate_branch_point(Corrector& corrector, const Vector& x0, double p0)
{
    const Vector& scale = corrector.scale();
    BranchPoint out;
    out.x = x0;
    out.p = p0;
    if (!corrector.evaluate(x0, p0)) {
        out.message = "the equations are not defined there";
        return out;
    }
    BorderedEquations equations(corrector);
    Vector x = x0;
    double p = p0, b = 0;
    if (!converge(equations, scale, x, p, b)) {
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

    // Both null vectors are orthonormal, so no direction is preferred.
    Singularity terms = equations.singularity();
    Vector v1 = terms.V.col(0).normalized();
    Vector v2 = (terms.V.col(1) - v1.dot(terms.V.col(1)) * v1).normalized();
    terms.V.col(0) = v1;
    terms.V.col(1) = v2;
    Matrix rows(2, x.size() + 1);
    if (!equations.gradients(terms, x, p, rows)) {
        out.message = "the equations are not defined on all sides of the branch point";
        return out;
    }
    corrector.evaluate(x, p);
    const std::optional<Directions> found = directions(rows, v1, v2, out.message);
    if (!found)
        return out;
    out.tangents.resize(x.size() + 1, 2);
    for (int i = 0; i < 2; ++i) {
        const auto& [xi, eta] = (*found)[static_cast<std::size_t>(i)];
        const Vector t = xi * v1 + eta * v2;
        out.tangents.col(i) = scale.cwiseProduct(t.normalized());
    }
    return out;
}

} // namespace slideway::continuation
