#include "contact/patch/disc_pressure.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::contact {

namespace {

using Kind = std::variant<PressureShape, PowerPressure, RadialPressure>;
using Sums = RadialPressure::Sums;

LawParts operator-(const LawParts& a, const LawParts& b)
{
    return {a.slip - b.slip, a.spin - b.spin, a.bend - b.bend};
}

// Two monotone sums over the ratio eps (spinning), or 1/eps (sliding). Only a table has the second
// sum.
Sums sums_of(const Kind& kind, bool spins, double ratio)
{
    if (const auto* shape = std::get_if<PressureShape>(&kind))
        return {spins ? spinning_parts(*shape, ratio) : sliding_parts(*shape, ratio), {}};
    if (const auto* power = std::get_if<PowerPressure>(&kind))
        return {spins ? power->spinning(ratio) : power->sliding(ratio), {}};
    const auto& table = *std::get_if<RadialPressure>(&kind);
    return spins ? table.spinning(ratio) : table.sliding(ratio);
}

Interval between(const Sums& a, const Sums& b, double LawParts::*part)
{
    auto hull_of = [](double one, double other) -> Interval {
        return {std::min(one, other), std::max(one, other)};
    };
    return hull_of(a.falls.*part, b.falls.*part) - hull_of(a.rises.*part, b.rises.*part);
}

} // namespace

Meridian DiscPressure::meridian(const SlipSpin& spin) const
{
    const bool spins = spin.cos <= spin.sin;
    const double value = spins ? spin.sin : spin.cos;
    const Sums sums = sums_of(kind_, spins, spins ? spin.cos / spin.sin : spin.sin / spin.cos);
    const LawParts p = sums.falls - sums.rises;
    const double bend = p.bend / (value * value * value);
    return {p.slip / value, p.spin / value, bend * spin.sin, bend * spin.cos};
}

MeridianBounds DiscPressure::bounds(const SlipSpin& low, const SlipSpin& high) const
{
    constexpr double half = 0.7071067811865475; // below sqrt(1/2): where both ratios are 1
    MeridianBounds out;
    auto take = [&out, first = true](const Sums& a, const Sums& b,
                                     const Interval& interval) mutable {
        const MeridianBounds part{between(a, b, &LawParts::slip) / interval,
                                  between(a, b, &LawParts::spin) / interval,
                                  between(a, b, &LawParts::bend) / (interval * interval * interval),
                                  {}}; // fall: the bend, until it is multiplied below
        out.slip = first ? part.slip : hull(out.slip, part.slip);
        out.spin = first ? part.spin : hull(out.spin, part.spin);
        out.fall = first ? part.fall : hull(out.fall, part.fall);
        first = false;
    };
    if (high.cos <= high.sin)
        take(sums_of(kind_, true, high.cos / high.sin),
             sums_of(kind_, true, low.cos < low.sin ? low.cos / low.sin : 1),
             {std::max(low.sin, half), high.sin});
    if (low.cos > low.sin)
        take(sums_of(kind_, false, low.sin / low.cos),
             sums_of(kind_, false, high.sin < high.cos ? high.sin / high.cos : 1),
             {std::max(high.cos, half), low.cos});
    out.rise = out.fall * Interval{high.cos, low.cos};
    out.fall = out.fall * Interval{low.sin, high.sin};
    return out;
}

double DiscPressure::torque_arm() const
{
    const Sums sums = sums_of(kind_, true, 0);
    return sums.falls.spin - sums.rises.spin;
}

std::string DiscPressure::text() const
{
    if (const auto* power = std::get_if<PowerPressure>(&kind_))
        return "power, nu = " + number_text(power->nu());
    const auto* shape = std::get_if<PressureShape>(&kind_);
    return shape ? std::string(name_of(*shape)) : "table";
}

double DiscPressure::radius_within(double share) const
{
    if (const auto* table = std::get_if<RadialPressure>(&kind_))
        return table->radius_within(share);
    const auto* shape = std::get_if<PressureShape>(&kind_);
    const double nu = shape ? exponent(*shape) : std::get_if<PowerPressure>(&kind_)->nu();
    return std::sqrt(1 - std::pow(1 - share, 1 / (nu + 1)));
}

} // namespace slideway::contact
