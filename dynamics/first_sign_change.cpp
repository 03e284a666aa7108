#include "dynamics/first_sign_change.hpp"

#include "base/cpu_clones.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace slideway::dynamics {

namespace {

constexpr std::size_t degree = 8;
constexpr double last_step = 1e-8; // of the interval: Newton's method ends with one not longer
constexpr int most_halvings = 6;

// Eight coefficients as one value.
typedef double Lanes __attribute__((vector_size(64)));

// x^k = sum_j column[k][j] B_j(x), with C(j, k) / C(8, k), for j < 8; for j = 8 it is 1.
struct ToBernstein {
    Lanes column[degree + 1];
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
            table.column[k][j] = binomial[j][k] / binomial[degree][k];
    return table;
}
const ToBernstein to_bernstein = make_to_bernstein();

// Of b_0 >= 0: 0 without a change of sign, 1, or 2 for more. A zero has the sign before it.
SLIDEWAY_INLINE int sign_changes(const Polynomial& b)
{
    unsigned negative = 0, zero = 0;
    for (std::size_t j = 0; j <= degree; ++j) {
        negative |= static_cast<unsigned>(b[j] < 0) << j;
        zero |= static_cast<unsigned>(b[j] == 0) << j;
    }
    for (; zero != 0; zero &= zero - 1) {
        const unsigned bit = zero & -zero;
        negative |= (negative << 1) & bit;
    }
    return std::min(std::popcount(negative ^ (negative << 1 & ((2U << degree) - 1))), 2);
}

// The only root in [low, high], positive before it: Newton's method within the bracket.
SLIDEWAY_INLINE SignChange only_root(const Polynomial& a, double enough, const Polynomial& b,
                                     double low, double high)
{
    const double size = high - low, chord = b[0] - b[degree];
    const double fall = static_cast<double>(degree) * (b[0] - b[1]); // tangent at low
    double x = low + size * (fall > b[0]             ? b[0] / fall
                             : b[0] > 0 && chord > 0 ? b[0] / chord
                                                     : 0.5);
    for (int i = 0; i < 60; ++i) {
        double p = a[degree], slope = 0;
        for (std::size_t k = degree; k-- > 0;) {
            slope = slope * x + p;
            p = p * x + a[k];
        }
        const double x2 = x * x, x4 = x2 * x2;
        if (p >= 0 && p <= enough * x4 * x4)
            return {x, true};
        (p >= 0 ? low : high) = x;
        double next = x - p / slope;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        if (std::abs(next - x) <= last_step)
            return {next, true};
        x = next;
    }
    return {low, false};
}

// Bernstein coefficients of the halves of the interval; `right` may be `b`.
SLIDEWAY_INLINE void halve(const Polynomial& b, Polynomial& left, Polynomial& right)
{
    Polynomial x = b; // in registers, for all loops are unrolled
#pragma GCC unroll 9
    for (std::size_t j = 0; j <= degree; ++j) {
        left[j] = x[0];
#pragma GCC unroll 9
        for (std::size_t i = 0; i + j < degree; ++i)
            x[i] = 0.5 * (x[i] + x[i + 1]);
    }
    right = x;
}

} // namespace

SLIDEWAY_CLONES SignChange first_sign_change(const Polynomial& a, double enough)
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
    Lanes b = to_bernstein.column[0] * a[0];
    double last = a[0];
    for (std::size_t k = 1; k <= degree; ++k) {
        b += to_bernstein.column[k] * a[k];
        last += a[k];
    }
    std::memcpy(whole.b.data(), &b, sizeof b);
    whole.b[degree] = last;
    for (std::size_t n = 1; n > 0;) {
        Part& part = parts[n - 1];
        const int changes = sign_changes(part.b);
        if (changes == 0) {
            --n;
        } else if (changes == 1) {
            const SignChange change = only_root(a, enough, part.b, part.low, part.high);
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

} // namespace slideway::dynamics
