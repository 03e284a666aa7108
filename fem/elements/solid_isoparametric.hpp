#pragma once

#include "base/dense_solve.hpp"
#include "fem/elements/solid_element.hpp"
#include "fem/elements/solid_kernels.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

// Common functions of isoparametric solid elements. They are templates because the number of nodes
// is the size of Eigen's matrices. A class Element describes an element:
//
//   static constexpr int n, n_modes;            nodes; incompatible modes, mostly 0
//   static const SolidCell& cell();
//   static ShapeFunctions<n> at(const Eigen::Vector3d&);
//   static CellRule stiffness_rule(), mass_rule(), stress_rule();
//   static Vector terms(const Eigen::Vector3d&);   functions that extrapolate the stress, as many
//   as
//                                                  points of stress_rule()
//   static void add_modes(...);                    gradients of the modes, if there are any

namespace slideway::fem {

/// Map from the reference cell to space at one point: J(a, i) = d x_i / d xi_a [m].
struct CellMap {
    Eigen::Matrix3d J;
    double det = 0; ///< det J [m^3]

    template <int n>
    CellMap(const ShapeFunctions<n>& f, const Eigen::Matrix<double, n, 3>& X)
    {
        J = f.dN.transpose().lazyProduct(X); // without the overhead of products of large matrices
        det = J.row(0).dot(cofactors(0));
    }
    /// J^-1, with gradients in space J^-1 dN.
    [[nodiscard]] Eigen::Matrix3d inverse() const
    {
        Eigen::Matrix3d result;
        for (Index a = 0; a < 3; ++a)
            result.col(a) = cofactors(a).transpose() / det;
        return result;
    }

private:
    [[nodiscard]] Eigen::RowVector3d cofactors(Index a) const
    {
        const auto u = J.row((a + 1) % 3), v = J.row((a + 2) % 3);
        return {u(1) * v(2) - u(2) * v(1), u(2) * v(0) - u(0) * v(2), u(0) * v(1) - u(1) * v(0)};
    }
};

template <class Element>
struct SolidIsoparametric {
    static constexpr int n = Element::n, m = n + Element::n_modes;
    using Nodes = Eigen::Matrix<double, n, 3>;
    using Square = Eigen::Matrix<double, 3 * m, 3 * m, Eigen::RowMajor>;
    using Values = Eigen::Matrix<double, 3 * m, 1>; ///< displacements, then those of the modes

    struct Point {
        ShapeFunctions<n> f;
        Eigen::Vector3d place;
        double weight = 0;
    };

    static std::vector<Point> points(const CellRule& rule)
    {
        std::vector<Point> all;
        for (const CellPoint& q : rule)
            all.push_back({Element::at(q.place), q.place, q.weight});
        return all;
    }

    /// Gradients of the shape functions and of the modes at a point, m x 3 row-major [1/m].
    using Gradients = Eigen::Matrix<double, m, 3, Eigen::RowMajor>;
    static Gradients gradients(const Point& point, const Nodes& X, double& det)
    {
        const CellMap map(point.f, X);
        det = map.det;
        Gradients g;
        g.template topRows<n>() = point.f.dN.lazyProduct(map.inverse().transpose());
        if constexpr (Element::n_modes > 0)
            g.template bottomRows<Element::n_modes>() = Element::modes(point.place, X, det);
        return g;
    }

    static constexpr std::size_t most_points = 27;
    using Weights = std::array<double, most_points>; ///< weight times det J of each point [m^3]

