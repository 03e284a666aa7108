#include "app/analyses/bifurcation_diagram/earlier_branches.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <utility>

namespace slideway::app {

namespace {

// Largest error after a period of a motion of the same model, relative to its size times the
// amplification by its largest multiplier. Newton's method and time steps cause 1e-9; a drive that
// differs by a millionth causes more.
constexpr double closes = 1e-7;
constexpr double fine = 1e-13; // of Taylor steps

EarlierResults results_of(const BifurcationDiagram& e, const Case& c, std::size_t k)
{
    return {c, "branches", e.branches[k]};
}

// Projects displacements and rates on the modes of the system.
Vector on_modes(const studies::DiagramSystem& system, const VectorIn& z)
{
    if (system.from_states.size() == 0)
        return z;
    const Index m = system.from_states.rows();
    Vector out(2 * m);
    out << system.from_states * z.head(m), system.from_states * z.tail(m);
    return out;
}

Vector state_of(const EarlierBranch& branch, Index point, const studies::DiagramSystem& system)
{
    return on_modes(system, branch.of.branch.x.col(point).head(2 * system.family.m()));
}

// Motions that the numbers of the results do not contain from those of the case: other loads, say.
void refuse_others(const EarlierBranch& branch, const EarlierResults& results,
                   const BifurcationDiagram& e, SystemsOver& systems)
{
    const auto growth = branch.of.branch.monitors.row(dynamics::orbit_growth);
    const Index point =
        *std::min_element(branch.points.begin(), branch.points.end(),
                          [&](Index a, Index b) -> bool { return growth(a) < growth(b); });
    const double p = branch.of.branch.p(point);
    const studies::DiagramSystem system = systems.at(p);
    const Vector weight = system.family.energy_weights(), z = state_of(branch, point, system);
    const dynamics::LongMotion motion = motion_at_point(branch, point, fine, systems);
    const double left = motion.failure.empty() ? dynamics::energy_size(weight, motion.end - z) : 1,
                 size = dynamics::energy_size(weight, z) * std::max(1.0, growth(point));
    if (!(left <= closes * size))
        results.refuse("has a motion at " + e.result_name + " " +
                       number_text(e.reported_value(p), 9) +
                       " that is none of this case: after its period it misses its start by " +
                       number_text(left / size, 2) +
                       " of its size; loads, damping and all else must be the same");
}

} // namespace

std::vector<std::filesystem::path> branch_files(const BifurcationDiagram& e, const Case& c)
{
    std::vector<std::filesystem::path> files;
    for (std::size_t k = 0; k < e.branches.size(); ++k)
        files.push_back(results_of(e, c, k).file());
    return files;
}

std::vector<EarlierBranch> earlier_branches(const BifurcationDiagram& e, const Case& c,
                                            SystemsOver& systems)
{
    std::vector<EarlierBranch> all;
    for (std::size_t k = 0; k < e.branches.size(); ++k) {
        const EarlierResults results = results_of(e, c, k);
        StoredOrbits stored = stored_orbits(results);
        if (stored.over != e.over)
            results.refuse("has branches over " + result_name_of(stored.over) +
                           ", this case goes over " + result_name_of(e.over));
        bring_to(systems.stored(), results, stored);
        if (const auto differ = differences(e.over, c, stored, systems.stored()); !differ.empty())
            results.refuse("has " + join(differ) + "; it must be the same");
        const std::size_t before = all.size();
        for (std::size_t b = 0; b < stored.restart.branches.size(); ++b) {
            EarlierBranch branch{e.branches[k], b + 1, std::move(stored.restart.branches[b]), {}};
            for (Index i = 0; i < branch.of.branch.n_points(); ++i)
                if (branch.of.branch.p(i) >= e.values.from && branch.of.branch.p(i) <= e.values.to)
                    branch.points.push_back(i);
            if (branch.points.empty())
                continue;
            refuse_others(branch, results, e, systems);
            all.push_back(std::move(branch));
        }
        if (all.size() == before)
            results.refuse("has no motion from " + e.result_name + " " +
                           number_text(e.reported_value(e.values.from)) + " to " +
                           number_text(e.reported_value(e.values.to)));
    }
    return all;
}

dynamics::LongMotion motion_at_point(const EarlierBranch& branch, Index point, double tolerance,
                                     SystemsOver& systems)
{
    const studies::DiagramSystem system = systems.at(branch.of.branch.p(point));
    dynamics::LongMotionOptions options;
    options.periods = branch.of.form.periods;
    options.tolerance = tolerance;
    options.watched = system.watched;
    options.sections = systems.sections();
    options.indicators = false;
    options.longest = 1;
    options.last = 0;
    return dynamics::long_motion(system.family, state_of(branch, point, system), options);
}

} // namespace slideway::app
