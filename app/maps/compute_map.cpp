#include "app/maps/compute_map.hpp"

#include "app/maps/map_ranks.hpp"
#include "base/text.hpp"
#include "studies/refinement.hpp"
#include "studies/shared_sweep.hpp"

#include <algorithm>
#include <utility>

namespace slideway::app {

using studies::PointResult;

namespace {

// Value of the text quantity that controls the refinement, per point; "" if a point has none.
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

// Message that lists the quantities of a point if the one that controls the refinement is missing.
std::string no_text_message(const std::string& quantity, const std::vector<PointResult>& results)
{
    std::vector<std::string> names;
    for (const studies::Series& s : studies::collect(results))
        if (s.of_texts())
            names.push_back(s.name);
    return "not refined: map.refine_on = \"" + quantity + "\"; no point gave such a text" +
           (names.empty() ? ", nor any other" : name_hint(quantity, names));
}

} // namespace

ComputedMap compute_map(const MapEntry& axes,
                        const std::function<PointResult(std::size_t k, const MapPoint&)>& point,
                        int threads, const Monitor& monitor,
                        const std::vector<PointResult>& earlier, MapSoFar* so_far, bool scattered)
{
    ComputedMap computed_map{{map_grid(axes), {}}};
    MapResults& map = computed_map.map;
    // Computes the added points. Returns false after an interruption.
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
        auto value_at = [&](std::size_t k) -> PointResult { return point(k, map.points[k]); };
        auto computed_point = [&](std::size_t i) -> PointResult {
            if (so_far == nullptr)
                return value_at(open[i]);
            so_far->begin(open[i]);
            PointResult result = studies::computed(value_at, open[i]);
            so_far->done(open[i], result);
            return result;
        };
        studies::SharedSweep shared{points_header(map.points, open), scattered};
        if (so_far != nullptr)
            shared.arrived = [&](std::size_t i, const PointResult& result,
                                 RecordReader& /*no more*/) { so_far->done(open[i], result); };
        const Progress progress = monitor.part("points", static_cast<double>(open.size()));
        std::vector<PointResult> computed =
            studies::shared_sweep(open.size(), computed_point, threads, progress, shared);
        for (std::size_t i = 0; i < open.size(); ++i)
            map.results[open[i]] = std::move(computed[i]);
        return std::none_of(map.results.begin(), map.results.end(), is_open);
    };
    if (!compute() || axes.refine == 0)
        return computed_map;

    studies::Cells cells(static_cast<int>(axes.x.values.size()),
                         axes.y ? static_cast<int>(axes.y->values.size()) : 1, axes.refine);
    for (int round = 0; round < axes.refine; ++round) {
        const std::vector<std::string> texts = texts_of(axes.refine_on, map.results);
        if (std::all_of(texts.begin(), texts.end(), [](const auto& t) { return t.empty(); })) {
            computed_map.not_refined = no_text_message(axes.refine_on, map.results);
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
    return computed_map;
}

} // namespace slideway::app
