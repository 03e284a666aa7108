#include "contact/patch/triangle_pressure.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/patch/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

namespace slideway::contact {

namespace {

using Vertex = TrianglePressure::Vertex;
using Corners = TrianglePressure::Corners;
using Point = LoadedPoint;

double cross(const Vector2& a, const Vector2& b)
{
    return a(0) * b(1) - a(1) * b(0);
}

double area(const std::vector<Vertex>& v, const Corners& c)
{
    return 0.5 * cross(v[c[1]].at - v[c[0]].at, v[c[2]].at - v[c[0]].at);
}

double longest_side(const std::vector<Vertex>& v, const Corners& c)
{
    double longest = 0;
    for (std::size_t i = 0; i < 3; ++i)
        longest = std::max(longest, (v[c[i]].at - v[c[(i + 1) % 3]].at).norm());
    return longest;
}

std::string name_of_triangle(std::size_t k)
{
    return "triangle " + std::to_string(k + 1);
}

// True if no side of the first triangle separates it from the other.
bool not_separated(const std::vector<Vertex>& v, const Corners& one, const Corners& other)
{
    constexpr double touching = 1e-9; // relative to the sides: round-off of printed vertices
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector2 from = v[one[i]].at, along = v[one[(i + 1) % 3]].at - from;
        double most = -std::numeric_limits<double>::infinity();
        for (const std::size_t corner : other)
            most = std::max(most, cross(along, v[corner].at - from));
        if (most <= touching * along.squaredNorm())
            return false;
    }
    return true;
}

void refuse_overlaps(const std::vector<Vertex>& v, const std::vector<Corners>& triangles)
{
    struct Box {
        std::size_t triangle;
        double x0, x1, y0, y1;
    };
    std::vector<Box> boxes;
    for (std::size_t k = 0; k < triangles.size(); ++k) {
        const Corners& c = triangles[k];
        const auto [x0, x1] = std::minmax({v[c[0]].at(0), v[c[1]].at(0), v[c[2]].at(0)});
        const auto [y0, y1] = std::minmax({v[c[0]].at(1), v[c[1]].at(1), v[c[2]].at(1)});
        boxes.push_back({k, x0, x1, y0, y1});
    }
    std::sort(boxes.begin(), boxes.end(),
              [](const Box& a, const Box& b) -> bool { return a.x0 < b.x0; });
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (std::size_t j = i + 1; j < boxes.size() && boxes[j].x0 < boxes[i].x1; ++j) {
            if (boxes[j].y0 >= boxes[i].y1 || boxes[i].y0 >= boxes[j].y1)
                continue;
            const auto [a, b] = std::minmax(boxes[i].triangle, boxes[j].triangle);
            if (not_separated(v, triangles[a], triangles[b]) &&
                not_separated(v, triangles[b], triangles[a]))
                throw InputError("triangles", name_of_triangle(b),
                                 "it overlaps " + name_of_triangle(a) +
                                     "; expected triangles side by side");
        }
}

// Loads on a square grid: integrals of the pressure times the interpolation polynomials of the
// grid. For a centre 8 radii away, their interpolation error of |x - c| is round-off.
class ChebyshevGrid {
public:
    ChebyshevGrid(const Vector2& middle, double half) : middle_(middle), half_(half) {}

    void add(const std::vector<Vertex>& v, const Corners& c)
    {
        static const std::vector<QuadratureNode> rule = gauss_rule(degree + 1);
        const double value = 2 * area(v, c);
        for (const QuadratureNode& a : rule)
            for (const QuadratureNode& b : rule) { // a square with one collapsed side
                const double l0 = a.to_end, l1 = a.from_start * b.to_end,
                             l2 = a.from_start * b.from_start;
                const double p =
                    l0 * v[c[0]].pressure + l1 * v[c[1]].pressure + l2 * v[c[2]].pressure;
                const Vector2 x =
                    (l0 * v[c[0]].at + l1 * v[c[1]].at + l2 * v[c[2]].at - middle_) / half_;
                load_ += value * p * a.from_start * a.weight * b.weight * chebyshev(x(0)) *
                         chebyshev(x(1)).transpose();
            }
    }

    [[nodiscard]] std::vector<LoadedPoint> points() const
    {
        std::vector<Point> points;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const double x = node(i), y = node(j);
                // Lagrange polynomials of a node: 2/n sum of T_k(node) T_k, with half of T_0.
                Values Tx = chebyshev(x), Ty = chebyshev(y);
                Tx(0) *= 0.5;
                Ty(0) *= 0.5;
                points.push_back(
                    {middle_ + half_ * Vector2(x, y), 4.0 / (n * n) * Tx.dot(load_ * Ty)});
            }
        return points;
    }

private:
    static constexpr int n = 12, degree = n - 1;
    using Values = Eigen::Matrix<double, n, 1>;

