#include "app/maps/map_run.hpp"

#include "app/maps/compute_map.hpp"
#include "app/maps/map_ranks.hpp"
#include "app/results/quantities.hpp"
#include "app/results/results_folder.hpp"
#include "app/results/summary_file.hpp"
#include "base/interruptible.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "studies/rank_lifecycle.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <utility>

namespace slideway::app {

namespace {

using studies::PointResult;

bool of_bodies(const std::string& key)
{
    return key.starts_with("substructure.");
}

// Converts the summary of a point to the result that a map stores.
PointResult result_of(Summary summary)
{
    if (summary.status == Status::interrupted) // its numbers would describe an incomplete motion
        summary.quantities.clear();
    std::string message = summary.message;
    for (const std::string& warning : summary.warnings)
        message += (message.empty() ? "warning: " : "; warning: ") + warning;
    return {summary.status, message, std::move(summary.quantities)};
}

// Builds the models of points. Bodies are built once, unless a key of the map belongs to a body.
// Points with equal bodies share their modes. May be used by several threads at once.
class Points {
public:
    Points(const Job& job, const Monitor& monitor, std::shared_ptr<SharedBodies> shared)
        : cases(job.c), monitor_(monitor), shared_(std::move(shared)),
          first_(cases.at(map_grid(*job.c.map).front())),
          new_bodies_(points_have_bodies(*job.c.map))
    {
        if (!new_bodies_)
            bodies_ = shared_->of(first_.c, needs_of(first_), monitor_);
    }

    const MapCases cases;

    [[nodiscard]] bool builds_bodies() const { return new_bodies_; }

    [[nodiscard]] BuiltModel model(const Job& job) const
    {
        if (new_bodies_)
            return shared_->build(job.c, needs_of(job), monitor_);
        BuiltModel built = couple(job.c, needs_of(job), *bodies_);
        built.modes = shared_->modes();
        return built;
    }

    // Returns the model of the first point. It is empty if the model cannot be built; the point
    // then reports the reason. @throws Interrupted
    [[nodiscard]] std::shared_ptr<const BuiltModel> first_model()
    {
        try {
            return std::make_shared<const BuiltModel>(model(first_));
        } catch (const Interrupted&) {
            throw;
        } catch (const std::exception&) {
            not_built_ = std::current_exception();
            return std::make_shared<const BuiltModel>();
        }
    }

    // Throws the exception of first_model(), if it failed.
    void require_first() const
    {
        if (not_built_)
            std::rethrow_exception(not_built_);
    }

    [[nodiscard]] PointResult result(const MapPoint& where) const
    {
        const Job job = cases.at(where);
        return result_of(slideway::app::run(job, model(job), monitor_).summary);
    }

private:
    // Every rank computes points, but the job of a point has no map that would state it.
    [[nodiscard]] static Needs needs_of(const Job& job)
    {
        Needs all = needs(job);
        all.all_ranks = true;
        return all;
    }