    /// Stiffness of displacements and modes, uncondensed, and the weights of its points.
    /// @param K  3 m x 3 m, symmetric
    static void whole_stiffness(const Nodes& X, const Elasticity& D, double* K, Weights& w)
    {
        static const std::vector<Point> rule = points(Element::stiffness_rule());
        constexpr int row = padded(3 * m);
        std::array<double, most_points * row> G;
        for (std::size_t q = 0; q < rule.size(); ++q) {
            double det = 0, *const g = G.data() + q * row;
            Eigen::Map<Gradients>{g} = gradients(rule[q], X, det);
            std::fill(g + 3 * m, g + row, 0.0);
            w[q] = rule[q].weight * det;
        }
        std::array<double, row * row> S;
        weighted_products(G.data(), w.data(), static_cast<int>(rule.size()), 3 * m, S.data());
        if (is_isotropic(D))
            isotropic_stiffness_of_products(S.data(), D(0, 1), D(3, 3), m, K);
        else
            stiffness_of_products(S.data(), moduli(D).data(), m, K);
    }

    /// D(ac, bd) in row 3 a + b and column 3 c + d.
    static std::array<double, 81> moduli(const Elasticity& D)
    {
        static constexpr int voigt[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
        std::array<double, 81> all;
        for (std::size_t a = 0, k = 0; a < 3; ++a)
            for (std::size_t b = 0; b < 3; ++b)
                for (std::size_t c = 0; c < 3; ++c)
                    for (std::size_t d = 0; d < 3; ++d)
                        all[k++] = D(voigt[a][c], voigt[b][d]);
        return all;
    }

    /// Eliminates the modes, the last rows first. Row k keeps the numbers that recover its mode:
    /// v_k = -sum_(j < k) K_kj v_j / K_kk.
    static void condense(Square& K)
    {
        for (int k = 3 * m - 1; k >= 3 * n; --k)
            for (int i = 0; i < k; ++i) {
                const double factor = K(i, k) / K(k, k);
                for (int j = 0; j < k; ++j)
                    K(i, j) -= factor * K(k, j);
            }
    }

    static void stiffness(const SolidNodes& X, const Elasticity& D, SolidMatrix& K)
    {
        Weights w;
        weighted_stiffness(X, D, K, w);
    }

    static void weighted_stiffness(const Nodes& X, const Elasticity& D, SolidMatrix& K, Weights& w)
    {
        K.resize(3 * n, 3 * n);
        if constexpr (Element::n_modes == 0) {
            whole_stiffness(X, D, K.data(), w);
        } else {
            Square whole;
            whole_stiffness(X, D, whole.data(), w);
            condense(whole);
            K = whole.template topLeftCorner<3 * n, 3 * n>();
            K = (0.5 * (K + K.transpose())).eval(); // removes the asymmetry of round-off
        }
    }

    static void mass(const SolidNodes& X, double density, SolidNodeMatrix& mass)
    {
        Weights w;
        set_mass_weights(X, w);
        mass_of_weights(w, density, mass);
    }

    static void set_mass_weights(const Nodes& X, Weights& w)
    {
        static const std::vector<Point> rule = points(Element::mass_rule());
        for (std::size_t q = 0; q < rule.size(); ++q)
            w[q] = rule[q].weight * CellMap(rule[q].f, X).det;
    }

    static void mass_of_weights(const Weights& w, double density, SolidNodeMatrix& mass)
    {
        constexpr int row = padded(n);
        struct Functions {
            std::vector<double> N; ///< shape functions, a padded row per point
            int n_points = 0;
        };
        static const Functions values = []() -> Functions {
            const std::vector<Point> rule = points(Element::mass_rule());
            Functions made{std::vector<double>(rule.size() * row, 0.0),
                           static_cast<int>(rule.size())};
            for (std::size_t q = 0; q < rule.size(); ++q)
                std::copy_n(rule[q].f.N.data(), n, made.N.data() + q * row);
            return made;
        }();
        std::array<double, row * row> lower;
        weighted_products(values.N.data(), w.data(), values.n_points, n, lower.data());
        mass.resize(n, n);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j <= i; ++j)
                mass(i, j) = mass(j, i) = density * lower[static_cast<std::size_t>(i * row + j)];
    }

