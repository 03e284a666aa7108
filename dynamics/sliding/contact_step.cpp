#include "contact/complementarity.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/sliding/integrator.hpp"

#include <algorithm>
#include <cmath>

// The part of a time step that closes the contacts.

namespace slideway::dynamics {

Eigen::Vector2d Integrator::follow_slave(const Point& point) const
{
    const Matrix& follow = modal_.contacts[point.state.contact].slave.follow;
    Eigen::Vector2d shift = Eigen::Vector2d::Zero();
    for (std::size_t k = 0; k < drives_.size(); ++k)
        shift += drives_[k].x * follow.block<2, 1>(2 * point.state.slave, static_cast<Index>(k));
    return shift;
}

Eigen::Vector2d Integrator::master_position(const Point& point, Index node,
                                            const Eigen::Vector2d& elastic) const
{
    const std::size_t contact = point.state.contact;
    const Matrix& follow = modal_.contacts[contact].master.follow;
    Eigen::Vector2d position = model_.sliding[contact].master_X.row(node).transpose() + elastic;
    for (std::size_t k = 0; k < drives_.size(); ++k)
        position += drives_[k].x * follow.block<2, 1>(2 * node, static_cast<Index>(k));
    return position;
}

// The rows of another segment: their predicted displacement, and that of the step before.
void Integrator::move_master(Point& point, Index segment)
{
    Body& master = bodies_[point.master_body];
    const auto& rows = modal_.contacts[point.state.contact].master.rows;
    point.state.segment = segment;
    for (Index r = 0; r < 4; ++r) {
        const Index slot = point.master_row + r;
        master.rows[static_cast<std::size_t>(slot)] =
            master_rows_[point.state.contact].row(2 * segment + r);
        const auto row = rows.row(2 * segment + r);
        master.y(slot) = row.dot(master.modes.q());
        master.u(slot) = master.y(slot) - row.dot(master.modes.d()); // of the step before
    }
    update_gram(master, point.master_row, 4);
    check_uniqueness_ = true;
}

// Segment and projection of a slave node from the predicted positions.
StepEvent Integrator::locate(Point& point)
{
    const assembly::Sliding& sliding = model_.sliding[point.state.contact];
    const Body& slave = bodies_[point.slave_body];
    const Body& master = bodies_[point.master_body];
    const Eigen::Vector2d slave_x = sliding.slave_X.row(point.state.slave).transpose() +
                                    slave.y.segment<2>(point.slave_row) + follow_slave(point);
    const Index in_use = point.state.segment;
    const auto& rows = modal_.contacts[point.state.contact].master.rows;
    auto node_position = [&](Index node) -> Eigen::Vector2d {
        if (node == in_use || node == in_use + 1)
            return master_position(point, node,
                                   master.y.segment<2>(point.master_row + 2 * (node - in_use)));
        return master_position(point, node, rows.middleRows<2>(2 * node) * master.modes.q());
    };
    auto [segment, at] = contact::walk(slave_x, in_use, sliding.n_segments(), node_position);
    if (segment < 0 || segment >= sliding.n_segments()) {
        if (point.state.closed)
            return StepEvent::left_master;
        segment = std::clamp<Index>(segment, 0, sliding.n_segments() - 1);
        at = contact::project(slave_x, node_position(segment), node_position(segment + 1));
        at.gap = std::max(at.gap, at.length); // beside the surface: nothing to touch
    }
    if (segment != in_use)
        move_master(point, segment);
    point.state.predicted = at;
    return StepEvent::none;
}

// lambda of the active points from A h^2 lambda = -gap. Gauss elimination needs no pivoting: the
// pivots of a P-matrix are positive.
bool Integrator::solve_contacts()
{
    const std::size_t n = active_.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Point& on = points_[active_[i]];
        const auto C_s = contact::on_slave(on.row_C);
        const auto C_m = contact::on_master(on.row_C);
        for (std::size_t j = 0; j < n; ++j) {
            const Point& by = points_[active_[j]];
            const auto E_s = contact::on_slave(by.row_E);
            const auto E_m = contact::on_master(by.row_E);
            double a = 0;
            if (on.slave_body == by.slave_body)
                a += C_s.dot(bodies_[on.slave_body].gram.block<2, 2>(on.slave_row, by.slave_row) *
                             E_s);
            if (on.master_body == by.master_body)
                a += C_m.dot(
                    bodies_[on.master_body].gram.block<4, 4>(on.master_row, by.master_row) * E_m);
            if (on.slave_body == by.master_body)
                a += C_s.dot(bodies_[on.slave_body].gram.block<2, 4>(on.slave_row, by.master_row) *
                             E_m);
            if (on.master_body == by.slave_body)
                a += C_m.dot(bodies_[on.master_body].gram.block<4, 2>(on.master_row, by.slave_row) *
                             E_s);
            compliance_(static_cast<Index>(i), static_cast<Index>(j)) = a;
        }
        rhs_(static_cast<Index>(i)) = -on.state.predicted.gap;
    }
    const auto m = static_cast<Index>(n);
    if (m == 1) {
        if (!(compliance_(0, 0) > 0))
            return false;
        points_[active_.front()].scaled = rhs_(0) / compliance_(0, 0);
        return true;
    }
    if (m == 2) {
        const double det =
            compliance_(0, 0) * compliance_(1, 1) - compliance_(0, 1) * compliance_(1, 0);
        if (!(compliance_(0, 0) > 0 && compliance_(1, 1) > 0 && det > 0))
            return false;
    } else if (check_uniqueness_) {
        if (!contact::is_p_matrix(compliance_.topLeftCorner(m, m), factor_.topLeftCorner(m, m)))
            return false;
        check_uniqueness_ = false;
    }
    factor_.topLeftCorner(m, m) = compliance_.topLeftCorner(m, m);
    for (Index k = 0; k < m; ++k) {
        const double pivot = factor_(k, k);
        if (!(pivot > 0))
            return false;
        for (Index i = k + 1; i < m; ++i) {
            const double factor = factor_(i, k) / pivot;
            for (Index j = k + 1; j < m; ++j)
                factor_(i, j) -= factor * factor_(k, j);
            rhs_(i) -= factor * rhs_(k);
        }
    }
    for (Index k = m - 1; k >= 0; --k) {
        double value = rhs_(k);
        for (Index j = k + 1; j < m; ++j)
            value -= factor_(k, j) * points_[active_[static_cast<std::size_t>(j)]].scaled;
        points_[active_[static_cast<std::size_t>(k)]].scaled = value / factor_(k, k);
    }
    return true;
}