    static double node(int k) { return std::cos(std::numbers::pi * (k + 0.5) / n); }
    static Values chebyshev(double x)
    {
        Values T;
        T(0) = 1;
        T(1) = x;
        for (int k = 2; k < n; ++k)
            T(k) = 2 * x * T(k - 1) - T(k - 2);
        return T;
    }

    Vector2 middle_;
    double half_;
    Eigen::Matrix<double, n, n> load_ = Eigen::Matrix<double, n, n>::Zero(); // integrals of T_i T_j
};

} // namespace

TrianglePressure::TrianglePressure(std::vector<Vertex> vertices, std::vector<Corners> triangles)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles))
{
    double load = 0;
    for (const Vertex& vertex : vertices_)
        if (!(vertex.pressure >= 0) || !std::isfinite(vertex.pressure))
            throw InputError("pressure", number_text(vertex.pressure), "expected a number >= 0");
    for (std::size_t k = 0; k < triangles_.size(); ++k) {
        const Corners& c = triangles_[k];
        for (const std::size_t corner : c)
            if (corner >= vertices_.size())
                throw InputError("triangles", name_of_triangle(k),
                                 "expected corners from 1 to " + std::to_string(vertices_.size()));
        const double size = area(vertices_, c), longest = longest_side(vertices_, c);
        constexpr double flat =
            1e-12; // relative to the longest side squared: round-off of the corners
        if (std::abs(size) <= flat * longest * longest)
            throw InputError("triangles", name_of_triangle(k),
                             "it has no area; expected corners that are not on a line");
        if (size < 0)
            throw InputError("triangles", name_of_triangle(k),
                             "it is clockwise; expected its corners counter-clockwise");
        load += size *
                (vertices_[c[0]].pressure + vertices_[c[1]].pressure + vertices_[c[2]].pressure) /
                3;
    }
    if (!(load > 0))
        throw InputError("triangles", std::to_string(triangles_.size()) + " of them",
                         "the pressure has no resultant; expected one > 0");
    refuse_overlaps(vertices_, triangles_);
    for (Vertex& vertex : vertices_)
        vertex.pressure /= load;

    Vector2 low = vertices_[triangles_[0][0]].at, high = low;
    for (const Corners& c : triangles_)
        for (const std::size_t corner : c) {
            low = low.cwiseMin(vertices_[corner].at);
            high = high.cwiseMax(vertices_[corner].at);
        }
    middle_ = 0.5 * (low + high);
    radius_ = 0.5 * (high - low).norm();
    ChebyshevGrid grid(middle_, 0.5 * (high - low).maxCoeff());

    std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;
    for (const Corners& c : triangles_) {
        const double size = area(vertices_, c);
        grid.add(vertices_, c);
        const Vector2 e1 = vertices_[c[1]].at - vertices_[c[0]].at,
                      e2 = vertices_[c[2]].at - vertices_[c[0]].at;
        const double p1 = vertices_[c[1]].pressure - vertices_[c[0]].pressure,
                     p2 = vertices_[c[2]].pressure - vertices_[c[0]].pressure;
        const Vector2 slope =
            Vector2(p1 * e2(1) - p2 * e1(1), p2 * e1(0) - p1 * e2(0)) / (2 * size);
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t from = c[i], to = c[(i + 1) % 3];
            const double p = vertices_[c[0]].pressure - slope.dot(vertices_[c[0]].at);
            const auto seen = known.find({to, from});
            if (seen != known.end()) {
                Side& side = sides_[seen->second];
                side.p -= p;
                side.p_n -= slope.dot(side.n);
                side.p_t -= slope.dot(side.t);
                continue;
            }
            known[{from, to}] = sides_.size();
            const Vector2 t = (vertices_[to].at - vertices_[from].at).normalized(), n(t(1), -t(0));
            sides_.push_back({from, to, t, n, p, slope.dot(n), slope.dot(t)});
        }
    }
    from_afar_ = grid.points();
    // Sides with continuous pressure and slope contribute nothing.
    double most = 0, steepest = 0;
    for (const Side& side : sides_) {
        most = std::max(most, std::abs(side.p));
        steepest = std::max({steepest, std::abs(side.p_n), std::abs(side.p_t)});
    }
    constexpr double round_off = 1e-15;
    sides_.erase(std::remove_if(sides_.begin(), sides_.end(),
                                [&](const Side& side) -> bool {
                                    return std::abs(side.p) <= round_off * most &&
                                           std::abs(side.p_n) <= round_off * steepest &&
                                           std::abs(side.p_t) <= round_off * steepest;
                                }),
                 sides_.end());
}

PatchForce TrianglePressure::force(const Vector2& slip, double spin) const
{
    const Vector2 from_middle = Vector2(-slip(1), slip(0)) - spin * middle_;
    constexpr double near = 8; // radii; the cancellation of sides grows with the cube
    if (from_middle.norm() <= near * radius_ * std::abs(spin))
        return near_force(slip, spin, Vector2(-slip(1), slip(0)) / spin);
    return points_force(from_afar_, slip, spin);
}

