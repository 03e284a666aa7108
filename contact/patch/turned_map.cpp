#include "contact/patch/turned_map.hpp"

#include <cmath>

namespace slideway::contact {

namespace {

// Rotates a vector by a right angle in the plane.
Vector3 turned(const Vector3& v)
{
    return {-v(1), v(0), 0};
}

} // namespace

Matrix3 axes_turned_by(double angle)
{
    const double c = std::cos(angle), s = std::sin(angle);
    Matrix3 axes;
    axes << c, -s, 0, s, c, 0, 0, 0, 1;
    return axes;
}

PatchForce force_on(const PatchLaw& law, const Matrix3& axes, const Vector3& velocity)
{
    const Vector3 on_map = axes.transpose() * velocity;
    const PatchForce f = law.force(on_map.head<2>(), on_map(2));
    return {f.power, axes * f.force, axes * f.tangent * axes.transpose()};
}

Vector3 force_rate(const PatchForce& force, const Vector3& velocity, const Vector3& acceleration,
                   double turning)
{
    return turning * turned(force.force) +
           force.tangent * (acceleration - turning * turned(velocity));
}

} // namespace slideway::contact