StepEvent Integrator::contact_step()
{
    active_.clear();
    for (std::size_t i = 0; i < points_.size(); ++i) {
        Point& point = points_[i];
        if (const StepEvent event = locate(point); event != StepEvent::none) {
            event_point_ = i;
            return event;
        }
        const bool was_closed = point.state.closed;
        point.scaled = 0;
        if (!was_closed && !(point.state.predicted.gap < 0)) {
            point.row_E = {};
            continue;
        }
        if (!was_closed) {
            event_point_ = i;
            if (!settings_.follow_separation)
                return StepEvent::closing;
            check_uniqueness_ = true;
        }
        const assembly::Sliding& sliding = model_.sliding[point.state.contact];
        point.state.friction =
            contact::coefficient(sliding.friction, std::abs(point.state.sliding_velocity));
        if (std::abs(point.state.friction - point.friction_checked) > 1e-2) {
            point.friction_checked = point.state.friction;
            check_uniqueness_ = true;
        }
        point.row_C = contact::compatibility_row(point.state.predicted);
        point.row_E = contact::equilibrium_row(point.state.predicted, point.state.friction,
                                               settings_.direction[point.state.contact]);
        active_.push_back(i);
    }

    while (!active_.empty()) {
        if (!solve_contacts()) {
            event_point_ = active_.front();
            return StepEvent::jamming;
        }
        // Points that would pull are open; one at a time, the worst first.
        std::size_t worst = active_.size();
        for (std::size_t k = 0; k < active_.size(); ++k) {
            const Point& point = points_[active_[k]];
            if (!(point.scaled > 0) &&
                (worst == active_.size() || point.scaled < points_[active_[worst]].scaled))
                worst = k;
        }
        if (worst == active_.size() || !settings_.follow_separation)
            break;
        points_[active_[worst]].scaled = 0;
        points_[active_[worst]].row_E = {};
        active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(worst));
        check_uniqueness_ = true;
    }
    apply_contact_forces();

    StepEvent event = StepEvent::none;
    for (std::size_t i = 0; i < points_.size(); ++i)
        if (const StepEvent here = observe(points_[i]);
            here != StepEvent::none && event == StepEvent::none) {
            event = here;
            event_point_ = i;
        }
    return event;
}