    /// Stiffness and mass, with one map per point if they share their rule.
    static void matrices(const SolidNodes& X, const Elasticity& D, double density, SolidMatrix& K,
                         SolidNodeMatrix& m_e)
    {
        static const bool shared = Element::stiffness_rule().size() == Element::mass_rule().size();
        const Nodes nodes = X;
        Weights w;
        weighted_stiffness(nodes, D, K, w);
        if (!shared)
            set_mass_weights(nodes, w);
        mass_of_weights(w, density, m_e);
    }

    /// Rows of values at the nodes from values at the points of the stress, n x points.
    static Matrix extrapolation()
    {
        const CellRule rule = Element::stress_rule();
        const auto count = static_cast<Index>(rule.size());
        Matrix at_points(count, count), at_nodes(n, count);
        for (Index q = 0; q < count; ++q)
            at_points.row(q) = Element::terms(rule[static_cast<std::size_t>(q)].place).transpose();
        const Matrix places = Element::cell().places(n);
        for (Index i = 0; i < n; ++i)
            at_nodes.row(i) = Element::terms(places.row(i).transpose()).transpose();
        return at_nodes * Lu(at_points).inverse();
    }

    static void stress(const SolidNodes& X, const Elasticity& D, const SolidVector& u,
                       SolidStress& s)
    {
        static const std::vector<Point> rule = points(Element::stress_rule());
        static const Eigen::Matrix<double, n, Eigen::Dynamic, 0, n, 8> to_nodes = extrapolation();
        const Nodes nodes = X;
        Values v;
        v.template head<3 * n>() = u;
        if constexpr (Element::n_modes > 0) {
            Square K;
            Weights w;
            whole_stiffness(nodes, D, K.data(), w);
            condense(K);
            for (int k = 3 * n; k < 3 * m; ++k)
                v(k) = -K.row(k).head(k).dot(v.head(k)) / K(k, k);
        }
        Eigen::Matrix<double, Eigen::Dynamic, 6, 0, 8, 6> at_points(rule.size(), 6);
        for (std::size_t q = 0; q < rule.size(); ++q) {
            double det = 0;
            const Gradients g = gradients(rule[q], nodes, det);
            const Eigen::Matrix3d H = // d u_a / d x_c
                Eigen::Map<const Eigen::Matrix<double, 3, m>>(v.data()) * g;
            Eigen::Matrix<double, 6, 1> strain;
            strain << H(0, 0), H(1, 1), H(2, 2), H(0, 1) + H(1, 0), H(1, 2) + H(2, 1),
                H(2, 0) + H(0, 2);
            at_points.row(static_cast<Index>(q)) = (D * strain).transpose();
        }
        s.noalias() = to_nodes * at_points;
    }

    static double quality(const SolidNodes& X)
    {
        static const std::vector<Point> rule = points(places_to_check());
        const Nodes nodes = X;
        double smallest = std::numeric_limits<double>::infinity(), longest = 0;
        for (const Point& point : rule)
            smallest = std::min(smallest, CellMap(point.f, nodes).det);
        for (const auto& [first, second] : Element::cell().edges)
            longest = std::max(longest, (X.row(second) - X.row(first)).norm());
        return longest > 0 ? smallest / (longest * longest * longest) : 0;
    }

    static CellRule places_to_check()
    {
        CellRule places = Element::mass_rule();
        const Matrix nodes = Element::cell().places(n);
        for (Index i = 0; i < n; ++i)
            places.push_back({nodes.row(i).transpose(), 0});
        return places;
    }

    /// Returns the record of the element for the list.
    static SolidElement element(std::string_view name, std::string_view about,
                                std::string_view shape, bool stiff = false)
    {
        return {name, about, shape, n, stiff, stiffness, mass, matrices, stress, quality};
    }
};

/// Functions 1, x, y, z, x y, y z, z x, x y z: a trilinear field of eight values.
[[nodiscard]] inline Vector trilinear_terms(const Eigen::Vector3d& p)
{
    Vector terms(8);
    terms << 1, p, p(0) * p(1), p(1) * p(2), p(2) * p(0), p(0) * p(1) * p(2);
    return terms;
}

} // namespace slideway::fem