PatchForce TrianglePressure::near_force(const Vector2& slip, double spin, const Vector2& c) const
{
    double N = 0, Bxx = 0, Bxy = 0, Byy = 0;
    Vector2 S = Vector2::Zero();
    for (const Side& side : sides_) {
        const Vector2 x1 = vertices_[side.from].at - c, x2 = vertices_[side.to].at - c;
        const Vector2 &t = side.t, &n = side.n;
        const double h = n.dot(x1), t1 = t.dot(x1), t2 = t.dot(x2);
        constexpr double on_line = 1e-14; // relative to the length: c lies on the line of the side
        if (std::abs(h) <= on_line * (t2 - t1))
            continue;
        const double r1 = x1.norm(), r2 = x2.norm(), h2 = h * h;
        const double L = t1 >= 0   ? std::log((r2 + t2) / (r1 + t1))
                         : t2 <= 0 ? std::log((r1 - t1) / (r2 - t2))
                                   : std::log((r2 + t2) * (r1 - t1) / h2);
        const double p = side.p + side.p_n * n.dot(c) + side.p_t * t.dot(c), pn = side.p_n,
                     pt = side.p_t;
        const double I = 0.5 * h * (r2 * t2 - r1 * t1 + h2 * L), dr = r2 - r1;
        N += p * I / 3 + 0.25 * h * (pn * I + pt * (r2 * r2 * r2 - r1 * r1 * r1) / 3);
        const double Sn = p * h2 * L / 2 + h2 * (pn * h * L + pt * dr) / 3,
                     St = p * h * dr / 2 + (pn * h2 * dr + pt * (I - h * h2 * L)) / 3;
        S += Sn * n + St * t;
        const double k = t2 / r2 - t1 / r1, l = h / r1 - h / r2;
        const double J30 = h2 * k, J21 = h2 * l, J12 = h2 * (L - k), J03 = h * dr - J21;
        // Components of e_perp e_perp'/|x - c| in (n, t).
        const double nn = p * h * (L - k) + 0.5 * (pn * J12 + pt * J03),
                     nt = -(p * h * l + 0.5 * (pn * J21 + pt * J12)),
                     tt = p * h * k + 0.5 * (pn * J30 + pt * J21);
        Bxx += nn * n(0) * n(0) + 2 * nt * n(0) * t(0) + tt * t(0) * t(0);
        Bxy += nn * n(0) * n(1) + nt * (n(0) * t(1) + n(1) * t(0)) + tt * t(0) * t(1);
        Byy += nn * n(1) * n(1) + 2 * nt * n(1) * t(1) + tt * t(1) * t(1);
    }
    const double sign = spin < 0 ? -1 : 1, by = 1 / std::abs(spin);
    PatchForce out;
    out.force << -sign * S(1), sign * S(0), sign * (N + c.dot(S));
    out.power = out.force.dot(Vector3(slip(0), slip(1), spin));
    // H_uu is B rotated by a right angle. H (u, omega) = 0 gives the rest, u = omega (c_y, -c_x).
    Eigen::Matrix2d H;
    H << by * Byy, -by * Bxy, -by * Bxy, by * Bxx;
    const Vector2 u(c(1), -c(0)), across = -H * u;
    out.tangent.topLeftCorner<2, 2>() = H;
    out.tangent.topRightCorner<2, 1>() = across;
    out.tangent.bottomLeftCorner<1, 2>() = across.transpose();
    out.tangent(2, 2) = -across.dot(u);
    return out;
}

std::vector<Point> TrianglePressure::points(int n) const
{
    // Centres of m x m triangles per triangle.
    const int m = std::max(
        1, static_cast<int>(std::lround(std::sqrt(n / static_cast<double>(triangles_.size())))));
    std::vector<Point> points;
    for (const Corners& c : triangles_) {
        const double part = area(vertices_, c) / (m * m);
        auto add = [&](double i, double j) {
            const double l1 = i / m, l2 = j / m, l0 = 1 - l1 - l2;
            const double p = l0 * vertices_[c[0]].pressure + l1 * vertices_[c[1]].pressure +
                             l2 * vertices_[c[2]].pressure;
            points.push_back(
                {l0 * vertices_[c[0]].at + l1 * vertices_[c[1]].at + l2 * vertices_[c[2]].at,
                 p * part});
        };
        for (int i = 0; i < m; ++i)
            for (int j = 0; i + j < m; ++j) {
                add(i + 1.0 / 3, j + 1.0 / 3);
                if (i + j + 1 < m)
                    add(i + 2.0 / 3, j + 2.0 / 3);
            }
    }
    return points;
}

} // namespace slideway::contact
