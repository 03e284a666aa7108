#include "app/maps/map_so_far.hpp"

#include "app/results/quantities.hpp"
#include "app/results/summary_file.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace slideway::app {

namespace {

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
            Outcome so_far{
                .summary = summarise_map(c_, map),
                .arrays = writer_of(std::make_shared<MapRecord>(map_record(c_, source_, map)))};
            so_far.summary.status = Status::interrupted;
            write_arrays(file_, c_, so_far);
        } catch (const std::exception& error) {
            monitor_.print("warning: the partial results could not be written: " +
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

} // namespace

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

void MapSoFar::done(std::size_t k, const studies::PointResult& result)
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

MapSoFar::Keep point_keeper(const Case& c, std::vector<std::string> source,
                            std::filesystem::path file, double every, const Monitor& monitor)
{
    return PointKeeper(c, std::move(source), std::move(file), every, monitor);
}

} // namespace slideway::app
