#include "app/maps/map_ranks.hpp"

#include <memory>

namespace slideway {

void each_member(auto& record, Either<app::MapPoint> auto& point)
{
    record(point.x, point.y);
}

} // namespace slideway

namespace slideway::app {

std::string points_header(const std::vector<MapPoint>& points,
                          const std::vector<std::size_t>& which)
{
    std::vector<MapPoint> of_sweep;
    for (const std::size_t k : which)
        of_sweep.push_back(points[k]);
    RecordWriter record;
    record(MapPart::points, of_sweep);
    return text_of(record.take());
}

void help_map(Ranks& ranks, int threads, const Monitor& monitor, const BoundaryWork& boundaries,
              const std::function<studies::PointResult(const MapPoint&)>& point)
{
    const auto stopped = [&monitor] { return monitor.stopped(); };
    studies::help(ranks, threads, stopped, [&](std::string_view header) -> studies::TaskWork {
        RecordReader record(record_of(header));
        MapPart part{};
        record(part);
        if (part != MapPart::points)
            return boundaries.of(part, record);
        const auto points = std::make_shared<std::vector<MapPoint>>();
        record(*points);
        return studies::points([&point, points](std::size_t k) -> studies::PointResult {
            return point(points->at(k));
        });
    });
}

} // namespace slideway::app
