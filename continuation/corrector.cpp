#include "continuation/corrector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace slideway::continuation {

std::string_view text(NewtonStatus status)
{
    switch (status) {
    case NewtonStatus::converged:
        return "converged";
    case NewtonStatus::max_iterations:
        return "did not converge";
    case NewtonStatus::no_descent:
        return "found no shorter step that reduces the residual";
    case NewtonStatus::singular:
        return "met a singular matrix";
    case NewtonStatus::undefined:
        return "left the region where the equations are defined";
    }
    return "";
}

namespace {

// Distance of evaluations in scales. The curvature of smooth equations changes F by its square,
// which is below round-off, while the errors of adjacent evaluations are practically independent.
constexpr double beside = 1e-9;
constexpr int evaluations = 6;
// Largest divisor of a row of a fixed point relative to the size of its unknown. If
// derivatives are larger, a residual is a small distance although the point lies far from the
// branch in other directions.
constexpr double most_of_size = 100;
// Steps after convergence. Beside a kink no number of them helps.
constexpr int most_refinements = 4;
// Error of a row relative to its terms: a few times the 1e-13 of the Taylor steps of a motion.
constexpr double row_error = 5e-13;

} // namespace

Corrector::Corrector(const Problem& problem, Index n, const Scales& scales,
                     const NewtonOptions& options)
    : problem_(problem), options_(options), n_(n), scale_(Vector::Ones(n + 1)), J_(n, n + 1),
      bordered_(n + 1, n + 1), row_scale_(n), rhs_(n + 1), step_(n + 1), x_trial_(n)
{
    if (n < 1)
        throw std::invalid_argument("continuation: no unknowns");
    if (scales.x.size() != 0 && scales.x.size() != n)
        throw std::invalid_argument("continuation: " + std::to_string(scales.x.size()) +
                                    " scales for " + std::to_string(n) + " unknowns");
    if (scales.x.size() != 0)
        scale_.head(n) = scales.x;
    scale_(n) = scales.p;
    if (!scale_.allFinite() || !(scale_.minCoeff() > 0))
        throw std::invalid_argument("continuation: scales must be > 0");
    if (options.max_iterations < 1 || !(options.residual_tol > 0) || !(options.step_tol > 0) ||
        options.max_halvings < 0)
        throw std::invalid_argument("continuation: tolerances and iterations must be > 0");
    equations_.F.setZero(n);
    equations_.F_x.setZero(n, n);
    equations_.F_p.setZero(n);
    norms_.reserve(static_cast<std::size_t>(options.max_iterations) + 1);
}

bool Corrector::evaluate(const Vector& x, double p)
{
    if (!x.allFinite() || !std::isfinite(p) || !problem_.evaluate(x, p, equations_))
        return false;
    if (equations_.F.size() != n_ || equations_.F_x.rows() != n_ || equations_.F_x.cols() != n_ ||
        equations_.F_p.size() != n_)
        throw std::invalid_argument("continuation: the problem changed the sizes of its equations");
    for (Index j = 0; j < n_; ++j)
        J_.col(j) = scale_(j) * equations_.F_x.col(j);
    J_.col(n_) = scale_(n_) * equations_.F_p;
    return equations_.F.allFinite() && J_.allFinite();
}

void Corrector::factorise(const Vector& row)
{
    bordered_.topRows(n_) = J_;
    bordered_.row(n_) = row.transpose();
    lu_.compute(bordered_);
}

bool Corrector::singular() const
{
    for (Index i = 0; i <= n_; ++i) {
        const double pivot = lu_.pivots()(i);
        if (pivot == 0 || !std::isfinite(pivot))
            return true;
    }
    return false;
}

double Corrector::residual_norm() const
{
    return (equations_.F.array() * row_scale_.array()).abs().maxCoeff();
}

