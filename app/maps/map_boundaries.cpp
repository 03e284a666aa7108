#include "app/maps/map_boundaries.hpp"

#include "base/golden_section.hpp"
#include "base/text.hpp"
#include "studies/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace slideway::app {

namespace {

using dynamics::RegimeBoundaries;
using dynamics::RegimeLimits;
using studies::PointResult;

constexpr int n_steps = 2000;       // of the curves, from end to end
constexpr double same_value = 1e-9; // of the axis: no step this short
constexpr double pole_width = 1e-10;
constexpr double flat = 1e-6;       // relative: no maximum but round-off
constexpr double pole_growth = 1e4; // of a maximum as neighbours close in; damping grows less

bool of_excitation(const MapAxis& axis)
{
    return axis.key.starts_with("excitation.");
}

// Whether another value of the axis takes another mesh, or another reduction of one.
bool rebuilds_meshes(const Case& c)
{
    return c.map->x.key.starts_with("substructure.") &&
           std::any_of(c.substructures.begin(), c.substructures.end(),
                       [](const SubstructureEntry& s) -> bool { return !is_made_at_once(s.kind); });
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

// At a value of the key. Throws InputError where the case refuses it.
using Limits = std::function<RegimeLimits(double)>;

// Closes in on a maximum of no_motion between low and high, and keeps what it computes.
// Returns the place of a pole, or nothing.
std::optional<double> close_in(const Limits& limits, double low, double high, double tolerance,
                               double reference, Curve& found)
{
    auto value = [&](double x) -> double {
        try {
            const RegimeLimits at = limits(x);
            found[x] = at;
            return holding(at);
        } catch (const InputError&) { // such as half a mode
            return 0;
        }
    };
    const Maximum most = golden_section_maximum(value, low, high, tolerance);
    if (most.value <= pole_growth * reference)
        return {};
    return most.x;
}

// Two values between which no_motion has a maximum, perhaps a pole.
struct Bracket {
    double low, high, reference;
    std::optional<double> pole;
    Curve found;
};

std::vector<Bracket> brackets_of(const Curve& curve)
{
    std::vector<Bracket> brackets;
    for (auto k = std::next(curve.begin()); std::next(k) != curve.end(); ++k) {
        const auto left = std::prev(k), right = std::next(k);
        const double here = holding(k->second),
                     beside = std::max(holding(left->second), holding(right->second));
        const double less = std::min(holding(left->second), holding(right->second));
        if (here >= beside && here > (1 + flat) * less)
            brackets.push_back({left->first, right->first, beside, {}, {}});
    }
    return brackets;
}

// What became of work(k) for k < n, several at once.
std::vector<PointResult> for_each(std::size_t n, const std::function<void(std::size_t)>& work,
                                  int threads, const Progress& progress)
{
    return studies::sweep(
        n,
        [&work](std::size_t k) -> PointResult {
            try {
                work(k);
            } catch (const InputError& error) {
                return {Status::refused, error.what(), {}};
            }
            return {Status::end, "", {}};
        },
        threads, progress);
}

std::ptrdiff_t count(const std::vector<PointResult>& results, Status status)
{
    return std::count_if(results.begin(), results.end(),
                         [&](const PointResult& r) -> bool { return r.status == status; });
}

bool was_interrupted(const std::vector<PointResult>& results)
{
    return count(results, Status::not_run) + count(results, Status::interrupted) > 0;
}

// "boundaries: 3 of 2001 values failed; the first, KEY = 0.5: message"; nothing if there are none.
void tell(std::vector<std::string>& lines, const std::vector<PointResult>& results, Status status,
          const std::string& what, const std::function<std::string(std::size_t)>& place)
{
    for (std::size_t k = 0; k < results.size(); ++k)
        if (results[k].status == status) {
            lines.push_back("boundaries: " + std::to_string(count(results, status)) + " of " +
                            std::to_string(results.size()) + " " + what + "; the first, " +
                            place(k) + ": " + results[k].message);
            return;
        }
}

// The closed form is that of one contact; "" of none or several.
std::string contact_of(const Case& c)
{
    std::string name;
    for (const JointEntry& joint : c.joints)
        if (contact::is_dry(joint.chosen)) {
            if (!name.empty())
                return "";
            name = joint.name;
        }
    return name;
}

} // namespace

bool has_boundaries(const Job& job, const std::string& contact)
{
    const std::optional<MapEntry>& map = job.c.map;
    const std::string limit = "joint." + contact + ".limit";
    return offers_boundaries(job) && map && map->x.key != limit &&
           (!map->y || map->y->key == limit);
}

std::optional<MapBoundaries> map_boundaries(const Job& job, const MapCases& cases,
                                            const std::function<BuiltModel(const Job& at)>& model,
                                            int threads, const Monitor& monitor)
{
    const Case& c = job.c;
    const std::string contact = contact_of(c);
    if (contact.empty() || !has_boundaries(job, contact))
        return {};
    const MapAxis& axis = c.map->x;
    const double y = map_grid(*c.map).front().y;
    auto boundaries_at = [&](const Job& at) -> RegimeBoundaries {
        return boundaries(at, model(at), monitor);
    };
    // The same at every frequency: the first one that can be had.
    std::optional<RegimeBoundaries> shared;
    bool refused = true;
    for (const double x : axis.values) {
        try {
            const RegimeBoundaries first = boundaries_at(cases.at({x, y}));
            if (of_excitation(axis))
                shared = first;
            refused = false;
        } catch (const InputError&) {
            continue;
        } catch (const std::exception&) { // told below, with all that fail
            refused = false;
            continue;
        }
        break;
    }
    if (refused)
        return {};
    const Limits limits = [&](double x) -> RegimeLimits {
        if (shared && axis.key == "excitation.Omega")
            return shared->at(x);
        const Job at = cases.at({x, y});
        const double Omega = at.c.excitation.Omega;
        return shared ? shared->at(Omega) : boundaries_at(at).at(Omega);
    };

    MapBoundaries result;
    result.asked = job.analysis;
    const std::vector<double> x = abscissas(axis, !rebuilds_meshes(c));
    std::vector<std::optional<RegimeLimits>> at(x.size());
    const std::vector<PointResult> values = for_each(
        x.size(), [&](std::size_t k) { at[k] = limits(x[k]); }, threads, monitor.until_stopped());
    result.interrupted = was_interrupted(values);
    if (result.interrupted)
        return result;
    auto place = [&](std::size_t k) -> std::string { return axis.key + " = " + number_text(x[k]); };
    tell(result.lines, values, Status::refused, "values are refused and left out", place);
    tell(result.lines, values, Status::failed, "values failed", place);

    Curve curve;
    for (std::size_t k = 0; k < x.size(); ++k)
        if (at[k])
            curve.emplace_hint(curve.end(), x[k], *at[k]);
    std::vector<Bracket> brackets;
    if (!rebuilds_meshes(c) && curve.size() > 2)
        brackets = brackets_of(curve);
    const double tolerance = pole_width * (x.back() - x.front());
    const std::vector<PointResult> searches = for_each(
        brackets.size(),
        [&](std::size_t k) {
            Bracket& b = brackets[k];
            b.pole = close_in(limits, b.low, b.high, tolerance, b.reference, b.found);
        },
        threads, monitor.until_stopped());
    result.interrupted = was_interrupted(searches);
    tell(result.lines, searches, Status::failed, "searches for a pole failed",
         [&](std::size_t k) { return "from " + axis.key + " = " + number_text(brackets[k].low); });
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
