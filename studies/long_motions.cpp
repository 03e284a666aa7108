#include "studies/long_motions.hpp"

#include "dynamics/orbits/orbit_equations.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace slideway::studies {

namespace {

using dynamics::KnownOrbit;

// Returns the index of an orbit among the known ones, and adds it if it is new.
int number_of(const dynamics::OrbitFamily& family, const Vector& weight, const KnownOrbit& orbit,
              std::vector<KnownOrbit>& known)
{
    for (std::size_t k = 0; k < known.size(); ++k)
        if (same_orbit(weight, known[k], orbit))
            return static_cast<int>(k);
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
    return static_cast<int>(known.size()) - 1;
}

} // namespace

bool LongMotions::interrupted() const
{
    return std::any_of(motions.begin(), motions.end(), [](const StartedMotion& motion) -> bool {
        return motion.result.status == Status::interrupted ||
               motion.result.status == Status::not_run;
    });
}

LongMotions long_motions(const dynamics::OrbitFamily& family, const std::vector<Vector>& starts,
                         const dynamics::LongMotionOptions& options, const Progress& progress,
                         std::vector<StartedMotion> earlier)
{
    check(options);
    BifurcationDiagram before;
    for (StartedMotion& motion : earlier)
        before.series.emplace_back().motions.push_back(std::move(motion));
    BifurcationDiagram found =
        bifurcation_diagram({{0.0}, {{family, options.watched, starts}}, {}}, {DiagramSweep::same},
                            options, progress, std::move(before), KeptRecord::whole);
    const Vector weight = family.energy_weights();
    LongMotions out;
    for (DiagramSeries& series : found.series) {
        StartedMotion& motion = out.motions.emplace_back(std::move(series.motions.front()));
        const auto& settled = motion.motion.settled;
        out.label.push_back(
            motion.label(settled ? number_of(family, weight, settled->orbit, out.orbits) : -1));
    }
    return out;
}

} // namespace slideway::studies
