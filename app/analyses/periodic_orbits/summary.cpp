#include "app/analyses/periodic_orbits/search_results.hpp"

#include "app/results/quantities.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace slideway::app {

namespace {

using continuation::Branch;
using continuation::Stop;
using dynamics::OrbitLabel;

constexpr int digits = 11;         // of parameters
constexpr int fewer_digits = 8;    // of quantities that stand beside them
constexpr std::size_t column = 17; // of the table of labels

// Kinds of labels that lists are named by.
constexpr std::array<std::pair<OrbitLabel, const char*>, 5> listed_kinds{
    {{OrbitLabel::fold, "folds"},
     {OrbitLabel::branch_point, "branch_points"},
     {OrbitLabel::period_doubling, "period_doubling"},
     {OrbitLabel::neimark_sacker, "neimark_sacker"},
     {OrbitLabel::grazing, "grazing"}}};

double largest(const Branch& branch, Index k)
{
    return branch.monitors(dynamics::orbit_outputs + 1, k);
}

// Numbers over all branches.
void add_labels(const PeriodicOrbits& e, const std::vector<dynamics::OrbitBranch>& branches,
                const std::string& unit, Summary& s)
{
    for (const auto& [label, name] : listed_kinds) {
        std::vector<double> number, at, most, growth, multiplicity;
        for (std::size_t b = 0; b < branches.size(); ++b) {
            const Branch& branch = branches[b].branch;
            for (Index k = 0; k < branch.n_points(); ++k) {
                if (branches[b].labels[static_cast<std::size_t>(k)] != label)
                    continue;
                number.push_back(static_cast<double>(b + 1));
                at.push_back(e.reported_value(branch.p(k)));
                most.push_back(largest(branch, k));
                growth.push_back(branch.monitors(dynamics::orbit_growth, k));
                multiplicity.push_back(branches[b].multiplicity[static_cast<std::size_t>(k)]);
            }
        }
        const std::string kind = name;
        s.quantities.push_back({kind, {static_cast<double>(at.size())}, ""});
        if (at.empty())
            continue;
        s.quantities.push_back(list(kind + ".branch", number, ""));
        s.quantities.push_back(list(kind + "." + e.result_name, at, e.unit));
        s.quantities.push_back(list(kind + ".largest", most, unit));
        s.quantities.push_back(list(kind + ".growth", growth, ""));
        s.quantities.push_back(list(kind + ".multiplicity", multiplicity, ""));
    }
}

std::string padded(std::string text, std::size_t width)
{
    text.append(text.size() < width ? width - text.size() : 1, ' ');
    return text;
}

// "branch 2, from branch 1: motions of 2 periods, Omega 1 to 1.2 rad/s, closed"
std::string heading(const PeriodicOrbits& e, const dynamics::OrbitBranch& orbit_branch,
                    std::size_t number)
{
    const Branch& branch = orbit_branch.branch;
    return "branch " + std::to_string(number) +
           (orbit_branch.parent < 0 ? ""
                                    : ", from branch " + std::to_string(orbit_branch.parent + 1)) +
           ": motions of " + std::to_string(orbit_branch.form.periods) + " period" +
           (orbit_branch.form.periods == 1 ? "" : "s") +
           (orbit_branch.form.half ? ", their own mirror" : "") + ", " + e.result_name + " " +
           number_text(e.reported_value(branch.p.minCoeff()), digits) + " to " +
           number_text(e.reported_value(branch.p.maxCoeff()), digits) +
           (e.unit.empty() ? "" : " " + e.unit) + (branch.closed() ? ", closed" : "");
}

void add_table(const PeriodicOrbits& e, const std::vector<dynamics::OrbitBranch>& branches,
               const std::string& unit, Summary& s)
{
    const std::string bracketed = e.unit.empty() ? "" : " [" + e.unit + "]";
    const std::string head = padded("  label", column) + padded(e.result_name + bracketed, column) +
                             padded("largest [" + unit + "]", column) + "largest multiplier";
    for (std::size_t b = 0; b < branches.size(); ++b) {
        const dynamics::OrbitBranch& orbit_branch = branches[b];
        const Branch& branch = orbit_branch.branch;
        s.lines.push_back(heading(e, orbit_branch, b + 1));
        s.lines.push_back(head);
        for (Index k = 0; k < branch.n_points(); ++k) {
            const auto i = static_cast<std::size_t>(k);
            if (orbit_branch.labels[i] == OrbitLabel::none)
                continue;
            s.lines.push_back(
                padded("  " + std::string(name_of(orbit_branch.labels[i])), column) +
                padded(number_text(e.reported_value(branch.p(k)), digits), column) +
                padded(number_text(largest(branch, k), fewer_digits), column) +
                number_text(branch.monitors(dynamics::orbit_growth, k), fewer_digits) +
                (orbit_branch.multiplicity[i] > 1
                     ? "  " + std::to_string(orbit_branch.multiplicity[i]) + " at once"
                     : "") +
                (orbit_branch.notes[i].empty() ? "" : "  " + orbit_branch.notes[i]));
        }
        // An end within the range.
        for (const auto& [end, k] :
             {std::pair{&branch.front, Index(0)}, std::pair{&branch.back, branch.n_points() - 1}})
            if (end->stop == Stop::monitor || end->stop == Stop::failed ||
                end->stop == Stop::max_points)
                s.lines.push_back("  ends at " +
                                  number_text(e.reported_value(branch.p(k)), digits) +
                                  (e.unit.empty() ? "" : " " + e.unit) + ": " + end->message);
        for (const std::string& change : orbit_branch.unlocated)
            s.lines.push_back("  not located: " + change);
    }
}

void add_start(const PeriodicOrbits& e, const OrbitModel& model, const OrbitResults& results,
               Summary& s)
{
    const auto found = std::find_if(
        results.orbits.begin(), results.orbits.end(),
        [](const ReportedOrbit& reported) { return reported.label == OrbitLabel::start; });
    if (found == results.orbits.end())
        return;
    const dynamics::WholeOrbit& start = found->orbit;
    add(s, "start." + e.result_name, e.reported_value(start.p), e.unit);
    add(s, "start.period", start.periods, "");
    add(s, "start.growth", std::abs(start.multipliers(0)), "");
    if (start.symmetry)
        add(s, "start.symmetry", *start.symmetry, "");
    add(s, "start.events", static_cast<double>(start.events.size()), "");
    const Branch& branch = results.found.branches[found->branch].branch;
    for (std::size_t i = 0; i < e.monitors.size(); ++i) {
        const auto row = dynamics::orbit_outputs + 2 * static_cast<Index>(i);
        const std::string unit = unit_on("m", model.monitors[i].measure);
        add(s, "start." + e.monitors[i] + ".min", branch.monitors(row, found->point), unit);
        add(s, "start." + e.monitors[i] + ".max", branch.monitors(row + 1, found->point), unit);
    }
}

void add_status(const std::vector<dynamics::OrbitBranch>& branches, Summary& s)
{
    for (std::size_t b = 0; b < branches.size(); ++b)
        for (const continuation::BranchEnd* end :
             {&branches[b].branch.front, &branches[b].branch.back}) {
            Status status = Status::end;
            if (end->stop == Stop::failed)
                status = Status::failed;
            else if (end->stop == Stop::interrupted)
                status = Status::interrupted;
            else if (end->stop == Stop::max_points)
                status = Status::max_points;
            if (status == Status::end || s.status == Status::failed)
                continue;
            s.status = status;
            s.message = "branch " + std::to_string(b + 1) + ": " + end->message +
                        "; what was computed is kept";
        }
}

// An interruption that no end of a branch shows.
void add_interruption(const OrbitResults& results, Summary& s)
{
    if (!results.found.interrupted)
        return;
    if (s.status == Status::end) {
        s.status = Status::interrupted;
        s.message = "interrupted; what was computed is kept";
    }
    if (!results.orbits_cut)
        return;
    std::ptrdiff_t labels = 0;
    for (const dynamics::OrbitBranch& branch : results.found.branches)
        labels += std::count_if(branch.labels.begin(), branch.labels.end(),
                                [](OrbitLabel label) { return label != OrbitLabel::none; });
    s.lines.push_back("interrupted: orbits/ holds the motions of " +
                      std::to_string(results.orbits.size()) + " of " + std::to_string(labels) +
                      " labels; a restart at the end adds the others");
}

// Adds the quantities of all branches, as lists.
void add_branches(const PeriodicOrbits& e, const std::vector<dynamics::OrbitBranch>& branches,
                  Summary& s)
{
    std::vector<double> period, half, low, high, points;
    std::vector<std::string> ends;
    for (const dynamics::OrbitBranch& branch : branches) {
        period.push_back(branch.form.periods);
        half.push_back(branch.form.half ? 1 : 0);
        low.push_back(e.reported_value(branch.branch.p.minCoeff()));
        high.push_back(e.reported_value(branch.branch.p.maxCoeff()));
        points.push_back(static_cast<double>(branch.branch.n_points()));
        ends.emplace_back(continuation::name(branch.branch.front.stop));
        ends.emplace_back(continuation::name(branch.branch.back.stop));
    }
    add(s, "branches", static_cast<double>(branches.size()), "");
    s.quantities.push_back(list("branches.period", period, ""));
    s.quantities.push_back(list("branches.half_period", half, ""));
    s.quantities.push_back(list("branches." + e.result_name + ".min", low, e.unit));
    s.quantities.push_back(list("branches." + e.result_name + ".max", high, e.unit));
    s.quantities.push_back(list("branches.points", points, ""));
    s.quantities.push_back(list("branches.end", ends));
    const double all = std::accumulate(points.begin(), points.end(), 0.0);
    s.extent = number_text(all) + " points on " + std::to_string(branches.size()) +
               (branches.size() == 1 ? " branch" : " branches");
}

// Where labels get to over the second parameter, and where two of them meet and vanish.
void add_curves(const PeriodicOrbits& e, const std::vector<ReportedCurve>& curves, Summary& s)
{
    const std::string& second = e.curves->result_name;
    std::vector<std::string> labels, stops;
    std::vector<double> branch, ends, second_ends, turns, second_turns;
    for (std::size_t c = 0; c < curves.size(); ++c) {
        const dynamics::LabelCurve& curve = curves[c].curve;
        const auto reported = [&](Index k) -> double { return e.reported_value(curve.first(k)); };
        const auto place = [&](Index k) -> std::string {
            return number_text(curve.branch.p(k), digits) + " (" + e.result_name + " " +
                   number_text(reported(k), digits) + ")";
        };
        labels.emplace_back(name_of(curve.label));
        branch.push_back(static_cast<double>(curves[c].branch + 1));
        const Index last = curve.branch.n_points() - 1;
        for (const Index k : {Index(0), last}) {
            ends.push_back(reported(k));
            second_ends.push_back(curve.branch.p(k));
        }
        std::string text = "curve " + std::to_string(c + 1) + ": " + labels.back() + " of branch " +
                           std::to_string(curves[c].branch + 1) + ", " + second + " " + place(0) +
                           " to " + place(last);
        for (const Index k : continuation::points_of(curve.branch, continuation::PointKind::fold)) {
            turns.push_back(reported(k));
            second_turns.push_back(curve.branch.p(k));
            text += "; two vanish at " + place(k);
        }
        for (const continuation::BranchEnd* end : {&curve.branch.front, &curve.branch.back}) {
            stops.emplace_back(continuation::name(end->stop));
            if (end->stop != Stop::bound)
                text += "; " + end->message;
        }
        s.lines.push_back(text);
    }
    add(s, "curves", static_cast<double>(curves.size()), "");
    if (curves.empty())
        return;
    s.quantities.push_back(list("curves.label", labels));
    s.quantities.push_back(list("curves.branch", branch, ""));
    s.quantities.push_back(list("curves.end", stops));
    s.quantities.push_back(list("curves.ends." + e.result_name, ends, e.unit));
    s.quantities.push_back(list("curves.ends." + second, second_ends, ""));
    if (turns.empty())
        return;
    s.quantities.push_back(list("curves.vanish." + e.result_name, turns, e.unit));
    s.quantities.push_back(list("curves.vanish." + second, second_turns, ""));
}

// A label from which no branch was found, and what the system of another motion had.
void add_restart(const PeriodicOrbits& e, const TakenUp& from, const OrbitResults& results,
                 Summary& s)
{
    if (from.restart.from == dynamics::OrbitRestart::From::label && s.status == Status::end &&
        results.found.branches.size() == from.restart.branches.size()) {
        s.status = Status::no_convergence;
        s.message = "no branch from " + e.restart.at + ": " + join(results.found.not_followed);
    }
    const std::optional<double> correction = from.restart.correction();
    if (from.differs.empty() && !correction)
        return;
    std::string text = "restarted from another system";
    if (!from.differs.empty())
        text += ", with " + join(from.differs);
    s.lines.push_back(text + (correction
                                  ? ": Newton's method corrected its motion, which is off by " +
                                        number_text(*correction, 2) + " of its size here"
                                  : ": its motion also solves this system"));
}

// Tolerance of Newton's method. It exceeds the requested one if models over a key do not repeat to
// it.
std::string tolerance_text(const PeriodicOrbits& e, const OrbitResults& results)
{
    double most = results.found.tolerance;
    for (const ReportedCurve& reported : results.curves)
        most = std::max(most, reported.curve.tolerance);
    const std::string asked = number_text(e.options.tolerance);
    return most > e.options.tolerance
               ? number_text(most, 2) + " in place of " + asked +
                     ": models repeat from value to value of a key to no more"
               : asked;
}

} // namespace

