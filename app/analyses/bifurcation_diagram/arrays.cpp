#include "app/analyses/bifurcation_diagram/diagram_results.hpp"

#include "app/results/branch_file.hpp"

#include <cstddef>
#include <numbers>

namespace slideway::app {

namespace {

using dynamics::LongMotion;
using studies::DiagramMotion;
using studies::DiagramSeries;

// Points of one section of many motions.
class SectionTable {
public:
    explicit SectionTable(std::size_t n_watched) : u_(n_watched), v_(n_watched) {}

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
    void write(io::ArraySink& sink, const std::string& target, const std::string& group,
               const DiagramModel& model) const
    {
        if (at_.empty())
            return;
        sink.write(target + "at", at_, group);
        for (std::size_t w = 0; w < u_.size(); ++w) {
            const std::string prefix = target + "points/" + model.watched[w] + "/";
            sink.write(prefix + "displacement", u_[w], model.unit_of(w, "m"),
                       "of joints: first body minus second");
            sink.write(prefix + "velocity", v_[w], model.unit_of(w, "m/s"), "likewise");
        }
    }

private:
    std::vector<int> at_;
    std::vector<std::vector<double>> u_, v_;
};

// @param motions  of values or points; null: none is recorded
void write_reported(io::ArraySink& sink, const std::string& target, const std::string& group,
                    const BifurcationDiagram& e, const DiagramModel& model,
                    const std::vector<const LongMotion*>& motions)
{
    for (std::size_t s = 0; s < e.sections.size(); ++s) {
        SectionTable table(model.watched.size());
        for (std::size_t i = 0; i < motions.size(); ++i)
            if (motions[i] && s < motions[i]->sections.size())
                table.add(motions[i]->sections[s], i);
        table.write(sink, target + "sections/" + e.sections[s].name + "/", group, model);
    }
    for (std::size_t w = 0; w < e.monitors.size(); ++w) {
        std::vector<double> least, most;
        for (const LongMotion* motion : motions) {
            const bool any = motion && w < motion->turns.size();
            least.push_back(any ? motion->turns[w].least : 0);
            most.push_back(any ? motion->turns[w].most : 0);
        }
        const std::string prefix = target + "points/" + e.monitors[w] + "/";
        sink.write(prefix + "least", least, model.unit_of(w, "m"), "over the periods told");
        sink.write(prefix + "largest", most, model.unit_of(w, "m"), "likewise");
    }
}

void write_exponents(io::ArraySink& sink, const std::string& target, const DiagramSeries& series)
{
    std::vector<int> numbers;
    std::vector<double> value, error;
    for (std::size_t i = 0; i < series.motions.size(); ++i)
        if (const DiagramMotion& motion = series.motions[i]; motion.done() && motion.exponent) {
            numbers.push_back(static_cast<int>(i));
            value.push_back(motion.exponent->whole);
            error.push_back(motion.exponent->error);
        }
    if (numbers.empty())
        return;
    sink.write(target + "exponent/at", numbers, "number of the value, from 0");
    sink.write(target + "exponent/value", value, "1/s", "largest Lyapunov exponent");
    sink.write(target + "exponent/error", error, "1/s", "its standard error");
}

void write_series(io::ArraySink& sink, const std::string& target, const BifurcationDiagram& e,
                  const DiagramModel& model, const DiagramSeries& series)
{
    sink.write(target + "sweep", std::vector<int>{static_cast<int>(series.sweep)},
               numbered_names(studies::DiagramSweep()));
    sink.write(target + "start", std::vector<int>{static_cast<int>(series.start)}, "from 0");
    std::vector<int> outcome, period, life, carried, joined;
    std::vector<double> growth;
    std::vector<const LongMotion*> reported;
    for (const DiagramMotion& motion : series.motions) {
        const MotionOutcome became = outcome_of(e, motion);
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
    sink.write(target + "outcome", outcome, numbered_names(MotionOutcome()));
    sink.write(target + "period", period,
               "of the orbit that it settled on, in periods of the drive; 0: none");
    sink.write(target + "growth", growth, "",
               "magnitude of the largest multiplier of that period; 0: none");
    sink.write(target + "life", life, "periods to its first state beside the orbit; -1: none");
    sink.write(target + "carried", carried,
               "1: it began where the motion at the value before ended");
    if (!joined.empty())
        sink.write(target + "joined", joined,
                   "1: one branch joins its orbit and that at the next value");
    write_exponents(sink, target, series);
    write_reported(sink, target, "number of the value, from 0", e, model, reported);
}

void write_branch(io::ArraySink& sink, const std::string& target, const BifurcationDiagram& e,
                  const DiagramModel& model, const EarlierBranch& branch,
                  const std::vector<LongMotion>& motions)
{
    std::vector<double> parameter, growth;
    std::vector<int> label, stable, point;
    std::vector<const LongMotion*> reported;
    for (std::size_t k = 0; k < branch.points.size(); ++k) {
        const Index i = branch.points[k];
        parameter.push_back(e.reported_value(branch.of.branch.p(i)));
        growth.push_back(branch.of.branch.monitors(dynamics::orbit_growth, i));
        stable.push_back(branch.of.branch.monitors(dynamics::orbit_stable, i) > 0 ? 1 : 0);
        label.push_back(static_cast<int>(branch.of.labels[static_cast<std::size_t>(i)]));
        point.push_back(static_cast<int>(i));
        reported.push_back(&motions[k]);
    }
    sink.write(target + "results", std::vector<std::string>{branch.results}, "that hold it");
    sink.write(target + "branch", std::vector<int>{static_cast<int>(branch.number)},
               "of these results, from 1");
    sink.write(target + "point", point, "of that branch, from 0");
    sink.write(target + "period", std::vector<int>{branch.of.form.periods},
               "in periods of the drive");
    sink.write(target + "parameter", parameter, e.unit, e.result_name);
    sink.write(target + "label", label, numbered_names(dynamics::OrbitLabel()));
    sink.write(target + "stable", stable, "1 or 0");
    sink.write(target + "growth", growth, "", "magnitude of the largest multiplier of the period");
    write_reported(sink, target, "number of the point, from 0", e, model, reported);
}

} // namespace

void write_diagram(io::ArraySink& sink, const BifurcationDiagram& e, const DiagramModel& model,
                   const DiagramResults& results)
{
    sink.attribute("parameter", e.result_name);
    sink.attribute("over", e.over);
    sink.attribute("monitor", e.monitors.front());
    std::vector<double> values, period;
    for (std::size_t i = 0; i < model.systems.values.size(); ++i) {
        values.push_back(e.reported_value(model.systems.values[i]));
        period.push_back(2 * std::numbers::pi / model.systems.at[i].family.system().Omega);
    }
    sink.write("values", values, e.unit, e.result_name);
    sink.write("period", period, "s", "of the drive at each value");
    if (!model.grid.empty())
        write_values(sink, "starts/", model.grid);
    for (std::size_t k = 0; k < results.found.series.size(); ++k)
        write_series(sink, numbered("series", k), e, model, results.found.series[k]);
    for (std::size_t b = 0; b < results.branches.size(); ++b)
        write_branch(sink, numbered("branches", b), e, model, model.branches[b],
                     results.branches[b]);
}

} // namespace slideway::app
