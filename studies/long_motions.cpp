#include "studies/long_motions.hpp"

#include "base/threads.hpp"
#include "dynamics/orbits/orbit_equations.hpp"
#include "studies/parts_account.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace slideway::studies {

namespace {

using dynamics::KnownOrbit;

// Returns the index of an orbit among the known ones, and adds it if it is new.
Index number_of(const dynamics::OrbitFamily& family, const Vector& weight, const KnownOrbit& orbit,
                std::vector<KnownOrbit>& known)
{
    for (std::size_t k = 0; k < known.size(); ++k)
        if (same_orbit(weight, known[k], orbit))
            return static_cast<Index>(k);
    KnownOrbit added = orbit;
    added.name = "orbit " + std::to_string(known.size() + 1);
    if (!orbit.own_mirror && family.asymmetry().empty()) {
        const KnownOrbit mirror = mirror_of(family, orbit, family.system().Omega,
                                            dynamics::OrbitBranchOptions().step_tolerance);
        for (const KnownOrbit& other : known)
            if (same_orbit(weight, other, mirror))
                added.name = "mirror of " + other.name;
    }
    known.push_back(std::move(added));
    return static_cast<Index>(known.size()) - 1;
}

} // namespace

bool LongMotions::interrupted() const
{
    return std::any_of(results.begin(), results.end(), [](const PointResult& result) -> bool {
        return result.status == Status::interrupted || result.status == Status::not_run;
    });
}

KeptMotions LongMotions::have_run() const
{
    KeptMotions out(motions.size());
    for (std::size_t k = 0; k < motions.size(); ++k)
        if (results[k].status == Status::end)
            out[k] = motions[k];
    return out;
}

LongMotions long_motions(const dynamics::OrbitFamily& family, const std::vector<Vector>& starts,
                         const dynamics::LongMotionOptions& options, const Progress& progress,
                         KeptMotions earlier)
{
    check(options);
    LongMotions out;
    out.motions.resize(starts.size());
    out.results.resize(starts.size());
    PartsAccount account(starts.size(), progress);
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < starts.size(); ++k) {
        if (k >= earlier.size() || !earlier[k]) {
            open.push_back(k);
            continue;
        }
        out.motions[k] = std::move(*earlier[k]);
        out.results[k].status = Status::end;
        account.of_part(k, 1);
    }
    const int n_threads = threads();
    const OneThread alone; // the motions use the threads
    std::vector<PointResult> results = sweep(
        open.size(),
        [&](std::size_t n) -> PointResult {
            const std::size_t k = open[n];
            const Progress part = [&](double fraction) { return account.of_part(k, fraction); };
            out.motions[k] = dynamics::long_motion(family, starts[k], options, part);
            if (out.motions[k].interrupted)
                return {Status::interrupted, "", {}};
            account.of_part(k, 1);
            return {Status::end, "", {}};
        },
        n_threads, [&](double) -> bool { return account.goes_on(); });
    for (std::size_t n = 0; n < open.size(); ++n)
        out.results[open[n]] = std::move(results[n]);
    const Vector weight = family.energy_weights();
    for (const dynamics::LongMotion& motion : out.motions)
        out.orbit.push_back(
            motion.settled ? number_of(family, weight, motion.settled->orbit, out.orbits) : -1);
    return out;
}

} // namespace slideway::studies
