#include "fem/ring/ring_element.hpp"

#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/elements/bilinear.hpp"
#include "fem/elements/element_q8.hpp"
#include "fem/elements/element_t6.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace slideway::fem {

namespace {

using Rule = std::vector<QuadraturePoint>;

Rule square_rule(int n)
{
    Rule rule;
    for (const auto& [eta, w_eta] : gauss_points(n))
        for (const auto& [xi, w_xi] : gauss_points(n))
            rule.push_back({xi, eta, w_xi * w_eta});
    return rule;
}

// 3 or 6 points of triangle_rule().
Rule triangle(int n)
{
    Rule rule;
    for (const auto& [place, weight] : triangle_rule(n))
        rule.push_back({place(0), place(1), weight});
    return rule;
}

// Values at the nodes of a square from those at the points of square_rule(2): bilinear.
Matrix from_gauss_2x2(const std::vector<std::array<double, 2>>& places)
{
    const Rule points = square_rule(2);
    Matrix weights(static_cast<Index>(places.size()), 4);
    for (Index i = 0; i < weights.rows(); ++i)
        for (Index k = 0; k < 4; ++k) {
            const auto [xi, eta] = places[static_cast<std::size_t>(i)];
            const QuadraturePoint& q = points[static_cast<std::size_t>(k)];
            weights(i, k) = (1 + 3 * q.xi * xi) * (1 + 3 * q.eta * eta) / 4; // q = +-1/sqrt(3)
        }
    return weights;
}

// Elements: number of nodes and of incompatible modes, map, rules, and the values at the nodes from
// those at the points of the stress.
template <int modes>
struct Quad4 {
    static constexpr int n = 4, n_modes = modes;
    static MapPoint<n> at(const Eigen::Matrix<double, n, 2>& X, double xi, double eta)
    {
        return bilinear(X, xi, eta);
    }
    static Rule stiffness_rule() { return square_rule(2); }
    static Rule mass_rule() { return square_rule(3); } // N_i N_j r det J has degree 4
    static Rule stress_rule() { return square_rule(2); }
    static Matrix to_nodes() { return from_gauss_2x2({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}); }
};

struct Quad8 {
    static constexpr int n = 8, n_modes = 0;
    static MapPoint<n> at(const Eigen::Matrix<double, n, 2>& X, double xi, double eta)
    {
        return quad8_map(X, xi, eta);
    }
    static Rule stiffness_rule() { return square_rule(3); }
    static Rule mass_rule() { return square_rule(4); } // degree 6 on parallelograms
    static Rule stress_rule() { return square_rule(2); }
    static Matrix to_nodes()
    {
        return from_gauss_2x2(
            {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}});
    }
};

struct Tri3 {
    static constexpr int n = 3, n_modes = 0;
    static MapPoint<n> at(const Eigen::Matrix<double, n, 2>& X, double xi, double eta)
    {
        MapPoint<n> point;
        point.N << 1 - xi - eta, xi, eta;
        point.dN << -1, -1, 1, 0, 0, 1;
        point.map(X);
        return point;
    }
    static Rule stiffness_rule() { return triangle(3); }
    static Rule mass_rule() { return triangle(6); } // degree 3
    static Rule stress_rule() { return {{1.0 / 3, 1.0 / 3, 1}}; }
    static Matrix to_nodes() { return Matrix::Ones(3, 1); }
};

struct Tri6 {
    static constexpr int n = 6, n_modes = 0;
    static MapPoint<n> at(const Eigen::Matrix<double, n, 2>& X, double xi, double eta)
    {
        return tri6_map(X, xi, eta);
    }
    static Rule stiffness_rule() { return triangle(6); }
    static Rule mass_rule() // degree 5 on straight sides
    {
        return {triangle_rule_12().begin(), triangle_rule_12().end()};
    }
    static Rule stress_rule() { return triangle(3); }
    static Matrix to_nodes()
    {
        // point k has L_k = 2/3 and 1/6 twice: s = sum_k (2 L_k - 1/3) s_k
        Matrix weights = Matrix::Constant(6, 3, -1.0 / 3);
        for (Index i = 0; i < 3; ++i) {
            weights(i, i) += 2;
            weights(3 + i, i) += 1;
            weights(3 + i, (i + 1) % 3) += 1;
        }
        return weights;
    }
};

