#include "app/analyses/periodic_orbits/restart.hpp"

#include "app/case/located.hpp"
#include "app/motions/over_parameter/keyed_models.hpp"
#include "app/results/named_point.hpp"
#include "base/text.hpp"

#include <utility>

namespace slideway::app {

using dynamics::OrbitBranch;
using dynamics::OrbitLabel;
using dynamics::OrbitRestart;

static_assert(PeriodicOrbits::type == StoredOrbits::analysis);

namespace {

EarlierResults results_of(const PeriodicOrbits& e, const Case& c)
{
    return {c, "restart", e.restart.results};
}

// Branches that stay must be of this very case.
void check_same(const PeriodicOrbits& e, const EarlierResults& results, const StoredOrbits& stored,
                const std::vector<std::string>& differs)
{
    const std::string otherwise =
        "; it must be the same where a branch continues or is left; at another point, \"point " +
        std::to_string(stored.restart.at.point) + "\", a branch of its own begins";
    if (stored.over != e.over)
        results.refuse("has branches over " + result_name_of(stored.over) + ", this case over " +
                       result_name_of(e.over) + otherwise);
    if (!differs.empty())
        results.refuse("has " + join(differs) + otherwise);
    if (stored.monitors != e.monitors)
        results.refuse("has the monitors " + join(stored.monitors) + ", this case " +
                       join(e.monitors) + otherwise);
}

} // namespace

std::filesystem::path restart_file(const PeriodicOrbits& e, const Case& c)
{
    return results_of(e, c).file();
}

StoredOrbits read_orbits(const PeriodicOrbits& e, const Case& c)
{
    const EarlierResults results = results_of(e, c);
    StoredOrbits stored = stored_orbits(results);
    name_point(results, e.restart.branch, e.restart.at, stored);
    return stored;
}

TakenUp take_up(const PeriodicOrbits& e, const Case& c, StoredOrbits stored,
                const StoredOrbitModel& model, const dynamics::OrbitFamily& family,
                const std::vector<dynamics::ModalOutput>& outputs)
{
    const EarlierResults results = results_of(e, c);
    bring_to(model, results, stored);
    std::vector<std::string> differs = differences(e.over, c, stored, model);
    OrbitRestart restart = stored.restart;
    const NamedPoint point(e.restart.at);
    const OrbitBranch& branch = restart.branches[restart.at.branch];
    const OrbitLabel orbit_label = branch.labels.at(static_cast<std::size_t>(restart.at.point));
    const bool left =
        orbit_label == OrbitLabel::branch_point || orbit_label == OrbitLabel::period_doubling;
    using enum OrbitRestart::From;
    if (point.begin)
        restart.from = front;
    else if (point.end)
        restart.from = e.restart.branch ? back : ends;
    else
        restart.from = left && !point.number && stored.over == e.over ? label : motion;
    if (restart.keeps())
        check_same(e, results, stored, differs);
    // Values that results do not state must be those of the case, or the motion is a different one.
    const std::optional<double> reported = stored.stored_value(e.over);
    restart.p = reported ? *reported : value_of_key(c, "over", e.over);
    restart.on_branch = stored.over == e.over && differs.empty();
    TakenUp out{located(c.analysis.places, "analysis", "restart.at", e.restart.at,
                        [&]() -> dynamics::CheckedRestart {
                            return dynamics::checked(family, std::move(restart), outputs,
                                                     e.options);
                        }),
                std::move(differs)};
    if (const std::string why = dynamics::ended(family, out.restart, outputs, e.options);
        !why.empty())
        results.refuse("at", "\"" + e.restart.at + "\"", why);
    return out;
}

std::string restart_text(const PeriodicOrbits& e)
{
    const bool all = !e.restart.branch && NamedPoint(e.restart.at).end;
    return "from " + e.restart.at +
           (all ? "" : " of branch " + std::to_string(e.restart.branch.value_or(1))) + " of " +
           e.restart.results;
}

} // namespace slideway::app
