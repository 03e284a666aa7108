#include "contact/patch/power_pressure.hpp"

#include <cmath>
#include <numbers>

namespace slideway::contact {

namespace {

constexpr double pi = std::numbers::pi;

// Numbers that are monotone in the ratio of slip and spin, which is <= 1.
struct Parts {
    double slip, spin, bend;
};

// Power series in x = ratio^2 of the three parts. The first term left out is below 1e-16 of the
// first where x <= series_limit; with fewer the closed forms beyond lose digits.
constexpr double series_limit = 0.1;
constexpr int n_terms = 15;

struct Series {
    std::array<Parts, n_terms> terms{};

    [[nodiscard]] Parts at(double x) const
    {
        Parts sum = terms[n_terms - 1];
        for (int n = n_terms - 2; n >= 0; --n) {
            const Parts& term = terms[static_cast<std::size_t>(n)];
            sum = {sum.slip * x + term.slip, sum.spin * x + term.spin, sum.bend * x + term.bend};
        }
        return sum;
    }
};

// Term n + 1 of F(a, b; c; x) over its term n, without x.
constexpr double ratio(double a, double b, double c, int n)
{
    return (a + n) * (b + n) / ((c + n) * (n + 1));
}

// Q, T/y and -dQ/dy / y over y = 1/eps.
constexpr Series sliding_series(double nu)
{
    Series s;
    Parts term{1, 1 / (2 * (nu + 2)), 1 / (2 * (nu + 2))};
    for (int n = 0; n < n_terms; ++n) {
        s.terms[static_cast<std::size_t>(n)] = term;
        term = {term.slip * ratio(-0.5, 0.5, 2 + nu, n), term.spin * ratio(0.5, 0.5, 3 + nu, n),
                term.bend * ratio(0.5, 1.5, 3 + nu, n)};
    }
    return s;
}

// Q/eps, T and dQ/deps of the uniform pressure; of the others they are polynomials.
constexpr Series spinning_series()
{
    Series s;
    double slip = 1, spin = 2.0 / 3;
    for (int n = 0; n < n_terms; ++n) {
        s.terms[static_cast<std::size_t>(n)] = {slip, spin, (2 * n + 1) * slip};
        slip *= ratio(-0.5, 0.5, 2, n);
        spin *= ratio(-1.5, 0.5, 1, n);
    }
    return s;
}

constexpr Series uniform_spinning = spinning_series(), uniform_sliding = sliding_series(0),
                 hertz_sliding = sliding_series(0.5), punch_sliding = sliding_series(-0.5);

// Complete elliptic integrals of parameter x by the arithmetic-geometric mean: E, and (1 - x) K,
// which is finite at x = 1.
struct Elliptic {
    double E, K1;
};

Elliptic elliptic(double x, double one_minus_x)
{
    if (!(one_minus_x > 0))
        return {1, 0};
    double a = 1, b = std::sqrt(one_minus_x), sum = 0.5 * x, power = 0.5;
    constexpr double converged = 1e-8; // its square is round-off
    while (a - b > converged * a) {
        const double c = 0.5 * (a - b), mean = 0.5 * (a + b);
        b = std::sqrt(a * b);
        a = mean;
        power *= 2;
        sum += power * c * c;
    }
    // Of the mean that is left out a second-order part counts, of the sum none.
    const double K = pi / (a + b);
    return {K * (1 - sum), one_minus_x * K};
}

// 1 - x from the ratio itself: digits near ratio = 1.
double complement(double ratio)
{
    return (1 - ratio) * (1 + ratio);
}

// Q/eps, T, dQ/deps for eps <= 1: all of them fall with eps.
Parts spinning(PressureShape shape, double eps)
{
    const double x = eps * eps;
    switch (shape) {
    case PressureShape::uniform: {
        if (x <= series_limit)
            return uniform_spinning.at(x);
        const auto [E, K1] = elliptic(x, complement(eps));
        const double f = 4 / (3 * pi);
        return {f * ((1 + x) * E - K1) / x, f / 3 * ((4 - 2 * x) * E - K1),
                f * ((2 * x - 1) * E + K1) / x};
    }
    case PressureShape::hertz:
        return {3 * pi / 32 * (4 - x), 3 * pi / 16 * (1 - x + 0.375 * x * x),
                3 * pi / 32 * (4 - 3 * x)};
    case PressureShape::flat_punch:
        break;
    }
    return {pi / 4, pi / 4 * (1 - 0.5 * x), pi / 4};
}

// Q, T/y, -dQ/dy / y for y = 1/eps <= 1: the first falls with y, the others grow.
Parts sliding(PressureShape shape, double y)
{
    const double x = y * y;
    if (x <= series_limit)
        return (shape == PressureShape::uniform ? uniform_sliding
                : shape == PressureShape::hertz ? hertz_sliding
                                                : punch_sliding)
            .at(x);
    if (shape == PressureShape::uniform) {
        const auto [E, K1] = elliptic(x, complement(y));
        const double f = 4 / (3 * pi);
        return {f * ((1 + x) * E - K1) / x, f / 3 * ((4 * x - 2) * E + (2 - 3 * x) * K1) / (x * x),
                f * ((2 - x) * E - 2 * K1) / (x * x)};
    }
    const double A = std::asin(y) / y, S = std::sqrt(std::max(complement(y), 0.0));
    if (shape == PressureShape::hertz)
        return {3.0 / 16 * ((4 - 1 / x) * A + (2 + 1 / x) * S),
                3.0 / 64 * ((8 * x - 8 + 3 / x) * A + (6 - 3 / x) * S) / x,
                3.0 / 16 * ((4 - 3 / x) * A + (3 / x - 2) * S) / x};
    return {0.5 * (S + A), 0.25 * ((2 - 1 / x) * A + S / x), 0.5 * (A - S) / x};
}

} // namespace

double exponent(PressureShape shape)
{
    return shape == PressureShape::uniform ? 0 : shape == PressureShape::hertz ? 0.5 : -0.5;
}

double torque_arm(PressureShape shape)
{
    return spinning(shape, 0).spin;
}

Meridian exact_meridian(PressureShape shape, const SlipSpin& at)
{
    const bool spins = at.cos <= at.sin;
    const double by = spins ? at.sin : at.cos;
    const Parts p = spins ? spinning(shape, at.cos / at.sin) : sliding(shape, at.sin / at.cos);
    const double bend = p.bend / (by * by * by);
    return {p.slip / by, p.spin / by, bend, bend};
}

MeridianBounds exact_bounds(PressureShape shape, const SlipSpin& low, const SlipSpin& high)
{
    constexpr double half = 0.7071067811865475; // below sqrt(1/2): where both ratios are 1
    MeridianBounds out;
    auto take = [&out, first = true](const Interval& slip, const Interval& spin,
                                     const Interval& bend, const Interval& by) mutable {
        const MeridianBounds part{slip / by, spin / by, bend / (by * by * by), {}};
        out.slip = first ? part.slip : hull(out.slip, part.slip);
        out.spin = first ? part.spin : hull(out.spin, part.spin);
        out.bend_slip = first ? part.bend_slip : hull(out.bend_slip, part.bend_slip);
        first = false;
    };
    if (high.cos <= high.sin) {
        const Parts most = spinning(shape, high.cos / high.sin),
                    least = spinning(shape, low.cos < low.sin ? low.cos / low.sin : 1);
        take({least.slip, most.slip}, {least.spin, most.spin}, {least.bend, most.bend},
             {std::max(low.sin, half), high.sin});
    }
    if (low.cos > low.sin) {
        const Parts from = sliding(shape, low.sin / low.cos),
                    to = sliding(shape, high.sin < high.cos ? high.sin / high.cos : 1);
        take({to.slip, from.slip}, {from.spin, to.spin}, {from.bend, to.bend},
             {std::max(high.cos, half), low.cos});
    }
    out.bend_spin = out.bend_slip;
    return out;
}

} // namespace slideway::contact
