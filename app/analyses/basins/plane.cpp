#include "app/analyses/basins/plane.hpp"

#include "base/text.hpp"

namespace slideway::app {

namespace {

// 2 x points: places in this measure, the first axis fastest.
Matrix points_of(const std::vector<PlaneAxis>& axes, const Vector& scale)
{
    const Vector x = scale(0) * axes[0].values(), y = scale(1) * axes[1].values();
    Matrix points(2, x.size() * y.size());
    for (Index i = 0; i < points.cols(); ++i)
        points.col(i) << x(i % x.size()), y(i / x.size());
    return points;
}

} // namespace

std::vector<PlaneAxis> axes_of(const StartGrid& grid)
{
    std::vector<PlaneAxis> axes;
    for (const auto& [name, axis] : grid.displacement)
        axes.push_back({name, false, "m", axis.from, axis.to, axis.n});
    for (const auto& [name, axis] : grid.velocity)
        axes.push_back({name, true, "m/s", axis.from, axis.to, axis.n});
    return axes;
}

PlaneMeasure measure_of(const std::vector<PlaneAxis>& axes)
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

void add_integrity(BasinResults& results)
{
    const Vector& scale = results.measure.scale;
    const Matrix starts = points_of(results.axes, scale);
    for (std::size_t k = 0; k < results.orbits.size(); ++k) {
        BasinOrbit& orbit = results.orbits[k];
        Matrix states(2, orbit.x.size());
        states << orbit.x.transpose(), orbit.y.transpose();
        orbit.integrity = studies::integrity(starts, results.grid.label, static_cast<int>(k),
                                             scale.asDiagonal() * states);
    }
}

} // namespace slideway::app
