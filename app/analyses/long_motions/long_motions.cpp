#include "app/analyses/long_motions/long_motions.hpp"

#include "app/case/located.hpp"
#include "app/motions/driven_joints.hpp"
#include "app/motions/many_starts/kept_motion.hpp"
#include "app/motions/monitors.hpp"
#include "app/motions/start/long_period.hpp"
#include "app/motions/start/phase_zero.hpp"
#include "app/results/interrupted_run.hpp"
#include "app/results/quantities.hpp"
#include "app/results/stored_modes.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/grazing.hpp"

#include <algorithm>
#include <memory>
#include <numbers>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::LongMotion;

// Largest number of states for the 0-1 test, the last ones of a motion. Its work grows
// quadratically.
constexpr std::size_t most_states = 5000;

MotionModel setup(const LongMotions& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    refuse_laws(e.type, e.takes[0], c, built);
    std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
    MotionModel model{modal,     {dynamics::jointed_system(built.model, *modal), {}},
                      e.options, e.observed(),
                      {},        {}};
    refuse_long_period(model.family.system(), c);
    model.family.set_go_on(monitor.until_stopped());
    model.options.watched = monitor_outputs(model.watched, c, built, *modal);
    take_sections(e.sections, model.family.system(), model.watched, model.options);
    check(model.options);
    if (e.starts) {
        model.options.last = 0;
        model.grid = starts_of(*e.starts);
    }
    model.starts =
        states_of_starts(e.start, model.grid, c, built, *modal, model.family, e.options.tolerance);
    return model;
}

MotionModel motion_model(const LongMotions& e, const Case& c, const BuiltModel& built,
                         const Monitor& monitor)
{
    return located(c.analysis.places, "analysis",
                   [&]() -> MotionModel { return setup(e, c, built, monitor); });
}

using Motions = std::vector<studies::StartedMotion>;

auto n_done(const Motions& motions)
{
    return static_cast<std::size_t>(std::count_if(
        motions.begin(), motions.end(), [](const auto& motion) { return motion.done(); }));
}

Motions read_motions(const OwnResults& own, const MotionModel& model, const Monitor& monitor)
{
    return read_kept<Motions>(own, monitor, [&](const Motions& motions) -> std::string {
        require_fit(motions.size() == model.starts.size() &&
                    std::all_of(motions.begin(), motions.end(),
                                [&](const auto& motion) { return fits(motion, model.options); }));
        return plural(n_done(motions), "motion");
    });
}

std::optional<double> zero_one_of(const LongMotion& motion)
{
    const std::vector<double>& all = motion.states;
    const auto n = static_cast<Index>(std::min(most_states, all.size()));
    return dynamics::zero_one_test(
        Eigen::Map<const Vector>(all.data() + all.size() - static_cast<std::size_t>(n), n));
}

} // namespace

double MotionModel::period() const
{
    return 2 * std::numbers::pi / family.system().Omega;
}

bool MotionModel::has_stops() const
{
    return !dynamics::stops_of(family.system().joints).empty();
}

Needs needs(const LongMotions& e)
{
    return {.forced = forced_ports(e.start, e.starts), .observed = {"monitor", e.observed()}};
}

std::vector<std::filesystem::path> input_files(const LongMotions& e, const Case& c)
{
    return input_files(e.start, c);
}

void refuse(const LongMotions& e, const Case& c)
{
    refuse_without_drive(e.type, c);
}

std::string check(const LongMotions& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    return check_text(e.type, settings(e, motion_model(e, c, built, monitor)));
}

Outcome run(const LongMotions& e, const Case& c, const BuiltModel& built, const Monitor& monitor,
            const OwnResults& own)
{
    const auto model = std::make_shared<const MotionModel>(motion_model(e, c, built, monitor));
    const auto results = std::make_shared<MotionResults>();
    results->found =
        studies::long_motions(model->family, model->starts, model->options,
                              monitor.part(e.starts ? "starts" : "periods",
                                           e.starts ? static_cast<double>(model->starts.size())
                                                    : e.options.discard + e.options.periods),
                              read_motions(own, *model, monitor));
    for (std::size_t k = 0; k < model->starts.size(); ++k) {
        const studies::StartedMotion& motion = results->found.motions[k];
        results->outcome.push_back(outcome_of(motion, e.options.discard));
        results->zero_one.push_back(e.options.indicators ? zero_one_of(motion.motion)
                                                         : std::nullopt);
    }
    if (std::all_of(
            results->outcome.begin(), results->outcome.end(),
            [](MotionOutcome outcome) -> bool { return outcome == MotionOutcome::not_run; }))
        throw Interrupted();
    results->e = &e;
    results->model = model;
    results->monitors = e.monitors;
    results->watched = model->watched;
    return {.summary = summarise(e, *model, *results),
            .arrays =
                [results, write = writer_of(results), source = own.source](io::ArraySink& sink) {
                    write(sink);
                    if (results->found.interrupted() && n_done(results->found.motions) > 0)
                        write_kept(sink, source, results->found.motions);
                },
            .complete =
                [&built, results] {
                    const MotionModel& m = *results->model;
                    results->modes = stored_modes(built, *m.modal, m.family.system());
                }};
}

} // namespace slideway::app
