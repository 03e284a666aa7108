#pragma once

#include "base/choice.hpp"
#include "io/fields.hpp"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace slideway::app {

/// Values that an analysis or a map runs through: a list, or a range.
struct Values {
    bool given = false;
    std::vector<double> all;
    double from = 0, to = 0; ///< ends of the range; of a list the first and the last value
    double step = 0;         ///< step of a range with equal differences, otherwise 0

    /// Multiplies all numbers, e.g. to convert them to another unit.
    void scale(double factor);
};

enum class Order {
    ascending,
    monotonic, ///< ascending or descending
    any
};

/// Spacing of values: equal differences, or equal ratios.
enum class Spacing { linear, log };
constexpr auto choices(Spacing /*one of*/)
{
    using enum Spacing;
    return std::to_array<Choice<Spacing>>({{linear, "linear"}, {log, "log"}});
}

/// Rules and texts of values.
struct ValuesRule {
    std::string what = "value"; ///< name of one of them, for texts
    Order order = Order::ascending;
    int most = 10'000'000; ///< largest number of values
    int least = 1;         ///< smallest number of values
    std::string to = "last; with step, if a step ends there, to 1e-6 of a step";
    std::string step = "from one to the next, in place of n";
    /// Reads further keys of a table, which then may lack the values.
    std::function<void(io::Fields&)> more = {};
};

/// Reads a number, a list of numbers, or a table as of values_table. Without the key, `values`
/// stays.
void values_field(io::Fields& f, const io::Key& key, Values& values, const ValuesRule& rule = {});

/// Reads the values alone, as above.
void values_field(io::Fields& f, const io::Key& key, std::vector<double>& values,
                  const ValuesRule& rule);

/// Reads the keys of a table: `values`, or `from`, `to` and `n` or `step`, with `spacing`.
/// @param of        unit and range of the values
/// @param required  true if one of both must be given
/// @return spacing of the values
Spacing values_table(io::Fields& table, const io::Key& of, Values& values, const ValuesRule& rule,
                     bool required);

} // namespace slideway::app
