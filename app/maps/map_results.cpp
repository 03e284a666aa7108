#include "app/maps/map_results.hpp"

#include "app/analyses/keys.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "io/hdf5_file.hpp"

#include <algorithm>
#include <map>

namespace slideway::app {

namespace {

constexpr std::size_t max_lines = 8; // largest number of quantities on stdout

using studies::PointResult;
using studies::Series;

// Points where a scalar quantity is smallest and largest; the first of equal values.
struct Extent {
    std::size_t min = 0, max = 0; // indices of entries of the series

    explicit Extent(const Series& s)
    {
        const auto first = s.value.begin(), last = s.value.end();
        min = static_cast<std::size_t>(std::min_element(first, last) - first);
        max = static_cast<std::size_t>(std::max_element(first, last) - first);
    }
};

const MapPoint& point_of(const MapResults& map, const Series& s, std::size_t entry)
{
    return map.points[static_cast<std::size_t>(s.point[entry])];
}

std::vector<double> coordinates(const MapEntry& axes, const MapPoint& point)
{
    return axes.y ? std::vector{point.x, point.y} : std::vector{point.x};
}

// Units of the keys: "N/m", or "N/m, N" for two keys; "" if no key has a unit.
std::string unit_of(const Case& c)
{
    const MapEntry& axes = *c.map;
    const std::string x = key_unit(c, axes.x.key), y = axes.y ? key_unit(c, axes.y->key) : "";
    return axes.y && !(x.empty() && y.empty()) ? x + ", " + y : x;
}

std::string range_line(const MapEntry& axes, const MapResults& map, const Series& s)
{
    const Extent extent(s);
    auto end = [&](std::size_t entry) -> std::string {
        const MapPoint& point = point_of(map, s, entry);
        return number_text(s.value[entry], 5) + (s.unit.empty() ? "" : " " + s.unit) + " (" +
               axes.x.label + " = " + number_text(point.x, 5) +
               (axes.y ? ", " + axes.y->label + " = " + number_text(point.y, 5) : "") + ")";
    };
    return s.name + ": " + end(extent.min) + " to " + end(extent.max);
}

std::map<std::string, int> counts(const std::vector<std::string>& texts)
{
    std::map<std::string, int> count;
    for (const std::string& text : texts)
        ++count[text];
    return count;
}

std::string points_text(int n)
{
    return std::to_string(n) + (n == 1 ? " point" : " points");
}

// Line such as "regime: slip at 12 points, stick at 3 points".
std::string count_line(const Series& s)
{
    std::vector<std::string> parts;
    for (const auto& [text, n] : counts(s.texts))
        parts.push_back(text + " at " + points_text(n));
    return s.name + ": " + join(parts);
}

// Line such as "61 points: 58 done, 2 stopped early (left-master), 1 failed".
std::string count_line(const std::vector<PointResult>& points)
{
    std::vector<std::string> all, parts;
    for (const PointResult& p : points)
        all.emplace_back(name_of(p.status));
    std::map<std::string, int> count = counts(all);
    auto describe = [](const auto& text) -> Status { return studies::status_named(text.first); };
    for (const auto& text : count)
        if (describe(text) == Status::end)
            parts.push_back(std::to_string(text.second) + " done");
    for (const auto& text : count)
        if (const Status status = describe(text); status != Status::end)
            parts.push_back(std::to_string(text.second) + " " +
                            (status == Status::failed || status == Status::not_run
                                 ? text.first
                                 : "stopped early (" + text.first + ")"));
    return points_text(static_cast<int>(points.size())) + ": " + join(parts);
}

void add_quantities(Summary& s, const Case& c, const MapResults& map)
{
    const MapEntry& axes = *c.map;
    const std::string unit = unit_of(c);
    std::size_t n_ranges = 0;
    auto add_line = [&](const std::string& line) {
        if (++n_ranges <= max_lines)
            s.lines.push_back(line);
    };
    for (const Series& series : collect(map.results)) {
        if (!series.one_per_point())
            continue;
        const std::string name = "map." + series.name;
        if (series.of_texts()) {
            for (const auto& [text, n] : counts(series.texts))
                s.quantities.push_back(
                    {name + "." + text + ".points", {static_cast<double>(n)}, ""});
            add_line(count_line(series));
            continue;
        }
        const Extent extent(series);
        s.quantities.push_back({name + ".min", {series.value[extent.min]}, series.unit});
        s.quantities.push_back({name + ".max", {series.value[extent.max]}, series.unit});
        s.quantities.push_back(
            {name + ".at_min", coordinates(axes, point_of(map, series, extent.min)), unit});
        s.quantities.push_back(
            {name + ".at_max", coordinates(axes, point_of(map, series, extent.max)), unit});
        if (series.value[extent.min] < series.value[extent.max])
            add_line(range_line(axes, map, series));
    }
    if (n_ranges > max_lines)
        s.lines.push_back("in summary.json: " + std::to_string(n_ranges - max_lines) +
                          " more that vary");
}

void write_axes(io::ArraySink& sink, const Case& c, const MapResults& map)
{
    const MapEntry& axes = *c.map;
    const bool refined = axes.refine > 0;
    auto write = [&](const std::string& name, const MapAxis& axis, double MapPoint::*coordinate) {
        const std::string unit = key_unit(c, axis.key);
        sink.write("map/" + std::string(refined ? "axis_" : "") + name, axis.values, unit,
                   axis.label);
        if (!refined)
            return;
        std::vector<double> of_points;
        for (const MapPoint& point : map.points)
            of_points.push_back(point.*coordinate);
        sink.write("map/" + name, of_points, unit, axis.label);
    };
    std::vector<std::string> keys = {axes.x.key};
    write("x", axes.x, &MapPoint::x);
    if (axes.y) {
        write("y", *axes.y, &MapPoint::y);
        keys.push_back(axes.y->key);
    }
    sink.write("map/key", keys, "keys of the case that x and y stand for");
}

} // namespace

bool is_open(const PointResult& result)
{
    return result.status == Status::not_run || result.status == Status::interrupted;
}

Summary summarise_map(const Case& c, const MapResults& map)
{
    const std::vector<PointResult>& points = map.results;
    const auto n = static_cast<std::ptrdiff_t>(points.size());
    const auto is_failed = [](const PointResult& p) -> bool { return p.status == Status::failed; };
    const std::ptrdiff_t failed = std::count_if(points.begin(), points.end(), is_failed);
    const std::ptrdiff_t missing = std::count_if(points.begin(), points.end(), is_open);

    Summary s;
    s.extent = describe_map(c);
    s.lines.push_back(count_line(points));
    const auto failure = std::find_if(points.begin(), points.end(), is_failed);
    if (failure != points.end())
        s.lines.push_back(
            "first failure, at " +
            place_text(*c.map, map.points[static_cast<std::size_t>(failure - points.begin())]) +
            ": " + failure->message);
    const auto is_warned = [](const PointResult& p) -> bool {
        return p.status == Status::end && !p.message.empty();
    };
    if (const auto warned = std::find_if(points.begin(), points.end(), is_warned);
        warned != points.end())
        s.lines.push_back(
            points_text(static_cast<int>(std::count_if(warned, points.end(), is_warned))) +
            " with a warning; the first, at " +
            place_text(*c.map, map.points[static_cast<std::size_t>(warned - points.begin())]) +
            ": " + warned->message);
    if (missing > 0) {
        s.status = Status::interrupted;
        s.message = "interrupted with " + std::to_string(n - missing) + " of " + std::to_string(n) +
                    " points computed; the same run into the same folder resumes";
    } else if (failed == n) {
        s.status = Status::failed;
        s.message = "no point could be computed; " + s.lines[1];
    }
    s.quantities.push_back({"map.points", {static_cast<double>(n)}, ""});
    s.quantities.push_back({"map.failed", {static_cast<double>(failed)}, ""});
    add_quantities(s, c, map);
    return s;
}

void write_map(io::ArraySink& sink, const Case& c, const std::vector<std::string>& source,
               const MapResults& map)
{
    sink.attribute("map", c.map->y ? "x, y" : "x");
    write_axes(sink, c, map);
    std::vector<std::string> status, message, names;
    for (const PointResult& p : map.results) {
        status.emplace_back(name_of(p.status));
        message.push_back(p.message);
    }
    sink.write("map/status", status,
               "of each point: end, failed, not run, or why it stopped early");
    sink.write("map/message", message, "of each point: why it failed or stopped early; warnings");
    for (const Series& s : collect(map.results)) {
        const std::string group = "map/quantities/" + s.name + "/";
        sink.write(group + "point", s.point,
                   c.map->y && c.map->refine == 0 ? "i_x * n_y + i_y, from 0"
                                                  : "index into x, from 0");
        if (s.of_texts())
            sink.write(group + "value", s.texts, s.name);
        else
            sink.write(group + "value", s.value, s.unit, s.name);
        names.push_back(s.name);
    }
    sink.write("map/names", names, "of quantities, in the order in which points gave them");
    sink.write("map/source", source,
               "version, text of the case file, overrides, checksums of files");
    if (map.boundaries && !map.boundaries->x.empty())
        write_boundaries(sink, *map.boundaries->asked, *map.boundaries, key_unit(c, c.map->x.key));
}

EarlierMap read_map(const std::filesystem::path& file, const std::vector<std::string>& source)
{
    EarlierMap earlier;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored))
        return earlier;
    try {
        const io::Hdf5Reader h5(file);
        if (!h5.holds_attribute("map") ||
            h5.attribute("", "status") != name_of(Status::interrupted))
            return earlier;
        earlier.interrupted = true;
        if (h5.texts("map/source") != source)
            return earlier;
        std::vector<PointResult> results;
        const std::vector<std::string> status = h5.texts("map/status"),
                                       message = h5.texts("map/message");
        for (std::size_t k = 0; k < status.size(); ++k)
            results.push_back({studies::status_named(status[k]), message.at(k), {}});
        for (const std::string& name : h5.texts("map/names")) {
            const std::string group = "map/quantities/" + name + "/";
            const std::vector<int> point = h5.integers(group + "point");
            const bool of_texts = h5.holds_texts(group + "value");
            const std::vector<std::string> texts =
                of_texts ? h5.texts(group + "value") : std::vector<std::string>{};
            const std::vector<double> value =
                of_texts ? std::vector<double>{} : h5.numbers(group + "value");
            const std::string unit = of_texts ? "" : h5.attribute(group + "value", "unit");
            for (std::size_t i = 0; i < point.size(); ++i) {
                std::vector<Quantity>& quantities =
                    results.at(static_cast<std::size_t>(point[i])).quantities;
                if (quantities.empty() || quantities.back().name != name)
                    quantities.push_back({name, {}, unit});
                if (of_texts)
                    quantities.back().texts.push_back(texts.at(i));
                else
                    quantities.back().value.push_back(value.at(i));
            }
        }
        earlier.results = std::move(results);
    } catch (const std::exception& error) { // the file may hold points, so it is not replaced
        throw InputError(std::string(error.what()) +
                         "; remove it to start again, or give another --output");
    }
    return earlier;
}

} // namespace slideway::app