template <class E>
class Ring {
    static constexpr int n = E::n, m = 2 * E::n_modes;
    using Nodes = Eigen::Matrix<double, n, 2>;
    using Strain = Eigen::Matrix<double, 4, 2 * n>;
    using ModeStrain = Eigen::Matrix<double, 4, m>;

    struct Point {
        double r = 0, volume = 0;
        double xi = 0, eta = 0;
        MapPoint<n> map;
    };

    static std::vector<Point> points(const Rule& rule, const Nodes& X, double radius)
    {
        std::vector<Point> all;
        all.reserve(rule.size());
        for (const QuadraturePoint& q : rule) {
            Point& p = all.emplace_back();
            p.map = E::at(X, q.xi, q.eta);
            p.r = radius + p.map.N.dot(X.col(0));
            p.volume = 2 * std::numbers::pi * q.weight * p.map.det * p.r;
            p.xi = q.xi;
            p.eta = q.eta;
        }
        return all;
    }

    static Strain strain(const Point& p)
    {
        const Eigen::Matrix<double, 3, 2 * n> plane = strain_matrix<n>(p.map);
        Strain B;
        B.template topRows<2>() = plane.template topRows<2>();
        B.row(2).setZero();
        for (Index i = 0; i < n; ++i)
            B(2, 2 * i) = p.map.N(i) / p.r;
        B.row(3) = plane.row(2);
        return B;
    }

    // Strain of the modes (1 - xi^2) and (1 - eta^2), with the Jacobian of the centre (see qm6).
    static ModeStrain raw_mode_strain(const Point& p, const MapPoint<n>& centre)
    {
        Eigen::Matrix2d d_modes;
        d_modes << -2 * p.xi, 0, 0, -2 * p.eta;
        const Eigen::Matrix2d to_space = inverse(centre.J).transpose();
        const Eigen::Matrix2d g = (centre.det / p.map.det) * d_modes * to_space;
        const double mode[2] = {1 - p.xi * p.xi, 1 - p.eta * p.eta};
        ModeStrain B = ModeStrain::Zero();
        for (Index k = 0; k < E::n_modes; ++k) {
            B(0, 2 * k) = B(3, 2 * k + 1) = g(k, 0);
            B(1, 2 * k + 1) = B(3, 2 * k) = g(k, 1);
            B(2, 2 * k) = mode[k] / p.r;
        }
        return B;
    }

    struct Modes {
        MapPoint<n> centre;
        ModeStrain mean = ModeStrain::Zero(); ///< over the volume
        ModeStrain at(const Point& p) const { return raw_mode_strain(p, centre) - mean; }
    };

    static Modes modes(const std::vector<Point>& all, const Nodes& X)
    {
        Modes result{E::at(X, 0, 0)};
        double volume = 0;
        for (const Point& p : all) {
            result.mean += p.volume * raw_mode_strain(p, result.centre);
            volume += p.volume;
        }
        result.mean /= volume;
        return result;
    }

    struct Blocks {
        Eigen::Matrix<double, 2 * n, 2 * n> uu = Eigen::Matrix<double, 2 * n, 2 * n>::Zero();
        Eigen::Matrix<double, m, 2 * n> au = Eigen::Matrix<double, m, 2 * n>::Zero();
        Eigen::Matrix<double, m, m> aa = Eigen::Matrix<double, m, m>::Zero();
        Modes modes;
    };

