#include "app/motions/many_starts/plane.hpp"

#include "base/text.hpp"

namespace slideway::app {

std::vector<PlaneAxis> axes_of(const StartGrid& grid)
{
    std::vector<PlaneAxis> axes;
    for (const auto& [name, axis] : grid.displacement)
        axes.push_back({name, false, "m", axis.from, axis.to, axis.n});
    for (const auto& [name, axis] : grid.velocity)
        axes.push_back({name, true, "m/s", axis.from, axis.to, axis.n});
    return axes;
}

PlaneMeasure plane_measure(const std::vector<PlaneAxis>& axes)
{
    PlaneMeasure out;
    if (axes[0].unit == axes[1].unit)
        out.unit = axes[0].unit;
    Vector cell(2);
    for (Index k = 0; k < 2; ++k) {
        const PlaneAxis& axis = axes[static_cast<std::size_t>(k)];
        if (out.unit.empty())
            out.scale(k) = 1 / (axis.to - axis.from);
        cell(k) = out.scale(k) * (axis.to - axis.from) / (axis.n - 1);
    }
    out.resolution = cell.norm();
    return out;
}

std::string plane_text(const std::vector<PlaneAxis>& axes, const std::array<int, 2>& n)
{
    return std::to_string(n[0]) + " x " + std::to_string(n[1]) + " on " + axes[0].name() + " and " +
           axes[1].name();
}

std::string integrity_text(const studies::Integrity& integrity, const PlaneMeasure& measure)
{
    const auto text = [&](double distance) {
        return number_text(distance, 4) +
               (measure.unit.empty() ? " of the widths" : " " + measure.unit);
    };
    return text(integrity.radius) +
           (integrity.at_edge ? ", up to the edge of the plane"
            : integrity.radius < measure.resolution
                ? " (below the resolution, " + text(measure.resolution) + ")"
                : "");
}

} // namespace slideway::app