NewtonStatus Corrector::correct(Vector& x, double& p, const Vector& normal)
{
    norms_.clear();
    if (!evaluate(x, p))
        return NewtonStatus::undefined;
    double tolerance = options_.residual_tol;
    for (Index i = 0; i < n_; ++i) {
        const double sum = J_.row(i).lpNorm<1>(),
                     most = problem_.fixed_point ? most_of_size * scale_(i) : sum;
        row_scale_(i) = sum > 0 ? 1 / std::min(sum, most) : 1;
        if (sum > most)
            tolerance = std::max(tolerance, row_error * sum * row_scale_(i));
    }
    double norm = residual_norm(), last_step = 0;
    norms_.push_back(norm);
    for (int k = 0;; ++k) {
        if (norm <= tolerance && last_step <= options_.step_tol) {
            refine(x, p, normal, tolerance);
            return NewtonStatus::converged;
        }
        if (k == options_.max_iterations)
            return NewtonStatus::max_iterations;
        factorise(normal);
        if (singular())
            return NewtonStatus::singular;
        rhs_.head(n_) = -equations_.F;
        rhs_(n_) = 0;
        step_ = rhs_;
        lu_.solve_in_place(step_);
        if (!step_.allFinite())
            return NewtonStatus::singular;

        // Below the tolerance only round-off matters, so no line search is made.
        double part = 1, trial_norm = norm;
        bool defined = false, better = false;
        for (int halvings = 0; halvings <= options_.max_halvings && !better; ++halvings) {
            part = std::ldexp(1.0, -halvings);
            x_trial_ = x + part * scale_.head(n_).cwiseProduct(step_.head(n_));
            defined = evaluate(x_trial_, p + part * scale_(n_) * step_(n_));
            if (defined) {
                trial_norm = residual_norm();
                better = trial_norm <= tolerance || trial_norm < norm * (1 - 1e-4 * part);
            }
        }
        if (!better) {
            evaluate(x, p);
            return defined ? NewtonStatus::no_descent : NewtonStatus::undefined;
        }
        x = x_trial_;
        p += part * scale_(n_) * step_(n_);
        norm = trial_norm;
        // After a shortened step the iteration is not close yet.
        last_step =
            part == 1 ? step_.lpNorm<Eigen::Infinity>() : std::numeric_limits<double>::infinity();
        norms_.push_back(norm);
    }
}

void Corrector::refine(Vector& x, double& p, const Vector& normal, double tolerance)
{
    const Index rows = std::min(problem_.n_like_unknowns, n_);
    if (rows == 0)
        return;
    const auto distance = [&]() -> double {
        return (equations_.F.head(rows).array() / (most_of_size * scale_.head(rows).array()))
            .abs()
            .maxCoeff();
    };
    double before = distance();
    for (int k = 0; k < most_refinements && before > options_.residual_tol; ++k) {
        x_trial_ = x;
        const double p_before = p;
        const bool defined = full_step(x, p, normal);
        const double after = distance();
        // Beside a pole of the equations, round-off of p alone moves the residual.
        if (!defined || !(after < before) || !(residual_norm() <= tolerance)) {
            x = x_trial_;
            p = p_before;
            evaluate(x, p);
            return;
        }
        before = after;
    }
}

void Corrector::polish(Vector& x, double& p, const Vector& normal)
{
    x_trial_ = x;
    const double p_before = p, norm = residual_norm();
    if (full_step(x, p, normal) && residual_norm() <= norm)
        return;
    x = x_trial_;
    p = p_before;
    evaluate(x, p);
}

bool Corrector::full_step(Vector& x, double& p, const Vector& normal)
{
    factorise(normal);
    rhs_.head(n_) = -equations_.F;
    rhs_(n_) = 0;
    step_ = rhs_;
    lu_.solve_in_place(step_);
    x += scale_.head(n_).cwiseProduct(step_.head(n_));
    p += scale_(n_) * step_(n_);
    return step_.allFinite() && evaluate(x, p);
}

double Corrector::roughness(const Vector& x, double p, const Vector& direction)
{
    Matrix F(n_, evaluations);
    for (int k = 0; k < evaluations; ++k) {
        const double along = beside * k;
        if (!evaluate(x + along * scale_.head(n_).cwiseProduct(direction.head(n_)),
                      p + along * scale_(n_) * direction(n_)))
            return 0;
        F.col(k) = equations_.F;
    }
    const Matrix bends = F.rightCols(evaluations - 2) - 2 * F.middleCols(1, evaluations - 2) +
                         F.leftCols(evaluations - 2);
    double most = 0;
    for (Index i = 0; i < n_; ++i)
        if (const double sum = J_.row(i).lpNorm<1>(); sum > 0)
            most = std::max(most, bends.row(i).cwiseAbs().maxCoeff() / sum);
    return most;
}

bool Corrector::tangent(const Vector& row, Vector& t)
{
    factorise(row);
    orientation_ = 0;
    log_det_ = -std::numeric_limits<double>::infinity();
    if (singular())
        return false;
    rhs_.head(n_).setZero();
    rhs_(n_) = 1;
    t = rhs_;
    lu_.solve_in_place(t);
    const double length = t.norm();
    if (!std::isfinite(length) || length == 0)
        return false;
    t /= length;
    // det [J; t'] = det [J; row'] (t . t) / (row . t), and row . t = 1 / length.
    int sign = lu_.permutation_sign();
    double log_sum = std::log(length);
    for (Index i = 0; i <= n_; ++i) {
        const double pivot = lu_.pivots()(i);
        sign = pivot < 0 ? -sign : sign;
        log_sum += std::log(std::abs(pivot));
    }
    orientation_ = sign;
    log_det_ = log_sum;
    return true;
}

void Corrector::any_tangent(Vector& t)
{
    t = pivoted_qr(J_.transpose()).Q.col(n_);
}

} // namespace slideway::continuation
