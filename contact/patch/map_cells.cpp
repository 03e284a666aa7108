#include "contact/patch/map_cells.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::contact {

namespace {

double cross(const Vector2& a, const Vector2& b)
{
    return a(0) * b(1) - a(1) * b(0);
}

// Cells of a part with load 1, about its origin.
class Cells {
public:
    explicit Cells(int n) : n_(n) {}

    void operator()(const DiscPart& disc)
    {
        rings(disc.pressure, {disc.radius, disc.radius}, Vector2::Zero());
    }
    void operator()(const EllipsePressure& ellipse)
    {
        rings(PressureShape::hertz, {ellipse.a(), ellipse.b()}, ellipse.skew());
    }
    void operator()(const TrianglePressure& map)
    {
        const int m = std::max(1, static_cast<int>(std::lround(std::sqrt(
                                      n_ / static_cast<double>(map.triangles().size())))));
        for (const TrianglePressure::Corners& c : map.triangles())
            split(map.vertices()[c[0]], map.vertices()[c[1]], map.vertices()[c[2]], m);
        double sum = 0;
        for (const LoadedPoint& load : out_.loads)
            sum += load.load;
        for (LoadedPoint& load : out_.loads)
            load.load /= sum;
    }
    void operator()(const PointPressure& /*cloud*/) {}

    [[nodiscard]] MapCells take() { return std::move(out_); }

private:
    // Shares of the load of rings grow like their areas: 1, 3, 5, ...
    void rings(const DiscPressure& pressure, const Vector2& half_axes, const Vector2& skew)
    {
        const int m = std::max(2, static_cast<int>(std::lround(std::sqrt(n_ / 4.0)))),
                  around = 4 * m;
        const auto share = [m](double ring) -> double { return ring * ring / (m * m); };
        const auto value_at = [&](double r, double sector) -> Vector2 {
            const double angle = 2 * std::numbers::pi * sector / around;
            return r * half_axes.cwiseProduct(Vector2(std::cos(angle), std::sin(angle)));
        };
        // Corners are moved outwards, so that cells with chords in place of arcs keep their areas.
        const double step = 2 * std::numbers::pi / around, wider = std::sqrt(step / std::sin(step));
        out_.vertices.emplace_back(Vector2::Zero());
        double inner = 0;
        for (int i = 0; i < m; ++i) {
            const double low = share(i), high = share(i + 1), outer = pressure.radius_within(high),
                         middle = pressure.radius_within((low + high) / 2);
            for (int k = 0; k < around; ++k) {
                out_.vertices.push_back(value_at(wider * outer, k));
                const auto vertex = [&](int ring, int sector) -> std::size_t {
                    return ring == 0 ? 0
                                     : static_cast<std::size_t>(1 + (ring - 1) * around +
                                                                sector % around);
                };
                out_.corners.push_back({vertex(i, k), vertex(i + 1, k), vertex(i + 1, k + 1),
                                        i == 0 ? vertex(i + 1, k + 1) : vertex(i, k + 1)});
                const Vector2 x = value_at(middle, k + 0.5);
                out_.loads.push_back({x, (high - low) / around * (1 + skew.dot(x))});
                out_.areas.push_back(std::numbers::pi / around * (outer * outer - inner * inner) *
                                     half_axes.prod());
            }
            inner = outer;
        }
    }

    using Vertex = TrianglePressure::Vertex;
    // Divides a triangle into m x m triangles.
    void split(const Vertex& a, const Vertex& b, const Vertex& c, int m)
    {
        const auto first = out_.vertices.size();
        const auto row = [m](int j) -> int { return j * (m + 1) - j * (j - 1) / 2; };
        for (int j = 0; j <= m; ++j)
            for (int i = 0; i + j <= m; ++i)
                out_.vertices.push_back(a.at + i * (b.at - a.at) / m + j * (c.at - a.at) / m);
        const double area = cross(b.at - a.at, c.at - a.at) / (2.0 * m * m);
        const auto add = [&](int i, int j, bool upper) -> void {
            const auto value_at = [&](int p, int q) -> std::size_t {
                return first + static_cast<std::size_t>(row(q) + p);
            };
            const double third = upper ? 2.0 / 3 : 1.0 / 3, l1 = (i + third) / m,
                         l2 = (j + third) / m, l0 = 1 - l1 - l2;
            if (upper)
                out_.corners.push_back({value_at(i + 1, j), value_at(i + 1, j + 1),
                                        value_at(i, j + 1), value_at(i, j + 1)});
            else
                out_.corners.push_back(
                    {value_at(i, j), value_at(i + 1, j), value_at(i, j + 1), value_at(i, j + 1)});
            out_.loads.push_back({l0 * a.at + l1 * b.at + l2 * c.at,
                                  area * (l0 * a.pressure + l1 * b.pressure + l2 * c.pressure)});
            out_.areas.push_back(area);
        };
        for (int j = 0; j < m; ++j)
            for (int i = 0; i + j < m; ++i) {
                add(i, j, false);
                if (i + j + 1 < m)
                    add(i, j, true);
            }
    }

    int n_;
    MapCells out_;
};

} // namespace

MapCells cells_of(const PressureMap& map, int n)
{
    MapCells all;
    for (const PressurePart& part : map) {
        Cells of_part(std::max(1, n / static_cast<int>(map.size())));
        std::visit(of_part, part.pressure);
        const MapCells cells = of_part.take();
        const std::size_t first = all.vertices.size();
        const double cos = std::cos(part.angle), sin = std::sin(part.angle);
        const auto placed = [&](const Vector2& x) -> Vector2 {
            return part.at + Vector2(cos * x(0) - sin * x(1), sin * x(0) + cos * x(1));
        };
        for (const Vector2& vertex : cells.vertices)
            all.vertices.emplace_back(placed(vertex));
        for (const std::array<std::size_t, 4>& c : cells.corners)
            all.corners.push_back({first + c[0], first + c[1], first + c[2], first + c[3]});
        for (const LoadedPoint& load : cells.loads)
            all.loads.push_back({placed(load.at), part.normal_force * load.load});
        all.areas.insert(all.areas.end(), cells.areas.begin(), cells.areas.end());
    }
    return all;
}

} // namespace slideway::contact
