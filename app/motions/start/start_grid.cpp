#include "app/motions/start/start_grid.hpp"

#include "base/sort_unique.hpp"
#include "io/entries.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace slideway::app {

using io::Range;

namespace {

constexpr int most_per_axis = 1000;

void take_list(const io::Fields& a, StartGrid::Axis& axis)
{
    for (const char* key : {"from", "to", "n"})
        if (a.has(key))
            a.refuse(key, "give either values, or from, to and n");
    if (axis.list.empty() || axis.list.size() > most_per_axis)
        a.refuse("values", "expected 1 to " + std::to_string(most_per_axis) + " values");
    a.refuse_repeated("values", axis.list);
    if (!std::is_sorted(axis.list.begin(), axis.list.end()))
        a.refuse("values", "expected ascending values");
    axis.from = axis.list.front();
    axis.to = axis.list.back();
    axis.n = static_cast<int>(axis.list.size());
}

void axis_fields(io::Fields& f, const std::string& key, const std::string& unit,
                 std::map<std::string, StartGrid::Axis>& axes, bool lists)
{
    f.named_tables(
        {key, unit, "\"substructure.port.component\" = { from = -0.2, to = 0.2, n = 7 }"},
        [&](const std::string& name, io::Fields& a) {
            StartGrid::Axis axis;
            if (lists)
                a.numbers({"values", unit, "ascending, in place of from, to and n", false,
                           Range::any(), "none"},
                          axis.list);
            const bool range = !a.has("values");
            a.number({"from", unit, "least value", range}, axis.from);
            a.number({"to", unit, "largest", range}, axis.to);
            a.integer({"n", "", "values evenly apart", range, Range::between(2, most_per_axis)},
                      axis.n);
            if (a.has("from") && a.has("to") && !(axis.to > axis.from))
                a.refuse("to", "expected more than from");
            if (!range)
                take_list(a, axis);
            axes[name] = std::move(axis);
        });
}

} // namespace

double StartGrid::Axis::value(int k) const
{
    if (!list.empty())
        return list[static_cast<std::size_t>(k)];
    const double share = static_cast<double>(k) / (n - 1);
    return (1 - share) * from + share * to;
}

double StartGrid::n() const
{
    double n = 1;
    for (const auto* axes : {&displacement, &velocity})
        for (const auto& [name, axis] : *axes)
            n *= axis.n;
    return n;
}

void fields(io::Fields& f, StartGrid& grid, bool lists)
{
    axis_fields(f, "displacement", "m", grid.displacement, lists);
    axis_fields(f, "velocity", "m/s", grid.velocity, lists);
}

std::vector<StartEntry> starts_of(const StartGrid& grid)
{
    std::vector<StartEntry> starts(1);
    for (const auto& [axes, values] : {std::pair{&grid.displacement, &StartEntry::displacement},
                                       {&grid.velocity, &StartEntry::velocity}})
        for (const auto& [name, axis] : *axes) {
            std::vector<StartEntry> all;
            for (const StartEntry& start : starts)
                for (int k = 0; k < axis.n; ++k) {
                    all.push_back(start);
                    (all.back().*values)[name] = axis.value(k);
                }
            starts = std::move(all);
        }
    return starts;
}

StartEntry corner_of(const StartGrid& grid, StartEntry rest, int far)
{
    rest.given = true;
    int k = 0;
    for (const auto& [axes, values] : {std::pair{&grid.displacement, &StartEntry::displacement},
                                       {&grid.velocity, &StartEntry::velocity}})
        for (const auto& [name, axis] : *axes)
            (rest.*values)[name] = k++ == far ? axis.to : axis.from;
    return rest;
}

Needs::Ports forced_ports(const StartGrid& grid, const std::string& key, const StartEntry& rest)
{
    Needs::Ports ports{key, forced_names(corner_of(grid, rest))};
    const std::vector<std::string> given = forced_names(rest);
    for (const std::string& name : ports.names)
        ports.keys.push_back(std::find(given.begin(), given.end(), name) == given.end() ? key
                                                                                        : "start");
    return ports;
}

Needs::Ports forced_ports(const StartEntry& start, const std::optional<StartGrid>& starts)
{
    if (starts)
        return {"starts", forced_names(corner_of(*starts, {}))};
    return {"start", forced_names(start)};
}

void add_forced(Needs::Ports& ports, const StartEntry& start)
{
    for (std::string& name : forced_names(start)) {
        ports.names.push_back(std::move(name));
        ports.keys.push_back(start.table);
    }
}

void start_values(io::Entries& a, const std::vector<StartEntry>& starts)
{
    for (const auto& [group, values, unit] :
         {std::tuple{"displacement", &StartEntry::displacement, "m"},
          {"velocity", &StartEntry::velocity, "m/s"}}) {
        std::vector<std::string> names;
        for (const StartEntry& start : starts)
            for (const auto& [name, value] : start.*values)
                names.push_back(name);
        sort_unique(names);
        a.each_name(names, group, "X", "a component", [&](std::size_t k, const std::string& path) {
            const auto all = [&] {
                std::vector<double> numbers;
                for (const StartEntry& start : starts)
                    numbers.push_back((start.*values).at(names[k]));
                return numbers;
            };
            a.derived(all, path, unit, "value of each start", "starts", "for several starts");
        });
    }
}

} // namespace slideway::app
