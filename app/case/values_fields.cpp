#include "app/case/values_fields.hpp"

#include "base/override.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace slideway::app {

using io::Range;

namespace {

// Returns n spaced values. The first and the last value are exact.
std::vector<double> spaced(double from, double to, int n, Spacing spacing)
{
    std::vector<double> values;
    for (int k = 0; k < n - 1; ++k) // multiply first, to get 3 and not 2.9999999999999996
        values.push_back(spacing == Spacing::log ? from * std::pow(to / from, k / (n - 1.0))
                                                 : from + (to - from) * k / (n - 1.0));
    values.push_back(n == 1 ? from : to);
    return values;
}

// Returns from, from + step, ... up to `to`, which is included if a step ends there, to 1e-6 of a
// step.
std::vector<double> stepped(double from, double to, double step)
{
    std::vector<double> values;
    const auto n = static_cast<long long>(std::floor((to - from) / step + 1e-6));
    for (long long k = 0; k <= n; ++k)
        values.push_back(std::min(from + static_cast<double>(k) * step, to));
    return values;
}

void set_list(const io::Fields& f, const std::string& key, const std::vector<double>& list,
              const ValuesRule& rule, Values& values)
{
    if (static_cast<int>(list.size()) < rule.least)
        f.refuse(key,
                 "expected at least " +
                     (rule.least == 1 ? "one " + rule.what
                                      : plural(static_cast<std::size_t>(rule.least), rule.what)));
    f.refuse_repeated(key, list);
    const bool up = std::is_sorted(list.begin(), list.end()),
               down = std::is_sorted(list.begin(), list.end(), std::greater<>());
    if (rule.order == Order::ascending && !up)
        f.refuse(key, "expected ascending " + rule.what + "s");
    if (rule.order == Order::monotonic && !up && !down)
        f.refuse(key, "expected ascending or descending " + rule.what + "s");
    values = {true, list, list.empty() ? 0 : list.front(), list.empty() ? 0 : list.back(), 0};
}

// True if the range has a step, false if it has a number of values. An override of one replaces
// the other.
bool takes_step(const io::Fields& f)
{
    if (!f.has("n") || !f.has("step"))
        return f.has("step");
    const bool step = is_override(f.where("step"));
    if (step == is_override(f.where("n")))
        f.refuse("step", "give either n or step");
    return step;
}

void check_ends(const io::Fields& f, const io::Key& of, const ValuesRule& rule, const Values& v,
                Spacing spacing, bool step, int n)
{
    if (v.to < v.from && (step || rule.order == Order::ascending))
        f.refuse("to", "must be at least from = " + number_text(v.from) +
                           (of.unit.empty() ? "" : " " + of.unit));
    if (!step && v.from == v.to && n > 1)
        f.refuse("to", "expected another " + rule.what + " than from" +
                           (rule.least > 1 ? "" : "; one takes n = 1"));
    if (step && (v.to - v.from) / v.step > rule.most)
        f.refuse("step",
                 "too small: the range would have more than " + number_text(rule.most) + " values");
    if (spacing == Spacing::linear)
        return;
    if (step)
        f.refuse("spacing", "equal ratios take n in place of step");
    for (const auto& [key, value] : {std::pair{"from", v.from}, std::pair{"to", v.to}})
        if (!(value > 0))
            f.refuse(key, "equal ratios take numbers > 0");
}

} // namespace

void Values::scale(double factor)
{
    for (double& value : all)
        value *= factor;
    from *= factor;
    to *= factor;
    step *= factor;
}

Spacing values_table(io::Fields& table, const io::Key& of, Values& values, const ValuesRule& rule,
                     bool required)
{
    Values v;
    int n = 1;
    Spacing spacing = Spacing::linear;
    std::vector<double> list;
    table.numbers(
        {"values", of.unit, rule.what + "s, in place of a range", false, of.range, "none"}, list);
    table.number({"from", of.unit, "first", false, of.range, "none"}, v.from);
    table.number({"to", of.unit, rule.to, false, of.range, "none"}, v.to);
    table.integer({.name = "n",
                   .help = "number of " + rule.what + "s, both ends included",
                   .range = Range::between(std::max(1, rule.least), rule.most),
                   .default_text = "none",
                   .former = "points"},
                  n);
    table.number({"step", of.unit, rule.step, false, Range::positive(), "none"}, v.step);
    table.choice({.name = "spacing",
                  .help = "of n " + rule.what + "s: equal differences, or equal ratios",
                  .former = "scale"},
                 spacing);
    constexpr auto range_keys = std::to_array<const char*>({"from", "to", "n", "step", "spacing"});
    if (table.has("values")) {
        for (const char* key : range_keys)
            if (table.has(key))
                table.refuse(key, "give either values, or from, to and n");
        set_list(table, "values", list, rule, values);
        return spacing;
    }
    const auto has = [&table](const char* key) -> bool { return table.has(key); };
    if (!required && std::none_of(range_keys.begin(), range_keys.end(), has))
        return spacing;
    for (const char* key : {"from", "to"})
        if (!has(key))
            table.refuse(key, "give from, to and n or step, or values");
    if (!has("n") && !has("step"))
        table.refuse("n", "give from, to and n or step, or values");
    const bool step = takes_step(table);
    check_ends(table, of, rule, v, spacing, step, n);
    v.all = step ? stepped(v.from, v.to, v.step) : spaced(v.from, v.to, n, spacing);
    if (!step)
        v.step = spacing == Spacing::linear && n > 1 ? std::abs(v.to - v.from) / (n - 1) : 0;
    v.given = true;
    values = std::move(v);
    return spacing;
}

void values_field(io::Fields& f, const io::Key& key, Values& values, const ValuesRule& rule)
{
    bool table = false;
    std::vector<double> list = values.all;
    f.numbers_or_table(key, list, table, [&](io::Fields& t) {
        if (rule.more)
            rule.more(t);
        values_table(t, key, values, rule, f.has(key.name) && !rule.more);
    });
    if (f.has(key.name) && !table)
        set_list(f, key.name, list, rule, values);
}

void values_field(io::Fields& f, const io::Key& key, std::vector<double>& values,
                  const ValuesRule& rule)
{
    Values read{.all = values};
    values_field(f, key, read, rule);
    values = std::move(read.all);
}

} // namespace slideway::app
