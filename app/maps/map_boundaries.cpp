#include "app/maps/map_boundaries.hpp"

#include "app/case/joint_entry.hpp"
#include "assembly/joint.hpp"
#include "base/error.hpp"
#include "base/golden_section.hpp"
#include "base/sort_unique.hpp"
#include "base/text.hpp"
#include "studies/shared_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

namespace slideway {

void each_member(auto& record, Either<dynamics::StopFreeRange> auto& range)
{
    record(range.from, range.to, range.reversals, range.stops_at_end);
}

void each_member(auto& record, Either<dynamics::RegimeLimits> auto& limits)
{
    record(limits.measure, limits.continuous, limits.continuous_unit_S, limits.S, limits.no_motion,
           limits.resonance, limits.absorber, limits.more.ranges, limits.more.not_searched);
}

} // namespace slideway

namespace slideway::app {

namespace {

using dynamics::RegimeBoundaries;
using dynamics::RegimeLimits;
using studies::PointResult;

constexpr int n_steps = 2000;       // steps of the curves from end to end of the axis
constexpr double same_value = 1e-9; // fraction of the axis below which values are equal
constexpr double pole_width = 1e-10;
constexpr double flat = 1e-6;       // relative height below which a maximum is round-off
constexpr double pole_growth = 1e4; // growth of a maximum at a pole; a damped resonance grows less

bool of_bodies(const MapAxis& axis)
{
    return axis.key.starts_with("substructure.");
}

bool of_excitation(const MapAxis& axis)
{
    return axis.key.starts_with("excitation.");
}

// True if the mesh of a body, or its reduction, depends on the key of the axis.
bool rebuilds_meshes(const Case& c)
{
    return of_bodies(c.map->x) &&
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
    sort_unique(x);
    return x;
}

using Curve = std::map<double, RegimeLimits>; // limits by value of the key; values without limits
                                              // have no entry

// Friction force that holds the contact; infinite if no force does.
double holding(const RegimeLimits& limits)
{
    return limits.no_motion.value_or(std::numeric_limits<double>::infinity());
}

// Returns the limits at a value of the key. Throws InputError if the case refuses the value.
using Limits = std::function<RegimeLimits(double)>;

// Locates a maximum of no_motion between low and high, and stores all computed values in `found`.
// Returns the position of a pole, or nothing.
std::optional<double> close_in(const Limits& limits, double low, double high, double tolerance,
                               double reference, Curve& found)
{
    auto value = [&](double x) -> double {
        try {
            const RegimeLimits regime_limits = limits(x);
            found[x] = regime_limits;
            return holding(regime_limits);
        } catch (const InputError&) { // for example a fractional number of modes
            return 0;
        }
    };
    const Maximum most = golden_section_maximum(value, low, high, tolerance);
    if (most.value <= pole_growth * reference)
        return {};
    return most.x;
}

// Two values between which no_motion has a maximum, which may be a pole.
struct Bracket {
    double low = 0, high = 0, reference = 0;
    std::optional<double> pole;
    Curve found;
};

void each_member(auto& record, Either<Bracket> auto& bracket)
{
    record(bracket.low, bracket.high, bracket.reference); // the values found follow
}

// Serialises the values that other ranks find.
void put_found(RecordWriter& record, const Bracket& bracket)
{
    record(bracket.pole, bracket.found.size());
    for (const auto& [x, limits] : bracket.found)
        record(x, limits);
}

void take_found(RecordReader& record, Bracket& bracket)
{
    std::size_t n = 0;
    record(bracket.pole, n);
    for (std::size_t k = 0; k < n; ++k) {
        double x = 0;
        record(x);
        record(bracket.found[x]);
    }
}

void find_pole(const Limits& limits, double tolerance, Bracket& b)
{
    b.pole = close_in(limits, b.low, b.high, tolerance, b.reference, b.found);
}

std::vector<Bracket> brackets_of(const Curve& curve)
{
    std::vector<Bracket> brackets;
    for (auto k = std::next(curve.begin()); std::next(k) != curve.end(); ++k) {
        const auto left = std::prev(k), right = std::next(k);
        const double value = holding(k->second),
                     beside = std::max(holding(left->second), holding(right->second));
        const double less = std::min(holding(left->second), holding(right->second));
        if (value >= beside && value > (1 + flat) * less)
            brackets.push_back({left->first, right->first, beside, {}, {}});
    }
    return brackets;
}

// Wraps work(k): converts exceptions to the result of a point.
studies::Point point_of(std::function<void(std::size_t)> work)
{
    return [work = std::move(work)](std::size_t k) -> PointResult {
        try {
            work(k);
        } catch (const InputError& error) {
            return {Status::refused, error.what(), {}};
        }
        return {Status::end, "", {}};
    };
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

// Adds "boundaries: 3 of 2001 values failed; the first, KEY = 0.5: message" if there are any.
void report(std::vector<std::string>& lines, const std::vector<PointResult>& results, Status status,
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

// Name of the only contact, for which the closed form holds; "" if there is none or several.
std::string contact_of(const Case& c)
{
    std::string name;
    for (const JointEntry& joint : c.joints)
        if (joint.chosen->is_dry()) {
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

namespace {

// Limits as a function of the value. Every rank has its own function.
std::optional<Limits> limits_of(const Job& job, const MapCases& cases,
                                const std::function<BuiltModel(const Job& map_job)>& model,
                                const Monitor& monitor)
{
    const MapAxis& axis = job.c.map->x;
    const double y = map_grid(*job.c.map).front().y;
    auto boundaries_at = [&model, &monitor](const Job& point_job) -> RegimeBoundaries {
        return boundaries(point_job, model(point_job), monitor);
    };
    // These boundaries do not depend on the frequency: take the first value that succeeds.
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
        } catch (const std::exception&) { // reported below with all other failures
            refused = false;
            continue;
        }
        break;
    }
    if (refused)
        return {};
    return [&axis, y, &cases, boundaries_at, shared = std::move(shared)](double x) -> RegimeLimits {
        if (shared && axis.key == "excitation.Omega")
            return shared->with_more_reversals(x);
        const Job this_job = cases.at({x, y});
        const double Omega = this_job.c.excitation.Omega;
        return shared ? shared->with_more_reversals(Omega)
                      : boundaries_at(this_job).with_more_reversals(Omega);
    };
}

} // namespace

std::optional<MapBoundaries>
map_boundaries(const Job& job, const MapCases& cases,
               const std::function<BuiltModel(const Job& map_job)>& model, int threads,
               const Monitor& monitor)
{
    const Case& c = job.c;
    const std::string contact = contact_of(c);
    if (contact.empty() || !has_boundaries(job, contact))
        return {};
    const MapAxis& axis = c.map->x;
    const std::optional<Limits> limits_at_key = limits_of(job, cases, model, monitor);
    if (!limits_at_key)
        return {};
    const Limits& limits = *limits_at_key;

    MapBoundaries result;
    result.asked = job.analysis;
    const std::vector<double> x = abscissas(axis, !rebuilds_meshes(c));
    std::vector<std::optional<RegimeLimits>> found_limits(x.size());
    RecordWriter of_values;
    of_values(MapPart::values, x);
    const studies::SharedSweep shared_values{
        text_of(of_values.take()), !of_bodies(axis),
        [&](std::size_t k, PointResult& /*result*/, RecordReader& more) { more(found_limits[k]); }};
    const std::vector<PointResult> values = studies::shared_sweep(
        x.size(), point_of([&](std::size_t k) { found_limits[k] = limits(x[k]); }), threads,
        monitor.until_stopped(), shared_values);
    result.interrupted = was_interrupted(values);
    if (result.interrupted)
        return result;
    auto place = [&](std::size_t k) -> std::string { return axis.key + " = " + number_text(x[k]); };
    report(result.lines, values, Status::refused, "values are refused and left out", place);
    report(result.lines, values, Status::failed, "values failed", place);

    Curve curve;
    for (std::size_t k = 0; k < x.size(); ++k)
        if (found_limits[k])
            curve.emplace_hint(curve.end(), x[k], *found_limits[k]);
    std::vector<Bracket> brackets;
    if (!rebuilds_meshes(c) && curve.size() > 2)
        brackets = brackets_of(curve);
    const double tolerance = pole_width * (x.back() - x.front());
    RecordWriter of_poles;
    of_poles(MapPart::poles, tolerance, brackets);
    const studies::SharedSweep shared_poles{
        text_of(of_poles.take()), false,
        [&](std::size_t k, PointResult& /*result*/, RecordReader& more) {
            take_found(more, brackets[k]);
        }};
    const std::vector<PointResult> searches = studies::shared_sweep(
        brackets.size(),
        point_of([&](std::size_t k) { find_pole(limits, tolerance, brackets[k]); }), threads,
        monitor.until_stopped(), shared_poles);
    result.interrupted = was_interrupted(searches);
    report(
        result.lines, searches, Status::failed, "searches for a pole failed",
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

studies::TaskWork BoundaryWork::of(MapPart part, RecordReader& header) const
{
    const auto limits =
        std::make_shared<std::optional<Limits>>(limits_of(job_, cases_, model_, monitor_));
    if (!*limits)
        throw std::logic_error("boundaries that rank 0 has are refused here");
    if (part == MapPart::values) {
        const auto x = std::make_shared<std::vector<double>>();
        header(*x);
        const auto map_values =
            std::make_shared<std::vector<std::optional<RegimeLimits>>>(x->size());
        return studies::points(
            point_of([limits, x, map_values](std::size_t k) {
                map_values->at(k) = (**limits)(x->at(k));
            }),
            [map_values](std::size_t k, RecordWriter& more) { more((*map_values)[k]); });
    }
    double tolerance = 0;
    const auto brackets = std::make_shared<std::vector<Bracket>>();
    header(tolerance, *brackets);
    return studies::points(
        point_of([limits, tolerance, brackets](std::size_t k) {
            find_pole(**limits, tolerance, brackets->at(k));
        }),
        [brackets](std::size_t k, RecordWriter& more) { put_found(more, (*brackets)[k]); });
}

} // namespace slideway::app
