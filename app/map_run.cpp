#include "app/map_run.hpp"

#include "app/analyses.hpp"
#include "app/progress_printer.hpp"
#include "app/run.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "io/hdf5_file.hpp"

#include <algorithm>
#include <map>
#include <mutex>

namespace slideway::app {

namespace {

constexpr std::size_t max_lines = 8; // of quantities on stdout

using studies::PointResult;
using studies::Series;

std::string key_at(const MapAxis& axis, std::size_t k)
{
    return axis.key + " = " + number_text(axis.values[k]);
}

Case case_at(const Case& c, std::size_t k)
{
    const MapAxis& axis = c.map->x;
    const std::string assignment = axis.key + "=" + number_text(axis.values[k]);
    std::vector<std::string> overrides = c.overrides;
    overrides.push_back(assignment);
    try {
        Case at = read_case(c.file, overrides);
        at.map.reset();
        at.expected.clear();
        at.output.fields_rate_hz = 0; // a point writes no files
        at.analysis.transient.fields_rate_hz = 0;
        return at;
    } catch (const InputError& error) { // the place of the value is the map, not the command line
        const std::string message = error.what(), own = "--set " + assignment + ": ";
        throw InputError(c.map->places.of("x"),
                         "map.x: " + (message.starts_with(own)
                                          ? message.substr(own.size())
                                          : "at " + key_at(axis, k) + ": " + message));
    }
}

// Where a quantity that is one number per point is smallest and largest; the first of equals.
struct Extent {
    std::size_t min = 0, max = 0; // of the entries of the series

