#include "dynamics/sliding/segment_search.hpp"

#include "assembly/coupled_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

// The part of a time step that finds the segments which a slave node may touch: at the corners of
// its master, and anywhere on it while the node is open.
//
// Near a concave corner the body is the union of two half-planes, so that both gaps count, each
// beyond its own segment too. Around a convex corner the line of a segment ends with it.

namespace slideway::dynamics {

using contact::Projection;

namespace {

// The first segment that a node crosses into the body, in the steps since n - 1.
struct Strike {
    Index segment = -1;
    double time = std::numeric_limits<double>::infinity(); ///< 0 to 1 in this step, < 0 before
    Projection at;                                         ///< projection at the end of this step
};

// Parts of a segment: what round-off leaves of a node that stands on the surface or on a node of
// it.
constexpr double on_surface = 1e-9;
// Steps of the node's motion within which a second segment stays tracked.
constexpr double tracked_steps = 4;

double distance(const Projection& p)
{
    return std::hypot(p.length * (p.alpha - std::clamp(p.alpha, 0.0, 1.0)), p.gap);
}

// Whether a node is past the end of a segment that is not its corner with the other one.
bool past_far_end(bool in_order, const Projection& projection)
{
    return in_order ? projection.alpha < 0 : projection.alpha >= 1;
}

// Calls a function for the corner of two neighbouring segments, in either order.
template <class Function>
auto at_corner(bool in_order, const Projection& projection, const Projection& at_other,
               const Function& function)
{
    return in_order ? function(projection, at_other) : function(at_other, projection);
}

} // namespace

SegmentSearch::SegmentSearch(SlidingState& state) : s_(state)
{
    for (const ModalContact& contact : s_.modal.contacts) {
        const Matrix& follow = contact.master.follow;
        const auto& rows = contact.master.rows;
        double most_row = 0, most_follow = 0;
        for (Index k = 0; 2 * k < rows.rows(); ++k) {
            most_row = std::max(most_row, rows.middleRows<2>(2 * k).norm());
            if (follow.cols() > 0)
                most_follow = std::max(most_follow, follow.middleRows<2>(2 * k).norm());
        }
        most_row_.push_back(most_row);
        most_follow_.push_back(most_follow);
    }
}

StepEvent SegmentSearch::locate(ContactPointState& point)
{
    SlidingState& s = s_;
    const auto projection = s.projection_at(point, 0);
    if (!contact::on_segment(projection) || point.watched)
        return place(point);
    point.state.predicted = projection;
    return StepEvent::none;
}

// Segments and projections of a slave node that is open, near a corner, or beside its segment.
StepEvent SegmentSearch::place(ContactPointState& point)
{
    ContactPointState* second = s_.second_point(point);
    if (second && !point.state.closed() && second->state.closed()) {
        use_second(point);
        second = nullptr;
    }
    const bool flies = !point.state.closed() && !point.inside && !(second && second->inside);
    if (flies && may_reach_others(point) && strikes(point)) {
        point.behind = false;
        if (ContactPointState* tracked = s_.second_point(point))
            tracked->state.predicted = s_.projection_at(*tracked, 0);
        find_corner(point);
        return StepEvent::none;
    }
    if (hold_second(point))
        return StepEvent::none;
    point.state.predicted = s_.projection_at(point, 0);
    if (!contact::on_segment(point.state.predicted))
        if (const StepEvent event = change_segment(point); event != StepEvent::none)
            return event;
    double& gap = point.state.predicted.gap;
    if (point.behind && gap < 0)
        gap = -gap; // not a way into the body
    else
        point.behind = false;
    if (point.sliding->restitution != 0 || (!point.state.closed() && gap < 0))
        find_corner(point);
    return StepEvent::none;
}

// Changes the segment of a slave node beside its segment.
StepEvent SegmentSearch::change_segment(ContactPointState& point)
{
    const Index in_use = point.state.segment;
    const Index n_segments = point.sliding->n_segments();
    const Eigen::Vector2d slave_x = s_.slave_at(point, 0);
    const Eigen::Vector4d master_x = s_.segment_at(point, 0);
    auto node_position = [&](Index node) -> Eigen::Vector2d {
        if (node == in_use || node == in_use + 1)
            return master_x.segment<2>(2 * (node - in_use));
        return s_.master_at(point, node, 0);
    };
    contact::Walked w =
        contact::walk(slave_x, in_use, n_segments, node_position, s_.is_closed(point));
    const bool ends = w.segment < 0 || w.segment >= n_segments;
    if (point.inside && (ends || !(w.at.gap < 0)))
        return StepEvent::none; // around an end of the segment that it crossed
    if (ends) {
        if (point.state.closed())
            return StepEvent::left_master;
        w.segment = std::clamp<Index>(w.segment, 0, n_segments - 1);
        w.at = contact::project(slave_x, node_position(w.segment), node_position(w.segment + 1));
        point.behind = w.at.gap < 0;
        w.at.gap = std::max(std::abs(w.at.gap), w.at.length); // beside it: nothing to touch
        w.other = -1;
    }
    if (w.other >= 0 && !contact::on_segment(w.at))
        if (const StepEvent event = stop_at_corner(point, w); event != StepEvent::none)
            return event;
    const bool two =
        w.other >= 0 && point.may_touch_two() && (point.state.closed() || point.inside) &&
        at_corner(s_.in_order(point, w.segment, w.other), w.at, w.at_other, contact::holds_two);
    if (two && w.other == in_use && point.sliding->restitution != 0) {
        std::swap(w.segment, w.other); // an impact ends on the segment on which it began
        std::swap(w.at, w.at_other);
    }
    if (w.segment != in_use)
        s_.move_master(point, w.segment);
    point.state.predicted = w.at;
    if (two)
        track_second(point, w.other, w.at_other);
    return StepEvent::none;
}

// Handles a slave node over neither of the two segments of a corner.
StepEvent SegmentSearch::stop_at_corner(ContactPointState& point, contact::Walked& w)
{
    const bool ordered = s_.in_order(point, w.segment, w.other);
    const double turn = at_corner(ordered, w.at, w.at_other, contact::turn);
    if (turn <= 0) { // convex: outside of the body, however its lines continue
        if (w.at.gap < 0) {
            point.behind = true;
            w.at.gap = distance(w.at);
        }
        return StepEvent::none;
    }
    if (!at_corner(ordered, w.at, w.at_other, contact::holds_two))
        return StepEvent::none;
    const double cosine =
        w.at.cos_gamma * w.at_other.cos_gamma + w.at.sin_gamma * w.at_other.sin_gamma;
    if (!s_.settings.follow_separation && point.state.closed() && cosine <= on_surface)
        return StepEvent::closing; // it runs into the other segment
    if (point.may_touch_two() && w.other == point.state.segment) {
        std::swap(w.segment, w.other); // with two points each continues as it was
        std::swap(w.at, w.at_other);
    }
    return StepEvent::none;
}

// Whether an open node could have come to a segment that is not tracked.
bool SegmentSearch::may_reach_others(ContactPointState& point) const
{
    if (point.sliding->n_segments() < 2)
        return false;
    const std::size_t contact = point.state.contact;
    const StepBody& master = *point.master;
    double last = (s_.slave_at(point, 1) - s_.slave_at(point, 2)).norm(),
           now = (s_.slave_at(point, 0) - s_.slave_at(point, 1)).norm();
    if (master.moves()) {
        last += most_row_[contact] * master.modes.d_last().norm();
        now += most_row_[contact] * master.modes.d().norm();
    }
    for (const CarriedNodes& carried : point.carried) {
        last +=
            most_follow_[contact] * s_.settings.h * std::abs(s_.drives[carried.motion].v_before);
        now += most_follow_[contact] * s_.settings.h * std::abs(s_.drives[carried.motion].v);
    }
    point.moved += last;
    // Twice: contact forces of this step may move the node by more.
    return point.moved + 2 * now >= point.clearance;
}

// Moves an open node to the first segment that its path crosses into the body. Whether there is
// one; else it measures how far the others are.
bool SegmentSearch::strikes(ContactPointState& point)
{
    const Index in_use = point.state.segment;
    const ContactPointState* second = s_.second_point(point);
    std::array<Eigen::Vector2d, 3> slave, from, to; // by steps back
    std::array<Projection, 3> projections;
    for (int back = 0; back < 3; ++back) {
        slave[static_cast<std::size_t>(back)] = s_.slave_at(point, back);
        from[static_cast<std::size_t>(back)] = s_.master_at(point, 0, back);
    }
    Strike strike;
    Index nearest = in_use;
    double nearest_distance = std::numeric_limits<double>::infinity(), in_use_distance = 0;
    double clearance = (slave[1] - from[1]).norm(); // the end of a curve, too
    bool beside = false;
    for (Index k = 0; k < point.sliding->n_segments(); ++k) {
        for (std::size_t back = 0; back < 3; ++back) {
            to[back] = s_.master_at(point, k + 1, static_cast<int>(back));
            projections[back] = contact::project(slave[back], from[back], to[back]);
        }
        const double far = distance(projections[0]);
        if (k == in_use) {
            beside = !contact::on_segment(projections[0]);
            in_use_distance = far;
        } else if (!(second && k == second->state.segment)) {
            clearance = std::min(clearance, distance(projections[1]));
        }
        if (far < nearest_distance) {
            nearest = k;
            nearest_distance = far;
        }
        for (std::size_t back = 1; back < 3 && projections[0].gap < 0; ++back) {
            const double gap = std::max(projections[back].gap, 0.0);
            if (projections[back].gap < -on_surface * projections[back].length)
                continue;
            const double part = gap / (gap - projections[0].gap);
            const double alpha =
                projections[back].alpha + part * (projections[0].alpha - projections[back].alpha);
            const double time = static_cast<double>(back) * (part - 1) + 1;
            if (alpha >= -on_surface && alpha <= 1 + on_surface && time < strike.time)
                strike = {k, time, projections[0]};
            break;
        }
        from = to;
    }
    point.clearance = std::min(clearance, (slave[1] - from[1]).norm());
    point.moved = 0;
    if (strike.segment < 0) {
        if (beside && nearest_distance < in_use_distance * (1 - on_surface)) {
            release_second(point);
            s_.move_master(point, nearest);
        }
        return false;
    }
    if (strike.segment != in_use) {
        release_second(point);
        s_.move_master(point, strike.segment);
    }
    point.state.predicted = strike.segment == in_use ? s_.projection_at(point, 0) : strike.at;
    return true;
}

// Tracks the neighbour at a concave corner that a node reaches together with its segment.
void SegmentSearch::find_corner(ContactPointState& point)
{
    if (!point.may_touch_two() || s_.second_point(point))
        return;
    const Index in_use = point.state.segment;
    const Eigen::Vector2d slave_x = s_.slave_at(point, 0);
    const Eigen::Vector4d master_x = s_.segment_at(point, 0);
    const Projection projection = contact::project(slave_x, master_x.head<2>(), master_x.tail<2>());
    Index found = -1;
    Projection at_found;
    for (const int side : {-1, 1}) {
        const Index k = s_.neighbour(point, in_use, side);
        if (k < 0)
            continue;
        const Projection next =
            side < 0 ? contact::project(slave_x, s_.master_at(point, k, 0), master_x.head<2>())
                     : contact::project(slave_x, master_x.tail<2>(), s_.master_at(point, k + 1, 0));
        if (!(next.gap < 0) || past_far_end(side < 0, next) ||
            !at_corner(side > 0, projection, next, contact::holds_two))
            continue;
        if (found < 0 || next.gap < at_found.gap) {
            found = k;
            at_found = next;
        }
    }
    if (found >= 0)
        track_second(point, found, at_found);
}

void SegmentSearch::track_second(ContactPointState& point, Index segment,
                                 const Projection& projection)
{
    ContactPointState& second = s_.points[point.second];
    if (second.tracked && second.state.segment == segment) {
        second.state.predicted = projection;
        return;
    }
    if (second.tracked)
        release_second(point);
    StepBody& master = *second.master;
    second.state.state = contact::State::none;
    second.state.lambda = second.state.friction = second.state.sliding_velocity = 0;
    second.slides.start(0);
    second.scaled = second.scaled_last = second.scaled_friction = 0;
    second.friction_checked = 0;
    second.closed_steps = 0;
    second.inside = false;
    second.segment_last = second.segment_before = segment;
    second.row_E = {};
    second.tracked = true;
    ++s_.n_seconds;
    master.n_used = std::max(master.n_used, second.master_row + 4);
    s_.move_master(second, segment);
    second.state.predicted = projection;
}

void SegmentSearch::release_second(ContactPointState& point)
{
    ContactPointState* second = s_.second_point(point);
    if (!second)
        return;
    StepBody& master = *second->master;
    second->tracked = false;
    second->state.state = contact::State::none;
    second->row_E = {};
    second->scaled = second->scaled_friction = 0;
    --s_.n_seconds;
    std::fill_n(master.force + second->master_row, 4, 0.0);
    while (master.n_used > 0) { // the last rows, as long as no tracked point has them
        const auto last =
            std::find_if(s_.points.begin() + static_cast<std::ptrdiff_t>(s_.n_nodes),
                         s_.points.end(), [&](const ContactPointState& p) -> bool {
                             return p.master == &master && p.master_row + 4 == master.n_used;
                         });
        if (last == s_.points.end() || last->tracked)
            break;
        master.n_used -= 4;
    }
}

// Whether a node stays at the corner of two tracked segments; else the second one is released.
bool SegmentSearch::hold_second(ContactPointState& point)
{
    ContactPointState* second = s_.second_point(point);
    if (!second)
        return false;
    const bool ordered = s_.in_order(point, point.state.segment, second->state.segment);
    const Projection projection = s_.projection_at(point, 0),
                     at_other = s_.projection_at(*second, 0);
    const double reach = tracked_steps * (s_.slave_at(point, 0) - s_.slave_at(point, 1)).norm();
    const bool over_other = contact::on_segment(at_other) && !contact::on_segment(projection);
    if (past_far_end(ordered, projection) || past_far_end(!ordered, at_other) ||
        (!second->state.closed() && !second->inside && at_other.gap > reach)) {
        release_second(point);
        return false;
    }
    if (over_other && !point.state.closed() && !point.inside) {
        use_second(point);
        return false;
    }
    point.state.predicted = projection;
    second->state.predicted = at_other;
    return true;
}

// Determines after a step which nodes the next one has to place, and counts those that touch two
// segments.
void SegmentSearch::watch_corners()
{
    SlidingState& s = s_;
    for (std::size_t i = 0; i < s.n_nodes; ++i) {
        ContactPointState& point = s.points[i];
        const ContactPointState* second = s.second_point(point);
        point.watched = !point.state.closed() || second != nullptr ||
                        (point.sliding->restitution != 0 && point.may_touch_two());
        if (!point.state.closed())
            continue;
        point.clearance = 0;
        point.behind = false;
        if (!second || !second->state.closed() || s.elapsed() < s.settings.statistics_from)
            continue;
        const auto [smaller, larger] = std::minmax(point.state.lambda, second->state.lambda);
        ++point.two.n;
        point.two.smaller += smaller;
        point.two.larger += larger;
    }
}

// The second segment of a node becomes the one in use, and the only one.
void SegmentSearch::use_second(ContactPointState& point)
{
    const ContactPointState& second = *s_.second_point(point);
    const Index segment = second.state.segment;
    point.state.state = second.state.state;
    point.state.lambda = second.state.lambda;
    point.state.friction = second.state.friction;
    point.state.sliding_velocity = second.state.sliding_velocity;
    point.slides = second.slides;
    point.scaled = second.scaled;
    point.scaled_friction = second.scaled_friction;
    point.mu = second.mu;
    point.friction_checked = second.friction_checked;
    point.closed_steps = second.closed_steps;
    point.gap = second.gap;
    point.gap_last = second.gap_last;
    point.segment_last = second.segment_last;
    point.segment_before = second.segment_before;
    point.inside = second.inside;
    release_second(point);
    s_.move_master(point, segment);
}

} // namespace slideway::dynamics
