#include "app/map_points.hpp"

#include "app/run.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::app {

namespace {

std::string axis_text(const MapAxis& axis)
{
    const std::size_t n = axis.values.size();
    const auto [low, high] = std::minmax_element(axis.values.begin(), axis.values.end());
    const std::string unit = key_unit(axis.key);
    return axis.key + ": " + std::to_string(n) + (n == 1 ? " value, " : " values, ") +
           number_text(*low, 6) + (n == 1 ? "" : " to " + number_text(*high, 6)) +
           (unit.empty() ? "" : " " + unit);
}

// What refining may add along an axis, values of the axis left out.
std::vector<double> values_between(const MapAxis& axis, int step)
{
    std::vector<double> values;
    const int n = static_cast<int>(axis.values.size());
    for (int i = 0; i < (n - 1) * step; ++i)
        if (i % step != 0)
            values.push_back(axis_value(axis, i, step));
    return values;
}

} // namespace

std::vector<MapPoint> map_grid(const MapEntry& map)
{
    std::vector<MapPoint> points;
    for (const double x : map.x.values)
        if (map.y)
            for (const double y : map.y->values)
                points.push_back({x, y});
        else
            points.push_back({x, 0});
    return points;
}

std::string place_text(const MapEntry& map, const MapPoint& point)
{
    return map.x.key + " = " + number_text(point.x) +
           (map.y ? ", " + map.y->key + " = " + number_text(point.y) : "");
}

MapCases::MapCases(const Case& c) : map_(c.map.value()), tree_(parse_case(c.file, c.overrides))
{
    for (const SubstructureEntry& entry : c.substructures)
        if (!entry.export_folder.empty())
            throw InputError(entry.places.of("export"), "substructure." + entry.name + ".export",
                             "\"" + entry.export_folder + "\"",
                             "a map writes no files for its points; leave it out");
    std::erase_if(std::get<io::CaseNode::Table>(tree_.root.value), [](const auto& table) -> bool {
        return table.first == "map" || table.first == "expected";
    });
}

Case MapCases::at(const MapPoint& point) const
{
    std::vector<std::pair<std::string, std::string>> assignments = {
        {"x", map_.x.key + "=" + number_text(point.x)}};
    if (map_.y)
        assignments.emplace_back("y", map_.y->key + "=" + number_text(point.y));
    try {
        CaseTree tree = tree_;
        for (const auto& [axis, assignment] : assignments)
            set_override(tree, assignment);
        Case at = read_case(std::move(tree));
        at.output.fields_rate_hz = 0; // a point writes no files
        at.analysis.transient.fields_rate_hz = 0;
        return at;
    } catch (const InputError& error) { // the place of the value is the map, not the command line
        const std::string message = error.what();
        for (const auto& [axis, assignment] : assignments)
            if (const std::string own = "--set " + assignment + ": "; message.starts_with(own))
                throw InputError(map_.places.of(axis),
                                 "map." + axis + ": " + message.substr(own.size()));
        throw InputError(map_.places.of("x"),
                         "map.x: at " + place_text(map_, point) + ": " + message);
    }
}

void check_map(const Case& c)
{
    const MapCases cases(c);
    const std::vector<MapPoint> grid = map_grid(*c.map);
    for (const MapPoint& point : grid)
        (void)cases.at(point);
    const int step = 1 << c.map->refine;
    for (const double x : values_between(c.map->x, step))
        (void)cases.at({x, grid.front().y});
    if (c.map->y)
        for (const double y : values_between(*c.map->y, step))
            (void)cases.at({grid.front().x, y});
}

double axis_value(const MapAxis& axis, int i, int step)
{
    const auto k = static_cast<std::size_t>(i / step);
    if (i % step == 0)
        return axis.values[k];
    const double low = axis.values[k], high = axis.values[k + 1];
    const double part = static_cast<double>(i % step) / step;
    return axis.logarithmic ? low * std::pow(high / low, part) : low + (high - low) * part;
}

std::string describe_map(const Case& c)
{
    const MapEntry& map = *c.map;
    return "map over " + axis_text(map.x) + (map.y ? ", and " + axis_text(*map.y) : "") +
           (map.refine > 0 ? ", refined " + std::to_string(map.refine) + " times where " +
                                 map.refine_on + " changes"
                           : "");
}

} // namespace slideway::app
