#include "app/analyses/regimes/regime_limits.hpp"

#include "io/entries.hpp"

#include <algorithm>

namespace slideway::app {

dynamics::RegimeBoundaries boundaries(const Regimes& /*e*/, const BuiltModel& built,
                                      const Monitor& monitor)
{
    return dynamics::RegimeBoundaries(
        dynamics::dry_system(built.model, *modal_model(built, monitor)), monitor.until_stopped());
}

bool wanted(const Regimes* e, const std::string& boundary)
{
    return e == nullptr ||
           std::find(e->boundaries.begin(), e->boundaries.end(), boundary) != e->boundaries.end();
}

void limit_arrays(io::Entries& a, const Regimes* e,
                  const std::vector<dynamics::RegimeLimits>& limits, Measure contact)
{
    using dynamics::RegimeLimits;
    const std::string force = unit_on("N", contact);
    const auto add = [&](double (*value)(const RegimeLimits&), const std::string& name,
                         const std::string& unit, const std::string& meaning) {
        std::vector<double> values;
        for (const RegimeLimits& limit : limits)
            values.push_back(value(limit));
        a.derived(values, "boundaries/" + name, unit, meaning, "n");
    };
    if (wanted(e, "continuous")) {
        add([](const RegimeLimits& l) -> double { return l.continuous; }, "continuous", force,
            "friction force below which it slides without stops, with two reversals a period");
        add([](const RegimeLimits& l) -> double { return l.stop_free(); }, "stop-free", force,
            "largest friction force at which it is known to slide without stops: with more "
            "reversals a period if larger than continuous");
        add(
            [](const RegimeLimits& l) -> double {
                return l.more.ranges.empty() ? l.continuous : l.more.ranges.front().from;
            },
            "stop-free-from", force,
            "with more reversals a period it slides without stops from here to stop-free; "
            "continuous where there is no such motion");
    }
    if (wanted(e, "continuous-unit-S"))
        add([](const RegimeLimits& l) -> double { return l.continuous_unit_S; },
            "continuous-unit-S", force, "the boundary continuous with S = 1");
    if (wanted(e, "continuous") || wanted(e, "continuous-unit-S"))
        add([](const RegimeLimits& l) -> double { return *l.S; }, "S", "",
            "S (docs/theory/motion_regimes.md); above 1: S = 1 gives too high a boundary");
    if (wanted(e, "no-motion"))
        add([](const RegimeLimits& l) -> double { return *l.no_motion; }, "no-motion", force,
            "friction force from which on it stays at rest");
}

void curve_arrays(io::Entries& a, const Regimes* e, const LimitCurves& curves,
                  const std::string& unit)
{
    a.derived(curves.x, "boundaries/x", unit, "values at which each boundary is finite", "n");
    limit_arrays(a, e, curves.limits,
                 curves.limits.empty() ? Measure::displacement : curves.limits.front().measure);
    if (wanted(e, "no-motion"))
        a.derived(curves.poles, "boundaries/poles", unit,
                  "values without a no-motion bound, between those of x", "k");
}

} // namespace slideway::app