    const SilentMonitor monitor_;
    std::shared_ptr<SharedBodies> shared_;
    const Job first_;
    bool new_bodies_;
    std::shared_ptr<const Bodies> bodies_;
    std::exception_ptr not_built_; // why the first model was not built
};

std::size_t n_known(const EarlierMap& earlier)
{
    return earlier.results.size() - static_cast<std::size_t>(std::count_if(
                                        earlier.results.begin(), earlier.results.end(), is_open));
}

// "new", or the number of points that are reused from an earlier run.
std::string start_text(const EarlierMap& earlier)
{
    if (!earlier.interrupted)
        return "new";
    if (earlier.results.empty())
        return "new: the case, its overrides, a file that it names or the version differ from "
               "those of the interrupted map in the folder";
    return "continues with " + std::to_string(n_known(earlier)) + " points of an interrupted map";
}

// @param not_refined  reason why the map was not refined, or empty
Summary summary_of(const Case& c, const MapResults& map, bool interrupted_curves,
                   const std::string& not_refined)
{
    Summary summary = summarise_map(c, map);
    if (map.boundaries)
        summary.lines.insert(summary.lines.end(), map.boundaries->lines.begin(),
                             map.boundaries->lines.end());
    if (interrupted_curves) { // first of all, because an interrupted map is resumed
        summary.status = Status::interrupted;
        summary.message = "interrupted before the boundaries between the regimes were computed; "
                          "the same run into the same folder resumes";
    } else if (summary.status == Status::end && !not_refined.empty()) {
        summary.status = Status::not_refined;
        summary.message = not_refined;
    }
    return summary;
}

// Sets the function that writes the results of a map.
void set_writer(MapRun& run, const Case& c, std::vector<std::string> source, MapResults map)
{
    run.map = std::make_shared<const MapResults>(std::move(map));
    run.outcome.arrays = writer_of(std::make_shared<MapRecord>(map_record(c, source, *run.map)));
}

// Reads the points of a run that wrote its results, or of a killed run. If both exist, the one with
// more points is used.
EarlierMap earlier_map(const std::filesystem::path& folder, const std::vector<std::string>& source)
{
    if (folder.empty())
        return {};
    EarlierMap written = read_map(folder / "results.h5", source),
               kept = read_map(kept_points(folder), source);
    return n_known(kept) > n_known(written) || !written.interrupted ? kept : written;
}

void report_changed_files(Summary& summary)
{
    summary.warnings.push_back("a file that the case names changed while the map was "
                               "computed: its points are of two models");
    summary.used.emplace_back("files", "changed while the map was computed");
}

} // namespace

bool points_have_bodies(const MapEntry& axes)
{
    return of_bodies(axes.x.key) || (axes.y && of_bodies(axes.y->key));
}

MapRun run_map(const Job& job, int threads, const Monitor& monitor,
               const std::filesystem::path& folder, MapSoFar* so_far, double keep_every,
               std::shared_ptr<SharedBodies> shared)
{
    const Case& c = job.c;
    Ranks* const all = ranks();
    const bool helps = all != nullptr && all->rank() > 0;
    if (!helps) // rank 0 has checked the map
        check_map(c);
    const std::vector<std::string> source = source_of(job);
    const EarlierMap earlier = earlier_map(folder, source);
    if (earlier.interrupted)
        monitor.print(start_text(earlier) + "\n");

    // Each point uses one thread. Bodies are also built with one, because more threads would change
    // the last digits.
    const OneThread alone;
    share_fft_planner();
    Points points(job, monitor, shared ? std::move(shared) : std::make_shared<SharedBodies>());
    const auto model = [&](const Job& map_job) -> BuiltModel { return points.model(map_job); };
    if (helps) {
        help_map(*all, threads, monitor, BoundaryWork(job, points.cases, model, monitor),
                 [&](const MapPoint& where) -> PointResult { return points.result(where); });
        throw Interrupted();
    }

    MapRun run;
    run.first = points.first_model();
    if (so_far != nullptr) {
        so_far->start(source, folder.empty() ? MapSoFar::Keep()
                                             : point_keeper(c, source, kept_points(folder),
                                                            keep_every, monitor));
        so_far->built(run.first);
    }
    const std::size_t n_grid = map_grid(*c.map).size();
    monitor.print(studies::more_ranks_text(n_grid - std::min(n_grid, n_known(earlier)), "points"));
    auto [map, not_refined] = compute_map(
        *c.map,
        [&](std::size_t k, const MapPoint& where) -> PointResult {
            if (k == 0)
                points.require_first();
            return points.result(where);
        },
        threads, monitor, earlier.results, so_far, !points.builds_bodies());
    if (std::none_of(map.results.begin(), map.results.end(), is_open))
        map.boundaries = map_boundaries(job, points.cases, model, threads, monitor);
    const bool interrupted_curves = map.boundaries && map.boundaries->interrupted;
    if (interrupted_curves)
        map.boundaries.reset();

    Summary& summary = run.outcome.summary;
    summary = summary_of(c, map, interrupted_curves, not_refined);
    summary.used = {
        {"map", describe_map(c)},
        {"bodies", points.builds_bodies() ? "built where a point has others" : "built once"},
        {"threads", std::to_string(threads)},
        {"start", start_text(earlier)}};
    if (all != nullptr)
        summary.used.emplace_back("ranks", std::to_string(all->size()));
    if (points.builds_bodies() && source_of(job) != source)
        report_changed_files(summary);
    run.outcome.new_points = so_far == nullptr || so_far->any_new();
    set_writer(run, c, source, std::move(map));
    return run;
}

MapRun interrupted_map(const Case& c, const MapSoFar& so_far)
{
    MapRun run;
    run.first = so_far.first();
    MapResults map = so_far.map();
    Summary& summary = run.outcome.summary;
    summary = summarise_map(c, map);
    if (summary.status != Status::interrupted) { // all points are computed
        summary.status = Status::interrupted;
        summary.message =
            "interrupted after the last point; the same run into the same folder resumes";
    }
    summary.used = {{"map", describe_map(c)}};
    run.outcome.new_points = so_far.any_new();
    set_writer(run, c, so_far.source(), std::move(map));
    return run;
}

} // namespace slideway::app
