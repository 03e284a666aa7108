#include "dynamics/sliding/contact_step.hpp"

#include "assembly/coupled_model.hpp"
#include "contact/complementarity.hpp"
#include "contact/contact_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

ContactStep::ContactStep(SlidingState& state)
    : s_(state), segments_(state), compliance_(static_cast<Index>(state.points.size()) + 2,
                                               static_cast<Index>(state.points.size())),
      work_(compliance_.n(), compliance_.n())
{
    if (s_.settings.follow_sticking) {
        problem_ = contact::StickSlipSolver(compliance_.n());
        changes_.reserve(most_changes);
    }
}

// W row^T of point i, on the rows of its components.
void ContactStep::respond(const ContactPointState& point, std::size_t i,
                          const contact::ContactRow& row, PaddedRows StepBody::*response)
{
    const auto index = static_cast<Index>(i);
    StepBody &slave = *point.slave, &master = *point.master;
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
bool ContactStep::solve_contacts(bool test)
{
    SlidingState& s = s_;
    const auto n = static_cast<Index>(s.active.size());
    const Index n_points = compliance_.n();
    for (Index i = 0; i < n; ++i) {
        const ContactPointState& point = s.points[s.active[static_cast<std::size_t>(i)]];
        const Eigen::Vector2d C_slave = contact::on_slave(point.row_C);
        const Eigen::Vector4d C_master = contact::on_master(point.row_C);
        for (Index j = 0; j < n; ++j) {
            const auto index = static_cast<Index>(s.active[static_cast<std::size_t>(j)]);
            compliance_.row(j)[i] =
                C_slave.dot(of_node(point.slave->response.row(index), point.slave_row)) +
                C_master.dot(of_segment(point.master->response.row(index), point.master_row));
        }
        compliance_.row(n)[i] = -(point.state.predicted.gap + point.rebound);
    }
    if (n == 1) {
        const double a = compliance_.row(0)[0];
        s.points[s.active.front()].scaled = compliance_.row(1)[0] / a;
        return a > 0;
    }
    const Eigen::Map<const Matrix, Eigen::Aligned64, Eigen::OuterStride<>> A(
        compliance_.row(0), n, n, Eigen::OuterStride<>(compliance_.stride()));
    if (!test) {
    } else if (n == 2) {
        if (!(A(0, 0) > 0 && A(1, 1) > 0 && A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0) > 0))
            return false;
    } else if (s.check_uniqueness) {
        if (!contact::is_p_matrix(A, work_.topLeftCorner(n, n)))
            return false;
        s.check_uniqueness = false;
    }
    for (Index j = 0; j <= n; ++j) // what the padding holds must stay finite
        std::fill(compliance_.row(j) + n, compliance_.row(j) + n_points, 0.0);
    if (!solve_in_place(compliance_, n))
        return false;
    for (Index k = 0; k < n; ++k)
        s.points[s.active[static_cast<std::size_t>(k)]].scaled = compliance_.row(n + 1)[k];
    return true;
}

StepEvent ContactStep::take()
{
    SlidingState& s = s_;
    const bool follows = s.settings.follow_sticking && s.elapsed() >= s.settings.ramp;
    s.active.clear();
    for (std::size_t i = 0; i < s.n_tracked(); ++i) {
        ContactPointState& point = s.points[i];
        const bool is_second = i >= s.n_nodes; // placed with the point of its node
        if (!point.tracked)
            continue;
        if (const StepEvent event = is_second ? StepEvent::none : segments_.locate(point);
            event != StepEvent::none) {
            event_point_ = i;
            return event;
        }
        const bool was_closed = point.state.closed();
        point.scaled_last = point.scaled;
        point.scaled = 0;
        if (s.n_steps > 1)
            point.slides.add(point.state.sliding_velocity);
        // A node that stopped or turned back in the last step has the speed of that step.
        const double value = point.slides.now(), mean = point.slides.mean();
        point.speed = std::abs(value * mean > 0 ? value : mean);
        const assembly::Sliding& sliding = *point.sliding;
        point.rebound = sliding.restitution == 0 || point.behind
                            ? 0
                            : sliding.restitution * s.gap_before(point);
        // Whether a second segment is reached depends on the force of the first.
        if (!was_closed &&
            (!(point.state.predicted.gap + point.rebound < 0) || (is_second && follows))) {
            point.row_E = {};
            continue;
        }
        if (!was_closed) {
            event_point_ = i;
            if (!s.settings.follow_separation)
                return StepEvent::closing;
            s.check_uniqueness = true;
        }
        point.mu = contact::coefficient(sliding.friction, point.speed);
        if (std::abs(point.mu - point.friction_checked) > friction_change) {
            point.friction_checked = point.mu;
            s.check_uniqueness = true;
        }
        point.row_C = contact::compatibility_row(point.state.predicted);
        s.active.push_back(i);
    }
    for (StepBody& body : s.bodies) { // to be filled: the displacement of three steps ago
        std::swap(body.u, body.u_before);
        std::swap(body.u_last, body.u_before);
    }

    StepEvent event = StepEvent::none;
    if (!follows)
        event = hold_directions();
    else if (s.check_uniqueness && !still_unique())
        event = StepEvent::jamming;
    else if (!states_hold())
        event = follow_states();
    if (event == StepEvent::jamming)
        return event;
    const std::size_t n_observed = s.settings.follow_sticking ? s.n_nodes : s.n_tracked();
    for (std::size_t i = 0; i < n_observed; ++i)
        if (const StepEvent step_event =
                s.settings.follow_sticking ? observe_state(i) : observe(s.points[i]);
            step_event != StepEvent::none && event == StepEvent::none) {
            event = step_event;
            event_point_ = i;
        }
    if (event == StepEvent::instability && !s.active.empty() && nearly_jams(jam()))
        event = StepEvent::jamming;
    segments_.watch_corners();
    return event;
}

