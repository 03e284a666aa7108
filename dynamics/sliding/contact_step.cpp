#include "assembly/coupled_model.hpp"
#include "contact/complementarity.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/sliding/integrator.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

// The part of a time step that closes the contacts.

namespace slideway::dynamics {

namespace {

// Relative change of a friction coefficient after which the P-matrix is tested again.
constexpr double friction_change = 1e-2;

// Displacements or forces of the rows of a node, or of the two nodes of a segment.
Eigen::Map<const Eigen::Vector2d> of_node(const double* values, Index row)
{
    return Eigen::Map<const Eigen::Vector2d>(values + row);
}
Eigen::Map<const Eigen::Vector4d> of_segment(const double* values, Index row)
{
    return Eigen::Map<const Eigen::Vector4d>(values + row);
}

} // namespace

Eigen::Vector2d Integrator::master_position(const Point& point, Index node,
                                            const Eigen::Vector2d& elastic) const
{
    const std::size_t contact = point.state.contact;
    const Matrix& follow = modal_.contacts[contact].master.follow;
    Eigen::Vector2d position =
        model_.sliding[contact].master_X.row(node).transpose() - point.base + elastic;
    for (std::size_t k = 0; k < drives_.size(); ++k)
        position += drives_[k].x * follow.block<2, 1>(2 * node, static_cast<Index>(k));
    return position;
}

// Updates the data of a point that depend on the two nodes of its segment.
void Integrator::place_master(Point& point) const
{
    const Index node = point.state.segment;
    const Matrix& X = point.sliding->master_X;
    const Matrix& follow = modal_.contacts[point.state.contact].master.follow;
    point.base = X.row(node).transpose();
    point.master_X << Eigen::Vector2d::Zero(), X.row(node + 1).transpose() - point.base;
    point.slave_X =
        point.sliding->slave_X.row(point.state.slave).transpose() - point.base + point.raised;
    for (Carried& carried : point.carried)
        carried.master = follow.block<4, 1>(2 * node, static_cast<Index>(carried.motion));
}

// The rows of another segment: their predicted displacement, and that of the step before.
void Integrator::move_master(Point& point, Index segment)
{
    Body& master = *point.master;
    const auto& rows = modal_.contacts[point.state.contact].master.rows;
    point.state.segment = segment;
    place_master(point);
    for (Index r = 0; r < 4; ++r) {
        const Index slot = point.master_row + r;
        master.rows[static_cast<std::size_t>(slot)] =
            master_rows_[point.state.contact].row(2 * segment + r);
        const auto row = rows.row(2 * segment + r);
        master.y[slot] = row.dot(master.modes.q());
        master.u[slot] = master.y[slot] - row.dot(master.modes.d()); // of the step before
        master.u_last[slot] = master.u[slot] - row.dot(master.modes.d_last());
    }
    update_gram(master, point.master_row, 4);
    check_uniqueness_ = true;
}

// Segment and projection of a slave node from the predicted positions.
StepEvent Integrator::locate(Point& point)
{
    const auto projection = projection_at(point, 0);
    if (!contact::on_segment(projection) || point.watched)
        return place(point);
    point.state.predicted = projection;
    return StepEvent::none;
}

// W row^T of point i, on the rows of its components.
void Integrator::respond(const Point& point, std::size_t i, const contact::ContactRow& row,
                         PaddedRows Body::*response)
{
    const auto index = static_cast<Index>(i);
    Body &slave = *point.slave, &master = *point.master;
    if (slave.moves())
        combine_rows(slave.gram, point.slave_row, 2, row.slave.data(),
                     (slave.*response).row(index));
    if (!master.moves())
        return;
    double* value = (master.*response).row(index);
    if (&master != &slave)
        return combine_rows(master.gram, point.master_row, 4, row.master.data(), value);
    for (Index r = 0; r < 4; ++r) // bonded to each other
        add_row(value, row.master[static_cast<std::size_t>(r)],
                master.gram.row(point.master_row + r), value, master.gram.stride());
}

// lambda of the active points from B_C W B_E^T h^2 lambda = -gap.
bool Integrator::solve_contacts(bool test)
{
    const auto n = static_cast<Index>(active_.size());
    const Index n_points = compliance_.n();
    for (Index i = 0; i < n; ++i) {
        const Point& point = points_[active_[static_cast<std::size_t>(i)]];
        const Eigen::Vector2d C_slave = contact::on_slave(point.row_C);
        const Eigen::Vector4d C_master = contact::on_master(point.row_C);
        for (Index j = 0; j < n; ++j) {
            const auto index = static_cast<Index>(active_[static_cast<std::size_t>(j)]);
            compliance_.row(j)[i] =
                C_slave.dot(of_node(point.slave->response.row(index), point.slave_row)) +
                C_master.dot(of_segment(point.master->response.row(index), point.master_row));
        }
        compliance_.row(n)[i] = -(point.state.predicted.gap + point.rebound);
    }
    if (n == 1) {
        const double a = compliance_.row(0)[0];
        points_[active_.front()].scaled = compliance_.row(1)[0] / a;
        return a > 0;
    }
    const Eigen::Map<const Matrix, Eigen::Aligned64, Eigen::OuterStride<>> A(
        compliance_.row(0), n, n, Eigen::OuterStride<>(compliance_.stride()));
    if (!test) {
    } else if (n == 2) {
        if (!(A(0, 0) > 0 && A(1, 1) > 0 && A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0) > 0))
            return false;
    } else if (check_uniqueness_) {
        if (!contact::is_p_matrix(A, work_.topLeftCorner(n, n)))
            return false;
        check_uniqueness_ = false;
    }
    for (Index j = 0; j <= n; ++j) // what the padding holds must stay finite
        std::fill(compliance_.row(j) + n, compliance_.row(j) + n_points, 0.0);
    if (!solve_in_place(compliance_, n))
        return false;
    for (Index k = 0; k < n; ++k)
        points_[active_[static_cast<std::size_t>(k)]].scaled = compliance_.row(n + 1)[k];
    return true;
}

