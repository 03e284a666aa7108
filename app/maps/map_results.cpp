#include "app/maps/map_results.hpp"

#include "app/analyses/keys.hpp"
#include "app/results/quantities.hpp"
#include "base/error.hpp"
#include "base/selected.hpp"
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

const MapPoint& point_of(const MapRecord& r, const Series& s, std::size_t entry)
{
    return r.points[static_cast<std::size_t>(s.point[entry])];
}

std::string range_line(const MapRecord& r, const Series& s)
{
    const Extent extent(s);
    const MapEntry& axes = *r.axes;
    auto end = [&](std::size_t entry) -> std::string {
        const MapPoint& point = point_of(r, s, entry);
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

// Line such as "regime: slip at 12 points, stick at 3 points".
std::string count_line(const Series& s)
{
    std::vector<std::string> parts;
    for (const auto& [text, n] : counts(s.texts))
        parts.push_back(text + " at " + plural(n, "point"));
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
    return plural(points.size(), "point") + ": " + join(parts);
}

// Lines about the quantities that vary, or are texts.
void add_ranges(const MapRecord& r, Summary& s)
{
    std::vector<std::string> lines;
    for (const Series& series : r.quantities) {
        if (!series.one_per_point())
            continue;
        if (series.of_texts())
            lines.push_back(count_line(series));
        else if (const Extent extent(series); series.value[extent.min] < series.value[extent.max])
            lines.push_back(range_line(r, series));
    }
    const std::size_t n = lines.size();
    lines.resize(std::min(n, max_lines));
    s.lines.insert(s.lines.end(), lines.begin(), lines.end());
    if (n > max_lines)
        s.lines.push_back("in summary.json: " + std::to_string(n - max_lines) + " more that vary");
}

// Describes the values of a key: those of the grid, and with refinement those of the points.
void axis_arrays(io::Entries& a, const MapRecord& r, const std::string& name, const MapAxis* axis,
                 double MapPoint::*coordinate, const std::string& key_unit,
                 const std::string& condition)
{
    const bool refined = r.axes != nullptr && r.axes->refine > 0;
    std::vector<double> grid, points;
    if (axis != nullptr)
        (refined ? grid : points) = axis->values;
    if (refined && axis != nullptr)
        for (const MapPoint& point : r.points)
            points.push_back(point.*coordinate);
    const std::string unit = a.unit(key_unit, "U"), label = axis == nullptr ? "" : axis->label;
    a.derived(points, "map/" + name, unit,
              a.describes() ? "values of the key; the attribute `meaning` is its label. With "
                              "`refine` coordinates of each point: first those of the grid, then "
                              "those that each round added"
                            : label,
              "n_" + name, condition);
    a.derived(grid, "map/axis_" + name, unit,
              a.describes() ? "values of the grid; the attribute `meaning` is the label" : label,
              "n_" + name, "with `refine`");
}

void number_quantities(io::Entries& q, const MapRecord& r, const Series& s)
{
    const auto value = [&](std::size_t Extent::*end) { return s.value[Extent(s).*end]; };
    const auto place = [&](std::size_t Extent::*end) -> std::vector<double> {
        if (q.describes())
            return {};
        const MapPoint& point = point_of(r, s, Extent(s).*end);
        return r.axes->y ? std::vector{point.x, point.y} : std::vector{point.x};
    };
    const std::string unit = q.unit(s.unit, "of Q");
    const bool none = r.unit_x.empty() && r.unit_y.empty();
    const std::string keys =
        q.unit([&] { return r.axes->y && !none ? r.unit_x + ", " + r.unit_y : r.unit_x; }, "U");
    q.derived([&] { return value(&Extent::min); }, "min", unit,
              "smallest value over the points that gave it");
    q.derived([&] { return value(&Extent::max); }, "max", unit, "largest value");
    number_or_list(q, place(&Extent::min), "at_min", keys,
                   "where it is smallest: the first such point", "keys");
    number_or_list(q, place(&Extent::max), "at_max", keys,
                   "where it is largest: the first such point", "keys");
}

void text_quantities(io::Entries& q, const Series& s)
{
    const std::map<std::string, int> count = counts(s.texts);
    std::vector<std::string> texts;
    for (const auto& [text, n] : count)
        texts.push_back(text);
    q.each_group(texts, "", "T", "a text of Q", [&](std::size_t k) {
        q.derived([&] { return count.at(texts[k]); }, "points", "",
                  "number of points at which a quantity that is a text is T");
    });
}

} // namespace

bool is_open(const PointResult& result)
{
    return result.status == Status::not_run || result.status == Status::interrupted;
}

Summary summarise_map(const Case& c, const MapResults& map)
{
    MapRecord record = map_record(c, {}, map);
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
            plural(static_cast<std::size_t>(std::count_if(warned, points.end(), is_warned)),
                   "point") +
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
    add_quantities(s, [&](io::Entries& q) { quantities(q, record); });
    add_ranges(record, s);
    return s;
}

MapRecord map_record(const Case& c, const std::vector<std::string>& source, const MapResults& map)
{
    const MapEntry& axes = *c.map;
    MapRecord r{.axes = &axes,
                .unit_x = key_unit(c, axes.x.key),
                .unit_y = axes.y ? key_unit(c, axes.y->key) : "",
                .dimensions = axes.y ? "x, y" : "x",
                .keys = {axes.x.key},
                .points = map.points,
                .quantities = collect(map.results),
                .source = source,
                .boundaries = map.boundaries};
    if (axes.y)
        r.keys.push_back(axes.y->key);
    for (const PointResult& point : map.results) {
        r.status.emplace_back(name_of(point.status));
        r.message.push_back(point.message);
    }
    r.names = io::names_of(r.quantities);
    return r;
}

void arrays(io::Entries& a, MapRecord& r)
{
    a.note("U stands for the unit of a key. n_x and n_y are the numbers of values of the keys, or "
           "with `refine` of the points.");
    a.attribute(r.dimensions, "map", "`x`, or `x, y` of two keys");
    // First, so that a file of another version is recognised.
    a.array(r.source, "map/source", "",
            "version, text of the case file, overrides, and checksum of each file that it names; "
            "an interrupted map compares these",
            "k");
    const MapEntry none;
    const MapEntry& axes = r.axes != nullptr ? *r.axes : none;
    const std::string two = "of two keys";
    axis_arrays(a, r, "x", r.axes != nullptr ? &axes.x : nullptr, &MapPoint::x, r.unit_x, "");
    axis_arrays(a, r, "y", axes.y ? &*axes.y : nullptr, &MapPoint::y, r.unit_y, two);
    a.array(r.keys, "map/key", "", "dotted paths of the keys", "keys");
    a.array(r.status, "map/status", "",
            "status of the run of each point: end, failed, or why it stopped early; after an "
            "interruption interrupted if it had begun, otherwise not run",
            "points");
    a.array(r.message, "map/message", "",
            "reason why a point failed or stopped early; warnings of its run", "points");
    a.array(r.names, "map/names", "", "quantities, in the order in which points gave them", "Q");
    r.quantities.resize(r.names.size());
    a.each_member(
        r.quantities, r.names, "map/quantities", "Q", "a quantity of the points", [&](Series& s) {
            const bool product = axes.y && axes.refine == 0;
            a.array(s.point, "point", "",
                    a.describes() ? "index of the point into x, from 0; of two keys i_x * n_y + "
                                    "i_y, with `refine` index into x and y"
                    : product     ? "i_x * n_y + i_y, from 0"
                                  : "index into x, from 0",
                    "k");
            if (a.describes())
                s.unit = "of Q";
            a.numbers_or_texts(s.value, s.texts, s.unit, "value",
                               a.describes() ? "values of the quantity, numbers or texts; a list "
                                               "gives several entries with the same point"
                                             : s.name,
                               "k");
        });
    a.note("`boundaries` exists only for `regimes`, without a second key or with the limit of the "
           "contact as second key. It has at least 1000 values from end to end of the first key, "
           "those of the axis among them. For bodies with a mesh that this key changes it has the "
           "values of the axis. The summary counts the values that are refused or fail.");
    if (a.describes())
        curve_arrays(a, nullptr, {}, "U");
    else if (r.boundaries && !r.boundaries->x.empty())
        boundary_arrays(a, *r.boundaries->asked, *r.boundaries, r.unit_x);
}

void quantities(io::Entries& q, MapRecord& r)
{
    q.note("U stands for the units of the keys. Only quantities with one entry per point are "
           "listed. Points that stopped early count with the quantities that they have.");
    q.derived(static_cast<double>(r.points.size()), "map.points", "", "number of points");
    q.derived(static_cast<double>(std::count(r.status.begin(), r.status.end(),
                                             std::string(name_of(Status::failed)))),
              "map.failed", "",
              "number of points without a result: wrong at that value, or without a solution");
    std::vector<Series> all =
        selected(r.quantities, [](const Series& s) -> bool { return s.one_per_point(); });
    q.named(all, "map", "Q", "a quantity of the points", [&](Series& s) {
        if (q.describes() || !s.of_texts())
            number_quantities(q, r, s);
        if (q.describes() || s.of_texts())
            text_quantities(q, s);
    });
}

std::vector<ResultPage> result_pages()
{
    std::vector<ResultPage> pages = analysis_pages();
    pages.push_back(result_page<MapRecord>(
        "map", "A case with `[map]` runs once per value of a key, or per pair of values of two "
               "keys. Its results have the quantities of the analysis at each point. `analysis` of "
               "the root is that of the points."));
    return pages;
}

EarlierMap read_map(const std::filesystem::path& file, const std::vector<std::string>& source)
{
    EarlierMap earlier;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored))
        return earlier;
    MapRecord r;
    try {
        const io::Hdf5Reader h5(file);
        if (!h5.holds_attribute("map") ||
            h5.attribute("", "status") != name_of(Status::interrupted))
            return earlier;
        earlier.interrupted = true;
        io::read_arrays(h5, [&](io::Entries& a) { arrays(a, r); });
        if (r.source != source)
            return earlier;
        std::vector<PointResult> results;
        for (std::size_t k = 0; k < r.status.size(); ++k)
            results.push_back({studies::status_named(r.status[k]), r.message.at(k), {}});
        for (std::size_t q = 0; q < r.names.size(); ++q) {
            const Series& series = r.quantities[q];
            for (std::size_t i = 0; i < series.point.size(); ++i) {
                std::vector<Quantity>& quantities =
                    results.at(static_cast<std::size_t>(series.point[i])).quantities;
                if (quantities.empty() || quantities.back().name != r.names[q])
                    quantities.push_back({r.names[q], {}, series.unit});
                if (series.of_texts())
                    quantities.back().texts.push_back(series.texts.at(i));
                else
                    quantities.back().value.push_back(series.value.at(i));
            }
        }
        earlier.results = std::move(results);
    } catch (const std::exception& error) { // the file may hold points, so it is not replaced
        if (!r.source.empty() && r.source != source)
            return earlier; // of another version
        throw InputError(std::string(error.what()) +
                         "; remove it to start again, or give another --output");
    }
    return earlier;
}

} // namespace slideway::app
