#include "app/map_boundaries.hpp"

#include "base/golden_section.hpp"
#include "dynamics/modal_model.hpp"
#include "studies/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace slideway::app {

namespace {

using dynamics::RegimeBoundaries;
using dynamics::RegimeLimits;

constexpr int n_steps = 2000;       // of the curves, from end to end
constexpr double same_value = 1e-9; // of the axis: no step this short
constexpr double pole_width = 1e-10;
constexpr double flat = 1e-6;       // relative: no maximum but round-off
constexpr double pole_growth = 1e4; // of a maximum as neighbours close in; damping grows less

RegimeBoundaries boundaries_of(const BuiltModel& built)
{
    return RegimeBoundaries(dynamics::coulomb_system(built.model, *modal_model(built)));
}

bool of_excitation(const MapAxis& axis)
{
    return axis.key.starts_with("excitation.");
}

// Whether another value of the axis takes another mesh, or another reduction of one.
bool rebuilds_meshes(const Case& c)
{
    return c.map->x.key.starts_with("substructure.") &&
           std::any_of(c.substructures.begin(), c.substructures.end(),
                       [](const SubstructureEntry& s) -> bool { return s.type != "lumped"; });
}

std::vector<double> abscissas(const MapAxis& axis, bool steps)
{
    std::vector<double> x = axis.values;
    std::sort(x.begin(), x.end());
    const double low = x.front(), high = x.back();
    const std::vector<double> own = x;
    for (int k = 1; steps && high > low && k < n_steps; ++k) {
        const double part = static_cast<double>(k) / n_steps;
        const double value =
            axis.logarithmic ? low * std::pow(high / low, part) : low + (high - low) * part;
        const auto next = std::lower_bound(own.begin(), own.end(), value);
        const double gap = std::min(*next - value, value - *std::prev(next));
        if (gap > same_value * (axis.logarithmic ? value : high - low))
            x.push_back(value);
    }
    std::sort(x.begin(), x.end());
    x.erase(std::unique(x.begin(), x.end()), x.end());
    return x;
}

using Curve = std::map<double, RegimeLimits>; // over the key; without a value: no entry

// The force that holds the contact; none at all: without bound.
double holding(const RegimeLimits& limits)
{
    return limits.no_motion.value_or(std::numeric_limits<double>::infinity());
}

// Closes in on a maximum of no_motion between low and high, and keeps what it computes.
// Returns the place of a pole, or nothing.
std::optional<double> close_in(const std::function<std::optional<RegimeLimits>(double)>& limits,
                               double low, double high, double tolerance, double reference,
                               Curve& found)
{
    auto value = [&](double x) -> double {
        const std::optional<RegimeLimits> at = limits(x);
        if (at)
            found[x] = *at;
        return at ? holding(*at) : 0;
    };
    const Maximum most = golden_section_maximum(value, low, high, tolerance);
    if (most.value <= pole_growth * reference)
        return {};
    return most.x;
}

// Runs work(k) for k < n, several at once. False: interrupted.
bool for_each(std::size_t n, const std::function<void(std::size_t)>& work, int threads,
              const Progress& progress)
{
    const std::vector<studies::PointResult> results = studies::sweep(
        n,
        [&work](std::size_t k) -> studies::PointResult {
            work(k);
            return {"end", "", {}};
        },
        threads, progress);
    return std::none_of(results.begin(), results.end(), [](const studies::PointResult& r) -> bool {
        return r.status == "not run";
    });
}

} // namespace

bool has_boundaries(const Case& c, const std::string& contact)
{
    const std::string limit = "joint." + contact + ".limit";
    return c.analysis.type == "regimes" && c.map && c.map->x.key != limit &&
           (!c.map->y || c.map->y->key == limit);
}

std::optional<MapBoundaries> map_boundaries(const Case& c, const MapCases& cases,
                                            const std::function<BuiltModel(const Case& at)>& model,
                                            int threads, const Progress& progress)
{
    if (c.analysis.type != "regimes" || !c.map)
        return {};
    const MapAxis& axis = c.map->x;
    const MapPoint origin = map_grid(*c.map).front();
    std::optional<RegimeBoundaries> shared; // the same at every frequency
    try {
        const BuiltModel first = model(cases.at(origin));
        const dynamics::CoulombSystem system =
            dynamics::coulomb_system(first.model, *modal_model(first));
        const RegimeBoundaries boundaries(system);
        if (!has_boundaries(c, system.names.front()))
            return {};
        if (of_excitation(axis))
            shared = boundaries;
    } catch (const std::exception&) { // the points say what is wrong
        return {};
    }
    auto limits = [&](double x) -> std::optional<RegimeLimits> {
        if (shared && axis.key == "excitation.Omega")
            return shared->at(x);
        try {
            const Case at = cases.at({x, origin.y});
            return shared ? shared->at(at.excitation.Omega)
                          : boundaries_of(model(at)).at(at.excitation.Omega);
        } catch (const InputError&) { // such as half a mode
            return {};
        }
    };

    MapBoundaries result;
    const std::vector<double> x = abscissas(axis, !rebuilds_meshes(c));
    std::vector<std::optional<RegimeLimits>> at(x.size());
    result.interrupted = !for_each(
        x.size(), [&](std::size_t k) { at[k] = limits(x[k]); }, threads, progress);
    if (result.interrupted)
        return result;

    Curve curve;
    for (std::size_t k = 0; k < x.size(); ++k)
        if (at[k])
            curve.emplace_hint(curve.end(), x[k], *at[k]);
    struct Bracket {
        double low, high, reference;
        std::optional<double> pole;
        Curve found;
    };
    std::vector<Bracket> brackets;
    if (!rebuilds_meshes(c) && curve.size() > 2)
        for (auto k = std::next(curve.begin()); std::next(k) != curve.end(); ++k) {
            const auto left = std::prev(k), right = std::next(k);
            const double here = holding(k->second),
                         beside = std::max(holding(left->second), holding(right->second));
            const double less = std::min(holding(left->second), holding(right->second));
            if (here >= beside && here > (1 + flat) * less)
                brackets.push_back({left->first, right->first, beside, {}, {}});
        }
    const double tolerance = pole_width * (x.back() - x.front());
    result.interrupted = !for_each(
        brackets.size(),
        [&](std::size_t k) {
            Bracket& b = brackets[k];
            b.pole = close_in(limits, b.low, b.high, tolerance, b.reference, b.found);
        },
        threads, progress);
    for (Bracket& b : brackets) {
        if (!b.pole)
            continue;
        result.poles.push_back(*b.pole);
        curve.merge(b.found);
    }
    for (const auto& [place, value] : curve)
        if (value.no_motion && value.S) {
            result.x.push_back(place);
            result.limits.push_back(value);
        }
    return result;
}

} // namespace slideway::app
