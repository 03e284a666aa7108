#include "app/case/range_fields.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::app {

using io::Range;

std::vector<double> RangeEntry::values() const
{
    std::vector<double> list;
    const auto n = static_cast<long long>(std::floor((to - from) / step + 1e-6));
    for (long long k = 0; k <= n; ++k)
        list.push_back(std::min(from + static_cast<double>(k) * step, to));
    return list;
}

void range_field(io::Fields& f, const io::Key& key, RangeEntry& range, const RangeHelp& help)
{
    constexpr double most = 1e7;
    f.table(key, range.given, [&](io::Fields& r) {
        r.number({"from", key.unit, "first", true, key.range}, range.from);
        r.number({"to", key.unit, help.to, true, key.range}, range.to);
        r.number({"step", key.unit, help.step, true, Range::positive()}, range.step);
        if (r.has("to") && range.to < range.from)
            r.refuse("to", "must be at least from = " + number_text(range.from) +
                               (key.unit.empty() ? "" : " " + key.unit));
        if (r.has("step") && (range.to - range.from) / range.step > most)
            r.refuse("step", "too small: the range would have more than 10 million values");
    });
}

io::Key number_of_values(const std::string& help, int most)
{
    return {.name = "n",
            .help = help,
            .range = Range::between(1, most),
            .default_text = "none",
            .former = "points"};
}

std::vector<double> spaced(double from, double to, int n, Spacing spacing)
{
    std::vector<double> values;
    for (int k = 0; k < n - 1; ++k) // multiply first, to get 3 and not 2.9999999999999996
        values.push_back(spacing == Spacing::log ? from * std::pow(to / from, k / (n - 1.0))
                                                 : from + (to - from) * k / (n - 1.0));
    values.push_back(n == 1 ? from : to);
    return values;
}

} // namespace slideway::app
