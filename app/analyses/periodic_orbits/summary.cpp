#include "app/analyses/periodic_orbits/search_results.hpp"

#include "app/results/quantities.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
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

// Points with a label, over all branches.
void label_quantities(io::Entries& q, const OrbitResults& r, OrbitLabel label,
                      const std::string& kind)
{
    struct Point {
        const dynamics::OrbitBranch* branch;
        Index k;
        std::size_t number;
    };
    const std::vector<dynamics::OrbitBranch>& branches = r.found.branches;
    std::vector<Point> points;
    for (std::size_t b = 0; b < branches.size(); ++b)
        for (std::size_t k = 0; k < branches[b].labels.size(); ++k)
            if (branches[b].labels[k] == label)
                points.push_back({&branches[b], static_cast<Index>(k), b + 1});
    const std::string any = "if there are any";
    q.derived(static_cast<double>(points.size()), kind, "", "number of points with this label");
    const io::Columns point_column(q, points, "k", any);
    point_column(&Point::number, kind + ".branch", "", "branch of each, from 1");
    q.derived(
        io::column(points,
                   [&](const Point& at) { return r.e->reported_value(at.branch->branch.p(at.k)); }),
        kind + "." + parameter_name(q, r), parameter_unit(q, r), "parameter", "k", any);
    point_column([](const Point& at) { return largest(at.branch->branch, at.k); },
                 kind + ".largest", monitor_unit(q, r, 0), "largest value of the first monitor");
    point_column(
        [](const Point& at) { return at.branch->branch.monitors(dynamics::orbit_growth, at.k); },
        kind + ".growth", "", "magnitude of the largest multiplier");
    point_column(
        [](const Point& at) { return at.branch->multiplicity[static_cast<std::size_t>(at.k)]; },
        kind + ".multiplicity", "",
        "multipliers, pairs or extrema with the label at once: more than 1 for equal parts");
}

std::string padded(std::string text, std::size_t width)
{
    text.append(text.size() < width ? width - text.size() : 1, ' ');
    return text;
}

// "branch 2, from branch 1: motions of 2 periods, Omega 1 to 1.2 rad/s, closed"
std::string heading(const OrbitResults& r, const dynamics::OrbitBranch& orbit_branch,
                    std::size_t number)
{
    const PeriodicOrbits& e = *r.e;
    const Branch& branch = orbit_branch.branch;
    return "branch " + std::to_string(number) +
           (orbit_branch.parent < 0 ? ""
                                    : ", from branch " + std::to_string(orbit_branch.parent + 1)) +
           ": motions of " + std::to_string(orbit_branch.form.periods) + " period" +
           (orbit_branch.form.periods == 1 ? "" : "s") +
           (orbit_branch.form.half ? ", their own mirror" : "") + ", " + e.result_name + " " +
           number_text(lowest(r, orbit_branch), digits) + " to " +
           number_text(highest(r, orbit_branch), digits) + (e.unit.empty() ? "" : " " + e.unit) +
           (branch.closed() ? ", closed" : "");
}

