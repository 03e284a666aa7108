#include "app/analyses/regimes/regime_limits.hpp"

#include <algorithm>

namespace slideway::app {

dynamics::RegimeBoundaries boundaries(const Regimes& /*e*/, const BuiltModel& built,
                                      const Monitor& monitor)
{
    return dynamics::RegimeBoundaries(
        dynamics::dry_system(built.model, *modal_model(built, monitor)), monitor.until_stopped());
}

bool wanted(const Regimes& e, const std::string& boundary)
{
    return std::find(e.boundaries.begin(), e.boundaries.end(), boundary) != e.boundaries.end();
}

void write_limits(io::ArraySink& sink, const Regimes& e,
                  const std::vector<dynamics::RegimeLimits>& limits, Measure contact)
{
    using dynamics::RegimeLimits;
    const std::string force = unit_on("N", contact);
    auto write = [&](const std::string& name, const std::string& unit, const std::string& meaning,
                     auto&& value) {
        Vector values(static_cast<Index>(limits.size()));
        for (std::size_t k = 0; k < limits.size(); ++k)
            values(static_cast<Index>(k)) = value(limits[k]);
        sink.write("boundaries/" + name, values, unit, meaning);
    };
    if (wanted(e, "continuous")) {
        write("continuous", force,
              "slides without stops, with two reversals a period, below this friction force",
              [](const RegimeLimits& l) -> double { return l.continuous; });
        write("stop-free", force,
              "largest friction force at which it is known to slide without stops: with more "
              "reversals a period where larger than continuous",
              [](const RegimeLimits& l) -> double { return l.stop_free(); });
        write("stop-free-from", force,
              "with more reversals a period it slides without stops from here to stop-free; "
              "continuous where there is no such motion",
              [](const RegimeLimits& l) -> double {
                  return l.more.ranges.empty() ? l.continuous : l.more.ranges.front().from;
              });
    }
    if (wanted(e, "continuous-unit-S"))
        write("continuous-unit-S", force, "the same with S = 1",
              [](const RegimeLimits& l) -> double { return l.continuous_unit_S; });
    if (wanted(e, "continuous") || wanted(e, "continuous-unit-S"))
        write("S", "", "above 1: S = 1 gives too high a boundary",
              [](const RegimeLimits& l) -> double { return *l.S; });
    if (wanted(e, "no-motion"))
        write("no-motion", force, "stays at rest from this friction force on",
              [](const RegimeLimits& l) -> double { return *l.no_motion; });
}

void write_curves(io::ArraySink& sink, const Regimes& e, const LimitCurves& curves,
                  const std::string& unit)
{
    sink.write("boundaries/x", curves.x, unit, "where each boundary is finite");
    write_limits(sink, e, curves.limits,
                 curves.limits.empty() ? Measure::displacement : curves.limits.front().measure);
    if (wanted(e, "no-motion"))
        sink.write("boundaries/poles", curves.poles, unit, "no-motion without bound");
}

} // namespace slideway::app