    static Blocks blocks(const Nodes& X, double radius, const RingElasticity& D)
    {
        static const Rule rule = E::stiffness_rule();
        const std::vector<Point> all = points(rule, X, radius);
        Blocks K;
        if constexpr (m > 0)
            K.modes = modes(all, X);
        for (const Point& p : all) {
            const Strain B = strain(p);
            const Strain DB = p.volume * D * B;
            K.uu.noalias() += B.transpose() * DB;
            if constexpr (m > 0) {
                const ModeStrain B_a = K.modes.at(p);
                const ModeStrain DB_a = p.volume * D * B_a;
                K.au.noalias() += B_a.transpose() * DB;
                K.aa.noalias() += B_a.transpose() * DB_a;
            }
        }
        return K;
    }

    static ElementMatrix stiffness(const ElementNodes& X, double radius, const RingElasticity& D)
    {
        Blocks K = blocks(X, radius, D);
        if constexpr (m > 0) {
            const Eigen::Matrix<double, m, 2 * n> condensed = solve_4(K.aa, K.au);
            K.uu.noalias() -= K.au.transpose() * condensed;
        }
        return 0.5 * (K.uu + K.uu.transpose()); // removes the asymmetry of round-off
    }

    static void mass(const ElementNodes& X, double radius, double density, SolidNodeMatrix& result)
    {
        static const Rule rule = E::mass_rule();
        result.setZero(n, n);
        for (const Point& p : points(rule, X, radius))
            result += density * p.volume * p.map.N * p.map.N.transpose();
    }

    static RingStress stress(const ElementNodes& X, double radius, const RingElasticity& D,
                             const ElementVector& u)
    {
        static const Rule rule = E::stress_rule();
        static const Matrix to_nodes = E::to_nodes();
        const std::vector<Point> all = points(rule, X, radius);
        Eigen::Matrix<double, m, 1> a;
        Blocks K;
        if constexpr (m > 0) {
            K = blocks(X, radius, D);
            const Eigen::Matrix<double, m, 1> load = K.au * u;
            a = -solve_4(K.aa, load);
        }
        Eigen::Matrix<double, Eigen::Dynamic, 4> inner(static_cast<Index>(all.size()), 4);
        for (std::size_t k = 0; k < all.size(); ++k) {
            Eigen::Vector4d e = strain(all[k]) * u;
            if constexpr (m > 0)
                e += K.modes.at(all[k]) * a;
            const Eigen::Vector4d s = D * e;
            inner.row(static_cast<Index>(k)) << s(0), s(1), s(3), s(2);
        }
        return to_nodes * inner;
    }

public:
    static RingElement element(std::string_view name, std::string_view about,
                               std::string_view shape)
    {
        return {name, about, shape, n, stiffness, mass, stress, plane_element(shape).quality};
    }
};

} // namespace

std::span<const RingElement> ring_elements()
{
    static const std::array elements{
        Ring<Quad4<2>>::element("qm6", "with incompatible modes (right in bending)", "quad4"),
        Ring<Quad4<0>>::element("q4", "plain bilinear", "quad4"),
        Ring<Tri3>::element("t3", "linear", "tri3"),
        Ring<Quad8>::element("q8", "serendipity", "quad8"),
        Ring<Tri6>::element("t6", "quadratic", "tri6"),
    };
    return elements;
}

const RingElement& ring_element(std::string_view shape, std::span<const std::string> chosen)
{
    const RingElement* fits = nullptr;
    for (const std::string& name : chosen) {
        const RingElement* named = nullptr;
        std::vector<std::string> names;
        for (const RingElement& element : ring_elements()) {
            names.emplace_back(element.name);
            if (element.name == name)
                named = &element;
        }
        if (!named)
            throw InputError("no axisymmetric element \"" + name + "\"" + name_hint(name, names));
        if (!fits && named->shape == shape)
            fits = named;
    }
    for (const RingElement& element : ring_elements())
        if (!fits && element.shape == shape)
            fits = &element;
    if (!fits)
        throw InputError("no axisymmetric element has the shape \"" + std::string(shape) + "\"");
    return *fits;
}

} // namespace slideway::fem
