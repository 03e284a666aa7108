#include "app/maps/map_run.hpp"

#include "app/maps/map_ranks.hpp"
#include "app/results/results_folder.hpp"
#include "app/results/summary_file.hpp"
#include "base/interruptible.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "studies/refinement.hpp"
#include "studies/roll_call.hpp"
#include "studies/shared_sweep.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <mutex>

namespace slideway::app {

namespace {

using studies::PointResult;

bool of_bodies(const std::string& key)
{
    return key.starts_with("substructure.");
}

// Builds the model of each point: bodies once, unless a key of the map is of one; modes once for
// all points that have the same.
class Models {
public:
    Models(const Case& c, const Job& first, const Monitor& monitor,
           std::shared_ptr<SharedBodies> shared)
        : monitor_(monitor), shared_(std::move(shared)), new_bodies_(points_have_bodies(*c.map))
    {
        if (!new_bodies_)
            bodies_ = shared_->of(first.c, needs(first), monitor_);
    }

    [[nodiscard]] bool builds_bodies() const { return new_bodies_; }

    BuiltModel of(const Job& at)
    {
        if (new_bodies_)
            return shared_->build(at.c, needs(at), monitor_);
        BuiltModel built = couple(at.c, needs(at), *bodies_);
        built.modes = shared_->modes();
        return built;
    }

private:
    const Monitor& monitor_;
    std::shared_ptr<SharedBodies> shared_;
    bool new_bodies_;
    std::shared_ptr<const Bodies> bodies_;
};

// The text that refining looks at, of each point; "" where a point gave none.
std::vector<std::string> texts_of(const std::string& quantity,
                                  const std::vector<PointResult>& results)
{
    std::vector<std::string> texts(results.size());
    for (std::size_t k = 0; k < results.size(); ++k)
        for (const Quantity& q : results[k].quantities)
            if (q.name == quantity)
                texts[k] = join(q.texts, "\n");
    return texts;
}

// What a point gave in place of the quantity that refining looks at.
std::string no_text_message(const std::string& quantity, const std::vector<PointResult>& results)
{
    std::vector<std::string> names;
    for (const studies::Series& s : studies::collect(results))
        if (s.of_texts())
            names.push_back(s.name);
    return "not refined: map.refine_on = \"" + quantity + "\"; no point gave such a text" +
           (names.empty() ? ", nor any other" : name_hint(quantity, names));
}

std::size_t n_known(const EarlierMap& earlier)
{
    return earlier.results.size() - static_cast<std::size_t>(std::count_if(
                                        earlier.results.begin(), earlier.results.end(), is_open));
}

// "new", or what of an earlier run goes on.
std::string start_text(const EarlierMap& earlier)
{
    if (!earlier.interrupted)
        return "new";
    if (earlier.results.empty())
        return "new: the case, its overrides, a file that it names or the version differ from "
               "those of the interrupted map in the folder";
    return "goes on with " + std::to_string(n_known(earlier)) + " points of an interrupted map";
}

// What the summary of a point leaves in a map.
PointResult result_of(Summary summary)
{
    if (summary.status == Status::interrupted) // its numbers belong to a part of the motion
        summary.quantities.clear();
    std::string message = summary.message;
    for (const std::string& warning : summary.warnings)
        message += (message.empty() ? "warning: " : "; warning: ") + warning;
    return {summary.status, message, std::move(summary.quantities)};
}

// @param not_refined  why; "": it was, or was not to be
Summary summary_of(const Case& c, const MapResults& map, bool interrupted_curves,
                   const std::string& not_refined)
{
    Summary summary = summarise_map(c, map);
    if (map.boundaries)
        summary.lines.insert(summary.lines.end(), map.boundaries->lines.begin(),
                             map.boundaries->lines.end());
    if (interrupted_curves) { // before anything else: what is interrupted goes on
        summary.status = Status::interrupted;
        summary.message = "interrupted before the boundaries between the regimes were computed; "
                          "the same run into the same folder goes on";
    } else if (summary.status == Status::end && !not_refined.empty()) {
        summary.status = Status::not_refined;
        summary.message = not_refined;
    }
    return summary;
}

// How its results are written.
void set_writer(MapRun& run, const Case& c, std::vector<std::string> source, MapResults map)
{
    run.map = std::make_shared<const MapResults>(std::move(map));
    run.outcome.arrays = [&c, source = std::move(source), results = run.map](io::ArraySink& sink) {
        write_map(sink, c, source, *results);
    };
}

// Of a run that wrote its results, or of one that was killed; of both, the one that got farther.
EarlierMap earlier_map(const std::filesystem::path& folder, const std::vector<std::string>& source)
{
    if (folder.empty())
        return {};
    EarlierMap written = read_map(folder / "results.h5", source),
               kept = read_map(kept_points(folder), source);
    return n_known(kept) > n_known(written) || !written.interrupted ? kept : written;
}

// Writes the points of a map from time to time; the time that this takes is at most a twentieth of
// all. What cannot be written is told once: the map itself goes on.
class PointKeeper {
public:
    PointKeeper(const Case& c, std::vector<std::string> source, std::filesystem::path file,
                double every, const Monitor& monitor)
        : c_(c), source_(std::move(source)), file_(std::move(file)), every_(every),
          monitor_(monitor)
    {
    }

