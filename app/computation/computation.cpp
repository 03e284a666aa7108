#include "app/computation/computation.hpp"

#include "app/maps/map_run.hpp"
#include "app/model/describe.hpp"
#include "app/model/export_body.hpp"
#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/threads.hpp"

#include <algorithm>
#include <utility>

namespace slideway::app {

namespace {

Computation run_once(const std::shared_ptr<const Job>& job, const ComputationOptions& options,
                     const Monitor& monitor)
{
    const Case& c = job->c;
    const auto built = std::make_shared<const BuiltModel>(
        options.shared ? options.shared->build(c, needs(*job), monitor)
                       : build_model(*job, monitor));
    if (options.ranks != nullptr && options.ranks->size() > 1 && !shared_by_ranks(*job) &&
        std::none_of(built->bodies.begin(), built->bodies.end(),
                     [](const BuiltBody& body) -> bool { return body.distributed; }))
        throw nothing_to_share(*job, options.ranks->size());
    monitor.print(describe_model(c, *built));
    for (std::size_t b = 0; b < c.substructures.size() && options.exports; ++b)
        export_body(c.substructures[b], c, built->model.bodies[b], built->bodies[b].pole);
    if (options.ranks != nullptr && options.ranks->rank() > 0 && !shared_by_ranks(*job))
        return {job, built, {}}; // the model was only needed for the exported bodies
    Outcome outcome = run(*job, *built, monitor, options.folder);
    if (outcome.complete)
        outcome.complete();
    return {job, built, std::move(outcome)};
}

// Adds the notes of `check` (on bodies and on the analysis) to the warnings of a run.
void add_notes(Computation& computation)
{
    std::vector<std::string>& warnings = computation.outcome.summary.warnings;
    std::vector<std::string> all = body_notes(*computation.built);
    for (std::string& note : notes(*computation.job, *computation.built))
        all.push_back(std::move(note));
    all.insert(all.end(), warnings.begin(), warnings.end());
    warnings = std::move(all);
}

Computation run_points(const std::shared_ptr<const Job>& job, const ComputationOptions& options,
                       const Monitor& monitor, MapSoFar& so_far)
{
    monitor.print(job->c.title + "\n" + describe_map(job->c) + "\n");
    MapRun map = run_map(*job, options.threads, monitor, options.folder, &so_far,
                         options.keep_every, options.shared);
    return {job, std::move(map.first), std::move(map.outcome)};
}

} // namespace

std::optional<Computation> compute(const std::shared_ptr<const Job>& job,
                                   const ComputationOptions& options, const RunControl& control)
{
    struct Work {
        MapSoFar so_far;
        std::optional<Computation> done;
    };
    const auto work = std::make_shared<Work>();
    const bool map = job->c.map.has_value();
    const bool done = done_or_left(
        [job, options, work, map, monitor = control.monitor] {
            set_threads(options.threads);
            set_ranks(options.ranks);
            try {
                work->done = map ? run_points(job, options, *monitor, work->so_far)
                                 : run_once(job, options, *monitor);
            } catch (const Interrupted&) { // there are no partial results
            }
        },
        control.interrupted, [&] { return map || control.can_leave(); });
    if (done && (!map || !control.interrupted() || work->so_far.any())) {
        if (work->done)
            add_notes(*work->done);
        return std::move(work->done);
    }
    if (!map || !work->so_far.any())
        return {};
    MapRun so_far = interrupted_map(job->c, work->so_far);
    Computation computation{job, std::move(so_far.first), std::move(so_far.outcome)};
    add_notes(computation);
    return computation;
}

} // namespace slideway::app
