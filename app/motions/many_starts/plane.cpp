#include "app/motions/many_starts/plane.hpp"

#include "base/text.hpp"

#include <utility>

namespace slideway::app {

void rest_field(io::Fields& f, StartEntry& start, const std::string& grid_name)
{
    f.table({.name = "start",
             .help = "displacements and velocities at phase 0 of the drive that " + grid_name +
                     (grid_name.ends_with('s') ? " do" : " does") +
                     " not give; of all states with them that of least energy",
             .default_text = "rest"},
            start.given, [&start](io::Fields& s) { start_fields(s, start); });
    if (!start.results.empty())
        f.refuse("start", "starts have displacements and velocities; give these");
}

void refuse_axes_of_start(const io::Fields& f, const StartGrid& grid, const StartEntry& start,
                          const std::string& grid_name)
{
    for (const auto& [axes, values] :
         {std::pair{&grid.displacement, &start.displacement}, {&grid.velocity, &start.velocity}})
        for (const auto& [name, axis] : *axes)
            if (values->contains(name))
                f.refuse("start", "gives " + name + ", which is an axis of " + grid_name);
}

void refuse_other_than_plane(const io::Fields& f, const StartGrid& grid)
{
    if (const std::size_t axes = grid.displacement.size() + grid.velocity.size(); axes != 2)
        f.refuse("plane", "has " + std::to_string(axes) + (axes == 1 ? " axis" : " axes") +
                              "; expected two");
}

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