// Closed points slide in the direction that friction was given.
StepEvent ContactStep::hold_directions()
{
    SlidingState& s = s_;
    for (const std::size_t i : s.active) {
        ContactPointState& point = s.points[i];
        const double direction = s.settings.direction[point.state.contact];
        point.state.friction = direction * point.mu;
        point.row_E = contact::equilibrium_row(point.state.predicted, point.mu, direction);
        respond(point, i, point.row_E, &StepBody::response);
    }
    while (!s.active.empty()) {
        if (!solve_contacts(true)) {
            event_point_ = s.active.front();
            return StepEvent::jamming;
        }
        // Points that would pull are open; one at a time, the worst first.
        std::size_t worst = s.active.size();
        for (std::size_t k = 0; k < s.active.size(); ++k) {
            const ContactPointState& point = s.points[s.active[k]];
            if (!(point.scaled > 0) &&
                (worst == s.active.size() || point.scaled < s.points[s.active[worst]].scaled))
                worst = k;
        }
        if (worst == s.active.size() || !s.settings.follow_separation)
            break;
        s.points[s.active[worst]].scaled = 0;
        s.points[s.active[worst]].row_E = {};
        s.active.erase(s.active.begin() + static_cast<std::ptrdiff_t>(worst));
        s.check_uniqueness = true;
    }
    for (const std::size_t i : s.active)
        s.points[i].scaled_friction = -s.points[i].state.friction * s.points[i].scaled;
    apply_contact_forces();
    measure_all();
    return StepEvent::none;
}

// Leaves the correction for the next pass and evaluates what it does to the rows.
void ContactStep::apply_contact_forces()
{
    SlidingState& s = s_;
    for (StepBody& body : s.bodies)
        body.pending = false;
    for (std::size_t i = 0; i < s.n_tracked(); ++i) { // row_E of an open point is zero
        const ContactPointState& point = s.points[i];
        if (!point.tracked)
            continue;
        Eigen::Map<Eigen::Vector2d> on_slave(point.slave->force + point.slave_row);
        if (i < s.n_nodes)
            on_slave = point.factor() * contact::on_slave(point.row_E);
        else // on the rows of its node
            on_slave += point.factor() * contact::on_slave(point.row_E);
        Eigen::Map<Eigen::Vector4d>(point.master->force + point.master_row) =
            point.factor() * contact::on_master(point.row_E);
    }
    auto subtract = [&s](StepBody& body, std::size_t i) -> void {
        const double* from = body.pending ? body.u : body.y;
        add_row(from, -s.points[i].factor(), body.response.row(static_cast<Index>(i)), body.u,
                body.values.stride());
        body.pending = true;
    };
    for (const std::size_t i : s.active) {
        StepBody &slave = *s.points[i].slave, &master = *s.points[i].master;
        subtract(slave, i);
        if (&master != &slave)
            subtract(master, i);
    }
    for (StepBody& body : s.bodies)
        if (!body.pending)
            std::copy_n(body.y, body.n_rows(), body.u);
}

void ContactStep::measure_all()
{
    for (std::size_t i = 0; i < s_.n_tracked(); ++i)
        if (s_.points[i].tracked)
            measure(s_.points[i]);
}

// Velocities of a point after the contact forces.
void ContactStep::measure(ContactPointState& point)
{
    SlidingState& s = s_;
    const double h = s.settings.h;
    PointState& state = point.state;
    const contact::Projection& projection = state.predicted;
    state.slave_velocity =
        (of_node(point.slave->u, point.slave_row) - of_node(point.slave->u_last, point.slave_row)) /
        h;
    Eigen::Vector4d master_velocity = (of_segment(point.master->u, point.master_row) -
                                       of_segment(point.master->u_last, point.master_row)) /
                                      h;
    for (const CarriedNodes& carried : point.carried) {
        const double v = s.drives[carried.motion].v;
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
StepEvent ContactStep::observe(ContactPointState& point)
{
    SlidingState& s = s_;
    PointState& state = point.state;
    const double t = s.elapsed();
    if (t >= s.settings.settling)
        state.slave_velocity_x_range.include(state.slave_velocity.x());

    if (!point.tracked || (!state.closed() && point.scaled == 0)) {
        point.closed_steps = 0;
        return StepEvent::none;
    }
    ++point.closed_steps;
    point.watch.record(state.lambda);
    if (!(state.lambda > 0)) {
        const bool finite = std::isfinite(state.lambda); // chatter swings too, where it is followed
        if (!finite || (!s.settings.follow_separation && point.watch.diverges()))
            return StepEvent::instability;
        if (!s.settings.follow_separation)
            return StepEvent::detachment;
        state.state = contact::State::none;
        point.closed_steps = 0;
        return StepEvent::none;
    }
    if (!state.closed())
        state.state = contact::State::sliding;
    PointState& node = s.points[point.node].state;
    node.lambda_range.include(state.lambda);
    if (t >= s.settings.ramp) {
        node.sliding_velocity_range.include(state.sliding_velocity);
        if (point.mu > 0 && s.settings.direction[state.contact] * state.sliding_velocity <= 0)
            return StepEvent::reversal;
    }
    return StepEvent::none;
}

} // namespace slideway::dynamics
