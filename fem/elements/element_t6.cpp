#include "fem/elements/element_t6.hpp"

#include "fem/elements/isoparametric.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace slideway::fem {

namespace {

constexpr int n = 6;
using Nodes = Eigen::Matrix<double, n, 2>;

// The three places of a rule with L = (1 - 2 a, a, a) and its like.
void add_orbit(std::array<QuadraturePoint, 12>& rule, std::size_t& count, double a, double weight)
{
    rule[count++] = {a, a, weight / 2};
    rule[count++] = {1 - 2 * a, a, weight / 2};
    rule[count++] = {a, 1 - 2 * a, weight / 2};
}

struct T6 {
    static constexpr std::array<QuadraturePoint, 3> corners{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

    static MapPoint<n> at(const Nodes& X, double xi, double eta) { return tri6_map(X, xi, eta); }

    // Degree 4, Cowper's closed form.
    static const std::array<QuadraturePoint, 6>& stiffness_rule()
    {
        static const auto rule = []() -> std::array<QuadraturePoint, 6> {
            std::array<QuadraturePoint, 12> all{};
            std::size_t count = 0;
            const double r = std::sqrt(10.0), s = std::sqrt(38 - 44 * std::sqrt(0.4));
            const double w = std::sqrt(213125 - 53320 * r);
            add_orbit(all, count, (8 - r + s) / 18, (620 + w) / 3720);
            add_orbit(all, count, (8 - r - s) / 18, (620 - w) / 3720);
            std::array<QuadraturePoint, 6> first{};
            std::copy_n(all.begin(), first.size(), first.begin());
            return first;
        }();
        return rule;
    }

    static const std::array<QuadraturePoint, 12>& mass_rule() { return triangle_rule_12(); }
};
using Functions = Isoparametric<n, T6>;

ElementStress stress(const ElementNodes& X, const Eigen::Matrix3d& D, const ElementVector& u)
{
    // point k lies at L_k = 2/3, the others 1/6: s = sum_k (2 L_k - 1/3) s_k
    constexpr std::array<std::array<double, 2>, 3> points{
        {{1.0 / 6, 1.0 / 6}, {2.0 / 3, 1.0 / 6}, {1.0 / 6, 2.0 / 3}}};
    const Eigen::Matrix3d inner = stress_at<n>(T6::at, points, X, D, u);
    ElementStress s(n, 3);
    for (Index i = 0; i < 3; ++i)
        s.row(i) = 2 * inner.row(i) - inner.colwise().sum() / 3;
    for (Index i = 0; i < 3; ++i)
        s.row(i + 3) = (s.row(i) + s.row((i + 1) % 3)) / 2;
    return s;
}

} // namespace

MapPoint<6> tri6_map(const Eigen::Matrix<double, 6, 2>& X, double xi, double eta)
{
    const std::array<double, 3> L{1 - xi - eta, xi, eta};
    constexpr std::array<std::array<double, 2>, 3> dL{{{-1, -1}, {1, 0}, {0, 1}}};
    MapPoint<n> point;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const auto corner = static_cast<Index>(i), middle = static_cast<Index>(i + 3);
        point.N(corner) = L[i] * (2 * L[i] - 1);
        point.N(middle) = 4 * L[i] * L[j];
        for (std::size_t a = 0; a < 2; ++a) {
            point.dN(corner, static_cast<Index>(a)) = (4 * L[i] - 1) * dL[i][a];
            point.dN(middle, static_cast<Index>(a)) = 4 * (L[i] * dL[j][a] + L[j] * dL[i][a]);
        }
    }
    point.map(X);
    return point;
}

// Degree 6, Dunavant; digits from a Newton iteration on the moment equations in 40 digits.
const std::array<QuadraturePoint, 12>& triangle_rule_12()
{
    static const auto rule = []() -> std::array<QuadraturePoint, 12> {
        std::array<QuadraturePoint, 12> all{};
        std::size_t count = 0;
        add_orbit(all, count, 0.24928674517091042129, 0.11678627572637936602);
        add_orbit(all, count, 0.06308901449150222834, 0.05084490637020681692);
        const double a = 0.05314504984481694735, b = 0.31035245103378440541, c = 1 - a - b;
        const double weight = 0.08285107561837357519 / 2;
        const std::array<std::array<double, 2>, 6> places{
            {{a, b}, {b, a}, {a, c}, {c, a}, {b, c}, {c, b}}};
        for (const auto& [xi, eta] : places)
            all[count++] = {xi, eta, weight};
        return all;
    }();
    return rule;
}

PlaneElement element_t6()
{
    return {"t6",   "quadratic",       "tri6", n, Functions::stiffness, Functions::mass,
            stress, Functions::quality};
}

} // namespace slideway::fem
