#include "assembly/coupled_model.hpp"
#include "dynamics/sliding/integrator.hpp"

#include <algorithm>

// Restitution e requires gap_{n+1} + e gap_{n-1} >= 0: the gap before a step, and the velocity that
// replaces it at the start.

namespace slideway::dynamics {

// Gap at n - 1 on the segment in use. All three instants of the condition have the same segment.
double Integrator::gap_before(const Point& point) const
{
    const contact::Projection& projection = point.state.predicted;
    if (n_steps_ == 1) { // the velocity at the start leads to the start
        const PointVelocity v = velocity_at_start(point);
        const Eigen::Vector2d normal(-projection.sin_gamma, projection.cos_gamma);
        return projection_at(point, 1).gap - settings_.h * normal.dot(v.slave - v.master);
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