// Leaves the correction for the next pass and evaluates what it does to the rows.
void Integrator::apply_contact_forces()
{
    for (Body& body : bodies_)
        if (!body.pending)
            body.force.setZero();
    for (const std::size_t i : active_) {
        const Point& point = points_[i];
        Body& slave = bodies_[point.slave_body];
        Body& master = bodies_[point.master_body];
        slave.pending = master.pending = true;
        slave.force.segment<2>(point.slave_row) += point.scaled * contact::on_slave(point.row_E);
        master.force.segment<4>(point.master_row) += point.scaled * contact::on_master(point.row_E);
    }
    for (Body& body : bodies_) {
        const Index n = body.n_rows();
        body.u.swap(body.u_last);
        if (!body.pending) {
            body.u = body.y;
            continue;
        }
        for (Index i = 0; i < n; ++i) {
            double u = body.y(i);
            for (Index j = 0; j < n; ++j)
                u -= body.gram(i, j) * body.force(j);
            body.u(i) = u;
        }
    }
}

// Velocities, ranges and events of a point after its force is known.
StepEvent Integrator::observe(Point& point)
{
    const double h = settings_.h;
    PointState& state = point.state;
    const contact::Projection& at = state.predicted;
    const ModalContact& contact = modal_.contacts[state.contact];
    const Body& slave = bodies_[point.slave_body];
    const Body& master = bodies_[point.master_body];
    state.slave_velocity =
        (slave.u.segment<2>(point.slave_row) - slave.u_last.segment<2>(point.slave_row)) / h;
    Eigen::Vector4d master_velocity =
        (master.u.segment<4>(point.master_row) - master.u_last.segment<4>(point.master_row)) / h;
    for (std::size_t k = 0; k < drives_.size(); ++k) {
        const double v = drives_[k].v;
        const auto column = static_cast<Index>(k);
        state.slave_velocity += v * contact.slave.follow.block<2, 1>(2 * state.slave, column);
        master_velocity += v * contact.master.follow.block<4, 1>(2 * state.segment, column);
    }
    const Eigen::Vector2d relative = state.slave_velocity -
                                     (1 - at.alpha) * master_velocity.head<2>() -
                                     at.alpha * master_velocity.tail<2>();
    point.sliding_before = state.sliding_velocity;
    state.sliding_velocity = at.cos_gamma * relative.x() + at.sin_gamma * relative.y();
    state.lambda = point.scaled / (h * h);
    const double t = elapsed();
    if (t >= settings_.settling)
        state.slave_velocity_x_range.include(state.slave_velocity.x());

    const bool was_closed = state.closed;
    if (!was_closed && point.scaled == 0)
        return StepEvent::none;
    point.watch.record(state.lambda);
    if (!(state.lambda > 0)) {
        const bool finite = std::isfinite(state.lambda); // chatter swings too, where it is followed
        if (!finite || (!settings_.follow_separation && point.watch.diverges()))
            return StepEvent::instability;
        if (!settings_.follow_separation)
            return StepEvent::detachment;
        state.closed = false;
        return StepEvent::none;
    }
    state.closed = true;
    state.lambda_range.include(state.lambda);
    if (t >= settings_.ramp) {
        state.sliding_velocity_range.include(state.sliding_velocity);
        if (state.friction > 0 && settings_.direction[state.contact] * state.sliding_velocity <= 0)
            return StepEvent::reversal;
    }
    return StepEvent::none;
}

Eigen::Vector2d Integrator::slave_position(std::size_t i) const
{
    const Point& point = points_[i];
    const ModalContact& contact = modal_.contacts[point.state.contact];
    return model_.sliding[point.state.contact].slave_X.row(point.state.slave).transpose() +
           follow_slave(point) +
           contact.slave.rows.middleRows<2>(2 * point.state.slave) *
               bodies_[point.slave_body].modes.q();
}

contact::Projection Integrator::settled_projection(std::size_t i) const
{
    const Point& point = points_[i];
    const ModalContact& contact = modal_.contacts[point.state.contact];
    auto node = [&](Index k) -> Eigen::Vector2d {
        return master_position(point, k,
                               contact.master.rows.middleRows<2>(2 * k) *
                                   bodies_[point.master_body].modes.q());
    };
    return contact::project(slave_position(i), node(point.state.segment),
                            node(point.state.segment + 1));
}

} // namespace slideway::dynamics