void add_table(const OrbitResults& r, Summary& s)
{
    const PeriodicOrbits& e = *r.e;
    const std::vector<dynamics::OrbitBranch>& branches = r.found.branches;
    const std::string unit = unit_on("m", r.model->monitors.front().measure);
    const std::string bracketed = e.unit.empty() ? "" : " [" + e.unit + "]";
    const std::string head = padded("  label", column) + padded(e.result_name + bracketed, column) +
                             padded("largest [" + unit + "]", column) + "largest multiplier";
    for (std::size_t b = 0; b < branches.size(); ++b) {
        const dynamics::OrbitBranch& orbit_branch = branches[b];
        const Branch& branch = orbit_branch.branch;
        s.lines.push_back(heading(r, orbit_branch, b + 1));
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

void start_quantities(io::Entries& q, const OrbitResults& r)
{
    const auto found =
        std::find_if(r.orbits.begin(), r.orbits.end(), [](const ReportedOrbit& reported) {
            return reported.label == OrbitLabel::start;
        });
    if (!q.describes() && found == r.orbits.end())
        return;
    const dynamics::WholeOrbit start =
        q.describes() ? dynamics::WholeOrbit() : dynamics::WholeOrbit(found->orbit);
    q.note("`start` is the motion at which the first branch begins. It exists only without "
           "`search`.");
    q.derived([&] { return r.e->reported_value(start.p); }, parameter_name(q, r),
              parameter_unit(q, r), "its parameter");
    q.derived(start.periods, "period", "", "its period, in periods of the drive");
    q.derived([&] { return std::abs(start.multipliers(0)); }, "growth", "",
              "magnitude of its largest multiplier");
    q.derived(start.symmetry, "symmetry", "",
              "distance of a state from its mirror half a period later, relative to its size", "",
              "for odd periods");
    q.derived(static_cast<double>(start.events.size()), "events", "",
              "number of beginnings and ends of the force of a joint");
    q.each_group(r.monitors(), "", "M", "a monitor", [&](std::size_t i) {
        const auto value = [&, i](int offset) {
            const auto row = dynamics::orbit_outputs + 2 * static_cast<Index>(i) + offset;
            return [&, row] {
                return r.found.branches[found->branch].branch.monitors(row, found->point);
            };
        };
        q.derived(value(0), "min", monitor_unit(q, r, i), "its least value");
        q.derived(value(1), "max", monitor_unit(q, r, i), "its largest value");
    });
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

double n_points(const OrbitResults& r)
{
    double n = 0;
    for (const dynamics::OrbitBranch& branch : r.found.branches)
        n += static_cast<double>(branch.branch.n_points());
    return n;
}

void branch_quantities(io::Entries& q, const OrbitResults& r)
{
    using Orbits = dynamics::OrbitBranch;
    const std::vector<Orbits>& branches = r.found.branches;
    const std::string name = parameter_name(q, r), unit = parameter_unit(q, r);
    std::vector<std::string> ends;
    for (const Orbits& one : branches)
        for (const continuation::BranchEnd* end : {&one.branch.front, &one.branch.back})
            ends.emplace_back(continuation::name(end->stop));
    q.derived(static_cast<double>(branches.size()), "branches", "", "number of branches");
    q.group("branches", [&] {
        const io::Columns branch_column(q, branches, "k");
        branch_column([](const Orbits& one) { return one.form.periods; }, "period", "",
                      "period of each branch, in periods of the drive");
        branch_column([](const Orbits& one) { return one.form.half; }, "half_period", "",
                      "1: each motion equals its mirror image half a period later");
        branch_column([&](const Orbits& one) { return lowest(r, one); }, name + ".min", unit,
                      "lowest parameter");
        branch_column([&](const Orbits& one) { return highest(r, one); }, name + ".max", unit,
                      "highest parameter");
        branch_column([](const Orbits& one) { return one.branch.n_points(); }, "points", "",
                      "number of points");
        q.derived(ends, "end", "",
                  "reasons for the end at the first and at the last point: bound, closed, start "
                  "(where it leaves another branch), monitor (at motions of more symmetry), max "
                  "points, failed, interrupted",
                  "2 k");
    });
}

// Points of curves over the second parameter.
struct CurvePoint {
    const dynamics::LabelCurve* curve;
    Index k;
};

void point_quantities(io::Entries& q, const OrbitResults& r, const std::string& name,
                      const std::vector<CurvePoint>& points, const std::string& about,
                      const std::string& shape)
{
    const std::string second = q.describes() ? "S" : r.e->curves->result_name;
    const auto first_value = [&](const CurvePoint& at) {
        return r.e->reported_value(at.curve->first(at.k));
    };
    const io::Columns point_column(q, points, shape, "with such points");
    point_column(first_value, name + "." + parameter_name(q, r), parameter_unit(q, r), about);
    point_column([](const CurvePoint& at) { return at.curve->branch.p(at.k); }, name + "." + second,
                 "", "second parameter there");
}

void curve_quantities(io::Entries& q, const OrbitResults& r)
{
    std::vector<std::string> stops;
    std::vector<CurvePoint> ends, merging;
    for (const ReportedCurve& reported : r.curves) {
        const dynamics::LabelCurve& curve = reported.curve;
        ends.push_back({&curve, 0});
        ends.push_back({&curve, curve.branch.n_points() - 1});
        for (const Index k : continuation::points_of(curve.branch, continuation::PointKind::fold))
            merging.push_back({&curve, k});
        for (const continuation::BranchEnd* end : {&curve.branch.front, &curve.branch.back})
            stops.emplace_back(continuation::name(end->stop));
    }
    const std::string any = "if there are any";
    q.note("`curves` exists only with the key `curves`. S is the name of the second parameter.");
    q.derived(static_cast<double>(r.curves.size()), "curves", "",
              "number of labels that were followed");
    const io::Columns curve_column(q, r.curves, "k", any);
    curve_column([](const auto& one) { return name_of(one.curve.label); }, "curves.label", "",
                 "type of each label");
    curve_column([](const auto& one) { return one.branch + 1; }, "curves.branch", "",
                 "its branch, from 1");
    q.derived(stops, "curves.end", "",
              "reasons for the end at the first and at the last point, as `branches.end`; monitor: "
              "the multiplier of a Neimark-Sacker point becomes real",
              "2 k", any);
    point_quantities(q, r, "curves.ends", ends, "parameter of the first and the last point", "2 k");
    point_quantities(q, r, "curves.vanish", merging,
                     "parameter at which two labels merge and vanish", "v");
}

void report_curves(const OrbitResults& r, Summary& s)
{
    const PeriodicOrbits& e = *r.e;
    for (std::size_t c = 0; c < r.curves.size(); ++c) {
        const dynamics::LabelCurve& curve = r.curves[c].curve;
        const auto place = [&](Index k) -> std::string {
            return number_text(curve.branch.p(k), digits) + " (" + e.result_name + " " +
                   number_text(e.reported_value(curve.first(k)), digits) + ")";
        };
        std::string text = "curve " + std::to_string(c + 1) + ": " +
                           std::string(name_of(curve.label)) + " of branch " +
                           std::to_string(r.curves[c].branch + 1) + ", " + e.curves->result_name +
                           " " + place(0) + " to " + place(curve.branch.n_points() - 1);
        for (const Index k : continuation::points_of(curve.branch, continuation::PointKind::fold))
            text += "; two vanish at " + place(k);
        for (const continuation::BranchEnd* end : {&curve.branch.front, &curve.branch.back})
            if (end->stop != Stop::bound)
                text += "; " + end->message;
        s.lines.push_back(text);
    }
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
double largest_tolerance(const OrbitResults& results)
{
    double most = results.found.tolerance;
    for (const ReportedCurve& reported : results.curves)
        most = std::max(most, reported.curve.tolerance);
    return most;
}

std::string start_text(const PeriodicOrbits& e, const OrbitModel& model)
{
    if (e.search)
        return plural(model.search->z.front().size(), "start") + " at each of " +
               std::to_string(e.search->at.size()) + " values";
    return (e.start.given ? "given, at " : "rest, at ") + number_text(e.reported_value(e.at), 9);
}

} // namespace

std::string parameter_name(const io::Entries& q, const OrbitResults& r)
{
    return q.describes() ? "P" : r.e->result_name;
}

double lowest(const OrbitResults& r, const dynamics::OrbitBranch& branch)
{
    return r.e->reported_value(branch.branch.p.minCoeff());
}

double highest(const OrbitResults& r, const dynamics::OrbitBranch& branch)
{
    return r.e->reported_value(branch.branch.p.maxCoeff());
}

void quantities(io::Entries& q, OrbitResults& r)
{
    const bool search = q.describes() || r.e->search;
    if (!r.no_start.empty()) {
        if (search)
            outcome_quantities(q, r);
        return;
    }
    q.note("P stands for the parameter of the branches: `Omega` [rad/s], `frequency` [Hz], "
           "`level`, or the last word of another key. Lists are ordered by branch, and then by "
           "point.");
    if (q.describes() || !search)
        q.group("start", [&] { start_quantities(q, r); });
    branch_quantities(q, r);
    if (search) {
        outcome_quantities(q, r);
        found_quantities(q, r);
    }
    for (const auto& [label, kind] : listed_kinds)
        label_quantities(q, r, label, kind);
    if (q.describes() || r.e->curves)
        curve_quantities(q, r);
}

int settling_periods(const PeriodicOrbits& e)
{
    constexpr int from_rest = 300;
    if (e.search)
        return e.search->settle;
    if (e.restart.given)
        return 0;
    return e.settle.value_or(e.start.given ? 0 : from_rest);
}

Settings settings(const PeriodicOrbits& e, const OrbitModel& model)
{
    const std::string asymmetry = model.family.asymmetry();
    Settings all = {
        {"monitor", join(e.monitors)},
        {"method", "shooting with exact events, pseudo-arclength continuation"},
        {e.result_name, number_text(e.reported_value(e.options.from), 9) + " to " +
                            number_text(e.reported_value(e.options.to), 9) +
                            (e.unit.empty() ? "" : " " + e.unit)},
        {"symmetry", asymmetry.empty() ? "the model is its own mirror" : "none: " + asymmetry},
        {"modes", std::to_string(model.family.m())},
        {"settle", std::to_string(settling_periods(e))},
        {"tolerance", number_text(e.options.tolerance)},
        {"step_tolerance", number_text(e.options.step_tolerance)},
        {"max_step", number_text(e.options.max_step)}};
    if (model.models)
        all.emplace_back("model", "made anew at each value of " + e.over);
    if (e.restart.given)
        all.emplace_back("restart", restart_text(e));
    else
        all.emplace_back("start", start_text(e, model));
    return all;
}

Summary summarise(OrbitResults& r)
{
    const PeriodicOrbits& e = *r.e;
    const OrbitModel& model = *r.model;
    Summary s;
    s.used = settings(e, model);
    if (const double most = largest_tolerance(r); most > e.options.tolerance)
        s.used.emplace_back("tolerance_of_key", number_text(most, 2) +
                                                    ": models repeat from value to value of a key "
                                                    "to no more");
    add_quantities(s, [&](io::Entries& q) { quantities(q, r); });
    if (!r.no_start.empty()) {
        s.status = Status::no_convergence;
        s.message =
            "no periodic motion" +
            (e.search ? ""
                      : " at " + e.result_name + " = " +
                            number_text(
                                e.reported_value(model.restart ? model.restart->restart.p : e.at),
                                digits)) +
            ": " + r.no_start;
        s.extent = "no branch";
        return s;
    }
    const std::vector<dynamics::OrbitBranch>& branches = r.found.branches;
    add_status(branches, s);
    add_interruption(r, s);
    s.extent = number_text(n_points(r)) + " points on " + std::to_string(branches.size()) +
               (branches.size() == 1 ? " branch" : " branches");
    if (e.search)
        report_search(r, s);
    add_table(r, s);
    if (e.curves)
        report_curves(r, s);
    if (r.found.interrupted && s.status == Status::end) {
        s.status = Status::interrupted;
        s.message = "interrupted; what was computed is kept";
    }
    if (model.restart)
        add_restart(e, *model.restart, r, s);
    for (const std::string& message : r.found.not_followed)
        s.lines.push_back("not followed: " + message);
    return s;
}

} // namespace slideway::app
