#include "studies/basins.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "studies/basin_check.hpp"
#include "studies/basin_search.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace slideway::studies {

using dynamics::KnownOrbit;

std::vector<std::size_t> in_order(const Basins& basins, std::vector<std::size_t> which)
{
    std::sort(which.begin(), which.end(),
              [&](std::size_t a, std::size_t b) { return basins.points[a] < basins.points[b]; });
    return which;
}

void check(const BasinOptions& options)
{
    if (options.periods < 1)
        throw InputError("periods", std::to_string(options.periods), "expected at least 1");
    if (!(options.tolerance >= least_basin_tolerance && options.tolerance <= 1e-3))
        throw InputError("tolerance", number_text(options.tolerance), "allowed: 1e-16 to 0.001");
    if (options.longest < 1)
        throw InputError("longest", std::to_string(options.longest), "expected at least 1");
    if (options.sought < 0)
        throw InputError("sought", std::to_string(options.sought), "expected at least 0");
    if (options.sample < 0)
        throw InputError("sample", std::to_string(options.sample), "expected at least 0");
    check(options.capture);
}

Basins basins(const dynamics::OrbitFamily& family, const Matrix& starts,
              std::vector<KnownOrbit> orbits, const BasinOptions& options, const Progress& progress,
              const BasinHeader& header)
{
    check(options);
    Basins out;
    out.orbits = std::move(orbits);
    const auto n = static_cast<std::size_t>(starts.cols());
    const auto all =
        static_cast<double>(n + 2 * std::min(n, static_cast<std::size_t>(options.sample)));
    double begun = 0;
    const auto part = [&](const std::string&, std::size_t index) -> Progress {
        const double from = begun, size = static_cast<double>(index);
        begun += size;
        if (!progress)
            return {};
        // Starts that run again come on top.
        return [&progress, all, from, size](double share) {
            return progress(std::min(1.0, (from + share * size) / all));
        };
    };
    BasinRuns runs(
        family, [&starts](std::size_t k) -> Vector { return starts.col(static_cast<Index>(k)); },
        options, part, out, header);
    BasinSearch search(family, options, runs, out);
    std::vector<std::size_t> points(n);
    std::iota(points.begin(), points.end(), std::size_t{0});
    search.choose(points, 0);
    search.settle([] { return false; });
    if (!out.interrupted)
        verify(out, options, runs);
    return out;
}

Basins basins(const dynamics::OrbitFamily& family, const StartPlane& plane,
              std::vector<KnownOrbit> orbits, const BasinOptions& options, const Monitor& monitor,
              Basins earlier)
{
    check(options);
    if (Ranks* const all = ranks(); all && all->rank() > 0) {
        const auto own = std::make_shared<const dynamics::OrbitFamily>(family);
        help_basins(*all, options, monitor.until_stopped(), [&](RecordReader&) -> HelpedStarts {
            return {own, [&plane](std::size_t k) { return plane.state(k); }};
        });
    }
    Basins out = std::move(earlier);
    out.interrupted = false;
    if (out.orbits.size() < orbits.size())
        out.orbits.resize(orbits.size());
    std::move(orbits.begin(), orbits.end(), out.orbits.begin());
    BasinRuns runs(
        family, [&plane](std::size_t k) { return plane.state(k); }, options,
        [&monitor](const std::string& what, std::size_t n) {
            return monitor.part(what, static_cast<double>(n));
        },
        out, [](RecordWriter&) {});
    BasinSearch search(family, options, runs, out);
    Cells cells = cells_of(plane, out.points);
    const auto choose = [&] {
        const std::vector<GridNode>& nodes = cells.nodes();
        std::vector<std::size_t> points;
        for (std::size_t k = out.points.size(); k < nodes.size(); ++k)
            points.push_back(point_of(plane, nodes[k]));
        search.choose(points, out.round.empty()
                                  ? 0
                                  : 1 + *std::max_element(out.round.begin(), out.round.end()));
    };
    choose();
    search.settle([&] {
        const bool more = cells.refine(out.starts.label);
        choose();
        return more;
    });
    if (!out.interrupted)
        verify(out, options, runs);
    return out;
}

void help_basins(Ranks& ranks, const BasinOptions& options, const Progress& progress,
                 const std::function<HelpedStarts(RecordReader&)>& starts)
{
    struct Work {
        HelpedStarts starts;
        Basins out;
        std::optional<BasinRuns> runs;
    };
    const auto begin = [&](std::string_view header) -> TaskWork {
        const auto work = std::make_shared<Work>();
        RecordReader record(record_of(header));
        work->starts = starts(record);
        work->runs.emplace(
            *work->starts.family, work->starts.state, options,
            [&progress](const std::string&, std::size_t) { return progress; }, work->out);
        TaskWork of_threads = work->runs->help(record);
        return [work, of_threads = std::move(of_threads)](Tasks& tasks) { of_threads(tasks); };
    };
    const auto stopped = [&progress] { return progress && !progress(0); };
    help(ranks, threads(), stopped, begin);
    throw Interrupted();
}

} // namespace slideway::studies