StepEvent Integrator::contact_step()
{
    const bool follows = settings_.follow_sticking && elapsed() >= settings_.ramp;
    active_.clear();
    for (std::size_t i = 0; i < n_tracked(); ++i) {
        Point& point = points_[i];
        const bool is_second = i >= n_nodes_; // placed with the point of its node
        if (!point.tracked)
            continue;
        if (const StepEvent event = is_second ? StepEvent::none : locate(point);
            event != StepEvent::none) {
            event_point_ = i;
            return event;
        }
        const bool was_closed = point.state.closed();
        point.scaled_last = point.scaled;
        point.scaled = 0;
        if (n_steps_ > 1)
            point.slides.add(point.state.sliding_velocity);
        // A node that stopped or turned back in the last step has the speed of that step.
        const double value = point.slides.now(), mean = point.slides.mean();
        point.speed = std::abs(value * mean > 0 ? value : mean);
        const assembly::Sliding& sliding = *point.sliding;
        point.rebound =
            sliding.restitution == 0 || point.behind ? 0 : sliding.restitution * gap_before(point);
        // Whether a second segment is reached depends on the force of the first.
        if (!was_closed &&
            (!(point.state.predicted.gap + point.rebound < 0) || (is_second && follows))) {
            point.row_E = {};
            continue;
        }
        if (!was_closed) {
            event_point_ = i;
            if (!settings_.follow_separation)
                return StepEvent::closing;
            check_uniqueness_ = true;
        }
        point.mu = contact::coefficient(sliding.friction, point.speed);
        if (std::abs(point.mu - point.friction_checked) > friction_change) {
            point.friction_checked = point.mu;
            check_uniqueness_ = true;
        }
        point.row_C = contact::compatibility_row(point.state.predicted);
        active_.push_back(i);
    }
    for (Body& body : bodies_) { // to be filled: the displacement of three steps ago
        std::swap(body.u, body.u_before);
        std::swap(body.u_last, body.u_before);
    }

    StepEvent event = StepEvent::none;
    if (!follows)
        event = hold_directions();
    else if (check_uniqueness_ && !still_unique())
        event = StepEvent::jamming;
    else if (!states_hold())
        event = follow_states();
    if (event == StepEvent::jamming)
        return event;
    const std::size_t n_observed = settings_.follow_sticking ? n_nodes_ : n_tracked();
    for (std::size_t i = 0; i < n_observed; ++i)
        if (const StepEvent step_event =
                settings_.follow_sticking ? observe_state(i) : observe(points_[i]);
            step_event != StepEvent::none && event == StepEvent::none) {
            event = step_event;
            event_point_ = i;
        }
    if (event == StepEvent::instability && !active_.empty() && nearly_jams(jam()))
        event = StepEvent::jamming;
    watch_corners();
    return event;
}

