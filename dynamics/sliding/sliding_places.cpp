#include "assembly/coupled_model.hpp"
#include "dynamics/sliding/drives.hpp"
#include "dynamics/sliding/sliding_state.hpp"

#include <algorithm>

// Places of slave nodes and of their master, and the points of nodes that may touch two segments.

namespace slideway::dynamics {

namespace {

// Distance of the ends of a curve, relative to its first segment, that is round-off.
constexpr double same_place = 1e-9;

} // namespace

void SlidingState::make_second_points()
{
    for (const assembly::Sliding& sliding : model.sliding) {
        const Matrix& X = sliding.master_X;
        const double apart = (X.bottomRows<1>() - X.topRows<1>()).norm();
        closed_.push_back(X.rows() > 3 && apart <= same_place * (X.row(1) - X.row(0)).norm());
    }
    if (!settings.follow_separation)
        return;
    for (std::size_t i = 0; i < n_nodes; ++i) {
        const std::size_t c = points[i].state.contact;
        const Matrix& X = model.sliding[c].master_X;
        auto segment = [&X](Index k) -> contact::Projection {
            return contact::project(X.row(k).transpose(), X.row(k).transpose(),
                                    X.row(k + 1).transpose());
        };
        bool corners = false;
        for (Index k = 0; k + 1 < X.rows() && !corners; ++k)
            if (const Index next = neighbour(points[i], k, 1); next >= 0)
                corners = contact::holds_two(segment(k), segment(next));
        if (!corners)
            continue;
        ContactPointState second = points[i];
        second.tracked = false;
        second.state.state = contact::State::none;
        second.master_row = static_cast<Index>(second.master->rows.size());
        for (Index r = 0; r < 4; ++r) // beyond the rows in use
            second.master->rows.push_back(master_rows_[c].row(r));
        points[i].second = points.size();
        points.push_back(std::move(second));
    }
}

Index SlidingState::neighbour(const ContactPointState& point, Index segment, int side) const
{
    const Index n = point.sliding->n_segments(), k = segment + side;
    if (closed_[point.state.contact])
        return (k + n) % n;
    return k < n ? k : -1;
}

ContactPointState* SlidingState::second_point(const ContactPointState& point)
{
    if (!point.may_touch_two() || !points[point.second].tracked)
        return nullptr;
    return &points[point.second];
}

const ContactPointState& SlidingState::touching_point(std::size_t i) const
{
    const ContactPointState& point = points[i];
    if (!point.may_touch_two() || point.state.closed())
        return point;
    const ContactPointState& second = points[point.second];
    return second.tracked && second.state.closed() ? second : point;
}

const ContactPointState* SlidingState::other_touching_point(std::size_t i) const
{
    const ContactPointState& point = points[i];
    if (!point.may_touch_two() || !point.state.closed())
        return nullptr;
    const ContactPointState& second = points[point.second];
    return second.tracked && second.state.closed() ? &second : nullptr;
}

double SlidingState::motion_at(std::size_t motion, int back) const
{
    const Drive& drive = drives[motion];
    return drive.x - (back > 0 ? settings.h * drive.v : 0.0) -
           (back > 1 ? settings.h * drive.v_before : 0.0);
}

Eigen::Vector2d SlidingState::slave_at(const ContactPointState& point, int back) const
{
    const StepBody& body = *point.slave;
    const double* values = body.displacements(back);
    Eigen::Vector2d x = point.slave_X + Eigen::Map<const Eigen::Vector2d>(values + point.slave_row);
    for (const CarriedNodes& carried : point.carried)
        x += motion_at(carried.motion, back) * carried.slave;
    return x;
}

Eigen::Vector4d SlidingState::segment_at(const ContactPointState& point, int back) const
{
    const StepBody& body = *point.master;
    const double* values = body.displacements(back);
    Eigen::Vector4d x =
        point.master_X + Eigen::Map<const Eigen::Vector4d>(values + point.master_row);
    for (const CarriedNodes& carried : point.carried)
        x += motion_at(carried.motion, back) * carried.master;
    return x;
}

contact::Projection SlidingState::projection_at(const ContactPointState& point, int back) const
{
    const Eigen::Vector4d master = segment_at(point, back);
    return contact::project(slave_at(point, back), master.head<2>(), master.tail<2>());
}

Eigen::Vector2d SlidingState::master_at(const ContactPointState& point, Index node, int back) const
{
    const std::size_t contact = point.state.contact;
    const auto row = modal.contacts[contact].master.rows.middleRows<2>(2 * node);
    const StepArrays& modes = point.master->modes;
    Eigen::Vector2d x = row * modes.q();
    if (back > 0)
        x -= row * modes.d();
    if (back > 1)
        x -= row * modes.d_last();
    x += point.sliding->master_X.row(node).transpose() - point.base;
    const Matrix& follow = modal.contacts[contact].master.follow;
    for (std::size_t k = 0; k < drives.size(); ++k)
        x += motion_at(k, back) * follow.block<2, 1>(2 * node, static_cast<Index>(k));
    return x;
}

// Updates the data of a point that depend on the two nodes of its segment.
void SlidingState::place_master(ContactPointState& point) const
{
    const Index node = point.state.segment;
    const Matrix& X = point.sliding->master_X;
    const Matrix& follow = modal.contacts[point.state.contact].master.follow;
    point.base = X.row(node).transpose();
    point.master_X << Eigen::Vector2d::Zero(), X.row(node + 1).transpose() - point.base;
    point.slave_X =
        point.sliding->slave_X.row(point.state.slave).transpose() - point.base + point.raised;
    for (CarriedNodes& carried : point.carried)
        carried.master = follow.block<4, 1>(2 * node, static_cast<Index>(carried.motion));
}

void SlidingState::move_master(ContactPointState& point, Index segment)
{
    StepBody& master = *point.master;
    const auto& rows = modal.contacts[point.state.contact].master.rows;
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
    master.update_gram(point.master_row, 4);
    check_uniqueness = true;
}

Eigen::Vector2d SlidingState::settled_from_base(const ContactPointState& point) const
{
    const ModalContact& contact = modal.contacts[point.state.contact];
    Eigen::Vector2d position =
        point.slave_X +
        contact.slave.rows.middleRows<2>(2 * point.state.slave) * point.slave->modes.q();
    for (const CarriedNodes& carried : point.carried)
        position += drives[carried.motion].x * carried.slave;
    return position;
}

Eigen::Vector2d SlidingState::slave_position(std::size_t i) const
{
    return touching_point(i).base + settled_from_base(touching_point(i));
}

contact::Projection SlidingState::settled_projection(std::size_t i) const
{
    const ContactPointState& point = touching_point(i);
    const Index segment = point.state.segment;
    return contact::project(settled_from_base(point), master_at(point, segment, 0),
                            master_at(point, segment + 1, 0));
}

SlidingState::PointVelocity SlidingState::velocity_at_start(const ContactPointState& point) const
{
    const auto moved = [this](const StepBody& body, Index row) -> Eigen::Vector2d {
        return Eigen::Vector2d(body.row(row).dot(body.hv_start),
                               body.row(row + 1).dot(body.hv_start)) /
               settings.h;
    };
    PointVelocity v;
    v.slave = moved(*point.slave, point.slave_row);
    Eigen::Vector2d first_node = moved(*point.master, point.master_row),
                    second_node = moved(*point.master, point.master_row + 2);
    for (const CarriedNodes& carried : point.carried) {
        const double rate = motion_velocity(model.motions[carried.motion], 0);
        v.slave += rate * carried.slave;
        first_node += rate * carried.master.head<2>();
        second_node += rate * carried.master.tail<2>();
    }
    const double alpha = point.state.predicted.alpha;
    v.master = (1 - alpha) * first_node + alpha * second_node;
    return v;
}

double SlidingState::gap_before(const ContactPointState& point) const
{
    const contact::Projection& projection = point.state.predicted;
    if (n_steps == 1) { // the velocity at the start leads to the start
        const PointVelocity v = velocity_at_start(point);
        const Eigen::Vector2d normal(-projection.sin_gamma, projection.cos_gamma);
        return projection_at(point, 1).gap - settings.h * normal.dot(v.slave - v.master);
    }
    const double gap = projection_at(point, 2).gap;
    const Index before = point.segment_before, now = point.state.segment;
    if (gap >= 0 || before == now)
        return gap;
    const bool follows = in_order(point, before, now);
    if (follows || in_order(point, now, before)) {
        const Eigen::Vector2d slave = slave_at(point, 2);
        const contact::Projection other =
            contact::project(slave, master_at(point, before, 2), master_at(point, before + 1, 2));
        if (follows ? contact::holds_two(other, projection) : contact::holds_two(projection, other))
            return gap; // inside of either segment is inside of the body
    }
    // Around a convex corner the line of a segment ends with it. A node that was beyond its end was
    // inside of the body only as far as it was inside of the segment that it had then.
    return std::min(std::max(gap, point.gap_last), 0.0);
}

} // namespace slideway::dynamics
