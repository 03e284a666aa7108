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

// Between equator and pole directions are zeros of
//
//   G(theta) = (slip - mass/inertia spin) cos theta -+ load,   without load of G / cos theta.
class Meridian {
public:
    Meridian(const ScaledPatch& patch, double signed_load)
        : law_(patch.law), ratio_(patch.mass(0, 0) / patch.mass(2, 2)), load_(signed_load)
    {
    }

    [[nodiscard]] double value(double theta) const
    {
        const SlipSpin at = Arc::at(theta);
        const contact::Meridian m = law_.meridian(at);
        const double G = m.slip - ratio_ * m.spin;
        return load_ == 0 ? G : G * at.cos - load_;
    }

    struct Bounds {
        Interval value, slope; // slope: of a multiple that is > 0 inside of the arc
    };
    [[nodiscard]] Bounds bounds(const Arc& arc) const
    {
        const SlipSpin low = Arc::at(arc.from), high = Arc::at(arc.to);
        const MeridianBounds m = law_.bounds(low, high);
        const Interval cos{high.cos, low.cos}, sin{low.sin, high.sin};
        const Interval G = m.slip - ratio_ * m.spin;
        if (load_ == 0)
            return {G, square(sin) * m.slip - sin * m.fall -
                           ratio_ * (cos * m.rise - square(cos) * m.spin)};
        return {G * cos - load_, -(sin * m.fall) - ratio_ * (cos * m.rise - m.spin)};
    }

    // Halves arcs until each has no zero, or is monotone.
    void search(const Arc& arc, std::vector<double>& zeros, std::string& doubt) const
    {
        const Bounds on = bounds(arc);
        if (!on.value.holds(0))
            return;
        if (!on.slope.holds(0)) {
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

    const contact::PatchLaw& law_;
    double ratio_, load_;
};

std::vector<double> zeros_of(const ScaledPatch& patch, double signed_load, std::string& doubt)
{
    const Meridian on(patch, signed_load);
    std::vector<double> zeros;
    constexpr int first_arcs = 16;
    for (int k = 0; k < first_arcs; ++k)
        on.search(
            {k * std::numbers::pi / 2 / first_arcs, (k + 1) * std::numbers::pi / 2 / first_arcs},
            zeros, doubt);
    return zeros;
}

} // namespace

DirectionSearch search_great_circle(const ScaledPatch& patch)
{
    const double load = patch.load.head<2>().norm();
    const Vector3 e(patch.load(0) / load, patch.load(1) / load, 0);
    DirectionSearch search{{e, -e}, ""};
    for (const double sign : {1.0, -1.0})
        for (const double theta : zeros_of(patch, sign * load, search.doubt)) {
            const SlipSpin at = Arc::at(theta);
            for (const double spin : {at.sin, -at.sin})
                search.found.emplace_back(sign * at.cos * e + Vector3(0, 0, spin));
        }
    return search;
}

DirectionSearch search_latitudes(const ScaledPatch& patch)
{
    DirectionSearch search;
    for (const double theta : zeros_of(patch, 0, search.doubt)) {
        const SlipSpin at = Arc::at(theta);
        search.found.emplace_back(at.cos, 0, at.sin);
    }
    return search;
}

} // namespace slideway::dynamics
