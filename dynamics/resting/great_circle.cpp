#include "dynamics/resting/direction_search.hpp"

#include "base/text.hpp"

#include <cmath>
#include <numbers>

namespace slideway::dynamics {

using contact::MeridianBounds;
using contact::SlipSpin;

namespace {

// An arc of latitudes between angles with their cosines and sines.
struct Arc {
    double from, to;

    [[nodiscard]] static SlipSpin at(double theta)
    {
        return {std::max(std::cos(theta), 0.0), std::sin(theta)};
    }
};

// On a quarter circle from slip along the load, or against it, to spin with the moment, or against
// it, directions are zeros of
//
//   g(theta) = sin cos (slip - ratio spin) - sin force + ratio cos moment,   ratio = mass/inertia,
//
// except at the ends: g / sin without a moment, g / cos without a force.
class Meridian {
public:
    Meridian(const ScaledPatch& patch, double signed_force, double signed_moment)
        : law_(patch.law), ratio_(patch.mass(0, 0) / patch.mass(2, 2)), force_(signed_force),
          moment_(signed_moment)
    {
    }

    [[nodiscard]] double value(double theta) const
    {
        const SlipSpin spin = Arc::at(theta);
        const contact::Meridian m = law_.meridian(spin);
        return value_of<double>(m.slip - ratio_ * m.spin, spin.cos, spin.sin);
    }

    struct Bounds {
        Interval value, slope; // slope: of a multiple that is > 0 inside of the arc
    };
    [[nodiscard]] Bounds bounds(const Arc& arc) const
    {
        const SlipSpin low = Arc::at(arc.from), high = Arc::at(arc.to);
        const MeridianBounds m = law_.bounds(low, high);
        const Interval cos{high.cos, low.cos}, sin{low.sin, high.sin}, cos2 = square(cos),
                                                                       sin2 = square(sin);
        const Interval fall = sin * m.fall, rise = ratio_ * (cos * m.rise);
        const Interval value = value_of<Interval>(m.slip - ratio_ * m.spin, cos, sin);
        if (force_ == 0)
            return {value, moment_ == 0 ? sin2 * m.slip + cos2 * (ratio_ * m.spin) - fall - rise
                                        : m.slip - fall - rise};
        if (moment_ == 0)
            return {value, ratio_ * m.spin - fall - rise};
        return {value, cos2 * m.slip + sin2 * (ratio_ * m.spin) - fall - rise - force_ * cos -
                           ratio_ * moment_ * sin};
    }

    // Halves arcs until each has no zero, or is monotone.
    void search(const Arc& arc, std::vector<double>& zeros, std::string& doubt) const
    {
        const Bounds arc_bounds = bounds(arc);
        if (!arc_bounds.value.holds(0))
            return;
        if (!arc_bounds.slope.holds(0)) {
            const double a = value(arc.from), b = value(arc.to);
            // A zero at an end belongs to the arc that begins there.
            if (a == 0 || (a < 0) != (b < 0))
                if (b != 0)
                    zeros.push_back(zero(arc, a));
            return;
        }
        // Less than that apart are two zeros at a fold, or a zero and the equator.
        constexpr double smallest = 1e-7;
        if (arc.to - arc.from < smallest) {
            doubt = "directions meet at latitude " +
                    number_text(arc.from * 180 / std::numbers::pi, 4) + " deg of the law's sphere";
            return;
        }
        const double middle = 0.5 * (arc.from + arc.to);
        search({arc.from, middle}, zeros, doubt);
        search({middle, arc.to}, zeros, doubt);
    }

private:
    [[nodiscard]] double zero(Arc arc, double at_from) const
    {
        if (at_from == 0)
            return arc.from;
        constexpr double round_off = 1e-15; // of an angle
        while (arc.to - arc.from > round_off) {
            const double middle = 0.5 * (arc.from + arc.to);
            ((value(middle) < 0) == (at_from < 0) ? arc.from : arc.to) = middle;
        }
        return 0.5 * (arc.from + arc.to);
    }

    template <class Number>
    [[nodiscard]] Number value_of(const Number& G, const Number& cos, const Number& sin) const
    {
        if (force_ == 0)
            return moment_ == 0 ? G : Number(G * sin + ratio_ * moment_);
        return moment_ == 0 ? Number(G * cos - force_)
                            : Number((G * cos - force_) * sin + ratio_ * moment_ * cos);
    }

    const contact::PatchLaw& law_;
    double ratio_, force_, moment_;
};

// Zeros are found to round-off of an angle, and Newton's method moves them by that of the forces.
constexpr double bisected = 1e-9;

std::vector<double> zeros_of(const ScaledPatch& patch, double signed_force, double signed_moment,
                             std::string& doubt)
{
    const Meridian meridian(patch, signed_force, signed_moment);
    std::vector<double> zeros;
    constexpr int first_arcs = 16;
    for (int k = 0; k < first_arcs; ++k)
        meridian.search(
            {k * std::numbers::pi / 2 / first_arcs, (k + 1) * std::numbers::pi / 2 / first_arcs},
            zeros, doubt);
    return zeros;
}

} // namespace

DirectionSearch search_great_circle(const ScaledPatch& patch)
{
    const double force = patch.load.head<2>().norm(), moment = patch.load(2);
    const Vector3 e(patch.load(0) / force, patch.load(1) / force, 0);
    DirectionSearch search{.found = {}, .within = bisected, .doubt = {}};
    if (moment == 0)
        search.found = {e, -e};
    for (const double slip : {1.0, -1.0})
        for (const double spin : {1.0, -1.0}) {
            if (moment == 0 && spin < 0)
                continue; // mirrored
            for (const double theta : zeros_of(patch, slip * force, spin * moment, search.doubt)) {
                const SlipSpin slip_spin = Arc::at(theta);
                const Vector3 along = slip * slip_spin.cos * e, across(0, 0, spin * slip_spin.sin);
                search.found.emplace_back(along + across);
                if (moment == 0)
                    search.found.emplace_back(along - across);
            }
        }
    return search;
}

DirectionSearch search_latitudes(const ScaledPatch& patch)
{
    const double moment = patch.load(2);
    DirectionSearch search{.found = {}, .within = bisected, .doubt = {}};
    if (moment == 0)
        search.found.emplace_back(1, 0, 0);
    for (const double spin : {1.0, -1.0})
        for (const double theta : zeros_of(patch, 0, spin * moment, search.doubt)) {
            const SlipSpin slip_spin = Arc::at(theta);
            search.found.emplace_back(slip_spin.cos, 0, spin * slip_spin.sin);
        }
    return search;
}

} // namespace slideway::dynamics
