#include "contact/patch/pressure_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::contact {

namespace {

using Point = LoadedPoint;

// Rotates a vector by an angle, counter-clockwise.
Vector2 turned(const Vector2& v, double angle)
{
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * v(0) - s * v(1), s * v(0) + c * v(1)};
}

// Friction of a part with limit 1, about its origin.
PatchForce force_of(const DiscPart& disc, const Vector2& slip, double spin)
{
    return axisymmetric_force(
        [&disc](const SlipSpin& slip_spin) -> Meridian {
            return disc.pressure.meridian(slip_spin);
        },
        1, disc.radius, slip, spin);
}
PatchForce force_of(const EllipsePressure& ellipse, const Vector2& slip, double spin)
{
    return ellipse.force(slip, spin);
}
PatchForce force_of(const TrianglePressure& triangles, const Vector2& slip, double spin)
{
    return triangles.force(slip, spin);
}
PatchForce force_of(const PointPressure& cloud, const Vector2& slip, double spin)
{
    return points_force(cloud.points, slip, spin);
}

double radius_of(const DiscPart& disc, const PressurePart& part)
{
    return part.at.norm() + disc.radius;
}
double radius_of(const EllipsePressure& ellipse, const PressurePart& part)
{
    const Vector2 vector2 = turned(part.at, -part.angle);
    double farthest = 0;
    constexpr int n = 720; // points on a rim; an error of 1e-5, which does not affect a law
    for (int k = 0; k < n; ++k) {
        const double angle = 2 * std::numbers::pi * k / n;
        farthest = std::max(farthest, (vector2 + Vector2(ellipse.a() * std::cos(angle),
                                                         ellipse.b() * std::sin(angle)))
                                          .norm());
    }
    return farthest;
}
double radius_of(const TrianglePressure& triangles, const PressurePart& part)
{
    const Vector2& vector2 = part.at;
    double farthest = 0;
    for (const TrianglePressure::Vertex& vertex : triangles.vertices())
        farthest = std::max(farthest, (vector2 + vertex.at).norm());
    return farthest;
}
double radius_of(const PointPressure& cloud, const PressurePart& part)
{
    double farthest = 0;
    for (const Point& point : cloud.points)
        farthest = std::max(farthest, (part.at + point.at).norm());
    return farthest;
}

// Radii of equal loads of the pressure, at golden angles.
std::vector<Point> spiral(const DiscPressure& pressure, int n)
{
    const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
    std::vector<Point> points;
    for (int k = 0; k < n; ++k) {
        const double r = pressure.radius_within((k + 0.5) / n), angle = golden * k;
        points.push_back({{r * std::cos(angle), r * std::sin(angle)}, 1.0 / n});
    }
    return points;
}

std::vector<Point> points_of(const DiscPart& disc, int n)
{
    std::vector<Point> points = spiral(disc.pressure, n);
    for (Point& point : points)
        point.at *= disc.radius;
    return points;
}
std::vector<Point> points_of(const EllipsePressure& ellipse, int n)
{
    std::vector<Point> points = spiral(PressureShape::hertz, n);
    for (Point& point : points) {
        point.at = point.at.cwiseProduct(Vector2(ellipse.a(), ellipse.b()));
        point.load *= 1 + ellipse.skew().dot(point.at);
    }
    return points;
}
std::vector<Point> points_of(const TrianglePressure& triangles, int n)
{
    return triangles.points(n);
}
std::vector<Point> points_of(const PointPressure& cloud, int /*n*/)
{
    return cloud.points;
}

} // namespace

std::string text(const PressureMap& map)
{
    if (map.size() != 1)
        return std::to_string(map.size()) + " parts";
    struct Name {
        std::string operator()(const DiscPart& disc) const { return disc.pressure.text(); }
        std::string operator()(const EllipsePressure& /*ellipse*/) const { return "ellipse"; }
        std::string operator()(const TrianglePressure& map) const
        {
            return std::to_string(map.triangles().size()) + " triangles";
        }
        std::string operator()(const PointPressure& cloud) const
        {
            return cloud.points.size() == 1 ? "point"
                                            : std::to_string(cloud.points.size()) + " points";
        }
    };
    return std::visit(Name{}, map.front().pressure);
}

double normal_force(const PressureMap& map)
{
    double sum = 0;
    for (const PressurePart& part : map)
        sum += part.normal_force;
    return sum;
}

double reach(const PressureMap& map)
{
    double farthest = 0;
    for (const PressurePart& part : map)
        farthest = std::max(farthest, std::visit(
                                          [&part](const auto& pressure) -> double {
                                              return radius_of(pressure, part);
                                          },
                                          part.pressure));
    return farthest;
}

PatchForce map_force(const PressureMap& map, const Vector2& slip, double spin)
{
    PatchForce sum = PatchForce::zero();
    for (const PressurePart& part : map) {
        // Velocity u + omega (-y, x) at the part; the force is transferred back to the port.
        const Vector2 lever(-part.at(1), part.at(0));
        Vector2 there = slip + spin * lever;
        // Rotation into the axes of the part.
        Eigen::Matrix2d turn = Eigen::Matrix2d::Identity();
        if (part.angle != 0 && std::holds_alternative<EllipsePressure>(part.pressure)) {
            turn.col(0) = turned({1, 0}, -part.angle);
            turn.col(1) = turned({0, 1}, -part.angle);
            there = turn * there;
        }
        Matrix3 move = Matrix3::Identity();
        move.topLeftCorner<2, 2>() = turn;
        const PatchForce one = std::visit(
            [&there, spin](const auto& pressure) -> PatchForce {
                return force_of(pressure, there, spin);
            },
            part.pressure);
        move.topRightCorner<2, 1>() = turn * lever;
        sum.power += part.normal_force * one.power;
        sum.force += part.normal_force * (move.transpose() * one.force);
        sum.tangent += part.normal_force * (move.transpose() * one.tangent * move);
    }
    return sum;
}

PressureMap turned(const PressureMap& map, double angle)
{
    PressureMap out = map;
    for (PressurePart& part : out) {
        part.at = turned(part.at, angle);
        if (const auto* triangles = std::get_if<TrianglePressure>(&part.pressure)) {
            std::vector<TrianglePressure::Vertex> vertices = triangles->vertices();
            for (TrianglePressure::Vertex& vertex : vertices)
                vertex.at = turned(vertex.at, angle);
            part.pressure = TrianglePressure(std::move(vertices), triangles->triangles());
        } else if (auto* cloud = std::get_if<PointPressure>(&part.pressure)) {
            for (Point& point : cloud->points)
                point.at = turned(point.at, angle);
        } else {
            part.angle += angle;
        }
    }
    return out;
}

PressureMap by_points(const PressureMap& map, int n)
{
    PressureMap cloud = map;
    const double all = normal_force(map);
    for (PressurePart& part : cloud) {
        const int share = std::max(1, static_cast<int>(std::lround(n * part.normal_force / all)));
        PointPressure loads{std::visit(
            [share](const auto& pressure) -> std::vector<Point> {
                return points_of(pressure, share);
            },
            part.pressure)};
        double sum = 0;
        for (const Point& point : loads.points)
            sum += point.load;
        for (Point& point : loads.points) {
            point.load /= sum;
            if (part.angle != 0)
                point.at = turned(point.at, part.angle);
        }
        part.angle = 0;
        part.pressure = std::move(loads);
    }
    return cloud;
}

} // namespace slideway::contact
