#include "app/analyses/bifurcation_diagram/bifurcation_diagram.hpp"

#include "app/analyses/bifurcation_diagram/diagram_results.hpp"
#include "app/case/located.hpp"
#include "app/motions/driven_joints.hpp"
#include "app/motions/many_starts/kept_motion.hpp"
#include "app/results/interrupted_run.hpp"
#include "app/results/quantities.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace slideway::app {

namespace {

struct Setup {
    std::shared_ptr<SystemsOver> systems;
    std::shared_ptr<DiagramModel> model;
};

Setup setup(const BifurcationDiagram& e, const Case& c, const BuiltModel& built,
            const Monitor& monitor)
{
    refuse_laws(e.type, e.takes[0], c, built);
    auto systems = std::make_shared<SystemsOver>(e, c, built, monitor);
    auto model = std::make_shared<DiagramModel>();
    if (e.starts)
        model->grid = starts_of(*e.starts);
    model->watched = systems->watched();
    model->sections = systems->sections();
    model->branches = earlier_branches(e, c, *systems);
    model->systems.between = [systems](double value) { return systems->at(value); };
    const auto n = static_cast<double>(e.values.all.size());
    const Progress progress = monitor.part("values", n);
    model->systems.values = e.values.all;
    for (const double value : model->systems.values) {
        ask(progress, static_cast<double>(model->systems.at.size()) / n);
        model->systems.at.push_back(systems->with_starts(value, model->grid));
    }
    dynamics::LongMotionOptions options = e.options;
    options.watched = model->systems.at.front().watched;
    options.sections = model->sections;
    check(options);
    return {std::move(systems), std::move(model)};
}

Setup located_setup(const BifurcationDiagram& e, const Case& c, const BuiltModel& built,
                    const Monitor& monitor)
{
    return located(c.analysis.places, "analysis",
                   [&]() -> Setup { return setup(e, c, built, monitor); });
}

using AllSeries = std::vector<studies::DiagramSeries>;

// Partial results of an interrupted run of the same source; without series if there are none.
studies::BifurcationDiagram read_interrupted(const OwnResults& own, const BifurcationDiagram& e,
                                             const DiagramModel& model, const Monitor& monitor)
{
    dynamics::LongMotionOptions options = e.options;
    options.watched = model.systems.at.front().watched;
    options.sections = model.sections;
    return {read_kept<AllSeries>(own, monitor, [&](const AllSeries& all) -> std::string {
        std::size_t n = 0;
        bool fit = all.size() == e.sweeps.size() * model.systems.at.front().starts.size();
        for (const studies::DiagramSeries& series : all) {
            fit = fit && series.motions.size() == model.systems.at.size() &&
                  (series.joined.empty() || series.joined.size() + 1 == series.motions.size());
            for (const studies::StartedMotion& motion : series.motions) {
                fit = fit && fits(motion, options);
                n += motion.done() ? 1 : 0;
            }
        }
        require_fit(fit);
        return plural(n, "motion");
    })};
}

// False if interrupted. Branches that were not recorded whole are left out.
bool report_branches(const BifurcationDiagram& e, const Setup& setup, const Monitor& monitor,
                     DiagramResults& results)
{
    double n = 0, done = 0;
    for (const EarlierBranch& branch : setup.model->branches)
        n += static_cast<double>(branch.points.size());
    const Progress progress = monitor.part("points of branches", n);
    for (const EarlierBranch& branch : setup.model->branches) {
        std::vector<dynamics::LongMotion> reported;
        for (const Index point : branch.points) {
            if (!progress(done++ / n))
                return false;
            reported.push_back(motion_at_point(branch, point, e.options.tolerance, *setup.systems));
        }
        results.branches.push_back(std::move(reported));
    }
    return true;
}

} // namespace

Needs needs(const BifurcationDiagram& e)
{
    return {.forced = forced_ports(e.start, e.starts), .observed = {"monitor", e.observed()}};
}

std::vector<std::filesystem::path> input_files(const BifurcationDiagram& e, const Case& c)
{
    std::vector<std::filesystem::path> files = input_files(e.start, c);
    for (std::filesystem::path& file : branch_files(e, c))
        files.push_back(std::move(file));
    return files;
}

void refuse(const BifurcationDiagram& e, const Case& c)
{
    refuse_without_drive(e.type, c);
    refuse_frequency(e, c);
}

std::string check(const BifurcationDiagram& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    return check_text(e.type, settings(e, *located_setup(e, c, built, monitor).model));
}

Outcome run(const BifurcationDiagram& e, const Case& c, const BuiltModel& built,
            const Monitor& monitor, const OwnResults& own)
{
    const Setup setup = located_setup(e, c, built, monitor);
    const std::shared_ptr<const DiagramModel> model = setup.model;
    const auto results = std::make_shared<DiagramResults>();
    dynamics::LongMotionOptions options = e.options;
    options.sections = model->sections;
    results->found = studies::bifurcation_diagram(
        model->systems, e.sweeps, options,
        monitor.part("motions",
                     static_cast<double>(model->systems.at.front().starts.size() *
                                         model->systems.values.size() * e.sweeps.size())),
        read_interrupted(own, e, *model, monitor));
    const auto none_run = [&](const studies::DiagramSeries& series) -> bool {
        return std::all_of(series.motions.begin(), series.motions.end(),
                           [&](const studies::StartedMotion& motion) -> bool {
                               return outcome_of(e, motion) == MotionOutcome::not_run;
                           });
    };
    if (std::all_of(results->found.series.begin(), results->found.series.end(), none_run))
        throw Interrupted();
    if (!results->found.interrupted && !report_branches(e, setup, monitor, *results))
        results->found.interrupted = true;
    results->e = &e;
    results->model = model;
    results->over = e;
    results->monitors = e.monitors;
    results->watched = model->watched;
    return {
        .summary = summarise(e, *model, *results),
        .arrays = [results, write = writer_of(results), source = own.source](io::ArraySink& sink) {
            write(sink);
            if (results->found.interrupted)
                write_kept(sink, source, results->found.series);
        }};
}

} // namespace slideway::app
