#include "studies/sweep.hpp"

#include "base/interruptible.hpp"
#include "base/ranks.hpp"
#include "studies/point_record.hpp"
#include "studies/shared_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <stdexcept>

namespace slideway::studies {

namespace {

PointResult failed(const std::string& message)
{
    return {Status::failed, message, {}};
}

// Counts the points and polls progress, one thread at a time.
class Account {
public:
    Account(std::size_t n, const Progress& progress) : n_(n), progress_(progress) {}

    bool goes_on()
    {
        const std::lock_guard lock(mutex_);
        return asked();
    }
    void done()
    {
        const std::lock_guard lock(mutex_);
        ++done_;
        asked();
    }

private:
    bool asked()
    {
        if (!progress_ || stopped_)
            return !stopped_;
        stopped_ = true; // also set if progress throws
        stopped_ = !progress_(static_cast<double>(done_) / static_cast<double>(n_));
        return !stopped_;
    }

    std::size_t n_, done_ = 0;
    const Progress& progress_;
    bool stopped_ = false;
    std::mutex mutex_;
};

} // namespace

PointResult computed(const Point& point, std::size_t k)
{
    try {
        PointResult result = point(k);
        for (const Quantity& q : result.quantities)
            for (const double value : q.value)
                if (!std::isfinite(value))
                    return failed("quantity " + q.name + " is not a finite number");
        return result;
    } catch (const Interrupted&) {
        return {Status::interrupted, "", {}};
    } catch (const std::bad_alloc&) {
        return failed("not enough memory");
    } catch (const std::exception& error) {
        return failed(error.what());
    }
}

namespace {

// Performs a sweep. @param shared  data for other ranks; null: alone
std::vector<PointResult> swept(std::size_t n, const Point& point, int threads,
                               const Progress& progress, const SharedSweep* shared)
{
    if (threads < 1)
        throw std::invalid_argument("a sweep needs at least one thread");
    std::vector<PointResult> results(n);
    Account account(n, progress);
    SharedWork work{n};
    work.own = [&](Tasks& tasks) {
        while (const auto k = tasks.next()) {
            if (!account.goes_on())
                return;
            results[*k] = computed(point, *k);
            account.done();
        }
    };
    Ranks* const all = shared ? ranks() : nullptr;
    if (all) {
        work.header = shared->header;
        work.scattered = shared->scattered;
        work.take = [&](std::size_t k, std::string_view text) {
            RecordReader record(record_of(text));
            record(results[k]);
            if (shared->arrived)
                shared->arrived(k, results[k], record);
            account.done();
        };
        work.go_on = [&] { return account.goes_on(); };
    }
    const OneRank alone; // a point computes alone
    share(all, threads, work);
    return results;
}

} // namespace

std::vector<PointResult> sweep(std::size_t n, const Point& point, int threads,
                               const Progress& progress)
{
    return swept(n, point, threads, progress, nullptr);
}

std::vector<PointResult> shared_sweep(std::size_t n, const Point& point, int threads,
                                      const Progress& progress, const SharedSweep& shared)
{
    return swept(n, point, threads, progress, &shared);
}

TaskWork points(Point point, std::function<void(std::size_t, RecordWriter&)> more)
{
    return [point = std::move(point), more = std::move(more)](Tasks& tasks) {
        while (const auto k = tasks.next()) {
            RecordWriter record;
            record(computed(point, *k));
            if (more)
                more(*k, record);
            tasks.done(*k, text_of(record.take()));
        }
    };
}

bool Series::one_per_point() const
{
    return std::adjacent_find(point.begin(), point.end()) == point.end();
}

std::vector<Series> collect(const std::vector<PointResult>& points)
{
    std::vector<Series> all;
    std::map<std::string, std::size_t> place;
    for (std::size_t k = 0; k < points.size(); ++k)
        for (const Quantity& q : points[k].quantities) {
            const auto [at, added] = place.try_emplace(q.name, all.size());
            if (added)
                all.push_back({q.name, q.unit, {}, {}, {}});
            Series& series = all[at->second];
            series.point.insert(series.point.end(), q.value.size() + q.texts.size(),
                                static_cast<int>(k));
            series.value.insert(series.value.end(), q.value.begin(), q.value.end());
            series.texts.insert(series.texts.end(), q.texts.begin(), q.texts.end());
            if (!series.value.empty() && !series.texts.empty())
                throw std::invalid_argument("quantity " + q.name + " is both numbers and texts");
        }
    std::erase_if(all, [](const Series& s) -> bool { return s.point.empty(); });
    return all;
}

} // namespace slideway::studies
