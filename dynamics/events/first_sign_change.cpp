#include "dynamics/events/first_sign_change.hpp"

#include "base/lanes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace slideway::dynamics {

namespace {

// Last step of Newton's method relative to the interval; the error is about its square. At 1e-11
// roots change by round-off; at 1e-5 they are wrong by 1e-10.
constexpr double last_newton_step = 1e-8;
// Largest number of halvings of an interval with several roots, before a search ends in front of
// them. Fewer cost evaluations (1: 50 % more, and a tenth of the roots of a test are not found); 18
// change nothing.
constexpr int most_halvings = 6;
// Largest number of halvings for steps. Roots that it does not separate are 1.5e-8 of the interval
// apart, and the polynomial between them is round-off.
constexpr int step_halvings = 26;

constexpr std::size_t width = lanes_width;

// x^k = sum_j column[k][j] B_j(x), with C(j, k) / C(n, k), for j < n; for the last it is 1.
template <std::size_t n>
struct ToBernstein {
    static_assert(n % width == 0);
    Lanes column[n + 1][n / width];
};
template <std::size_t n>
ToBernstein<n> make_to_bernstein()
{
    std::array<PolynomialOf<n>, n + 1> binomial{};
    ToBernstein<n> table{};
    for (std::size_t j = 0; j <= n; ++j) {
        binomial[j][0] = 1;
        for (std::size_t k = 1; k <= j; ++k)
            binomial[j][k] = binomial[j - 1][k - 1] + (k < j ? binomial[j - 1][k] : 0);
    }
    for (std::size_t k = 0; k <= n; ++k)
        for (std::size_t j = k; j < n; ++j)
            table.column[k][j / width][j % width] = binomial[j][k] / binomial[n][k];
    return table;
}
template <std::size_t n>
const ToBernstein<n> to_bernstein = make_to_bernstein<n>();

template <std::size_t n>
SLIDEWAY_INLINE PolynomialOf<n> bernstein(const PolynomialOf<n>& a)
{
    Lanes b4[n / width] = {};
    double last = 0;
    for (std::size_t k = 0; k <= n; ++k) {
        for (std::size_t i = 0; i < n / width; ++i)
            b4[i] += to_bernstein<n>.column[k][i] * a[k];
        last += a[k];
    }
    PolynomialOf<n> b;
    std::memcpy(b.data(), b4, sizeof b4);
    b[n] = last;
    return b;
}

// Bit j: b_j is negative.
template <std::size_t size>
SLIDEWAY_INLINE unsigned negative_ones(const std::array<double, size>& b)
{
    unsigned negative = 0;
    for (std::size_t j = 1; j < size; ++j)
        negative |= static_cast<unsigned>(std::signbit(b[j])) << j;
    return negative;
}

// Where the control polygon of [low, high] first crosses zero.
template <std::size_t size>
SLIDEWAY_INLINE double crossing(const std::array<double, size>& b, unsigned negative, double low,
                                double high)
{
    const auto j = static_cast<std::size_t>(std::countr_zero(negative));
    const double value = static_cast<double>(j - 1) + b[j - 1] / (b[j - 1] - b[j]);
    return low + (high - low) * value / static_cast<double>(size - 1);
}

// The only root in [low, high], positive before it: Newton's method within the bracket.
template <std::size_t size>
SLIDEWAY_INLINE SignChange only_root(const std::array<double, size>& a, double enough, double x,
                                     double low, double high)
{
    constexpr std::size_t n_lanes = (size - 1) / width;
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
        const double p = sum(p4 * powers) + a[size - 1] * power, slope = sum(slope4 * powers);
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
template <std::size_t size>
SLIDEWAY_INLINE void halve(const std::array<double, size>& b, std::array<double, size>& left,
                           std::array<double, size>& right)
{
    std::array<double, size> x = b; // in registers, for all loops are unrolled
#pragma GCC unroll 32
    for (std::size_t j = 0; j < size; ++j) {
        left[j] = x[0];
#pragma GCC unroll 32
        for (std::size_t i = 0; i + j + 1 < size; ++i)
            x[i] = 0.5 * (x[i] + x[i + 1]);
    }
    right = x;
}

// @param cut_short  whether the search ends before roots that halvings do not part, or else leaves
//                   out those that come in pairs
template <std::size_t size, int most, bool cut_short>
SLIDEWAY_INLINE SignChange first_root(const std::array<double, size>& a, double enough)
{
    struct Part {
        std::array<double, size> b;
        double low, high;
        int halvings;
    };
    std::array<Part, most + 1> parts; // the last one is the next
    Part& whole = parts[0];
    whole.low = 0;
    whole.high = 1;
    whole.halvings = most;
    whole.b = bernstein<size - 1>(a);
    for (std::size_t n = 1; n > 0;) {
        Part& part = parts[n - 1];
        const unsigned negative = negative_ones(part.b);
        const int changes =
            std::popcount(negative ^ (negative << 1 & ((1U << size) - 1))); // zeros may count
        if (changes == 0) {
            --n;
        } else if (changes == 1 || (!cut_short && part.halvings == 0 && changes % 2 == 1)) {
            const double x = crossing(part.b, negative, part.low, part.high);
            const SignChange change = only_root(a, enough, x, part.low, part.high);
            if (change.x < part.high || (!cut_short && change.root && part.b.back() < 0))
                return change;
            --n;
        } else if (part.halvings == 0) {
            if (cut_short)
                return {part.low, false};
            --n;
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

} // namespace

SLIDEWAY_CLONES_4 SignChange first_sign_change(const Polynomial& a, double enough)
{
    return first_root<degree + 1, most_halvings, true>(a, enough);
}

SLIDEWAY_CLONES_4 SignChange first_sign_change(const StepPolynomial& a)
{
    return first_root<step_degree + 1, step_halvings, false>(a, 0);
}

SLIDEWAY_CLONES_4 SignChange falling_root(const Polynomial& a, double enough)
{
    const double x = a[0] / -a[1];
    return only_root(a, enough, x + a[2] * x * x / -a[1], 0, 1);
}

} // namespace slideway::dynamics
