#include "dynamics/events/patch_turn.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

// Largest change of slip and spin in a step, in parts of their distance from zero.
constexpr double part_of_way = 0.5;

Vector3 turned_left(const Vector3& v)
{
    return {-v(1), v(0), 0};
}

} // namespace

PatchTurn::PatchTurn(const SwitchedSystem& system, double tolerance)
    : system_(system), tolerance_(tolerance)
{
    for (const PatchContact& patch : system.model().system.patches)
        turns_.push_back(contact::slip_turns(patch.law));
}

double PatchTurn::reach(const Vector& y, const Vector& rate, double t) const
{
    const Index m = system_.model().n_modes();
    double reach = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < turns_.size(); ++p) {
        if (!system_.phases().patches[p].slides)
            continue;
        // Velocity on the axes of the map, which turn.
        const contact::Matrix3 axes = system_.model().map_axes(p, y, t);
        const Vector3 velocity = system_.model().patch_velocity(p, y, t);
        const Vector3 x = axes.transpose() * velocity,
                      a = axes.transpose() *
                          (system_.model().patch_acceleration(p, rate, t) -
                           system_.model().map_rate(p, y, t) * turned_left(velocity));
        const double errors =
            tolerance_ * y.segment(m, m).norm() *
            std::sqrt(system_.model().flexibility(p).topLeftCorner<2, 2>().trace());
        for (const contact::SlipTurn& turn : turns_[p]) {
            if (const double change = contact::turn_size(turn, a); change > 0)
                reach = std::min(reach, part_of_way *
                                            std::max(contact::turn_size(turn, x), errors) / change);
        }
    }
    return reach;
}

} // namespace slideway::dynamics
