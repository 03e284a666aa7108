#include "contact/patch/slip_turns.hpp"

#include "contact/patch/patch_options.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

namespace slideway::contact {

namespace {

// Computes point and size of a pressure about the origin of its part.
struct TurnOf {
    SlipTurn operator()(const DiscPart& disc) const
    {
        return {Vector2::Zero(), disc.pressure.torque_arm() * disc.radius};
    }
    SlipTurn operator()(const EllipsePressure& ellipse) const
    {
        constexpr double arm = 3 * std::numbers::pi / 16; // value for Hertz's disc
        return {Vector2::Zero(), arm * std::min(ellipse.a(), ellipse.b())};
    }
    SlipTurn operator()(const TrianglePressure& triangles) const
    {
        constexpr int n = 64; // points, so that few triangles have a width
        return of_points(triangles.points(n));
    }
    SlipTurn operator()(const PointPressure& cloud) const { return of_points(cloud.points); }

private:
    // The smaller radius of gyration of the load, about its centre.
    [[nodiscard]] static SlipTurn of_points(const std::vector<LoadedPoint>& points)
    {
        double load = 0;
        Vector2 centre = Vector2::Zero();
        for (const LoadedPoint& point : points) {
            load += point.load;
            centre += point.load * point.at;
        }
        centre /= load;
        double xx = 0, xy = 0, yy = 0;
        for (const LoadedPoint& point : points) {
            const Vector2 from = point.at - centre;
            xx += point.load / load * from(0) * from(0);
            xy += point.load / load * from(0) * from(1);
            yy += point.load / load * from(1) * from(1);
        }
        const double largest = (xx + yy) / 2 + std::hypot((xx - yy) / 2, xy),
                     product = xx * yy - xy * xy; // product of the squares of both radii
        return {centre, largest > 0 ? std::sqrt(std::max(product, 0.0) / largest) : 0};
    }
};

} // namespace

double turn_size(const SlipTurn& turn, const Vector3& velocity)
{
    return std::hypot(velocity(0) - velocity(2) * turn.at(1),
                      velocity(1) + velocity(2) * turn.at(0), turn.size * velocity(2));
}

std::vector<SlipTurn> slip_turns(const PatchLaw& law)
{
    std::vector<SlipTurn> turns;
    for (const PressurePart& part : law.map()) {
        SlipTurn turn = std::visit(TurnOf{}, part.pressure);
        const double c = std::cos(part.angle), s = std::sin(part.angle);
        turn.at =
            part.at + Vector2(c * turn.at(0) - s * turn.at(1), s * turn.at(0) + c * turn.at(1));
        if (takes(law.options().form).rho) // the law is smooth on the sphere with that length
            turn.size = std::min(turn.size, law.length());
        turns.push_back(turn);
    }
    return turns;
}

} // namespace slideway::contact
