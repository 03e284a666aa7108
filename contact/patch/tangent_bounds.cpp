#include "contact/patch/tangent_bounds.hpp"

#include "contact/patch/pressure_map.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::contact {

namespace {

SlipSpin direction(double a, double z)
{
    const double r = std::hypot(a, z);
    return {a / r, z / r};
}

Interval slip_of(const Interval3& x)
{
    const Interval square_of = square(x[0]) + square(x[1]);
    return {std::sqrt(square_of.lo), std::sqrt(square_of.hi)};
}

} // namespace

SlipSpinArc arc_of(const Interval3& box)
{
    const Interval a = slip_of(box), z = magnitude(box[2]);
    return {direction(a.hi, z.lo), direction(a.lo, z.hi)};
}

Interval33 axisymmetric_bounds(const MeridianBounds& m, const Interval3& x)
{
    const Interval a = slip_of(x), z = magnitude(x[2]);
    const auto [low, high] = arc_of(x);
    const Interval cos{high.cos, low.cos}, sin{low.sin, high.sin};
    Interval fall = m.fall, rise_sin = m.rise * sin; // with the sign of the spin
    if (x[2].hi <= 0) {
        fall = -fall;
        rise_sin = -rise_sin;
    } else if (x[2].lo < 0) {
        fall = hull(fall, -fall);
        rise_sin = hull(rise_sin, -rise_sin);
    }
    const Interval interval{1 / std::hypot(a.hi, z.hi), 1 / std::hypot(a.lo, z.lo)};

    std::array<Interval, 2> e{Interval{-1, 1}, Interval{-1, 1}};
    if (a.lo > 0)
        for (std::size_t i = 0; i < 2; ++i) {
            const Interval quotient = x[i] / a;
            e[i] = {std::max(quotient.lo, -1.0), std::min(quotient.hi, 1.0)};
        }
    Interval e01 = e[0] * e[1];
    e01 = {std::max(e01.lo, -0.5), std::min(e01.hi, 0.5)};

    const Interval along = m.fall * sin - m.slip;
    Interval33 H;
    H[0][0] = interval * (m.slip + along * square(e[0]));
    H[1][1] = interval * (m.slip + along * square(e[1]));
    H[0][1] = H[1][0] = interval * along * e01;
    for (std::size_t i = 0; i < 2; ++i) {
        H[i][2] = -(interval * fall * cos * e[i]);
        H[2][i] = -(interval * rise_sin * e[i]);
    }
    H[2][2] = interval * m.rise * cos;
    return H;
}

bool has_bounds(const PressureMap& map)
{
    return std::all_of(map.begin(), map.end(), [](const PressurePart& part) -> bool {
        return std::holds_alternative<DiscPart>(part.pressure);
    });
}

std::optional<Interval33> map_bounds(const PressureMap& map, double length, const Interval3& box)
{
    Interval33 sum;
    for (const PressurePart& part : map) {
        const auto& disc = *std::get_if<DiscPart>(&part.pressure);
        // Converts (u_x, u_y, R omega) of the port to that of the part.
        const double x = part.at(0) / length, y = part.at(1) / length, R = disc.radius / length;
        const Interval3 there{box[0] - y * box[2], box[1] + x * box[2], R * box[2]};
        if (there[0].holds(0) && there[1].holds(0) && there[2].holds(0))
            return std::nullopt;
        const SlipSpinArc arc = arc_of(there);
        const Interval33 H = axisymmetric_bounds(disc.pressure.bounds(arc.low, arc.high), there);
        // move' H move, move = [1 0 -y; 0 1 x; 0 0 R].
        const Interval P = part.normal_force, xz = R * H[0][2] - y * H[0][0] + x * H[0][1],
                       yz = R * H[1][2] - y * H[0][1] + x * H[1][1];
        const Interval own = R * H[2][2] - y * H[0][2] + x * H[1][2];
        sum[0][0] += P * H[0][0];
        sum[0][1] += P * H[0][1];
        sum[1][1] += P * H[1][1];
        sum[0][2] += P * xz;
        sum[1][2] += P * yz;
        sum[2][2] += P * (R * own - y * xz + x * yz);
    }
    sum[1][0] = sum[0][1];
    sum[2][0] = sum[0][2];
    sum[2][1] = sum[1][2];
    return sum;
}

} // namespace slideway::contact
