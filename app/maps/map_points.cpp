#include "app/maps/map_points.hpp"

#include "app/analyses/keys.hpp"
#include "base/error.hpp"
#include "base/override.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::app {

namespace {

std::string axis_text(const Case& c, const MapAxis& axis)
{
    const std::size_t n = axis.values.size();
    const auto [low, high] = std::minmax_element(axis.values.begin(), axis.values.end());
    const std::string unit = key_unit(c, axis.key);
    return axis.key + ": " + std::to_string(n) + (n == 1 ? " value, " : " values, ") +
           number_text(*low, 6) + (n == 1 ? "" : " to " + number_text(*high, 6)) +
           (unit.empty() ? "" : " " + unit);
}

// All values of an axis, including those that refinement may add.
std::vector<double> all_values(const MapAxis& axis, int refine)
{
    std::vector<double> values;
    const int n = static_cast<int>(axis.values.size()), step = 1 << refine;
    for (int i = 0; i <= (n - 1) * step; ++i)
        values.push_back(axis_value(axis, i, step));
    return values;
}

std::vector<double> ends(const std::optional<MapAxis>& axis)
{
    return axis ? std::vector{axis->values.front(), axis->values.back()} : std::vector{0.0};
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

MapCases::MapCases(const Case& c)
    : map_(c.map.value()), trust_meshes_(c.trust_meshes), tree_(parse_case(c))
{
    for (const SubstructureEntry& entry : c.substructures)
        if (!entry.export_folder.empty())
            throw InputError(entry.places.of("export"), "substructure." + entry.name + ".export",
                             "\"" + entry.export_folder + "\"",
                             "a map writes no files for its points; leave it out");
    for (const auto& [axis, key] : {std::pair{"x", map_.x.key}, {"y", map_.y ? map_.y->key : ""}})
        if (!key.empty() && !takes_number(key))
            throw InputError(map_.places.of(axis), "map." + std::string(axis) + ".key",
                             "\"" + key + "\"", "a text; expected a key that takes a number");
    std::erase_if(std::get<io::CaseNode::Table>(tree_.root.value), [](const auto& table) -> bool {
        return table.first == "map" || table.first == "expected";
    });
}

Job MapCases::at(const MapPoint& point) const
{
    try {
        CaseTree tree = tree_;
        set_override(tree, map_.x.key, point.x);
        if (map_.y)
            set_override(tree, map_.y->key, point.y);
        Job job = read_job(std::move(tree));
        job.c.trust_meshes = trust_meshes_;
        job.c.output.fields_rate_hz = 0; // points of a map write no files
        return job;
    } catch (const InputError& error) { // the value comes from the map, not from the command line
        auto relocate = [&](const char* axis, const std::string& key, double value) -> void {
            if (error.place() == override_line(key + "=" + number_text(value)))
                throw error.moved(map_.places.of(axis), std::string("map.") + axis + ": ");
        };
        relocate("x", map_.x.key, point.x);
        if (map_.y)
            relocate("y", map_.y->key, point.y);
        throw InputError(map_.places.of("x"),
                         "map.x: at " + place_text(map_, point) + ": " + error.what());
    }
}

void check_map(const Case& c)
{
    const MapCases cases(c);
    const MapEntry& map = *c.map;
    for (const std::string& assignment : c.overrides)
        for (const auto& [axis, key] : {std::pair{"x", map.x.key}, {"y", map.y ? map.y->key : ""}})
            if (!key.empty() && override_key(assignment) == key)
                throw InputError("--set " + assignment + ": map." + axis + " varies that key; " +
                                 "expected another one, or other values: --set 'map." + axis +
                                 ".values=[...]'");
    for (const double x : all_values(map.x, map.refine))
        for (const double y : ends(map.y))
            (void)cases.at({x, y});
    if (map.y)
        for (const double y : all_values(*map.y, map.refine))
            for (const double x : ends(map.x))
                (void)cases.at({x, y});
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
    return "map over " + axis_text(c, map.x) + (map.y ? ", and " + axis_text(c, *map.y) : "") +
           (map.refine > 0 ? ", refined " + std::to_string(map.refine) + " times where " +
                                 map.refine_on + " changes"
                           : "");
}

} // namespace slideway::app
