#include "app/analyses/periodic_orbits/search_entry.hpp"

#include <utility>

namespace slideway::app {

using io::Range;

namespace {

constexpr int most_per_axis = 1000;
constexpr double most = 1e5; // starts at all values

void axis_fields(io::Fields& f, const std::string& key, const std::string& unit,
                 std::map<std::string, SearchEntry::Axis>& axes)
{
    f.named_tables(
        {key, unit, "\"substructure.port.component\" = { from = -0.2, to = 0.2, n = 7 }"},
        [&](const std::string& name, io::Fields& a) {
            SearchEntry::Axis axis;
            a.number({"from", unit, "least value", true}, axis.from);
            a.number({"to", unit, "largest", true}, axis.to);
            a.integer({"n", "", "values evenly apart", true, Range::between(2, most_per_axis)},
                      axis.n);
            if (a.has("from") && a.has("to") && !(axis.to > axis.from))
                a.refuse("to", "expected more than from");
            axes[name] = axis;
        });
}

} // namespace

void fields(io::Fields& f, SearchEntry& search)
{
    f.numbers({"at", "", "values of the parameter, in the unit of its range and within it", true},
              search.at);
    if (f.has("at") && search.at.empty())
        f.refuse("at", "expected at least one value");
    axis_fields(f, "displacement", "m", search.displacement);
    axis_fields(f, "velocity", "m/s", search.velocity);
    f.integer({"settle", "", "periods of the drive that each start runs first", false,
               Range::between(0, 1000000)},
              search.settle);
    f.integer(
        {"longest", "", "periods after which a motion is to recur", false, Range::between(1, 1000)},
        search.longest);
    auto n = static_cast<double>(search.at.size());
    for (const auto* axes : {&search.displacement, &search.velocity})
        for (const auto& [name, axis] : *axes)
            n *= axis.n;
    if (n > most)
        f.refuse("at", "that is more than 100000 starts at all values; expected fewer");
}

std::vector<StartEntry> starts_of(const SearchEntry& search)
{
    std::vector<StartEntry> starts(1);
    for (const auto& [axes, values] : {std::pair{&search.displacement, &StartEntry::displacement},
                                       {&search.velocity, &StartEntry::velocity}})
        for (const auto& [name, axis] : *axes) {
            std::vector<StartEntry> all;
            for (const StartEntry& start : starts)
                for (int k = 0; k < axis.n; ++k) {
                    const double share = static_cast<double>(k) / (axis.n - 1);
                    all.push_back(start);
                    (all.back().*values)[name] = (1 - share) * axis.from + share * axis.to;
                }
            starts = std::move(all);
        }
    return starts;
}

} // namespace slideway::app
