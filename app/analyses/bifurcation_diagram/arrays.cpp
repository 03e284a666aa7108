#include "app/analyses/bifurcation_diagram/diagram_results.hpp"

#include "app/results/branch_file.hpp"
#include "io/entries.hpp"

#include <cstddef>
#include <numbers>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::LongMotion;
using studies::DiagramSeries;
using studies::StartedMotion;

std::string unit_of(const io::Entries& a, const DiagramResults& r, std::size_t w,
                    const std::string& unit)
{
    return a.unit([&] { return r.model->unit_of(w, unit); }, unit);
}

std::string parameter_unit(const io::Entries& a, const DiagramResults& r)
{
    return a.unit(r.over.unit, "of the parameter");
}

// Points of one section of many motions.
class SectionTable {
public:
    explicit SectionTable(std::size_t n_watched = 0) : u_(n_watched), v_(n_watched) {}

    void add(const dynamics::SectionPoints& points, std::size_t position)
    {
        const std::size_t W = u_.size();
        for (std::size_t k = 0; k < points.time.size(); ++k) {
            at_.push_back(static_cast<int>(position));
            for (std::size_t w = 0; w < W; ++w) {
                u_[w].push_back(points.motion[2 * (k * W + w)]);
                v_[w].push_back(points.motion[2 * (k * W + w) + 1]);
            }
        }
    }
    [[nodiscard]] bool empty() const { return at_.empty(); }
    void describe(io::Entries& a, const DiagramResults& r, const std::string& position) const
    {
        a.derived(at_, "at", "", position, "k");
        a.each_group(
            r.watched, "points", "X",
            "a monitor, another component of a section, or a joint of one", [&](std::size_t w) {
                a.derived([&] { return u_[w]; }, "displacement", unit_of(a, r, w, "m"),
                          "displacement of each point; of joints: first body minus second", "k");
                a.derived([&] { return v_[w]; }, "velocity", unit_of(a, r, w, "m/s"),
                          "velocity of each point", "k");
            });
    }

private:
    std::vector<int> at_;
    std::vector<std::vector<double>> u_, v_;
};

// @param motions  of values or points; null: none is told
void told_arrays(io::Entries& a, const DiagramResults& r, const std::string& position,
                 const std::vector<const LongMotion*>& motions)
{
    std::vector<SectionTable> tables;
    std::vector<std::string> names;
    for (std::size_t s = 0; r.e && s < r.e->sections.size(); ++s) {
        SectionTable table(r.watched.size());
        for (std::size_t i = 0; i < motions.size(); ++i)
            if (motions[i] && s < motions[i]->sections.size())
                table.add(motions[i]->sections[s], i);
        if (table.empty())
            continue;
        tables.push_back(std::move(table));
        names.push_back(r.e->sections[s].name);
    }
    a.each_member(tables, names, "sections", "S", "a section that has points",
                  [&](SectionTable& table) { table.describe(a, r, position); });
    a.each_group(r.monitors, "points", "M", "a monitor", [&](std::size_t w) {
        std::vector<double> least, most;
        for (const LongMotion* motion : motions) {
            const bool any = motion && w < motion->turns.size();
            least.push_back(any ? motion->turns[w].least : 0);
            most.push_back(any ? motion->turns[w].most : 0);
        }
        const std::string unit = unit_of(a, r, w, "m");
        a.derived(least, "least", unit, "least displacement in the evaluated periods", "n");
        a.derived(most, "largest", unit, "largest displacement in the evaluated periods", "n");
    });
}

void exponent_arrays(io::Entries& a, const DiagramSeries& series)
{
    std::vector<int> numbers;
    std::vector<double> value, error;
    for (std::size_t i = 0; i < series.motions.size(); ++i)
        if (const StartedMotion& motion = series.motions[i]; motion.done() && motion.exponent) {
            numbers.push_back(static_cast<int>(i));
            value.push_back(motion.exponent->whole);
            error.push_back(motion.exponent->error);
        }
    const std::string with = "with `exponent`";
    a.derived(numbers, "exponent/at", "", "number of the value, from 0", "k", with);
    a.derived(value, "exponent/value", "1/s", "largest Lyapunov exponent", "k", with);
    a.derived(error, "exponent/error", "1/s", "its standard error", "k", with);
}

