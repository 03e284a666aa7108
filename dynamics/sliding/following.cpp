#include "assembly/coupled_model.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/sliding/contact_step.hpp"

#include <algorithm>
#include <cmath>

// The part of a time step that finds which slave nodes stick, slide and open, and which way.

namespace slideway::dynamics {

using contact::State;
using contact::StickSlipOutcome;

namespace {

// Change of the rows `row` of a point between two sets of displacements.
double change(const ContactPointState& p, const contact::ContactRow& row, const double* slave_to,
              const double* slave_from, const double* master_to, const double* master_from)
{
    double sum = 0;
    for (Index r = 0; r < 2; ++r)
        sum += row.slave[static_cast<std::size_t>(r)] *
               (slave_to[p.slave_row + r] - slave_from[p.slave_row + r]);
    for (Index r = 0; r < 4; ++r)
        sum += row.master[static_cast<std::size_t>(r)] *
               (master_to[p.master_row + r] - master_from[p.master_row + r]);
    return sum;
}

// Gap with the contact forces of this step, on the segment of the prediction [m].
double gap_after(const ContactPointState& point)
{
    return point.state.predicted.gap - change(point, point.row_C, point.slave->u, point.slave->y,
                                              point.master->u, point.master->y);
}

// State and gap of a point after its force is known.
void note_state(ContactPointState& point)
{
    PointState& s = point.state;
    if (!(point.scaled > 0)) // of a step whose directions are given, too
        s.state = State::none;
    else if (!s.closed())
        s.state = State::sliding;
    if (!s.closed()) {
        point.row_C = contact::compatibility_row(s.predicted);
        s.friction = 0;
        point.scaled_friction = 0;
    }
    point.closed_steps = s.closed() ? point.closed_steps + 1 : 0;
    const bool rebounds = point.sliding->restitution != 0;
    point.segment_before = point.segment_last;
    point.segment_last = s.segment;
    point.gap_last = point.gap;
    if (!s.closed() || rebounds)
        point.gap = gap_after(point);
    point.inside = rebounds && point.gap < 0;
}

} // namespace

// Points that do not all slide the way they did: they are solved for.
StepEvent ContactStep::follow_states()
{
    for (std::size_t round = 0; round <= s_.points.size(); ++round) {
        const StickSlipOutcome outcome = solve_states();
        if (outcome == StickSlipOutcome::jamming)
            return StepEvent::jamming;
        counts_.not_unique += outcome == StickSlipOutcome::not_unique ? 1 : 0;
        counts_.loose += outcome == StickSlipOutcome::loose ? 1 : 0;
        if (!close_penetrating())
            break;
    }
    if (!s_.settings.follow_separation)
        for (const std::size_t i : s_.active)
            if (!s_.points[i].state.closed()) {
                event_point_ = i;
                return StepEvent::detachment;
            }
    return StepEvent::none;
}

// Whether each active point alone still has one solution.
bool ContactStep::still_unique()
{
    fill_problem();
    s_.check_uniqueness = !all_unique();
    return !s_.check_uniqueness;
}

// Whether all active points slide on as in the last step; if so they take the published step.
bool ContactStep::states_hold()
{
    SlidingState& s = s_;
    for (const std::size_t i : s.active) {
        ContactPointState& point = s.points[i];
        if (!slides(point.state.state))
            return false;
        point.state.friction = sense(point.state.state) * point.mu;
        point.row_E =
            contact::equilibrium_row(point.state.predicted, point.mu, sense(point.state.state));
        respond(point, i, point.row_E, &StepBody::response);
    }
    if (!s.active.empty() && !solve_contacts(false))
        return false;
    for (const std::size_t i : s.active) {
        ContactPointState& point = s.points[i];
        if (!(point.scaled > 0))
            return false;
        point.scaled_friction = -point.state.friction * point.scaled;
    }
    apply_contact_forces();
    bool any_open = false;
    for (std::size_t i = 0; i < s.n_tracked(); ++i) {
        ContactPointState& point = s.points[i];
        if (!point.tracked)
            continue;
        measure(point);
        if (!point.state.closed())
            any_open = true;
        else if (!(sense(point.state.state) * point.state.sliding_velocity > 0))
            return false;
    }
    return !(any_open && close_penetrating());
}

// Gap and slip of the active points with the forces of all, under contact::StickSlipSolver.
StickSlipOutcome ContactStep::solve_states()
{
    fill_problem();
    event_point_ = s_.active.front();
    if (!all_unique())
        return StickSlipOutcome::jamming;
    const StickSlipOutcome outcome = problem_.solve();
    if (outcome != StickSlipOutcome::jamming)
        take_solution();
    return outcome;
}

// Whether each active point alone has one solution.
bool ContactStep::all_unique()
{
    for (std::size_t k = 0; k < s_.active.size(); ++k)
        if (!(contact::uniqueness_margin(problem_.node(static_cast<Index>(k))) > 0)) {
            event_point_ = s_.active[k];
            return false;
        }
    return true;
}

void ContactStep::fill_problem()
{
    SlidingState& s = s_;
    const auto n = static_cast<Index>(s.active.size());
    problem_.resize(n);
    for (const std::size_t i : s.active) {
        ContactPointState& point = s.points[i];
        point.row_S = contact::sliding_row(point.state.predicted);
        respond(point, i, point.row_C, &StepBody::response_C);
        respond(point, i, point.row_S, &StepBody::response_S);
    }
    for (Index k = 0; k < n; ++k) {
        const auto index = static_cast<std::size_t>(k);
        const ContactPointState& slave_point = s.points[s.active[index]];
        auto seen = [&slave_point](const contact::ContactRow& row, PaddedRows StepBody::*response,
                                   std::size_t node_index) -> double {
            const double *slave =
                             (slave_point.slave->*response).row(static_cast<Index>(node_index)),
                         *master =
                             (slave_point.master->*response).row(static_cast<Index>(node_index));
            double sum = 0;
            for (Index r = 0; r < 2; ++r)
                sum += row.slave[static_cast<std::size_t>(r)] * slave[slave_point.slave_row + r];
            for (Index r = 0; r < 4; ++r)
                sum += row.master[static_cast<std::size_t>(r)] * master[slave_point.master_row + r];
            return sum;
        };
        for (Index j = 0; j < n; ++j) {
            const std::size_t other_index = s.active[static_cast<std::size_t>(j)];
            problem_.A(2 * k, 2 * j) = seen(slave_point.row_C, &StepBody::response_C, other_index);
            problem_.A(2 * k, 2 * j + 1) =
                -seen(slave_point.row_C, &StepBody::response_S, other_index);
            problem_.A(2 * k + 1, 2 * j) =
                -seen(slave_point.row_S, &StepBody::response_C, other_index);
            problem_.A(2 * k + 1, 2 * j + 1) =
                seen(slave_point.row_S, &StepBody::response_S, other_index);
        }
        const contact::Friction& law = slave_point.sliding->friction;
        problem_.free(2 * k) = slave_point.state.predicted.gap + slave_point.rebound;
        problem_.free(2 * k + 1) = slip(slave_point);
        problem_.force(2 * k) = slave_point.scaled_last;
        problem_.force(2 * k + 1) = slave_point.scaled_friction;
        problem_.mu[index] = slave_point.mu;
        problem_.mu_rest[index] = std::max(slave_point.mu, contact::coefficient_at_rest(law));
        problem_.state[index] = slave_point.state.closed() ? slave_point.state.state : State::stuck;
    }
}

// Forces and states of the active points as solved for; applies the forces.
void ContactStep::take_solution()
{
    SlidingState& s = s_;
    for (std::size_t k = 0; k < s.active.size(); ++k) {
        ContactPointState& point = s.points[s.active[k]];
        const auto row = static_cast<Index>(2 * k);
        const double P = problem_.force(row), Q = problem_.force(row + 1);
        point.state.state = problem_.state[k];
        point.scaled = P;
        point.scaled_friction = Q;
        point.state.friction = P > 0 ? -Q / P : 0;
        if (point.state.state == State::stuck) {
            for (std::size_t r = 0; r < 4; ++r)
                point.row_E.master[r] = P * point.row_C.master[r] - Q * point.row_S.master[r];
            for (std::size_t r = 0; r < 2; ++r)
                point.row_E.slave[r] = P * point.row_C.slave[r] - Q * point.row_S.slave[r];
        } else if (point.state.closed()) {
            point.state.friction = sense(point.state.state) * point.mu;
            point.row_E =
                contact::equilibrium_row(point.state.predicted, point.mu, sense(point.state.state));
        } else {
            point.row_E = {};
        }
        respond(point, s.active[k], point.row_E, &StepBody::response);
    }
    apply_contact_forces();
    measure_all();
}

// Open points that the forces on others push into the master are closed. Whether there are any.
bool ContactStep::close_penetrating()
{
    SlidingState& s = s_;
    bool any = false;
    if (s.active.size() == s.n_tracked())
        return false;
    for (std::size_t i = 0; i < s.n_tracked(); ++i) {
        ContactPointState& point = s.points[i];
        if (!point.tracked || point.state.closed() ||
            std::find(s.active.begin(), s.active.end(), i) != s.active.end())
            continue;
        point.row_C = contact::compatibility_row(point.state.predicted);
        if (!(gap_after(point) + point.rebound < 0))
            continue;
        point.mu = contact::coefficient(point.sliding->friction, point.speed);
        s.active.push_back(i);
        any = true;
    }
    return any;
}

// State, statistics and events of a slave node after its forces are known.
StepEvent ContactStep::observe_state(std::size_t i)
{
    ContactPointState& point = s_.points[i];
    const double t = s_.elapsed();
    if (!std::isfinite(point.state.lambda))
        return StepEvent::instability;
    note_state(point);
    double lambda = point.state.lambda;
    if (ContactPointState* second = s_.second_point(point)) {
        if (!std::isfinite(second->state.lambda))
            return StepEvent::instability;
        note_state(*second);
        lambda += second->state.lambda;
    }
    const ContactPointState& slave_point = s_.touching_point(i);
    const PointState& s = slave_point.state;
    if (point.record.step(t, s.state, lambda, slave_point.gap, s.sliding_velocity))
        note_change(i, s.state);
    if (t >= s_.settings.settling)
        point.state.slave_velocity_x_range.include(s.slave_velocity.x());
    if (t >= s_.settings.statistics_from && s.closed()) {
        point.state.lambda_range.include(s.lambda);
        if (const ContactPointState* also = s_.other_touching_point(i))
            point.state.lambda_range.include(also->state.lambda);
        point.state.sliding_velocity_range.include(s.sliding_velocity);
    }
    return StepEvent::none;
}

void ContactStep::note_change(std::size_t i, State state)
{
    if (changes_.size() < most_changes)
        changes_.push_back(
            {s_.settings.t_start + s_.elapsed(), static_cast<int>(i), static_cast<int>(state)});
}

// Predicted slip of a point over the step, drives included [m].
double ContactStep::slip(const ContactPointState& point) const
{
    double sum = change(point, point.row_S, point.slave->y, point.slave->u_last, point.master->y,
                        point.master->u_last);
    for (const CarriedNodes& carried : point.carried)
        sum += s_.settings.h * s_.drives[carried.motion].v *
               (carried.slave.dot(contact::on_slave(point.row_S)) +
                carried.master.dot(contact::on_master(point.row_S)));
    return sum;
}

} // namespace slideway::dynamics
