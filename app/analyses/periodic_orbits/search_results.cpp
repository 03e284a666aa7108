#include "app/analyses/periodic_orbits/search_results.hpp"

#include "app/motions/start/phase_zero.hpp"
#include "app/results/quantities.hpp"
#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::OrbitBranch;
using dynamics::OrbitLabel;
using dynamics::SearchedStart;
using Became = SearchedStart::Outcome;

long count(const std::vector<SearchedStart>& starts, Became outcome)
{
    return std::count_if(starts.begin(), starts.end(), [&](const SearchedStart& start) -> bool {
        return start.outcome == outcome;
    });
}

// "44 found, 3 no recurrence"
std::string outcomes_of(const std::vector<SearchedStart>& starts)
{
    std::vector<std::string> parts;
    for (const Choice<Became>& outcome : choices(Became()))
        if (const long n = count(starts, outcome.value); n > 0)
            parts.push_back(std::to_string(n) + " " + std::string(outcome.name));
    return join(parts);
}

// Starts that lead to each branch.
std::vector<double> starts_by_branch(const OrbitResults& results)
{
    std::vector<double> n(results.found.branches.size(), 0);
    for (const SearchedStart& start : results.searched)
        if (start.outcome == Became::found)
            n.at(static_cast<std::size_t>(start.branch)) += 1;
    return n;
}

// The point at which a branch was found; it may have another label than `start`.
Index found_at(const OrbitBranch& branch)
{
    Index position = 0;
    branch.branch.s.cwiseAbs().minCoeff(&position);
    return position;
}

bool stable(const OrbitBranch& branch)
{
    return branch.branch.monitors(dynamics::orbit_stable, found_at(branch)) > 0;
}

// "2 fold, 4 grazing"
std::string labels_of(const OrbitBranch& branch)
{
    std::vector<std::string> parts;
    for (const Choice<OrbitLabel>& label : choices(OrbitLabel())) {
        if (label.value == OrbitLabel::none || label.value == OrbitLabel::start ||
            label.value == OrbitLabel::bound)
            continue;
        if (const auto n = std::count(branch.labels.begin(), branch.labels.end(), label.value);
            n > 0)
            parts.push_back(std::to_string(n) + " " + std::string(label.name));
    }
    return parts.empty() ? "no label" : join(parts);
}

// Branches per period.
std::map<int, std::vector<std::size_t>> branches_by_period(const OrbitResults& r)
{
    std::map<int, std::vector<std::size_t>> branches;
    for (std::size_t b = 0; b < r.found.branches.size(); ++b)
        branches[r.found.branches[b].form.periods].push_back(b);
    return branches;
}

void period_quantities(io::Entries& q, const OrbitResults& r, const std::vector<double>& starts)
{
    std::vector<std::string> names;
    std::vector<std::vector<std::size_t>> all;
    for (const auto& [period, branches] : branches_by_period(r)) {
        names.push_back("period_" + std::to_string(period));
        all.push_back(branches);
    }
    if (q.describes())
        all.emplace_back();
    const std::string parameter = parameter_name(q, r), unit = parameter_unit(q, r);
    q.each_name(
        names, "", "period_n", "`period_1` and so on, for each period that a search found",
        [&](std::size_t k, const std::string& name) {
            const auto column = [&](auto value) { return io::column(all[k], value); };
            q.derived(static_cast<double>(all[k].size()), name, "",
                      "number of branches with motions of n periods");
            q.derived(column([&](std::size_t b) { return lowest(r, r.found.branches[b]); }),
                      name + "." + parameter + ".min", unit, "lowest parameter of each", "k");
            q.derived(column([&](std::size_t b) { return highest(r, r.found.branches[b]); }),
                      name + "." + parameter + ".max", unit, "highest parameter of each", "k");
            q.derived(column([&](std::size_t b) { return starts[b]; }), name + ".starts", "",
                      "starts that lead to each", "k");
        });
}

} // namespace