    explicit Extent(const Series& s)
    {
        const auto first = s.value.begin(), last = s.value.end();
        min = static_cast<std::size_t>(std::min_element(first, last) - first);
        max = static_cast<std::size_t>(std::max_element(first, last) - first);
    }
};

double x_of(const MapAxis& axis, const Series& s, std::size_t entry)
{
    return axis.values[static_cast<std::size_t>(s.point[entry])];
}

std::string range_line(const MapAxis& axis, const Series& s)
{
    const Extent extent(s);
    auto end = [&](std::size_t entry) -> std::string {
        return number_text(s.value[entry], 5) + (s.unit.empty() ? "" : " " + s.unit) + " (" +
               axis.label + " = " + number_text(x_of(axis, s, entry), 5) + ")";
    };
    return s.name + ": " + end(extent.min) + " to " + end(extent.max);
}

// "61 points: 58 done, 2 stopped early (left-master), 1 failed"
std::string count_line(const std::vector<PointResult>& points)
{
    std::map<std::string, int> count;
    for (const PointResult& p : points)
        ++count[p.status];
    std::vector<std::string> parts;
    if (count.contains("end"))
        parts.push_back(std::to_string(count["end"]) + " done");
    for (const auto& [status, n] : count)
        if (status != "end")
            parts.push_back(std::to_string(n) + " " +
                            (status == "failed" || status == "not run"
                                 ? status
                                 : "stopped early (" + status + ")"));
    return std::to_string(points.size()) + (points.size() == 1 ? " point: " : " points: ") +
           join(parts);
}

Summary summarise_map(const Case& c, const std::vector<PointResult>& points)
{
    const MapAxis& axis = c.map->x;
    const std::string unit = key_unit(axis.key);
    auto with_status = [&points](const std::string& status) -> std::ptrdiff_t {
        return std::count_if(points.begin(), points.end(),
                             [&](const PointResult& p) -> bool { return p.status == status; });
    };
    const auto n = static_cast<std::ptrdiff_t>(points.size()), failed = with_status("failed");
    const std::ptrdiff_t missing = with_status("not run") + with_status("interrupted");

    Summary s;
    s.extent = describe_map(c);
    s.lines.push_back(count_line(points));
    const auto failure = std::find_if(points.begin(), points.end(),
                                      [](const PointResult& p) { return p.status == "failed"; });
    if (failure != points.end())
        s.lines.push_back("first failure, at " +
                          key_at(axis, static_cast<std::size_t>(failure - points.begin())) + ": " +
                          failure->message);
    if (missing > 0) {
        s.status = "interrupted";
        s.message = "interrupted with " + std::to_string(n - missing) + " of " + std::to_string(n) +
                    " points computed";
    } else if (failed == n) {
        s.status = "failed";
        s.message = "no point could be computed; " + s.lines.back();
    }

    s.quantities.push_back({"map.points", {static_cast<double>(n)}, ""});
    s.quantities.push_back({"map.failed", {static_cast<double>(failed)}, ""});
    std::size_t n_ranges = 0;
    for (const Series& series : collect(points)) {
        if (!series.one_per_point())
            continue;
        const Extent extent(series);
        const std::string name = "map." + series.name;
        s.quantities.push_back({name + ".min", {series.value[extent.min]}, series.unit});
        s.quantities.push_back({name + ".max", {series.value[extent.max]}, series.unit});
        s.quantities.push_back({name + ".at_min", {x_of(axis, series, extent.min)}, unit});
        s.quantities.push_back({name + ".at_max", {x_of(axis, series, extent.max)}, unit});
        if (series.value[extent.min] < series.value[extent.max] && ++n_ranges <= max_lines)
            s.lines.push_back(range_line(axis, series));
    }
    if (n_ranges > max_lines)
        s.lines.push_back("in summary.json: " + std::to_string(n_ranges - max_lines) +
                          " more that vary");
    return s;
}

Vector vector(const std::vector<double>& values)
{
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

void write_arrays(const std::filesystem::path& file, const Case& c, const Summary& summary,
                  const std::vector<PointResult>& points)
{
    const MapAxis& axis = c.map->x;
    io::Hdf5Writer h5(file);
    h5.attribute("title", c.title);
    h5.attribute("analysis", c.analysis.type);
    h5.attribute("map", "x");
    h5.attribute("status", summary.status);
    h5.attribute("message", summary.message);
    h5.write("map/x", vector(axis.values), key_unit(axis.key), axis.label);
    h5.write("map/key", std::vector<std::string>{axis.key}, "key of the case that x stands for");
    std::vector<std::string> status, message;
    for (const PointResult& p : points) {
        status.push_back(p.status);
        message.push_back(p.message);
    }
    h5.write("map/status", status, "of each point: end, failed, not run, or why it stopped early");
    h5.write("map/message", message, "of each point: why it failed or stopped early");
    for (const Series& s : collect(points)) {
        const std::string at = "map/quantities/" + s.name + "/";
        h5.write(at + "point", s.point, "index into x, from 0");
        h5.write(at + "value", vector(s.value), s.unit, s.name);
    }
    h5.close();
}

} // namespace

std::string describe_map(const Case& c)
{
    const MapAxis& axis = c.map->x;
    const std::size_t n = axis.values.size();
    const auto [low, high] = std::minmax_element(axis.values.begin(), axis.values.end());
    const std::string unit = key_unit(axis.key);
    return "map over " + axis.key + ": " + std::to_string(n) + (n == 1 ? " value, " : " values, ") +
           number_text(*low, 6) + (n == 1 ? "" : " to " + number_text(*high, 6)) +
           (unit.empty() ? "" : " " + unit);
}

std::vector<Case> map_points(const Case& c)
{
    for (const SubstructureEntry& entry : c.substructures)
        if (!entry.export_folder.empty())
            throw InputError(entry.places.of("export"), "substructure." + entry.name + ".export",
                             "\"" + entry.export_folder + "\"",
                             "a map writes no files for its points; leave it out");
    std::vector<Case> cases;
    for (std::size_t k = 0; k < c.map->x.values.size(); ++k)
        cases.push_back(case_at(c, k));
    return cases;
}

MapRun run_map(const Case& c, int threads, bool quiet)
{
    const std::vector<Case> cases = map_points(c);
    // Points have a thread each. Bodies too are built with one: more would change the last digits.
    const SingleBlasThread single;
    share_fft_planner();
    const bool build_anew = c.map->x.key.starts_with("substructure.");
    std::vector<BuiltBody> bodies;
    if (!build_anew)
        bodies = build_bodies(cases.front());
    std::mutex one_at_a_time;
    auto bodies_of = [&](const Case& at) -> std::vector<BuiltBody> {
        if (!build_anew)
            return bodies;
        const std::lock_guard lock(one_at_a_time);
        return build_bodies(at);
    };

    MapRun run;
    auto point = [&](std::size_t k) -> PointResult {
        BuiltModel built = couple(cases[k], bodies_of(cases[k]));
        Summary summary = analysis_of(cases[k]).run(cases[k], built, true).summary;
        if (k == 0)
            run.first = std::move(built);
        if (summary.status == "interrupted") // its numbers belong to a part of the motion
            summary.quantities.clear();
        return {summary.status, summary.message, std::move(summary.quantities)};
    };
    {
        ProgressPrinter printer(quiet, "points", static_cast<double>(cases.size()));
        run.points = studies::sweep(cases.size(), point, threads, printer.callback());
    }

    Summary& summary = run.outcome.summary;
    summary = summarise_map(c, run.points);
    summary.used = {{"map", describe_map(c)},
                    {"bodies", build_anew ? "built at each point" : "built once"},
                    {"threads", std::to_string(threads)}};
    run.outcome.write = [&c, summary, points = run.points](const auto& folder) {
        write_arrays(folder / "results.h5", c, summary, points);
    };
    return run;
}

} // namespace slideway::app