void series_arrays(io::Entries& a, const DiagramResults& r, const DiagramSeries& series)
{
    std::vector<int> outcome, period, life, carried, joined;
    std::vector<double> growth;
    std::vector<const LongMotion*> reported;
    for (const StartedMotion& motion : series.motions) {
        const MotionOutcome became = outcome_of(*r.e, motion);
        const auto& settled = motion.motion.settled;
        const bool on_orbit =
            became == MotionOutcome::periodic || became == MotionOutcome::transient;
        outcome.push_back(static_cast<int>(became));
        period.push_back(on_orbit ? settled->orbit.periods() : 0);
        growth.push_back(on_orbit ? settled->orbit.growth : 0);
        life.push_back(on_orbit ? settled->since : -1);
        carried.push_back(motion.carried ? 1 : 0);
        reported.push_back(became == MotionOutcome::not_run ? nullptr : &motion.motion);
    }
    for (const bool with_next : series.joined)
        joined.push_back(with_next ? 1 : 0);
    a.derived(static_cast<int>(series.sweep), "sweep", "", numbered_names(studies::DiagramSweep()));
    a.derived(static_cast<int>(series.start), "start", "", "number of the start, from 0");
    a.derived(outcome, "outcome", "", numbered_names(MotionOutcome()), "n");
    a.derived(period, "period", "",
              "period of the orbit on which it settled, in periods of the drive; 0: none", "n");
    a.derived(growth, "growth", "", "magnitude of the largest multiplier of that period; 0: none",
              "n");
    a.derived(life, "life", "", "periods to the first state beside the orbit; -1: none", "n");
    a.derived(carried, "carried", "",
              "1: the motion began at the end of the motion at the previous value", "n");
    a.derived(joined, "joined", "",
              "1: one branch joins the orbits at this value and at the next "
              "(docs/theory/long_motions.md, section 6)",
              "n - 1", "for sweeps up and down");
    exponent_arrays(a, series);
    told_arrays(a, r, "number of the value of each point, from 0", reported);
}

void branch_arrays(io::Entries& a, const DiagramResults& r, const EarlierBranch& branch,
                   const std::vector<LongMotion>& motions)
{
    const auto monitor = [&](Index i, int row) { return branch.of.branch.monitors(row, i); };
    std::vector<const LongMotion*> reported;
    for (std::size_t k = 0; k < branch.points.size(); ++k)
        reported.push_back(&motions[k]);
    a.derived(branch.results, "results", "", "results that contain the branch");
    a.derived(static_cast<int>(branch.number), "branch", "", "its number there, from 1");
    a.derived(branch.of.form.periods, "period", "", "period, in periods of the drive");
    const io::Columns column(a, branch.points, "n");
    column([](Index i) { return i; }, "point", "",
           "points within the range: number in those results, from 0");
    column([&](Index i) { return r.over.reported_value(branch.of.branch.p(i)); }, "parameter",
           parameter_unit(a, r), "value of the parameter");
    column([&](Index i) { return branch.of.labels[static_cast<std::size_t>(i)]; }, "label", "",
           numbered_names(dynamics::OrbitLabel()));
    column([&](Index i) { return monitor(i, dynamics::orbit_stable) > 0; }, "stable", "", "1 or 0");
    column([&](Index i) { return monitor(i, dynamics::orbit_growth); }, "growth", "",
           "magnitude of the largest multiplier of the period");
    told_arrays(a, r, "number of the point of the branch, from 0", reported);
}

} // namespace

void arrays(io::Entries& a, DiagramResults& r)
{
    a.note("n is the number of values, in `branches` that of points. Series are sorted by sweep, "
           "then by start.");
    a.attribute(r.over.result_name, "parameter", "name of the parameter in results");
    a.attribute(r.over.over, "over", "parameter: `Omega`, `level` or the path of a key");
    a.attribute(r.monitors.empty() ? "" : r.monitors.front(), "monitor", "first monitor");
    std::vector<double> values, period;
    for (std::size_t i = 0; r.model && i < r.model->systems.values.size(); ++i) {
        values.push_back(r.over.reported_value(r.model->systems.values[i]));
        period.push_back(2 * std::numbers::pi / r.model->systems.at[i].family.system().Omega);
    }
    a.derived(values, "values", parameter_unit(a, r), "values of the parameter, ascending", "n");
    a.derived(period, "period", "s", "period of the drive at each value", "n");
    a.group("starts",
            [&] { start_values(a, r.model ? r.model->grid : std::vector<StartEntry>()); });
    a.numbered(r.found.series, "series", "K", "the number of a series",
               [&](DiagramSeries& series) { series_arrays(a, r, series); });
    a.numbered(
        r.branches, "branches", "B", "the number of a branch of earlier runs",
        [&](std::vector<LongMotion>& motions) {
            const EarlierBranch none;
            branch_arrays(
                a, r,
                r.model ? r.model->branches[static_cast<std::size_t>(&motions - r.branches.data())]
                        : none,
                motions);
        });
}

} // namespace slideway::app
