#include "dynamics/sliding/step_body.hpp"

#include "base/dense_solve.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

// x^T A x, without memory for A x.
double quadratic(const Matrix& A, VectorIn x)
{
    double sum = 0;
    for (Index j = 0; j < x.size(); ++j)
        sum += x(j) * A.col(j).dot(x);
    return sum;
}

} // namespace

StepBody::StepBody(const reduction::ModalForm& form, Scheme scheme, double h, const Vector& q,
                   const Vector& hv)
    : modes(form.n_modes()), F_constant(1, form.n_modes()), q_start(q), hv_start(hv),
      omega_(&form.omega), h_(h), scratch_(form.n_modes())
{
    const bool central = scheme == Scheme::forward_increment;
    modes.q() = q;
    if (form.classical()) {
        const SchemeCoefficients s =
            central ? central_difference(form, h) : exact_propagator(form, h);
        modes.a() = s.a;
        modes.b() = s.b;
        modes.w() = s.w;
        modes.k() = (1 - s.a.array()) / (4 * h * h * s.w.array());
    } else {
        coupled = central ? coupled_central_difference(form, h) : coupled_propagator(form, h);
        modal_force_.resize(form.n_modes());
        const Lu<double> w(coupled->w);
        w_inverse = w.inverse();
        w_inverse_a = w.solve(coupled->a);
    }
}

void StepBody::start_rows(Index n_points, bool follows_sticking)
{
    const auto n = static_cast<Index>(rows.size());
    values = PaddedRows(5, n);
    force = values.row(0);
    y = values.row(1);
    u = values.row(2);
    u_last = values.row(3);
    u_before = values.row(4);
    gram = PaddedRows(n, n);
    response = PaddedRows(n_points, n);
    if (follows_sticking) {
        response_C = PaddedRows(n_points, n);
        response_S = PaddedRows(n_points, n);
    }
    update_gram(0, n_rows());
    for (Index r = 0; r < n; ++r)
        y[r] = u[r] = u_last[r] = u_before[r] = row(r).dot(modes.q());
}

void StepBody::update_gram(Index first, Index count)
{
    if (!moves())
        return;
    for (Index j = first; j < first + count; ++j) {
        weigh(row(j), scratch_);
        for (Index i = 0; i < n_rows(); ++i)
            gram.row(j)[i] = row(i).dot(scratch_);
    }
    for (Index j = 0; j < n_rows(); ++j) { // the other columns: w need not be symmetric
        if (j >= first && j < first + count)
            continue;
        if (coupled)
            weigh(row(j), scratch_);
        for (Index i = first; i < first + count; ++i)
            gram.row(j)[i] = coupled ? row(i).dot(scratch_) : gram.row(i)[j];
    }
}

void StepBody::weigh(VectorIn p, Vector& result) const
{
    if (coupled)
        result.noalias() = coupled->w * p;
    else
        result = modes.w().cwiseProduct(p);
}

Vector StepBody::weighted(VectorIn p) const
{
    Vector result;
    weigh(p, result);
    return result;
}

void StepBody::add_force(double factor, const PaddedRows& weighted_rows, Index row)
{
    const double* from = varied_ ? modes.F().data() : F_constant.row(0);
    dynamics::add_force(modes, from, factor, weighted_rows.row(row));
    varied_ = true;
}

double StepBody::advance()
{
    if (!moves())
        return 0;
    if (!coupled) {
        pending = false;
        return step_pass(modes, static_cast<int>(n_rows()), rows.data(), force, y);
    }
    settle();
    const double damping = damping_of_last_step();
    auto q = modes.q();
    auto d = modes.d();
    modes.d_last() = d;
    scratch_.noalias() = coupled->a * d;
    scratch_.noalias() -= coupled->b * q;
    d = scratch_ + modes.F();
    q += d;
    for (Index r = 0; r < n_rows(); ++r)
        y[r] = row(r).dot(q);
    return damping;
}

void StepBody::settle()
{
    if (!pending)
        return;
    if (coupled) {
        modal_force_.setZero();
        for (Index r = 0; r < n_rows(); ++r)
            if (force[r] != 0)
                modal_force_ += force[r] * row(r);
        scratch_.noalias() = coupled->w * modal_force_;
        modes.q() -= scratch_;
        modes.d() -= scratch_;
    } else {
        correct_pass(modes, static_cast<int>(n_rows()), rows.data(), force);
    }
    std::fill_n(force, n_rows(), 0.0);
    pending = false;
}

double StepBody::damping_of_last_step() const
{
    const auto d = modes.d();
    const auto last = modes.d_last();
    if (!coupled)
        return (modes.k().array() * (last + d).array().square()).sum();
    // With R = w^-1 (1 - a): what w^-1 takes as the whole kinetic energy is R / 4 more than it.
    modal_force_ = last + d;
    scratch_.noalias() = w_inverse * modal_force_;
    double sum = last.dot(scratch_) / 2;
    scratch_.noalias() = w_inverse_a * last;
    sum -= scratch_.dot(modal_force_) / 2;
    auto rest = [this](const auto& x) -> double {
        scratch_.noalias() = w_inverse * x;
        scratch_.noalias() -= w_inverse_a * x;
        return x.dot(scratch_) / 4;
    };
    return (sum + rest(d) - rest(last)) / (h_ * h_);
}

double StepBody::kinetic(VectorIn d) const
{
    if (coupled)
        return (quadratic(w_inverse, d) + quadratic(w_inverse_a, d)) / (4 * h_ * h_);
    return ((1 + modes.a().array()) * d.array().square() / modes.w().array()).sum() / (4 * h_ * h_);
}

double StepBody::elastic(VectorIn q, VectorIn d) const
{
    return 0.5 * (omega_->array().square() * q.array() * (q - d).array()).sum();
}

} // namespace slideway::dynamics
