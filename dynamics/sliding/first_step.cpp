#include "dynamics/sliding/first_step.hpp"

#include "base/dense_solve.hpp"

#include <algorithm>
#include <utility>

namespace slideway::dynamics {

namespace {

// Share of its velocity that a mode keeps over a step. A mode that keeps less is not continued to
// the time before the start: it would have been 1 / a times as fast there.
constexpr double least_kept = 0.1;

// Inverse of the coefficient a, unless a mode hardly continues.
std::optional<Matrix> continued_back(const Matrix& a)
{
    if (a.size() == 0)
        return Matrix(a);
    const Lu<double> factor(a);
    Matrix inverse = factor.inverse();
    if (!(inverse.cwiseAbs().rowwise().sum().maxCoeff() <= 1 / least_kept))
        return std::nullopt;
    return inverse;
}

} // namespace

FirstStep::FirstStep(SlidingState& state)
    : s_(state), starts_(state.bodies.size()), increments_(state.bodies.size())
{
    for (std::size_t i = 0; i < starts_.size(); ++i) {
        const StepBody& body = s_.bodies[i];
        Start& start = starts_[i];
        const Index m = body.q_start.size();
        start.contact.setZero(m);
        start.work.resize(m);
        start.rest.resize(m);
        increments_[i].setZero(m);
        if (body.coupled) {
            start.a_inverse = continued_back(body.coupled->a);
            continue;
        }
        const reduction::ModalForm& form = s_.modal.components[i];
        SchemeCoefficients c = s_.settings.scheme == Scheme::forward_increment
                                   ? central_difference(form, s_.settings.h)
                                   : exact_propagator(form, s_.settings.h);
        start.s = std::move(c.s);
        start.j = std::move(c.j);
        start.w = std::move(c.w);
    }
}

void FirstStep::predict()
{
    for (std::size_t i = 0; i < starts_.size(); ++i)
        predict(s_.bodies[i], starts_[i]);
}

void FirstStep::finish(EnergyAccount& account)
{
    for (std::size_t i = 0; i < starts_.size(); ++i)
        finish(i, account);
    account_strikes(account);
    s_.check_uniqueness = true; // by the weights of the steps that follow
}

// True if a point has a velocity at the start that leads into its closed contact.
bool FirstStep::strikes_at_start(const ContactPointState& point) const
{
    if (!(point.scaled > 0))
        return false;
    const SlidingState::PointVelocity v = s_.velocity_at_start(point);
    const contact::Projection& projection = point.state.predicted;
    const Eigen::Vector2d normal(-projection.sin_gamma, projection.cos_gamma);
    constexpr double round_off = 1e-12;
    return normal.dot(v.slave - v.master) < -round_off * (v.slave.norm() + v.master.norm());
}

// A velocity into a closed contact ends at once, and the increment before the start is then twice
// that velocity. Such a body begins with the energy of the given state too, and what the account
// then lacks of the step is impact, except for what friction takes. Its impulse acts at the mean of
// the sliding velocities before and after, in place of that before.
void FirstStep::account_strikes(EnergyAccount& account)
{
    for (ContactPointState& point : s_.points) {
        if (!strikes_at_start(point))
            continue;
        point.closed_steps = 1; // as of a node that was open: its work is impact
        const double change = point.state.sliding_velocity - point.slides.mean();
        const double taken = 0.5 * point.scaled_friction / s_.settings.h * change;
        account.sums().friction -= taken;
        account.sums().impact += taken;
    }
    for (std::size_t i = 0; i < s_.bodies.size(); ++i) {
        const StepBody& body = s_.bodies[i];
        const auto is_struck = [this, &body](const ContactPointState& point) -> bool {
            return (point.slave == &body || point.master == &body) && strikes_at_start(point);
        };
        if (!body.moves() || std::none_of(s_.points.begin(), s_.points.end(), is_struck))
            continue;
        const double lacks = missing_energy(i) - starts_[i].lacks;
        account.add_before_start(lacks);
        account.sums().impact += lacks;
    }
}

// Energy of the given state, less that of the half steps about it, twice.
double FirstStep::missing_energy(std::size_t i) const
{
    const StepBody& body = s_.bodies[i];
    const double h = s_.settings.h;
    const auto q = body.modes.q(), d = body.modes.d();
    return body.hv_start.squaredNorm() / (h * h) +
           body.omega().cwiseProduct(body.q_start).squaredNorm() - body.kinetic(d) -
           body.kinetic(increments_[i]) - body.elastic(q, d) -
           body.elastic(body.q_start, increments_[i]);
}

// Predicts the first step without contact forces. Its weights are those of a force that acts from
// the start on, j in place of w, so that contact forces come out as those at the start.
void FirstStep::predict(StepBody& body, Start& first)
{
    if (!body.moves())
        return;
    auto q = body.modes.q();
    auto d = body.modes.d();
    first.work = body.modes.F();
    if (body.coupled) {
        first.work.noalias() -= body.coupled->b * body.q_start;
        first.contact.noalias() = body.w_inverse * first.work; // h^2 p - (Omega h)^2 q
        first.work.noalias() = body.coupled->s * body.hv_start;
        first.work.noalias() += body.coupled->j * first.contact;
        d = first.work;
        std::swap(body.coupled->w, body.coupled->j);
    } else {
        first.work -= body.modes.b().cwiseProduct(body.q_start);
        d = first.s.cwiseProduct(body.hv_start) +
            first.j.cwiseProduct(first.work.cwiseQuotient(first.w));
        body.modes.w() = first.j;
    }
    q += d;
    body.update_gram(0, body.n_rows());
    for (Index r = 0; r < body.n_rows(); ++r)
        body.y[r] = body.row(r).dot(q);
}

// Applies the contact forces and finds the increment before the step, with which the step is one of
// the scheme, d_1 = a d_0 - b q_0 + w h^2 (p_0 - contact). A mode that hardly moves on takes that
// with which its velocity at the start is the mean of both increments. Its energy at the start is
// that of the state given, and what the account then lacks of the step is damping.
void FirstStep::finish(std::size_t i, EnergyAccount& account)
{
    StepBody& body = s_.bodies[i];
    if (!body.moves())
        return;
    const double h = s_.settings.h;
    Start& first = starts_[i];
    Vector& increment = increments_[i];
    auto d = body.modes.d();
    first.contact.setZero();
    if (body.pending)
        for (Index r = 0; r < body.n_rows(); ++r)
            first.contact += body.force[r] * body.row(r);
    body.settle();
    if (body.coupled) {
        std::swap(body.coupled->w, body.coupled->j);
        first.work = d - body.modes.F();
        first.work.noalias() += body.coupled->b * body.q_start;
        first.work.noalias() += body.coupled->w * first.contact;
        if (first.a_inverse) {
            increment.noalias() = *first.a_inverse * first.work;
        } else {
            increment = 2 * body.hv_start - d;
            first.rest.noalias() = body.coupled->a * increment;
            first.rest -= first.work;
            first.work.noalias() = body.w_inverse * first.rest;
            first.lacks = missing_energy(i);
            account.add_before_start(first.lacks);
            account.sums().damping += first.lacks + (increment + d).dot(first.work) / (2 * h * h);
        }
    } else {
        body.modes.w() = first.w;
        first.work = d - body.modes.F() + body.modes.b().cwiseProduct(body.q_start) +
                     first.w.cwiseProduct(first.contact);
        const auto a = body.modes.a();
        for (Index k = 0; k < d.size(); ++k) {
            if (a(k) >= least_kept) {
                increment(k) = first.work(k) / a(k);
                continue;
            }
            increment(k) = 2 * body.hv_start(k) - d(k);
            const double square = body.omega()(k) * body.omega()(k), d_0 = increment(k), d_1 = d(k);
            const double kinetic = (1 + a(k)) * (d_0 * d_0 + d_1 * d_1) / (4 * first.w(k) * h * h);
            const double elastic =
                0.5 * square * body.q_start(k) * (2 * body.q_start(k) + d_1 - d_0);
            const double lacks = body.hv_start(k) * body.hv_start(k) / (h * h) +
                                 square * body.q_start(k) * body.q_start(k) - kinetic - elastic;
            first.lacks += lacks;
            account.add_before_start(lacks);
            account.sums().damping +=
                lacks + (a(k) * d_0 - first.work(k)) * (d_0 + d_1) / (2 * first.w(k) * h * h);
        }
    }
    body.modes.d_last() = increment;
    body.update_gram(0, body.n_rows());
    for (Index r = 0; r < body.n_rows(); ++r)
        body.u_before[r] = body.u_last[r] - body.row(r).dot(increment);
}

} // namespace slideway::dynamics
