#include "fem/elements/solid_cell.hpp"

#include <cmath>

namespace slideway::fem {

namespace {

using Corner = std::array<double, 3>;
using Pair = std::array<int, 2>;
using Face = std::array<int, 4>;

constexpr std::array<Corner, 8> hex_corners{{{-1, -1, -1},
                                             {1, -1, -1},
                                             {1, 1, -1},
                                             {-1, 1, -1},
                                             {-1, -1, 1},
                                             {1, -1, 1},
                                             {1, 1, 1},
                                             {-1, 1, 1}}};
constexpr std::array<Pair, 12> hex_edges{{{0, 1},
                                          {1, 2},
                                          {2, 3},
                                          {3, 0},
                                          {4, 5},
                                          {5, 6},
                                          {6, 7},
                                          {7, 4},
                                          {0, 4},
                                          {1, 5},
                                          {2, 6},
                                          {3, 7}}};
constexpr std::array<Face, 6> hex_faces{
    {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};

constexpr std::array<Corner, 4> tet_corners{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr std::array<Pair, 6> tet_edges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
constexpr std::array<Face, 4> tet_faces{
    {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {2, 0, 3, -1}}};

constexpr std::array<Corner, 6> wedge_corners{
    {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}};
constexpr std::array<Pair, 9> wedge_edges{
    {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}};
constexpr std::array<Face, 5> wedge_faces{
    {{0, 2, 1, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}};

// Barycentric coordinates of a tetrahedron and their constant gradients.
struct Barycentric {
    Eigen::Vector4d L;
    Eigen::Matrix<double, 4, 3> dL;
};

Barycentric barycentric(const Eigen::Vector3d& p)
{
    Barycentric b;
    b.L << 1 - p.sum(), p;
    b.dL << -1, -1, -1, Eigen::Matrix3d::Identity();
    return b;
}

// Barycentric coordinates of the triangle of a wedge; the derivative by zeta is zero.
struct TriangleCoordinates {
    Eigen::Vector3d L;
    Eigen::Matrix3d dL;
};

TriangleCoordinates triangle_coordinates(const Eigen::Vector3d& p)
{
    TriangleCoordinates t;
    t.L << 1 - p(0) - p(1), p(0), p(1);
    t.dL << -1, -1, 0, 1, 0, 0, 0, 1, 0;
    return t;
}

void add_triple(CellRule& rule, double a, double weight)
{
    const double b = 1 - 2 * a;
    for (const auto& [x, y] : {std::array{a, a}, {b, a}, {a, b}})
        rule.push_back({{x, y, 0}, weight});
}

void add_corner_points(CellRule& rule, double a, double b, double weight)
{
    for (const Eigen::Vector3d& place : {Eigen::Vector3d(a, a, a), {b, a, a}, {a, b, a}, {a, a, b}})
        rule.push_back({place, weight});
}

} // namespace

Matrix SolidCell::places(int n) const
{
    Matrix all(n_second(), 3);
    Index row = 0;
    for (const Corner& corner : corners)
        all.row(row++) << corner[0], corner[1], corner[2];
    for (const auto& [first, second] : edges)
        all.row(row++) = (all.row(first) + all.row(second)) / 2;
    return all.topRows(n);
}

const SolidCell& hex_cell()
{
    static const SolidCell cell{hex_corners, hex_edges, hex_faces};
    return cell;
}

const SolidCell& tet_cell()
{
    static const SolidCell cell{tet_corners, tet_edges, tet_faces};
    return cell;
}

const SolidCell& wedge_cell()
{
    static const SolidCell cell{wedge_corners, wedge_edges, wedge_faces};
    return cell;
}

ShapeFunctions<8> hex8_functions(const Eigen::Vector3d& p)
{
    ShapeFunctions<8> f;
    for (Index i = 0; i < 8; ++i) {
        const Corner& at = hex_corners[static_cast<std::size_t>(i)];
        const double x = 1 + at[0] * p(0), y = 1 + at[1] * p(1), z = 1 + at[2] * p(2);
        f.N(i) = x * y * z / 8;
        f.dN.row(i) << at[0] * y * z / 8, x * at[1] * z / 8, x * y * at[2] / 8;
    }
    return f;
}

ShapeFunctions<20> hex20_functions(const Eigen::Vector3d& p)
{
    ShapeFunctions<20> f;
    for (Index i = 0; i < 8; ++i) {
        const Corner& at = hex_corners[static_cast<std::size_t>(i)];
        const double x = 1 + at[0] * p(0), y = 1 + at[1] * p(1), z = 1 + at[2] * p(2);
        const double s = at[0] * p(0) + at[1] * p(1) + at[2] * p(2) - 2;
        f.N(i) = x * y * z * s / 8;
        f.dN.row(i) << at[0] * y * z * (s + x) / 8, at[1] * x * z * (s + y) / 8,
            at[2] * x * y * (s + z) / 8;
    }
    for (std::size_t e = 0; e < hex_edges.size(); ++e) {
        const auto i = static_cast<Index>(8 + e);
        const Corner &a = hex_corners[static_cast<std::size_t>(hex_edges[e][0])],
                     &b = hex_corners[static_cast<std::size_t>(hex_edges[e][1])];
        std::array<double, 3> value{}, slope{};
        for (std::size_t k = 0; k < 3; ++k) {
            const double at = (a[k] + b[k]) / 2, x = p(static_cast<Index>(k));
            value[k] = at == 0 ? 1 - x * x : 1 + at * x;
            slope[k] = at == 0 ? -2 * x : at;
        }
        f.N(i) = value[0] * value[1] * value[2] / 4;
        f.dN.row(i) << slope[0] * value[1] * value[2] / 4, value[0] * slope[1] * value[2] / 4,
            value[0] * value[1] * slope[2] / 4;
    }
    return f;
}

ShapeFunctions<4> tet4_functions(const Eigen::Vector3d& p)
{
    const auto [L, dL] = barycentric(p);
    return {L, dL};
}

ShapeFunctions<10> tet10_functions(const Eigen::Vector3d& p)
{
    const auto [L, dL] = barycentric(p);
    ShapeFunctions<10> f;
    for (Index i = 0; i < 4; ++i) {
        f.N(i) = L(i) * (2 * L(i) - 1);
        f.dN.row(i) = (4 * L(i) - 1) * dL.row(i);
    }
    for (std::size_t e = 0; e < tet_edges.size(); ++e) {
        const auto i = static_cast<Index>(4 + e);
        const Index a = tet_edges[e][0], b = tet_edges[e][1];
        f.N(i) = 4 * L(a) * L(b);
        f.dN.row(i) = 4 * (L(a) * dL.row(b) + L(b) * dL.row(a));
    }
    return f;
}

ShapeFunctions<6> wedge6_functions(const Eigen::Vector3d& p)
{
    const auto [L, dL] = triangle_coordinates(p);
    ShapeFunctions<6> f;
    for (Index i = 0; i < 6; ++i) {
        const double sign = i < 3 ? -1 : 1, z = 1 + sign * p(2);
        f.N(i) = L(i % 3) * z / 2;
        f.dN.row(i) = dL.row(i % 3) * (z / 2);
        f.dN(i, 2) = L(i % 3) * sign / 2;
    }
    return f;
}

ShapeFunctions<15> wedge15_functions(const Eigen::Vector3d& p)
{
    const auto [L, dL] = triangle_coordinates(p);
    ShapeFunctions<15> f;
    for (Index i = 0; i < 6; ++i) {
        const double sign = i < 3 ? -1 : 1, z = sign * p(2), l = L(i % 3);
        f.N(i) = l * (1 + z) * (2 * l - 2 + z) / 2;
        f.dN.row(i) = dL.row(i % 3) * ((1 + z) * (4 * l - 2 + z) / 2);
        f.dN(i, 2) = sign * l * (2 * l - 1 + 2 * z) / 2;
    }
    for (std::size_t e = 0; e < wedge_edges.size(); ++e) {
        const auto i = static_cast<Index>(6 + e);
        const Index a = wedge_edges[e][0] % 3, b = wedge_edges[e][1] % 3;
        if (a == b) { // along zeta
            f.N(i) = L(a) * (1 - p(2) * p(2));
            f.dN.row(i) = dL.row(a) * (1 - p(2) * p(2));
            f.dN(i, 2) = -2 * L(a) * p(2);
            continue;
        }
        const double sign = wedge_edges[e][0] < 3 ? -1 : 1, z = 1 + sign * p(2);
        f.N(i) = 2 * L(a) * L(b) * z;
        f.dN.row(i) = 2 * z * (L(a) * dL.row(b) + L(b) * dL.row(a));
        f.dN(i, 2) = 2 * L(a) * L(b) * sign;
    }
    return f;
}

std::vector<std::array<double, 2>> gauss_points(int n)
{
    if (n == 1)
        return {{0, 2}};
    if (n == 2)
        return {{-1 / std::sqrt(3.0), 1}, {1 / std::sqrt(3.0), 1}};
    if (n == 3) {
        const double g = std::sqrt(0.6);
        return {{-g, 5.0 / 9}, {0, 8.0 / 9}, {g, 5.0 / 9}};
    }
    const double r = 2 / 7.0 * std::sqrt(1.2), a = std::sqrt(3 / 7.0 - r),
                 b = std::sqrt(3 / 7.0 + r), w = std::sqrt(30.0) / 36;
    return {{-b, 0.5 - w}, {-a, 0.5 + w}, {a, 0.5 + w}, {b, 0.5 - w}};
}

CellRule hex_rule(int n)
{
    CellRule rule;
    const std::vector<std::array<double, 2>> line = gauss_points(n);
    for (const auto& [z, w_z] : line)
        for (const auto& [y, w_y] : line)
            for (const auto& [x, w_x] : line)
                rule.push_back({{x, y, z}, w_x * w_y * w_z});
    return rule;
}

CellRule tet_rule(int n)
{
    CellRule rule;
    if (n == 1)
        return {{Eigen::Vector3d::Constant(0.25), 1.0 / 6}};
    if (n == 4) {
        const double a = (5 - std::sqrt(5.0)) / 20, b = (5 + 3 * std::sqrt(5.0)) / 20;
        add_corner_points(rule, a, b, 1.0 / 24);
        return rule;
    }
    const double r = std::sqrt(15.0);
    rule.push_back({Eigen::Vector3d::Constant(0.25), 8.0 / 405});
    add_corner_points(rule, (7 - r) / 34, (13 + 3 * r) / 34, (2665 + 14 * r) / 226800);
    add_corner_points(rule, (7 + r) / 34, (13 - 3 * r) / 34, (2665 - 14 * r) / 226800);
    const double a = (10 - 2 * r) / 40, b = (10 + 2 * r) / 40;
    for (const Eigen::Vector3d& place :
         {Eigen::Vector3d(a, a, b), {a, b, a}, {b, a, a}, {a, b, b}, {b, a, b}, {b, b, a}})
        rule.push_back({place, 5.0 / 567});
    return rule;
}

CellRule triangle_rule(int n)
{
    CellRule rule;
    if (n == 1)
        return {{{1.0 / 3, 1.0 / 3, 0}, 0.5}};
    if (n == 3) {
        add_triple(rule, 1.0 / 6, 1.0 / 6);
    } else if (n == 6) {
        const double t = std::sqrt(10.0), root = std::sqrt(38 - 44 * std::sqrt(0.4)),
                     w = std::sqrt(213125 - 53320 * t);
        add_triple(rule, (8 - t + root) / 18, (620 + w) / 7440);
        add_triple(rule, (8 - t - root) / 18, (620 - w) / 7440);
    } else {
        const double r = std::sqrt(15.0);
        rule.push_back({{1.0 / 3, 1.0 / 3, 0}, 9.0 / 80});
        add_triple(rule, (6 - r) / 21, (155 - r) / 2400);
        add_triple(rule, (6 + r) / 21, (155 + r) / 2400);
    }
    return rule;
}

CellRule wedge_rule(int n, int m)
{
    CellRule rule;
    for (const auto& [z, w] : gauss_points(m))
        for (const auto& [place, weight] : triangle_rule(n))
            rule.push_back({{place(0), place(1), z}, weight * w});
    return rule;
}

} // namespace slideway::fem
