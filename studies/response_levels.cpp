#include "studies/response_levels.hpp"

#include "base/interruptible.hpp"
#include "base/ranks.hpp"
#include "base/threads.hpp"
#include "studies/parts_account.hpp"
#include "studies/response_record.hpp"
#include "studies/shared_sweep.hpp"

#include <memory>
#include <utility>

namespace slideway::studies {

namespace {

using dynamics::ForcedResponse;
using dynamics::ForcedResponseOptions;
using dynamics::Restart;

// True if a response has points that another lacks.
bool adds_points(const ForcedResponse& response, const ForcedResponse& other)
{
    auto n_crossing = [](const ForcedResponse& r) -> Index {
        Index n = 0;
        for (const continuation::Branch& branch : r.crossing)
            n += branch.n_points();
        return n;
    };
    return response.branch.n_points() > other.branch.n_points() ||
           (response.other_end &&
            response.other_end->n_points() > (other.other_end ? other.other_end->n_points() : 0)) ||
           n_crossing(response) > n_crossing(other);
}

LevelCurves computed(const dynamics::HarmonicBalance& model, const ForcedResponseOptions& options,
                     const Restart* restart, const Progress& progress)
{
    const bool extends = restart && dynamics::extends(*restart, options);
    LevelCurves level;
    level.response = restart ? dynamics::forced_response_from(model, options, *restart, progress)
                             : dynamics::forced_response(model, options, progress);
    level.new_points =
        adds_points(level.response, extends ? dynamics::kept_curves(*restart) : ForcedResponse());
    if (!restart || extends)
        level.unreached = dynamics::unreached(level.response, options);
    return level;
}

// Work of a helping rank on levels that it knows.
TaskWork helped(std::size_t n, const std::function<LevelCurves(std::size_t)>& curves_of)
{
    const auto found = std::make_shared<std::vector<LevelCurves>>(n);
    return points(
        [found, &curves_of](std::size_t k) -> PointResult {
            (*found)[k] = curves_of(k);
            return {Status::end, "", {}};
        },
        [found](std::size_t k, RecordWriter& record) { record((*found)[k]); });
}

} // namespace

std::vector<PointResult> response_levels(const ResponseLevels& levels, const KeepLevel& keep,
                                         const Progress& progress)
{
    const std::size_t n = levels.options.size();
    auto restart_of = [&](std::size_t k) -> const Restart* {
        return !levels.restarts.empty() && levels.restarts[k] ? &*levels.restarts[k] : nullptr;
    };
    PartsAccount account(n, progress);
    const int n_threads = threads();
    const OneThread alone; // the levels use the threads
    const std::function<LevelCurves(std::size_t)> curves_of = [&](std::size_t k) -> LevelCurves {
        const Progress part = [&](double fraction) { return account.of_part(k, fraction); };
        return computed(levels.model, levels.options[k], restart_of(k), part);
    };
    if (Ranks* const all = ranks(); all && all->rank() > 0) {
        help(
            *all, n_threads, [&] { return !account.goes_on(); },
            [&](std::string_view /*nothing*/) { return helped(n, curves_of); });
        throw Interrupted();
    }
    const SharedSweep shared{"", false,
                             [&](std::size_t k, PointResult& result, RecordReader& more) {
                                 const auto curves = std::make_shared<LevelCurves>();
                                 more(*curves);
                                 if (result.status == Status::end)
                                     result = computed(
                                         [&](std::size_t level) -> PointResult {
                                             keep(level, std::move(*curves));
                                             return {Status::end, "", {}};
                                         },
                                         k);
                                 account.of_part(k, 1);
                             }};
    std::vector<PointResult> results = shared_sweep(
        n,
        [&](std::size_t k) -> PointResult {
            keep(k, curves_of(k));
            return {Status::end, "", {}};
        },
        n_threads, [&](double) -> bool { return account.goes_on(); }, shared);
    for (std::size_t k = 0; k < n; ++k) {
        const Restart* restart = restart_of(k);
        if (results[k].status == Status::end || !restart ||
            !dynamics::extends(*restart, levels.options[k]))
            continue;
        LevelCurves kept; // keeps all points of the earlier run
        kept.response =
            results[k].status == Status::failed
                ? dynamics::kept_curves(*restart)
                : dynamics::forced_response_from(levels.model, levels.options[k], *restart,
                                                 [](double) -> bool { return false; });
        kept.response.not_followed.clear();
        keep(k, std::move(kept));
    }
    return results;
}

} // namespace slideway::studies