    void operator()(const MapResults& map)
    {
        const Clock::time_point begin = Clock::now();
        if (failed_ || monitor_.stopped() ||
            std::chrono::duration<double>(begin - last_).count() < pause_)
            return;
        try {
            std::filesystem::create_directories(file_.parent_path());
            Outcome so_far{.summary = summarise_map(c_, map), .arrays = [&](io::ArraySink& sink) {
                               write_map(sink, c_, source_, map);
                           }};
            so_far.summary.status = Status::interrupted;
            write_arrays(file_, c_, so_far);
        } catch (const std::exception& error) {
            monitor_.tell("warning: the points so far could not be kept: " +
                          std::string(error.what()) + "\n");
            failed_ = true;
        }
        last_ = Clock::now();
        pause_ = std::max(every_, 20 * std::chrono::duration<double>(last_ - begin).count());
    }

private:
    using Clock = std::chrono::steady_clock;
    const Case& c_;
    std::vector<std::string> source_;
    std::filesystem::path file_;
    double every_, pause_ = every_; // [s]
    Clock::time_point last_ = Clock::now();
    const Monitor& monitor_;
    bool failed_ = false;
};

void tell_changed_files(Summary& summary)
{
    summary.warnings.push_back("a file that the case names changed while the map was "
                               "computed: its points are of two models");
    summary.used.emplace_back("files", "changed while the map was computed");
}

// The model of the first point; null: it cannot be built, and the point says why.
std::shared_ptr<const BuiltModel> built_or_null(Models& models, const Job& first)
{
    try {
        return std::make_shared<const BuiltModel>(models.of(first));
    } catch (const std::exception&) {
        return nullptr;
    }
}

} // namespace

bool points_have_bodies(const MapEntry& axes)
{
    return of_bodies(axes.x.key) || (axes.y && of_bodies(axes.y->key));
}

void MapSoFar::begin(const MapResults& map)
{
    const std::lock_guard lock(mutex_);
    map_ = map;
}

void MapSoFar::start(std::vector<std::string> source, Keep keep)
{
    source_ = std::move(source);
    keep_ = std::move(keep);
}

void MapSoFar::begin(std::size_t k)
{
    const std::lock_guard lock(mutex_);
    map_.results[k].status = Status::interrupted;
}

void MapSoFar::done(std::size_t k, const PointResult& result)
{
    const std::lock_guard lock(mutex_);
    map_.results[k] = result;
    any_new_ = any_new_ || !is_open(result);
    if (keep_)
        keep_(map_);
}

void MapSoFar::built(std::shared_ptr<const BuiltModel> first)
{
    const std::lock_guard lock(mutex_);
    first_ = std::move(first);
}

bool MapSoFar::any() const
{
    const std::lock_guard lock(mutex_);
    return !std::all_of(map_.results.begin(), map_.results.end(), is_open);
}

bool MapSoFar::any_new() const
{
    const std::lock_guard lock(mutex_);
    return any_new_;
}

MapResults MapSoFar::map() const
{
    const std::lock_guard lock(mutex_);
    return map_;
}

std::shared_ptr<const BuiltModel> MapSoFar::first() const
{
    const std::lock_guard lock(mutex_);
    return first_;
}

MapResults compute_map(const MapEntry& axes,
                       const std::function<PointResult(std::size_t k, const MapPoint&)>& point,
                       int threads, const Monitor& monitor, const std::vector<PointResult>& earlier,
                       std::string& refused, MapSoFar* so_far, bool scattered)
{
    MapResults map{map_grid(axes), {}};
    // What was added; false: interrupted.
    auto compute = [&]() -> bool {
        std::vector<std::size_t> open;
        for (std::size_t k = map.results.size(); k < map.points.size(); ++k) {
            const bool known = k < earlier.size() && !is_open(earlier[k]);
            map.results.push_back(known ? earlier[k] : PointResult{});
            if (!known)
                open.push_back(k);
        }
        if (so_far != nullptr)
            so_far->begin(map);
        auto at = [&](std::size_t k) -> PointResult { return point(k, map.points[k]); };
        auto computed_point = [&](std::size_t i) -> PointResult {
            if (so_far == nullptr)
                return at(open[i]);
            so_far->begin(open[i]);
            PointResult result = studies::computed(at, open[i]);
            so_far->done(open[i], result);
            return result;
        };
        studies::SharedSweep shared{points_header(map.points, open), scattered};
        if (so_far != nullptr)
            shared.arrived = [&](std::size_t i, const PointResult& result,
                                 KeptReader& /*no more*/) { so_far->done(open[i], result); };
        const Progress progress = monitor.part("points", static_cast<double>(open.size()));
        std::vector<PointResult> computed =
            studies::shared_sweep(open.size(), computed_point, threads, progress, shared);
        for (std::size_t i = 0; i < open.size(); ++i)
            map.results[open[i]] = std::move(computed[i]);
        return std::none_of(map.results.begin(), map.results.end(), is_open);
    };
    if (!compute() || axes.refine == 0)
        return map;

    studies::Cells cells(static_cast<int>(axes.x.values.size()),
                         axes.y ? static_cast<int>(axes.y->values.size()) : 1, axes.refine);
    for (int round = 0; round < axes.refine; ++round) {
        const std::vector<std::string> texts = texts_of(axes.refine_on, map.results);
        if (std::all_of(texts.begin(), texts.end(), [](const auto& t) { return t.empty(); })) {
            refused = no_text_message(axes.refine_on, map.results);
            break;
        }
        cells.refine(texts);
        for (std::size_t k = map.points.size(); k < cells.nodes().size(); ++k) {
            const studies::GridNode& node = cells.nodes()[k];
            map.points.push_back({axis_value(axes.x, node.i, cells.step()),
                                  axes.y ? axis_value(*axes.y, node.j, cells.step()) : 0});
        }
        if (!compute())
            break;
    }
    return map;
}

MapRun run_map(const Job& job, int threads, const Monitor& monitor,
               const std::filesystem::path& folder, MapSoFar* so_far, double keep_every,
               std::shared_ptr<SharedBodies> shared)
{
    const Case& c = job.c;
    Ranks* const all = ranks();
    const bool helps = all != nullptr && all->rank() > 0;
    if (!helps) // rank 0 has
        check_map(c);
    const std::vector<std::string> source = source_of(job);
    const EarlierMap earlier = earlier_map(folder, source);
    if (earlier.interrupted)
        monitor.tell(start_text(earlier) + "\n");

    // Points have a thread each. Bodies too are built with one: more would change the last digits.
    const OneThread alone;
    share_fft_planner();
    const MapCases cases(c);
    const Job first = cases.at(map_grid(*c.map).front());
    const SilentMonitor of_point(monitor);
    Models models(c, first, of_point,
                  shared ? std::move(shared) : std::make_shared<SharedBodies>());

    const auto model = [&](const Job& at) -> BuiltModel { return models.of(at); };
    if (helps) {
        help_map(*all, threads, monitor, BoundaryWork(job, cases, model, monitor),
                 [&](const MapPoint& where) -> PointResult {
                     const Job at = cases.at(where);
                     return result_of(slideway::app::run(at, models.of(at), of_point).summary);
                 });
        throw Interrupted();
    }

    MapRun run;
    auto have_first = [&](const std::shared_ptr<const BuiltModel>& built) {
        run.first = built; // stays, if its analysis fails too
        if (so_far != nullptr)
            so_far->built(built);
    };
    auto point = [&](std::size_t k, const MapPoint& where) -> PointResult {
        const Job at = cases.at(where);
        const auto built = std::make_shared<const BuiltModel>(models.of(at));
        if (k == 0 && all == nullptr)
            have_first(built);
        return result_of(slideway::app::run(at, *built, of_point).summary);
    };
    std::string not_refined;
    if (so_far != nullptr)
        so_far->start(source, folder.empty() ? MapSoFar::Keep()
                                             : PointKeeper(c, source, kept_points(folder),
                                                           keep_every, monitor));
    if (all != nullptr) // any rank may compute the first point
        if (const auto built = built_or_null(models, first))
            have_first(built);
    monitor.tell(studies::more_ranks_text(
        map_grid(*c.map).size() - std::min(map_grid(*c.map).size(), n_known(earlier)), "points"));
    MapResults map = compute_map(*c.map, point, threads, monitor, earlier.results, not_refined,
                                 so_far, !models.builds_bodies());
    const bool whole = std::none_of(map.results.begin(), map.results.end(), is_open);
    bool interrupted_curves = false;
    if (whole) {
        map.boundaries = map_boundaries(job, cases, model, threads, monitor);
        interrupted_curves = map.boundaries && map.boundaries->interrupted;
        if (interrupted_curves)
            map.boundaries.reset();
    }
    if (!earlier.results.empty() && !is_open(earlier.results.front())) // by the earlier run
        run.first = earlier.results.front().status == Status::failed
                        ? built_or_null(models, first)
                        : std::make_shared<const BuiltModel>(models.of(first));

    Summary& summary = run.outcome.summary;
    summary = summary_of(c, map, interrupted_curves, not_refined);
    summary.used = {
        {"map", describe_map(c)},
        {"bodies", models.builds_bodies() ? "built where a point has others" : "built once"},
        {"threads", std::to_string(threads)},
        {"start", start_text(earlier)}};
    if (all != nullptr)
        summary.used.emplace_back("ranks", std::to_string(all->size()));
    if (models.builds_bodies() && source_of(job) != source)
        tell_changed_files(summary);
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
    if (summary.status != Status::interrupted) { // no point is missing
        summary.status = Status::interrupted;
        summary.message =
            "interrupted after the last point; the same run into the same folder goes on";
    }
    summary.used = {{"map", describe_map(c)}};
    run.outcome.new_points = so_far.any_new();
    set_writer(run, c, so_far.source(), std::move(map));
    return run;
}

} // namespace slideway::app
