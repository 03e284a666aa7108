#include "contact/patch/patch_rest.hpp"

#include "base/dense_solve.hpp"

#include <cmath>

namespace slideway::contact {

namespace {

// The law in units of its limit and length, so that slip and spin have the same unit.
class Scaled {
public:
    explicit Scaled(const PatchLaw& law) : law_(law), scale_(1, 1, 1 / law.length()) {}

    [[nodiscard]] Vector3 velocity(const Vector3& scaled) const
    {
        return scale_.cwiseProduct(scaled);
    }
    [[nodiscard]] Vector3 force(const Vector3& f) const
    {
        return scale_.cwiseProduct(f) / law_.limit();
    }
    [[nodiscard]] Matrix3 matrix(const Matrix3& M) const
    {
        return scale_.asDiagonal() * M * scale_.asDiagonal() / law_.limit();
    }
    /// D, its gradient and its second derivative.
    [[nodiscard]] PatchForce at(const Vector3& scaled) const
    {
        const Vector3 w = velocity(scaled);
        PatchForce f = law_.force(w.head<2>(), w(2));
        f.power /= law_.limit();
        f.force = force(f.force);
        f.tangent = matrix(f.tangent);
        return f;
    }

private:
    const PatchLaw& law_;
    Vector3 scale_;
};

// Value and derivatives of a convex function at a point; `size` is that of the terms of the value.
template <int n>
struct Convex {
    double value, size;
    Eigen::Matrix<double, n, 1> slope;
    Eigen::Matrix<double, n, n> curvature;
};

// Minimises a convex function by Newton's method with halved steps. Values may increase by
// round-off, so that the last digits of the point converge. The method ends when steps no longer
// decrease. The size of x is |x| + unit.
template <int n, class Function>
Eigen::Matrix<double, n, 1> least(Eigen::Matrix<double, n, 1> x, double unit, const Function& f)
{
    constexpr int most_steps = 100;
    constexpr double round_off = 1e-14, end = 1e-15, near = 1e-6;
    Convex<n> convex = f(x);
    double last = 0;
    for (int i = 0; i < most_steps; ++i) {
        Eigen::Matrix<double, n, 1> step = -Lu<double>(convex.curvature).solve(convex.slope);
        Convex<n> there = f(x + step);
        const double size = x.norm() + unit;
        while (!(there.value <= convex.value + round_off * convex.size) &&
               step.norm() > end * size) {
            step /= 2;
            there = f(x + step);
        }
        const double length = step.norm();
        if (i > 0 && length >= last && length <= near * size)
            break;
        x += step;
        convex = there;
        last = length;
        if (!(length > end * size))
            break;
    }
    return x;
}

} // namespace

// The gauge is the inverse of the minimum of D on the plane f . w = 1.
PatchGauge gauge(const PatchLaw& law, const Vector3& reaction)
{
    const Scaled scaled(law);
    const Vector3 f = scaled.force(reaction);
    const double size = f.norm();
    if (!(size > 0))
        return {0, Vector3::Zero()};
    if (law.is_point())
        return {size, f / size};
    const Vector3 along = f / size;
    const Eigen::Matrix<double, 3, 2> across = null_space(along.transpose());
    using Place = Eigen::Matrix<double, 2, 1>;
    const auto dissipation = [&](const Place& z) -> Convex<2> {
        const PatchForce force = scaled.at(along + across * z);
        return {force.power, force.power, across.transpose() * force.force,
                across.transpose() * force.tangent * across};
    };
    const Place z = least<2>(Place::Zero(), 1, dissipation);
    const Vector3 w = (along + across * z).normalized();
    return {f.dot(w) / scaled.at(w).power, scaled.velocity(w)};
}

Vector3 acceleration_from_rest(const PatchLaw& law, const Matrix3& mass, const Vector3& force)
{
    constexpr double round_off =
        1e-14; // error of a gauge, below which an acceleration has no direction
    const PatchGauge at_rest = gauge(law, force);
    if (!(at_rest.value > 1 + round_off))
        return Vector3::Zero();
    const Scaled scaled(law);
    const Matrix3 M = scaled.matrix(mass);
    const Vector3 f = scaled.force(force);
    if (law.is_point()) {
        const Eigen::Matrix2d M_plane = M.topLeftCorner<2, 2>();
        const auto plane = [&](const Vector2& a) -> Convex<2> {
            const Vector2 e = a.normalized(), inertia = M_plane * a;
            const double own = a.dot(inertia) / 2, work = f.head<2>().dot(a), size = a.norm();
            return {own - work + size, own + std::abs(work) + size, inertia - f.head<2>() + e,
                    M_plane + (Eigen::Matrix2d::Identity() - e * e.transpose()) / size};
        };
        const Vector2 w = at_rest.normal.head<2>();
        const double first = (at_rest.value - 1) / w.dot(M_plane * w);
        const Vector2 a = least<2>(first * w, 0, plane);
        return {a(0), a(1), 0};
    }
    const auto lagrangian = [&](const Vector3& a) -> Convex<3> {
        const PatchForce friction = scaled.at(a);
        const double inertia = 0.5 * a.dot(M * a), work = f.dot(a);
        return {inertia - work + friction.power, inertia + std::abs(work) + friction.power,
                M * a - f + friction.force, M + friction.tangent};
    };
    // The function first decreases from 0, where it is not smooth, along the normal.
    const Vector3 w = at_rest.normal.cwiseProduct(Vector3(1, 1, law.length()));
    const double first = (f.dot(w) - scaled.at(w).power) / w.dot(M * w);
    return scaled.velocity(least<3>(first * w, 0, lagrangian));
}

} // namespace slideway::contact
