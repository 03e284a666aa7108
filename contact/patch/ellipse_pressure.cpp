#include "contact/patch/ellipse_pressure.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::contact {

namespace {

using std::numbers::pi;
// Largest ratio of half axes; more slender ellipses need more directions than a quadrature over the
// area.
constexpr double most_slender = 100;

// Number of directions for 1/m, whose Fourier coefficients decrease by (a-b)/(a+b) each.
int directions_for(double a, double b)
{
    constexpr double digits = 37; // ln 1e16
    const double ratio = std::abs(a - b) / (a + b);
    return std::max(16, static_cast<int>(std::ceil(digits / -std::log(std::max(ratio, 1e-3)))));
}

struct EllipseSums {
    double a, b, omega;
    Vector2 s, G; // skew in units of the half axes
    PatchForce out = PatchForce::zero();

    // Adds a chord along d, in units of 3/(2 pi) and of the speed (except for its weight).
    void add(double weight, const Vector2& d, double t)
    {
        const double m2 = a * a * d(0) * d(0) + b * b * d(1) * d(1), m = std::sqrt(m2),
                     q2 = (1 - t) * (1 + t);
        const double A0 = 1 + t * (s(1) * d(0) - s(0) * d(1)), A1 = s.dot(d);
        const double M0 = pi / 2 * q2, M2 = pi / 8 * q2 * q2;
        const double B = -G.dot(d);
        const double J0 = A0 * M0, J1 = B * J0 + omega * A1 * M2;
        // Lever of the sliding direction: N . n across d, N = (a^2 d_x, b^2 d_y); m^2 tau along d.
        const double lever = (b * b - a * a) * d(0) * d(1);
        out.force(0) -= weight * J1 * b * d(1) / m;
        out.force(1) += weight * J1 * a * d(0) / m;
        out.force(2) += weight * (m * (omega * A0 + B * A1) * M2 + t * lever / m * J1);
        // Across the sliding direction, points of the chord move together.
        const Vector3 across(a * d(0) / m, b * d(1) / m, -a * b * t / m);
        out.tangent += weight * J0 / m * across * across.transpose();
    }
};

} // namespace

EllipsePressure::EllipsePressure(double a, double b, const Vector2& skew)
    : a_(a), b_(b), skew_(skew)
{
    auto texts = [](double x, double y) -> std::string {
        return "[" + number_text(x) + ", " + number_text(y) + "]";
    };
    if (!(a > 0) || !(b > 0) || !(std::max(a, b) <= most_slender * std::min(a, b)))
        throw InputError("half_axes", texts(a, b),
                         "expected two numbers > 0, within a factor of 100");
    const double steepest = Vector2(a * skew(0), b * skew(1)).norm();
    if (!(steepest <= 1))
        throw InputError("skew", texts(skew(0), skew(1)),
                         "the pressure is negative at the rim; expected the root of (half axis "
                         "times skew) squared, summed, at most 1");
    const int n = directions_for(a, b);
    for (int k = 0; k < n; ++k) {
        const double angle = pi * (k + 0.5) / n;
        directions_.emplace_back(std::cos(angle), std::sin(angle));
    }
    nodes_ = gauss_rule(n + 8);
}

PatchForce EllipsePressure::force(const Vector2& slip, double spin) const
{
    EllipseSums sums{a_, b_, spin, Vector2(a_ * skew_(0), b_ * skew_(1)),
                     Vector2(-slip(1) / a_, slip(0) / b_)};
    const double G = sums.G.norm(), omega = std::abs(spin);
    if (G < omega) {
        const double weight = pi / static_cast<double>(directions_.size()) / omega;
        for (const Vector2& d : directions_)
            sums.add(weight, d, (sums.G(1) * d(0) - sums.G(0) * d(1)) / spin);
    } else {
        // From a centre outside, chords lie within +-asin(omega/G) about the middle. Near the rim
        // nodes are spaced by angle; far away, where all angles coincide, by t.
        const Vector2 towards = -sums.G / G;
        const double ratio = spin / G;
        constexpr double far = 0.5;
        const bool by_angle = std::abs(ratio) > far;
        const double widest = std::asin(ratio);
        for (const QuadratureNode& node : nodes_) {
            const double x = node.from_start - node.to_end;
            const double sin = by_angle ? std::sin(widest * x) : ratio * x,
                         cos = std::sqrt((1 - sin) * (1 + sin));
            const double t = by_angle ? std::clamp(sin / ratio, -1.0, 1.0) : x,
                         weight = by_angle ? 2 * node.weight * widest / spin
                                           : 2 * node.weight / (G * cos);
            sums.add(weight,
                     {cos * towards(0) - sin * towards(1), sin * towards(0) + cos * towards(1)}, t);
        }
    }
    PatchForce out = sums.out;
    out.force *= 1.5 / pi;
    out.tangent *= 1.5 / pi;
    out.power = out.force.dot(Vector3(slip(0), slip(1), spin));
    return out;
}

} // namespace slideway::contact
