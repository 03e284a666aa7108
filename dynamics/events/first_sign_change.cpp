#include "dynamics/events/first_sign_change.hpp"

#include "base/lanes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace slideway::dynamics {

namespace {

// Of the interval: Newton's method ends with a step not longer, and what it leaves is of the size
// of its square. At 1e-11 roots move by round-off; at 1e-5 they are wrong by 1e-10.
constexpr double last_newton_step = 1e-8;
// Of the interval that holds several roots, before a search ends short of them. Fewer cost
// evaluations (1: half as many again, and a tenth of the roots of a test are not told), 18 change
// nothing.
constexpr int most_halvings = 6;

constexpr std::size_t width = lanes_width, n_lanes = degree / width;
static_assert(degree % width == 0);

// x^k = sum_j column[k][j] B_j(x), with C(j, k) / C(degree, k), for j < degree; for the last it is
// 1.
struct ToBernstein {
    Lanes column[degree + 1][n_lanes];
};
ToBernstein make_to_bernstein()
{
    std::array<Polynomial, degree + 1> binomial{};
    ToBernstein table{};
    for (std::size_t j = 0; j <= degree; ++j) {
        binomial[j][0] = 1;
        for (std::size_t k = 1; k <= j; ++k)
            binomial[j][k] = binomial[j - 1][k - 1] + (k < j ? binomial[j - 1][k] : 0);
    }
    for (std::size_t k = 0; k <= degree; ++k)
        for (std::size_t j = k; j < degree; ++j)
            table.column[k][j / width][j % width] = binomial[j][k] / binomial[degree][k];
    return table;
}
const ToBernstein to_bernstein = make_to_bernstein();

SLIDEWAY_INLINE Polynomial bernstein(const Polynomial& a)
{
    Lanes b4[n_lanes] = {};
    double last = 0;
    for (std::size_t k = 0; k <= degree; ++k) {
        for (std::size_t i = 0; i < n_lanes; ++i)
            b4[i] += to_bernstein.column[k][i] * a[k];
        last += a[k];
    }
    Polynomial b;
    std::memcpy(b.data(), b4, sizeof b4);
    b[degree] = last;
    return b;
}

// Bit j: b_j is negative.
SLIDEWAY_INLINE unsigned negative_ones(const Polynomial& b)
{
    unsigned negative = 0;
    for (std::size_t j = 1; j <= degree; ++j)
        negative |= static_cast<unsigned>(std::signbit(b[j])) << j;
    return negative;
}

// Where the control polygon of [low, high] first crosses zero.
SLIDEWAY_INLINE double crossing(const Polynomial& b, unsigned negative, double low, double high)
{
    const auto j = static_cast<std::size_t>(std::countr_zero(negative));
    const double at = static_cast<double>(j - 1) + b[j - 1] / (b[j - 1] - b[j]);
    return low + (high - low) * at / static_cast<double>(degree);
}

// The only root in [low, high], positive before it: Newton's method within the bracket.
SLIDEWAY_INLINE SignChange only_root(const Polynomial& a, double enough, double x, double low,
                                     double high)
{
    if (!(x > low && x < high))
        x = 0.5 * (low + high);
    Lanes value[n_lanes], rate[n_lanes]; // coefficients of the polynomial and of its derivative
    for (std::size_t i = 0; i < n_lanes; ++i) {
        const double k = static_cast<double>(i * width);
        value[i] = lanes(a.data() + i * width);
        rate[i] = lanes(a.data() + i * width + 1) * Lanes{k + 1, k + 2, k + 3, k + 4};
    }
    for (int i = 0; i < 60; ++i) {
        const double x2 = x * x, x4 = x2 * x2;
        const Lanes powers = {1, x, x2, x2 * x};
        Lanes p4 = value[n_lanes - 1], slope4 = rate[n_lanes - 1];
        double power = x4;
        for (std::size_t k = n_lanes - 1; k-- > 0; power *= x4) {
            p4 = p4 * x4 + value[k];
            slope4 = slope4 * x4 + rate[k];
        }
        const double p = sum(p4 * powers) + a[degree] * power, slope = sum(slope4 * powers);
        if (p >= 0 && p <= enough * power)
            return {x, true};
        (p >= 0 ? low : high) = x;
        const double next = x - p / slope;
        if (std::abs(next - x) <= last_newton_step)
            return {std::clamp(next, low, high), true};
        x = next > low && next < high ? next : 0.5 * (low + high);
    }
    return {low, false};
}

// Bernstein coefficients of the halves of the interval; `right` may be `b`.
SLIDEWAY_INLINE void halve(const Polynomial& b, Polynomial& left, Polynomial& right)
{
    Polynomial x = b; // in registers, for all loops are unrolled
#pragma GCC unroll 16
    for (std::size_t j = 0; j <= degree; ++j) {
        left[j] = x[0];
#pragma GCC unroll 16
        for (std::size_t i = 0; i + j < degree; ++i)
            x[i] = 0.5 * (x[i] + x[i + 1]);
    }
    right = x;
}

} // namespace

SLIDEWAY_CLONES_4 SignChange first_sign_change(const Polynomial& a, double enough)
{
    struct Part {
        Polynomial b;
        double low, high;
        int halvings;
    };
    std::array<Part, most_halvings + 1> parts; // the last one is the next
    Part& whole = parts[0];
    whole.low = 0;
    whole.high = 1;
    whole.halvings = most_halvings;
    whole.b = bernstein(a);
    for (std::size_t n = 1; n > 0;) {
        Part& part = parts[n - 1];
        const unsigned negative = negative_ones(part.b);
        const int changes =
            std::popcount(negative ^ (negative << 1 & ((2U << degree) - 1))); // zeros may count
        if (changes == 0) {
            --n;
        } else if (changes == 1) {
            const double x = crossing(part.b, negative, part.low, part.high);
            const SignChange change = only_root(a, enough, x, part.low, part.high);
            if (change.x < part.high)
                return change;
            --n;
        } else if (part.halvings == 0) {
            return {part.low, false};
        } else {
            const double middle = 0.5 * (part.low + part.high);
            Part& left = parts[n++];
            left.low = part.low;
            left.high = part.low = middle;
            left.halvings = --part.halvings;
            halve(part.b, left.b, part.b);
        }
    }
    return {};
}

SLIDEWAY_CLONES_4 SignChange falling_root(const Polynomial& a, double enough)
{
    const double x = a[0] / -a[1];
    return only_root(a, enough, x + a[2] * x * x / -a[1], 0, 1);
}

} // namespace slideway::dynamics