// Closed points slide in the direction that friction was given.
StepEvent Integrator::hold_directions()
{
    for (const std::size_t i : active_) {
        Point& point = points_[i];
        const double direction = settings_.direction[point.state.contact];
        point.state.friction = direction * point.mu;
        point.row_E = contact::equilibrium_row(point.state.predicted, point.mu, direction);
        respond(point, i, point.row_E, &Body::response);
    }
    while (!active_.empty()) {
        if (!solve_contacts(true)) {
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
    for (const std::size_t i : active_)
        points_[i].scaled_friction = -points_[i].state.friction * points_[i].scaled;
    apply_contact_forces();
    measure_all();
    return StepEvent::none;
}

// Leaves the correction for the next pass and evaluates what it does to the rows.
void Integrator::apply_contact_forces()
{
    for (Body& body : bodies_)
        body.pending = false;
    for (std::size_t i = 0; i < n_tracked(); ++i) { // row_E of an open point is zero
        const Point& point = points_[i];
        if (!point.tracked)
            continue;
        Eigen::Map<Eigen::Vector2d> on_slave(point.slave->force + point.slave_row);
        if (i < n_nodes_)
            on_slave = point.factor() * contact::on_slave(point.row_E);
        else // on the rows of its node
            on_slave += point.factor() * contact::on_slave(point.row_E);
        Eigen::Map<Eigen::Vector4d>(point.master->force + point.master_row) =
            point.factor() * contact::on_master(point.row_E);
    }
    auto subtract = [this](Body& body, std::size_t i) -> void {
        const double* from = body.pending ? body.u : body.y;
        add_row(from, -points_[i].factor(), body.response.row(static_cast<Index>(i)), body.u,
                body.values.stride());
        body.pending = true;
    };
    for (const std::size_t i : active_) {
        Body &slave = *points_[i].slave, &master = *points_[i].master;
        subtract(slave, i);
        if (&master != &slave)
            subtract(master, i);
    }
    for (Body& body : bodies_)
        if (!body.pending)
            std::copy_n(body.y, body.n_rows(), body.u);
}

void Integrator::measure_all()
{
    for (std::size_t i = 0; i < n_tracked(); ++i)
        if (points_[i].tracked)
            measure(points_[i]);
}

// Velocities of a point after the contact forces.
void Integrator::measure(Point& point)
{
    const double h = settings_.h;
    PointState& state = point.state;
    const contact::Projection& projection = state.predicted;
    state.slave_velocity =
        (of_node(point.slave->u, point.slave_row) - of_node(point.slave->u_last, point.slave_row)) /
        h;
    Eigen::Vector4d master_velocity = (of_segment(point.master->u, point.master_row) -
                                       of_segment(point.master->u_last, point.master_row)) /
                                      h;
    for (const Carried& carried : point.carried) {
        const double v = drives_[carried.motion].v;
        state.slave_velocity += v * carried.slave;
        master_velocity += v * carried.master;
    }
    const Eigen::Vector2d relative = state.slave_velocity -
                                     (1 - projection.alpha) * master_velocity.head<2>() -
                                     projection.alpha * master_velocity.tail<2>();
    state.sliding_velocity =
        projection.cos_gamma * relative.x() + projection.sin_gamma * relative.y();
    state.lambda = point.scaled / (h * h);
}

// Ranges and events of a point after its force is known.
StepEvent Integrator::observe(Point& point)
{
    PointState& state = point.state;
    const double t = elapsed();
    if (t >= settings_.settling)
        state.slave_velocity_x_range.include(state.slave_velocity.x());

    if (!point.tracked || (!state.closed() && point.scaled == 0)) {
        point.closed_steps = 0;
        return StepEvent::none;
    }
    ++point.closed_steps;
    point.watch.record(state.lambda);
    if (!(state.lambda > 0)) {
        const bool finite = std::isfinite(state.lambda); // chatter swings too, where it is followed
        if (!finite || (!settings_.follow_separation && point.watch.diverges()))
            return StepEvent::instability;
        if (!settings_.follow_separation)
            return StepEvent::detachment;
        state.state = contact::State::none;
        point.closed_steps = 0;
        return StepEvent::none;
    }
    if (!state.closed())
        state.state = contact::State::sliding;
    PointState& node = points_[point.node].state;
    node.lambda_range.include(state.lambda);
    if (t >= settings_.ramp) {
        node.sliding_velocity_range.include(state.sliding_velocity);
        if (point.mu > 0 && settings_.direction[state.contact] * state.sliding_velocity <= 0)
            return StepEvent::reversal;
    }
    return StepEvent::none;
}

Eigen::Vector2d Integrator::slave_from_base(const Point& point) const
{
    const ModalContact& contact = modal_.contacts[point.state.contact];
    Eigen::Vector2d position =
        point.slave_X +
        contact.slave.rows.middleRows<2>(2 * point.state.slave) * point.slave->modes.q();
    for (const Carried& carried : point.carried)
        position += drives_[carried.motion].x * carried.slave;
    return position;
}

Eigen::Vector2d Integrator::slave_position(std::size_t i) const
{
    return shown(i).base + slave_from_base(shown(i));
}

contact::Projection Integrator::settled_projection(std::size_t i) const
{
    const Point& point = shown(i);
    const ModalContact& contact = modal_.contacts[point.state.contact];
    auto node = [&](Index k) -> Eigen::Vector2d {
        return master_position(point, k,
                               contact.master.rows.middleRows<2>(2 * k) * point.master->modes.q());
    };
    return contact::project(slave_from_base(point), node(point.state.segment),
                            node(point.state.segment + 1));
}

} // namespace slideway::dynamics