Summary summarise(const PeriodicOrbits& e, const OrbitModel& model, const OrbitResults& results)
{
    Summary s;
    s.used = {{"method", "shooting with exact events, pseudo-arclength continuation"},
              {"modes", std::to_string(model.family.m())},
              {"settle", std::to_string(results.settled)},
              {"tolerance", tolerance_text(e, results)},
              {"step_tolerance", number_text(e.options.step_tolerance)},
              {"max_step", number_text(e.options.max_step)}};
    if (model.models)
        s.used.emplace_back("model", "made anew at each value of " + e.over);
    if (e.restart.given)
        s.used.emplace_back("restart", restart_text(e));
    if (!results.no_start.empty()) {
        s.status = Status::no_convergence;
        s.message =
            "no periodic motion" +
            (e.search ? ""
                      : " at " + e.result_name + " = " +
                            number_text(
                                e.reported_value(model.restart ? model.restart->restart.p : e.at),
                                digits)) +
            ": " + results.no_start;
        s.extent = "no branch";
        if (e.search)
            add_search(e, results, s);
        return s;
    }
    const std::vector<dynamics::OrbitBranch>& branches = results.found.branches;
    const std::string unit = unit_on("m", model.monitors.front().measure);
    add_status(branches, s);
    add_interruption(results, s);
    if (!e.search)
        add_start(e, model, results, s);
    add_branches(e, branches, s);
    if (e.search)
        add_search(e, results, s);
    add_labels(e, branches, unit, s);
    add_table(e, branches, unit, s);
    if (e.curves)
        add_curves(e, results.curves, s);
    if (results.found.interrupted && s.status == Status::end) {
        s.status = Status::interrupted;
        s.message = "interrupted; what was computed is kept";
    }
    if (model.restart)
        add_restart(e, *model.restart, results, s);
    for (const std::string& message : results.found.not_followed)
        s.lines.push_back("not followed: " + message);
    return s;
}

} // namespace slideway::app
