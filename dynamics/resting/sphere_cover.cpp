#include "dynamics/resting/direction_search.hpp"

#include "base/text.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace slideway::dynamics {

using contact::Interval3;
using contact::Interval33;

namespace {

// A cell of a face of the cube about the sphere: x_i = sign, x_j in s, x_k in t.
struct Cell {
    std::size_t i = 0;
    double sign = 1;
    Interval s, t;

    [[nodiscard]] std::size_t j() const { return (i + 1) % 3; }
    [[nodiscard]] std::size_t k() const { return (i + 2) % 3; }
};

enum class Verdict { none, one, undecided };

// On a face the acceleration V = M^-1 (Qe - grad D(x)) points along x where
//
//   F = (sign V_j - s V_i, sign V_k - t V_i) = 0.
//
// Krawczyk: with C near the inverse of F' in the middle y, zeros of F in X lie in
// K = y - C F(y) + (1 - C F'(X)) (X - y); if K lies inside of X, it holds exactly one.
Verdict look_at(const ScaledPatch& patch, const Cell& cell, Vector3& zero, double& within)
{
    // Cells overlap, so that a zero on an edge lies inside of one.
    constexpr double overlap = 0.05;
    auto widened = [](const Interval& a) -> Interval {
        return {a.lo - overlap * a.width(), a.hi + overlap * a.width()};
    };
    const Interval s = widened(cell.s), t = widened(cell.t);
    const std::size_t i = cell.i, j = cell.j(), k = cell.k();
    Interval3 box;
    box[i] = cell.sign;
    box[j] = s;
    box[k] = t;
    const std::optional<Interval33> tangent = patch.law.tangent_bounds(box);
    if (!tangent)
        return Verdict::undecided;
    const Interval33& H = *tangent;
    Interval33 A; // V' = -M^-1 H
    for (std::size_t row = 0; row < 3; ++row)
        for (const std::size_t col : {j, k}) {
            Interval sum;
            for (std::size_t l = 0; l < 3; ++l)
                sum +=
                    Interval(-patch.flexibility(static_cast<Index>(row), static_cast<Index>(l))) *
                    H[l][col];
            A[row][col] = sum;
        }

    const double sc = s.middle(), tc = t.middle();
    Vector3 x;
    x(static_cast<Index>(i)) = cell.sign;
    x(static_cast<Index>(j)) = sc;
    x(static_cast<Index>(k)) = tc;
    const Vector3 vector3 = patch.flexibility * (patch.load - patch.friction(x).force);
    const double Vi = vector3(static_cast<Index>(i)),
                 F1 = cell.sign * vector3(static_cast<Index>(j)) - sc * Vi,
                 F2 = cell.sign * vector3(static_cast<Index>(k)) - tc * Vi;
    const Interval ds = s - sc, dt = t - tc;
    const Interval V = Interval(Vi) + A[i][j] * ds + A[i][k] * dt, sign = cell.sign;
    const Interval J11 = sign * A[j][j] - V - s * A[i][j], J12 = sign * A[j][k] - s * A[i][k],
                   J21 = sign * A[k][j] - t * A[i][j], J22 = sign * A[k][k] - V - t * A[i][k];
    if (!(Interval(F1) + J11 * ds + J12 * dt).holds(0) ||
        !(Interval(F2) + J21 * ds + J22 * dt).holds(0))
        return Verdict::none;

    const double m11 = J11.middle(), m12 = J12.middle(), m21 = J21.middle(), m22 = J22.middle(),
                 det = m11 * m22 - m12 * m21;
    if (det == 0)
        return Verdict::undecided;
    const double C11 = m22 / det, C12 = -m12 / det, C21 = -m21 / det, C22 = m11 / det;
    const Interval K1 = Interval(sc - C11 * F1 - C12 * F2) +
                        (Interval(1) - C11 * J11 - C12 * J21) * ds - (C11 * J12 + C12 * J22) * dt,
                   K2 = Interval(tc - C21 * F1 - C22 * F2) - (C21 * J11 + C22 * J21) * ds +
                        (Interval(1) - C21 * J12 - C22 * J22) * dt;
    if (!meet(K1, s) || !meet(K2, t))
        return Verdict::none;
    if (!K1.within(s) || !K2.within(t))
        return Verdict::undecided;
    x(static_cast<Index>(j)) = K1.middle();
    x(static_cast<Index>(k)) = K2.middle();
    zero = x.normalized();
    within = K1.width() + K2.width();
    return Verdict::one;
}

} // namespace

DirectionSearch search_sphere(const ScaledPatch& patch)
{
    constexpr int first_cells = 6;       // of an edge: fewer are split anyway
    constexpr double smallest = 1e-6;    // a cell that is undecided there: docs/theory, section 4
    constexpr std::size_t most = 400000; // of cells: half a second
    std::vector<Cell> open;
    for (std::size_t i = 0; i < 3; ++i)
        for (const double sign : {1.0, -1.0})
            for (int a = 0; a < first_cells; ++a)
                for (int b = 0; b < first_cells; ++b) {
                    auto part = [](int n) -> Interval {
                        return {-1 + 2.0 * n / first_cells, -1 + 2.0 * (n + 1) / first_cells};
                    };
                    open.push_back({i, sign, part(a), part(b)});
                }
    DirectionSearch search;
    for (std::size_t count = 0; !open.empty(); ++count) {
        const Cell cell = open.back();
        open.pop_back();
        Vector3 zero;
        double within = 0;
        const Verdict verdict = look_at(patch, cell, zero, within);
        if (verdict == Verdict::none)
            continue;
        if (verdict == Verdict::one) {
            search.found.push_back(zero);
            search.within = std::max(search.within, within);
            continue;
        }
        const bool by_s = cell.s.width() >= cell.t.width();
        if (std::max(cell.s.width(), cell.t.width()) < smallest || count > most) {
            Vector3 x;
            x(static_cast<Index>(cell.i)) = cell.sign;
            x(static_cast<Index>(cell.j())) = cell.s.middle();
            x(static_cast<Index>(cell.k())) = cell.t.middle();
            constexpr double deg = 180 / std::numbers::pi;
            search.doubt = "directions meet, or nearly, at longitude " +
                           number_text(std::atan2(x(1), x(0)) * deg, 6) + " deg, latitude " +
                           number_text(std::atan2(x(2), std::hypot(x(0), x(1))) * deg, 6) +
                           " deg of the law's sphere";
            return search;
        }
        for (const bool upper : {false, true}) {
            Cell half = cell;
            Interval& split = by_s ? half.s : half.t;
            (upper ? split.lo : split.hi) = split.middle();
            open.push_back(half);
        }
    }
    return search;
}

} // namespace slideway::dynamics