dynamics::OrbitSearch search_of(const PeriodicOrbits& e, const BuiltModel& built,
                                const OrbitModel& model)
{
    dynamics::OrbitFamily family = model.family;
    dynamics::OrbitSearch search;
    search.settle = e.search->settle;
    search.longest = e.search->longest;
    const std::vector<StartEntry> starts = starts_of(e.search->starts);
    const auto [low, high] = std::minmax(e.options.from, e.options.to);
    for (const double value : e.search->at) {
        const double p = value * e.rad_per_s;
        if (p < low || p > high)
            throw InputError("search.at", number_text(value),
                             "expected values from " + number_text(e.reported_value(low)) + " to " +
                                 number_text(e.reported_value(high)));
        if (!family.move_to(p))
            throw InputError("search.at", number_text(value), family.refusal());
        const OrbitModel::Built built_model = model.built_at(p, built);
        search.p.push_back(p);
        search.z.push_back(
            states_of("search", starts, *built_model.built, *built_model.modal, family));
    }
    return search;
}

void search(const PeriodicOrbits& e, const OrbitModel& model, const Monitor& monitor,
            OrbitResults& results)
{
    const auto all = static_cast<double>(model.search->p.size() * model.search->z.front().size());
    dynamics::FoundOrbits found =
        dynamics::search_orbits(model.family, *model.search, model.monitors, e.options,
                                monitor.part("starts of a search", all));
    if (found.interrupted && found.branches.empty())
        throw Interrupted();
    results.searched = std::move(found.starts);
    results.found = {
        std::move(found.branches), {}, found.interrupted, found.n_evaluations, found.tolerance};
    if (results.found.branches.empty())
        results.no_start = outcomes_of(results.searched) + " of " +
                           std::to_string(results.searched.size()) +
                           " starts; give other starts, or more of analysis.search.settle";
}

void outcome_quantities(io::Entries& q, const OrbitResults& r)
{
    const std::string with = "with `search`";
    q.note("Outcomes of starts: a motion of a branch is found; there is no recurrence within the "
           "longest number of periods; Newton's method finds no motion near the recurrence; the "
           "motion breaks off, because it grows without bound.");
    q.derived(static_cast<double>(r.searched.size()), "search.starts", "",
              "number of starts at all values", "", with);
    for (const Choice<Became>& outcome : choices(Became())) {
        std::string name = "search." + std::string(outcome.name);
        std::replace(name.begin(), name.end(), ' ', '_');
        q.derived(static_cast<double>(count(r.searched, outcome.value)), name, "",
                  "number of starts with this outcome", "", with);
    }
}

void found_quantities(io::Entries& q, const OrbitResults& r)
{
    const std::vector<OrbitBranch>& branches = r.found.branches;
    const std::vector<double> starts = starts_by_branch(r);
    const std::string with = "with `search`";
    const auto value = [&](const OrbitBranch& branch) {
        return r.e->reported_value(branch.branch.p(found_at(branch)));
    };
    const io::Columns branch_column(q, branches, "k", with);
    branch_column(value, "branches.found_at", parameter_unit(q, r),
                  "parameter at which each branch was found");
    branch_column(stable, "branches.stable", "", "1: the motion that was found is stable");
    q.derived(starts, "branches.starts", "", "number of starts that lead to the branch", "k", with);
    period_quantities(q, r, starts);
}

void report_search(const OrbitResults& r, Summary& s)
{
    const PeriodicOrbits& e = *r.e;
    const std::vector<OrbitBranch>& branches = r.found.branches;
    if (branches.empty())
        return;
    const std::vector<double> starts = starts_by_branch(r);
    s.lines.push_back(std::to_string(r.searched.size()) + " starts: " + outcomes_of(r.searched) +
                      "; branches found:");
    for (std::size_t b = 0; b < branches.size(); ++b) {
        const OrbitBranch& branch = branches[b];
        s.lines.push_back("  branch " + std::to_string(b + 1) + ": period " +
                          std::to_string(branch.form.periods) + ", " + e.result_name + " " +
                          number_text(lowest(r, branch), 9) + " to " +
                          number_text(highest(r, branch), 9) +
                          (branch.branch.closed() ? ", closed" : "") +
                          (branch.form.half ? ", their own mirror" : "") +
                          (stable(branch) ? ", stable at " : ", unstable at ") +
                          number_text(e.reported_value(branch.branch.p(found_at(branch))), 9) +
                          ", " + labels_of(branch) + ", from " + number_text(starts[b]) +
                          (starts[b] == 1 ? " start" : " starts"));
    }
    if (r.found.interrupted && s.status == Status::end) {
        s.status = Status::interrupted;
        s.message = "interrupted after " + std::to_string(r.searched.size()) +
                    " starts; what was found is kept";
    }
}

} // namespace slideway::app
