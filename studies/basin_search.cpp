#include "studies/basin_search.hpp"

#include "base/interruptible.hpp"
#include "dynamics/orbits/orbit_equations.hpp"
#include "dynamics/orbits/settling.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace slideway::studies {

namespace {

using dynamics::KnownOrbit;

// Distance from a known orbit, relative to its size, at which a state leads to it.
constexpr double approaches = 1e-4;

} // namespace

BasinSearch::BasinSearch(const dynamics::OrbitFamily& family, const BasinOptions& options,
                         BasinRuns& runs, Basins& out)
    : family_(family), o_(options), runs_(runs), out_(out), weight_(family.energy_weights())
{
}

void BasinSearch::choose(const std::vector<std::size_t>& points, int round)
{
    Outcomes& starts = out_.starts;
    const std::size_t n = out_.points.size() + points.size();
    out_.points.insert(out_.points.end(), points.begin(), points.end());
    out_.round.resize(n, round);
    starts.label.resize(n, not_run);
    starts.since.resize(n, -1);
    starts.taken.resize(n, 0);
    starts.end.conservativeResize(2 * family_.m(), static_cast<Index>(n));
    starts.end.rightCols(static_cast<Index>(points.size())).setZero();
}

void BasinSearch::settle(const std::function<bool()>& more)
{
    for (;;) {
        if (const std::vector<std::size_t> open = labelled(out_.starts, not_run); !open.empty())
            replace(out_.starts, open, runs_.run(open, {"starts", o_.tolerance, false, true}));
        if (out_.interrupted)
            return;
        const std::vector<std::size_t> unsettled = labelled(out_.starts, not_settled);
        if (find_others(unsettled)) // these run again; till then nobody knows
            replace(out_.starts, unsettled, open_outcomes(2 * family_.m(), unsettled.size()));
        else if (out_.interrupted || !more())
            return;
    }
}

bool BasinSearch::knows(const KnownOrbit& orbit) const
{
    return std::any_of(out_.orbits.begin(), out_.orbits.end(),
                       [&](const KnownOrbit& known) { return same_orbit(weight_, known, orbit); });
}

std::optional<KnownOrbit> BasinSearch::orbit_near(const Vector& z) const
{
    const double p = family_.value();
    const int n = dynamics::recurrence(family_, z, p, o_.longest, o_.tolerance);
    if (n == 0)
        return std::nullopt;
    const dynamics::PeriodicMotion motion =
        dynamics::periodic_motion(family_, z, p, n, {}, {}, [this](double /*of Newton's method*/) {
            return !runs_.progress() || runs_.progress()(1);
        });
    if (!motion.found)
        return std::nullopt;
    return known_orbit(family_, motion, p, dynamics::OrbitBranchOptions().step_tolerance);
}

void BasinSearch::search_from(const Vector& z)
{
    slideway::ask(runs_.progress(), 1);
    const auto beside = [&](const KnownOrbit& known) {
        return std::any_of(known.states.begin(), known.states.end(), [&](const Vector& state) {
            return dynamics::energy_size(weight_, z - state) <= approaches * known.size;
        });
    };
    if (std::any_of(out_.orbits.begin(), out_.orbits.end(), beside))
        return; // of an orbit that is known, and not yet for long enough
    std::optional<KnownOrbit> orbit = orbit_near(z);
    if (!orbit || !orbit->stable || knows(*orbit))
        return;
    const auto found =
        std::count_if(out_.orbits.begin(), out_.orbits.end(),
                      [](const KnownOrbit& known) { return known.name.starts_with("other "); });
    orbit->name = "other " + std::to_string(found + 1);
    out_.orbits.push_back(*orbit);
    if (orbit->own_mirror || !family_.asymmetry().empty())
        return;
    KnownOrbit mirror =
        mirror_of(family_, *orbit, family_.value(), dynamics::OrbitBranchOptions().step_tolerance);
    mirror.name = "mirror of " + orbit->name;
    if (!knows(mirror))
        out_.orbits.push_back(std::move(mirror));
}

bool BasinSearch::find_others(const std::vector<std::size_t>& unsettled)
{
    const std::size_t n = std::min(unsettled.size(), static_cast<std::size_t>(o_.sought)),
                      before = out_.orbits.size();
    try {
        for (std::size_t k = 0; k < n; ++k)
            search_from(
                out_.starts.end.col(static_cast<Index>(unsettled[k * unsettled.size() / n])));
    } catch (const Interrupted&) {
        out_.interrupted = true;
        out_.orbits.resize(before); // sought again by what continues
    }
    return out_.orbits.size() > before;
}

} // namespace slideway::studies
