#pragma once

#include "base/choice.hpp"
#include "io/fields.hpp"

#include <array>
#include <string>
#include <vector>

namespace slideway::app {

/// A range from, from + step, ... up to `to`. It includes `to` if a step ends there, to 1e-6 of a
/// step.
struct RangeEntry {
    bool given = false;
    double from = 0, to = 0, step = 0;

    [[nodiscard]] std::vector<double> values() const;
};

/// Help texts of the keys of a range.
struct RangeHelp {
    std::string to = "last, if a step ends there";
    std::string step = "from one to the next";
};

/// Reads a table { from, to, step } of ascending numbers, each within the limits of the key.
void range_field(io::Fields& f, const io::Key& key, RangeEntry& range, const RangeHelp& help = {});

/// Spacing of values: equal differences, or equal ratios.
enum class Spacing { linear, log };
constexpr auto choices(Spacing /*one of*/)
{
    using enum Spacing;
    return std::to_array<Choice<Spacing>>({{linear, "linear"}, {log, "log"}});
}

/// Key `n` of a range { from, to, n }, formerly `points`: 1 to `most` values.
[[nodiscard]] io::Key number_of_values(const std::string& help, int most);

/// Returns n spaced values. The first and the last value are exact.
[[nodiscard]] std::vector<double> spaced(double from, double to, int n, Spacing spacing);

} // namespace slideway::app
