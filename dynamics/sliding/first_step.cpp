#include "assembly/coupled_model.hpp"
#include "base/dense_solve.hpp"
#include "dynamics/sliding/drives.hpp"
#include "dynamics/sliding/integrator.hpp"

#include <algorithm>
#include <utility>

// The first step, which begins with a displacement and a velocity in place of an increment.

namespace slideway::dynamics {

namespace {

// Share of its velocity that a mode keeps over a step. A mode that keeps less is not continued to
// the time before the start: it would have been 1 / a times as fast there.
constexpr double least_kept = 0.1;

Eigen::Map<const Vector> row_of(const double* row, Index m)
{
    return {row, m};
}

} // namespace

std::optional<Matrix> Integrator::continued_back(const Matrix& a)
{
    if (a.size() == 0)
        return Matrix(a);
    const Lu<double> factor(a);
    Matrix inverse = factor.inverse();
    if (!(inverse.cwiseAbs().rowwise().sum().maxCoeff() <= 1 / least_kept))
        return std::nullopt;
    return inverse;
}

// Velocities of a slave node and of the place on the master that it is projected on, as given.
Integrator::PointVelocity Integrator::velocity_at_start(const Point& point) const
{
    const auto moved = [this](const Body& body, Index row) -> Eigen::Vector2d {
        const Vector& hv = first_[static_cast<std::size_t>(&body - bodies_.data())].hv;
        const auto r = static_cast<std::size_t>(row);
        return Eigen::Vector2d(row_of(body.rows[r], hv.size()).dot(hv),
                               row_of(body.rows[r + 1], hv.size()).dot(hv)) /
               settings_.h;
    };
    PointVelocity v;
    v.slave = moved(*point.slave, point.slave_row);
    Eigen::Vector2d first_node = moved(*point.master, point.master_row),
                    second_node = moved(*point.master, point.master_row + 2);
    for (const Carried& carried : point.carried) {
        const double rate = motion_velocity(model_.motions[carried.motion], 0);
        v.slave += rate * carried.slave;
        first_node += rate * carried.master.head<2>();
        second_node += rate * carried.master.tail<2>();
    }
    const double alpha = point.state.predicted.alpha;
    v.master = (1 - alpha) * first_node + alpha * second_node;
    return v;
}

void Integrator::start_velocities()
{
    for (std::size_t i = 0; i < n_nodes_; ++i) {
        Point& point = points_[i];
        const PointVelocity v = velocity_at_start(point);
        const contact::Projection& projection = point.state.predicted;
        point.state.slave_velocity = v.slave;
        point.state.sliding_velocity =
            Eigen::Vector2d(projection.cos_gamma, projection.sin_gamma).dot(v.slave - v.master);
        point.slides.start(point.state.sliding_velocity);
    }
}

StepEvent Integrator::first_step()
{
    apply_forces(0);
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        begin(bodies_[i], first_[i]);
    ++n_steps_;
    advance_drives();
    const StepEvent event = contact_step();
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        finish(bodies_[i], first_[i]);
    account_strikes();
    check_uniqueness_ = true; // by the weights of the steps that follow
    begin_account();
    if (event == StepEvent::none || event == StepEvent::reversal)
        account_step();
    joint_step();
    count_from_start();
    return event;
}

// True if a point has a velocity at the start that leads into its closed contact.
bool Integrator::strikes_at_start(const Point& point) const
{
    if (!(point.scaled > 0))
        return false;
    const PointVelocity v = velocity_at_start(point);
    const contact::Projection& projection = point.state.predicted;
    const Eigen::Vector2d normal(-projection.sin_gamma, projection.cos_gamma);
    constexpr double round_off = 1e-12;
    return normal.dot(v.slave - v.master) < -round_off * (v.slave.norm() + v.master.norm());
}

// A velocity into a closed contact ends at once, and the increment before the start is then twice
// that velocity. Such a body begins with the energy of the given state too, and what the account
// then lacks of the step is impact, except for what friction takes. Its impulse acts at the mean of
// the sliding velocities before and after, in place of that before.
void Integrator::account_strikes()
{
    for (Point& point : points_) {
        if (!strikes_at_start(point))
            continue;
        point.closed_steps = 1; // as of a node that was open: its work is impact
        const double change = point.state.sliding_velocity - point.slides.mean();
        const double taken = 0.5 * point.scaled_friction / settings_.h * change;
        account_.friction -= taken;
        account_.impact += taken;
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const FirstStep& first = first_[i];
        const auto is_struck = [this, i](const Point& point) -> bool {
            return (point.slave == &bodies_[i] || point.master == &bodies_[i]) &&
                   strikes_at_start(point);
        };
        if (!bodies_[i].moves() || std::none_of(points_.begin(), points_.end(), is_struck))
            continue;
        const double h = settings_.h;
        const auto q = bodies_[i].modes.q(), d = bodies_[i].modes.d();
        const double start = first.hv.squaredNorm() / (h * h) +
                             modal_.components[i].omega.cwiseProduct(first.q).squaredNorm();
        const double lacks = start - relative_kinetic(i, d) - relative_kinetic(i, first.d) -
                             relative_elastic(i, q, d) - relative_elastic(i, first.q, first.d) -
                             first.lacks;
        stored_before_ += lacks;
        account_.impact += lacks;
    }
}

// Predicts the first step without contact forces. Its weights are those of a force that acts from
// the start on, j in place of w, so that contact forces come out as those at the start.
void Integrator::begin(Body& body, FirstStep& first)
{
    if (!body.moves())
        return;
    auto q = body.modes.q();
    auto d = body.modes.d();
    first.work = body.modes.F();
    if (body.coupled) {
        first.work.noalias() -= body.coupled->b * first.q;
        first.contact.noalias() = body.w_inverse * first.work; // h^2 p - (Omega h)^2 q
        first.work.noalias() = body.coupled->s * first.hv;
        first.work.noalias() += body.coupled->j * first.contact;
        d = first.work;
        std::swap(body.coupled->w, body.coupled->j);
    } else {
        first.work -= body.modes.b().cwiseProduct(first.q);
        d = first.s.cwiseProduct(first.hv) +
            first.j.cwiseProduct(first.work.cwiseQuotient(first.w));
        body.modes.w() = first.j;
    }
    q += d;
    update_gram(body, 0, body.n_rows());
    for (Index r = 0; r < body.n_rows(); ++r)
        body.y[r] = row_of(body.rows[static_cast<std::size_t>(r)], q.size()).dot(q);
}

// Applies the contact forces and finds the increment before the step, with which the step is one of
// the scheme, d_1 = a d_0 - b q_0 + w h^2 (p_0 - contact). A mode that hardly moves on takes that
// with which its velocity at the start is the mean of both increments. Its energy at the start is
// that of the state given, and what the account then lacks of the step is damping.
void Integrator::finish(Body& body, FirstStep& first)
{
    if (!body.moves())
        return;
    const double h = settings_.h;
    const auto i = static_cast<std::size_t>(&body - bodies_.data());
    const Vector& omega = modal_.components[i].omega;
    auto d = body.modes.d();
    first.contact.setZero();
    if (body.pending)
        for (Index r = 0; r < body.n_rows(); ++r)
            first.contact += body.force[r] *
                             row_of(body.rows[static_cast<std::size_t>(r)], first.contact.size());
    settle(body);
    if (body.coupled) {
        std::swap(body.coupled->w, body.coupled->j);
        first.work = d - body.modes.F();
        first.work.noalias() += body.coupled->b * first.q;
        first.work.noalias() += body.coupled->w * first.contact;
        if (first.a_inverse) {
            first.d.noalias() = *first.a_inverse * first.work;
        } else {
            first.d = 2 * first.hv - d;
            body.scratch.noalias() = body.coupled->a * first.d;
            body.scratch -= first.work;
            body.modal_force.noalias() = body.w_inverse * body.scratch;
            const double start = first.hv.squaredNorm() / (h * h) +
                                 omega.cwiseProduct(first.q).squaredNorm(); // twice the energy
            const double lacks = start - relative_kinetic(i, d) - relative_kinetic(i, first.d) -
                                 relative_elastic(i, body.modes.q(), d) -
                                 relative_elastic(i, first.q, first.d);
            first.lacks = lacks;
            stored_before_ += lacks;
            account_.damping += lacks + (first.d + d).dot(body.modal_force) / (2 * h * h);
        }
    } else {
        body.modes.w() = first.w;
        first.work = d - body.modes.F() + body.modes.b().cwiseProduct(first.q) +
                     first.w.cwiseProduct(first.contact);
        const auto a = body.modes.a();
        for (Index k = 0; k < d.size(); ++k) {
            if (a(k) >= least_kept) {
                first.d(k) = first.work(k) / a(k);
                continue;
            }
            first.d(k) = 2 * first.hv(k) - d(k);
            const double square = omega(k) * omega(k), d_0 = first.d(k), d_1 = d(k);
            const double kinetic = (1 + a(k)) * (d_0 * d_0 + d_1 * d_1) / (4 * first.w(k) * h * h);
            const double elastic = 0.5 * square * first.q(k) * (2 * first.q(k) + d_1 - d_0);
            const double lacks = first.hv(k) * first.hv(k) / (h * h) +
                                 square * first.q(k) * first.q(k) - kinetic - elastic;
            first.lacks += lacks;
            stored_before_ += lacks;
            account_.damping +=
                lacks + (a(k) * d_0 - first.work(k)) * (d_0 + d_1) / (2 * first.w(k) * h * h);
        }
    }
    body.modes.d_last() = first.d;
    update_gram(body, 0, body.n_rows());
    for (Index r = 0; r < body.n_rows(); ++r)
        body.u_before[r] =
            body.u_last[r] -
            row_of(body.rows[static_cast<std::size_t>(r)], first.d.size()).dot(first.d);
}

} // namespace slideway::dynamics
