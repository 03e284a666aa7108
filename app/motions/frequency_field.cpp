#include "app/motions/frequency_field.hpp"

#include <numbers>

namespace slideway::app {

using io::Range;

namespace {

void refuse_both(const io::Fields& f)
{
    if (f.has("Omega") && f.has("frequency_hz"))
        f.refuse("Omega", "give either Omega or frequency_hz");
}

} // namespace

void frequency_field(
    io::Fields& f, double& from, double& to, const std::string& help_from,
    const std::string& help_to,
    const std::function<void(io::Fields&, const std::string& unit, double rad_per_s)>& more)
{
    bool given = false;
    auto range = [&](io::Fields& r, const std::string& unit, double factor) {
        double first = 0, last = 0;
        r.number({"from", unit, help_from, true, Range::positive()}, first);
        r.number({"to", unit, help_to, true, Range::positive()}, last);
        if (r.has("from") && r.has("to") && first == last)
            r.refuse("to", "expected another frequency than from");
        from = factor * first;
        to = factor * last;
        if (more)
            more(r, unit, factor);
    };
    f.table({"frequency_hz", "Hz", "range; or Omega", false, {}, "none"}, given,
            [&](io::Fields& r) { range(r, "Hz", 2 * std::numbers::pi); });
    f.table({"Omega", "rad/s", "in place of frequency_hz", false, {}, "none"}, given,
            [&](io::Fields& r) { range(r, "rad/s", 1); });
    refuse_both(f);
}

double frequency_values_field(io::Fields& f, Values& values, const ValuesRule& rule)
{
    values_field(f,
                 {.name = "frequency_hz",
                  .unit = "Hz",
                  .help = "list or range; or Omega",
                  .range = Range::positive(),
                  .default_text = "none"},
                 values, rule);
    values_field(f,
                 {.name = "Omega",
                  .unit = "rad/s",
                  .help = "in place of frequency_hz",
                  .range = Range::positive(),
                  .default_text = "none"},
                 values, rule);
    refuse_both(f);
    return f.has("frequency_hz") ? 2 * std::numbers::pi : f.has("Omega") ? 1 : 0;
}

} // namespace slideway::app
