#pragma once

#include "base/choice.hpp"
#include "io/fields.hpp"

#include <array>
#include <string>
#include <vector>

namespace slideway::app {

/// from, from + step, ... up to `to`, which belongs to it if a step ends there (to 1e-6 of a step).
struct RangeEntry {
    bool given = false;
    double from = 0, to = 0, step = 0;

    [[nodiscard]] std::vector<double> values() const;
};

/// What the keys of a range mean; as `values` takes them unless told otherwise.
struct RangeHelp {
    std::string to = "last, if a step ends there";
    std::string step = "from one to the next";
};

/// A table { from, to, step } of ascending numbers, each in the range of the key.
void range_field(io::Fields& f, const io::Key& key, RangeEntry& range, const RangeHelp& help = {});

/// Of values: equal differences, or equal ratios.
enum class Spacing { linear, log };
constexpr auto choices(Spacing /*one of*/)
{
    using enum Spacing;
    return std::to_array<Choice<Spacing>>({{linear, "linear"}, {log, "log"}});
}

/// From the first value to the last, both met exactly.
[[nodiscard]] std::vector<double> spaced(double from, double to, int points, Spacing spacing);

} // namespace slideway::app
