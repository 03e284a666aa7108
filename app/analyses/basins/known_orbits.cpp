#include "app/analyses/basins/basin_results.hpp"

#include "app/motions/over_parameter/branch_motions.hpp"
#include "app/motions/over_parameter/stored_orbits.hpp"
#include "app/motions/start/phase_zero.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/capture.hpp"
#include "io/hdf5_file.hpp"

#include <algorithm>
#include <map>
#include <numbers>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::KnownOrbit;

std::string key_of(const BasinOrbitEntry& named)
{
    return "orbits." + named.name;
}

bool knows(const BasinModel& model, const KnownOrbit& orbit)
{
    const Vector weight = model.family.energy_weights();
    return std::any_of(model.orbits.begin(), model.orbits.end(),
                       [&](const KnownOrbit& known) { return same_orbit(weight, known, orbit); });
}

KnownOrbit mirror(const BasinModel& model, const KnownOrbit& orbit)
{
    return mirror_of(model.family, orbit, model.family.value(), known_orbit_tolerance);
}

KnownOrbit orbit_of(const BasinModel& model, const dynamics::PeriodicMotion& motion,
                    const std::string& name)
{
    KnownOrbit orbit =
        known_orbit(model.family, motion, model.family.value(), known_orbit_tolerance);
    orbit.name = name;
    return orbit;
}

// One that the case names.
void add(const BasinOrbitEntry& named, KnownOrbit orbit, BasinModel& model)
{
    if (!orbit.stable)
        throw InputError(key_of(named), "\"" + named.name + "\"",
                         "the periodic motion there is not stable (largest multiplier " +
                             number_text(orbit.growth, 6) +
                             "): no start settles on it; leave it out");
    const Vector weight = model.family.energy_weights();
    for (const KnownOrbit& known : model.orbits)
        if (same_orbit(weight, known, orbit))
            throw InputError(key_of(named), "\"" + named.name + "\"",
                             "is the same motion as \"" + known.name + "\"; expected another");
    model.orbits.push_back(std::move(orbit));
}

// @param first  of the inputs of the model that its start gives
void add_near(const BasinOrbitEntry& named, SoughtOrbits sought, std::size_t first, const Case& c,
              const BuiltModel& built, const Monitor& monitor, BasinModel& model)
{
    const dynamics::OrbitFamily& family = model.family;
    const Vector z = state_at_phase_zero(named.start, c, built, *model.modal, family,
                                         known_orbit_tolerance, first);
    if (sought == SoughtOrbits::of_branches)
        return;
    const dynamics::PeriodicMotion motion =
        motion_of(named, family, z, family.value(), {}, monitor);
    add(named, orbit_of(model, motion, named.name), model);
}

// The stable ones of branches, none twice, under names with their branch: "b1 branch 2", or
// "b1 branch 2 motion 3" if it has several.
void add_all(const BasinOrbitEntry& named, const EarlierResults& results,
             const std::vector<BranchMotion>& motions, BasinModel& model)
{
    const Vector weight = model.family.energy_weights();
    std::vector<std::pair<std::size_t, KnownOrbit>> stable; // with their branches
    std::map<std::size_t, int> of_branch;
    for (const auto& [branch, motion] : motions) {
        KnownOrbit orbit = orbit_of(model, motion, named.name);
        const auto known = [&](const auto& before) {
            return same_orbit(weight, before.second, orbit) ||
                   (model.family.asymmetry().empty() &&
                    same_orbit(weight, mirror(model, before.second), orbit));
        };
        if (!orbit.stable || std::any_of(stable.begin(), stable.end(), known))
            continue;
        stable.emplace_back(branch, std::move(orbit));
        ++of_branch[branch];
    }
    if (stable.empty())
        results.refuse("no motion that it has at the values of this case is stable (of " +
                       std::to_string(motions.size()) + "): no start settles there; leave it out");
    std::map<std::size_t, int> number;
    for (auto& [branch, orbit] : stable) {
        if (!named.branch)
            orbit.name += " branch " + std::to_string(branch + 1);
        if (of_branch[branch] > 1)
            orbit.name += " motion " + std::to_string(++number[branch]);
        add(named, std::move(orbit), model);
    }
}

void add_of_branches(const Basins& e, const BasinOrbitEntry& named, const EarlierResults& results,
                     const Case& c, const BuiltModel& built, BasinModel& model)
{
    const StartEntry& start = named.start;
    const double Omega = start.Omega.value_or(0);
    results.refuse_keys({{"t", number_text(start.t.value_or(0))},
                         {"level", number_text(start.level)},
                         {"curve", std::to_string(start.curve)},
                         {"Omega", number_text(Omega)},
                         {"frequency_hz", number_text(Omega / (2 * std::numbers::pi))},
                         {"periods", std::to_string(named.periods)}},
                        "a transient or a forced-response", "periodic-orbits");
    const bool flag = c.analysis.places.keys.contains(results.table + ".at");
    const std::vector<BranchMotion> motions =
        branch_motions(results, {e.monitors, named.branch, flag ? start.at : ""}, c, built,
                       model.modal, model.family.system());
    if (flag)
        add(named, orbit_of(model, motions.front().motion, named.name), model);
    else
        add_all(named, results, motions, model);
}

EarlierResults results_of(const BasinOrbitEntry& named, const Case& c)
{
    return {c, named.start.table, named.start.results};
}

std::string analysis_of(const EarlierResults& results)
{
    try {
        return io::Hdf5Reader(results.file()).attribute("", "analysis");
    } catch (const InputError&) {
        throw;
    } catch (const std::exception& error) { // no results of this program
        results.refuse(error.what());
    }
}

// Behind all that are named: mirrors may be among these.
void add_mirrors(BasinModel& model)
{
    if (!model.family.asymmetry().empty())
        return;
    const std::vector<KnownOrbit> named = model.orbits;
    for (const KnownOrbit& orbit : named) {
        if (orbit.own_mirror)
            continue;
        KnownOrbit given_orbit = mirror(model, orbit);
        if (knows(model, given_orbit))
            continue;
        given_orbit.name = "mirror of " + orbit.name;
        model.orbits.push_back(std::move(given_orbit));
    }
}

} // namespace

bool of_branches(const BasinOrbitEntry& named, const Case& c)
{
    if (named.start.results.empty())
        return false;
    const EarlierResults results = results_of(named, c);
    const std::string analysis = analysis_of(results);
    for (const std::string_view of_a_start : {"transient", "forced-response"})
        if (analysis == of_a_start)
            return false;
    if (analysis != StoredOrbits::analysis)
        results.refuse("holds results of " + analysis +
                       "; expected those of periodic-orbits, transient or forced-response");
    return true;
}

void add_orbits(const Basins& e, SoughtOrbits sought, std::size_t first, const Case& c,
                const BuiltModel& built, const Monitor& monitor, BasinModel& model)
{
    for (const BasinOrbitEntry& named : e.orbits) {
        const EarlierResults results = results_of(named, c);
        if (of_branches(named, c)) {
            add_of_branches(e, named, results, c, built, model);
        } else {
            results.refuse_keys({{"branch", std::to_string(named.branch.value_or(1))}},
                                "periodic-orbits", "another analysis");
            add_near(named, sought, first, c, built, monitor, model);
        }
        first += forced_names(named.start).size();
    }
    add_mirrors(model);
}

} // namespace slideway::app
