#include "base/measure.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cctype>

namespace slideway {

std::optional<Index> rotation_axis(std::string_view component)
{
    if (component == "rotation_x")
        return 0;
    if (component == "rotation_y")
        return 1;
    if (component == "rotation_z" || component == "rotation")
        return 2;
    return std::nullopt;
}

Measure measure_of(std::string_view component)
{
    return rotation_axis(component) ? Measure::rotation : Measure::displacement;
}

Measure measure_at(const std::vector<Measure>& rows, Index row)
{
    return rows.empty() ? Measure::displacement : rows[static_cast<std::size_t>(row)];
}

std::string unit_on(std::string_view unit, Measure measure)
{
    if (measure == Measure::displacement)
        return std::string(unit);
    auto is_letter = [](char c) -> bool {
        return std::isalpha(static_cast<unsigned char>(c)) != 0;
    };
    std::string text;
    for (auto begin = unit.begin(); begin != unit.end();) {
        const auto end =
            is_letter(*begin) ? std::find_if_not(begin, unit.end(), is_letter) : std::next(begin);
        const std::string symbol(begin, end);
        text += symbol == "m" ? "rad" : symbol == "N" ? "N m" : symbol;
        begin = end;
    }
    return text;
}

std::string unit_on(std::string_view unit, const std::vector<Measure>& rows)
{
    std::vector<std::string> units;
    for (const Measure measure : {Measure::displacement, Measure::rotation})
        if (std::find(rows.begin(), rows.end(), measure) != rows.end())
            units.push_back(unit_on(unit, measure));
    if (rows.empty() || units.back() == unit)
        return std::string(unit);
    return join(units);
}

} // namespace slideway
