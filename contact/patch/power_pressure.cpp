#include "contact/patch/power_pressure.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/patch/quadrature.hpp"

#include <cmath>
#include <numbers>

namespace slideway::contact {

namespace {

using std::numbers::pi;

// Power series in x = ratio^2 of the three parts. For x <= series_limit the first omitted term is
// below 1e-16 of the first term. With a smaller limit, the closed forms beyond it would lose
// digits.
constexpr double series_limit = 0.1;
constexpr int n_terms = 15;

struct Series {
    std::array<LawParts, n_terms> terms{};

    [[nodiscard]] LawParts at(double x) const
    {
        LawParts sum = terms[n_terms - 1];
        for (int n = n_terms - 2; n >= 0; --n) {
            const LawParts& term = terms[static_cast<std::size_t>(n)];
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

// Series of Q, T/y and -dQ/dy / y over y = 1/eps.
constexpr Series sliding_series(double nu)
{
    Series s;
    LawParts term{1, 1 / (2 * (nu + 2)), 1 / (2 * (nu + 2))};
    for (int n = 0; n < n_terms; ++n) {
        s.terms[static_cast<std::size_t>(n)] = term;
        term = {term.slip * ratio(-0.5, 0.5, 2 + nu, n), term.spin * ratio(0.5, 0.5, 3 + nu, n),
                term.bend * ratio(0.5, 1.5, 3 + nu, n)};
    }
    return s;
}

// Series of Q/eps, T and dQ/deps of the uniform pressure. Other pressures have polynomials.
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

// Complete elliptic integrals with parameter x by the arithmetic-geometric mean: E, and (1 - x) K,
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
    // The truncation affects the mean to second order, and the sum not at all.
    const double K = pi / (a + b);
    return {K * (1 - sum), one_minus_x * K};
}

// 1 - x, computed from the ratio to keep digits near ratio = 1.
double complement(double ratio)
{
    return (1 - ratio) * (1 + ratio);
}

// Node of Euler's integrals over phi on [0, pi/2], 1 - x t = 1 - x cos(phi)^2, with powers > -1 of
// sin(phi).
struct AngleNode {
    double sin2, cos2, weight;
};

const std::vector<AngleNode>& angle_rule()
{
    static const std::vector<AngleNode> rule = [] {
        std::vector<AngleNode> nodes;
        for (const QuadratureNode& node : endpoint_rule(1.0 / 24, 5.3)) {
            const double sin = std::sin(pi / 2 * node.from_start),
                         cos = std::sin(pi / 2 * node.to_end);
            nodes.push_back({sin * sin, cos * cos, pi / 2 * node.weight});
        }
        return nodes;
    }();
    return rule;
}

// Below this x, the series of F has fewer terms than the rule has nodes. For large nu its terms
// cancel.
constexpr double power_series_limit = 0.5, largest_nu = 1;

double hypergeometric(double a, double b, double c, double x)
{
    double sum = 1, term = 1;
    for (int n = 0; std::abs(term) > 1e-17 * std::abs(sum); ++n) {
        term *= ratio(a, b, c, n) * x;
        sum += term;
    }
    return sum;
}

} // namespace

double exponent(PressureShape shape)
{
    return shape == PressureShape::uniform ? 0 : shape == PressureShape::hertz ? 0.5 : -0.5;
}

LawParts spinning_parts(PressureShape shape, double eps)
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

LawParts sliding_parts(PressureShape shape, double y)
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

PowerPressure::PowerPressure(double nu) : nu_(nu)
{
    if (!(nu > -1) || !std::isfinite(nu))
        throw InputError("nu", number_text(nu), "expected a number > -1: else it has no resultant");
    const double root_pi = std::sqrt(pi);
    const auto gammas = [nu](double over, double under) -> double {
        return std::exp(std::lgamma(nu + over) - std::lgamma(nu + under));
    };
    slip_of_spin_ = 0.5 * root_pi * gammas(2, 1.5);
    torque_arm_ = 0.5 * root_pi * gammas(2, 2.5);
    slide_ = 2 / root_pi * gammas(2, 1.5);
    slide_spin_ = 2 / root_pi * gammas(3, 2.5);
    for (const AngleNode& node : angle_rule())
        sin_power_.push_back(std::pow(node.sin2, nu + 1));
}

LawParts PowerPressure::spinning(double eps) const
{
    const double x = eps * eps;
    if (x <= power_series_limit && nu_ <= largest_nu)
        return {slip_of_spin_ * hypergeometric(-0.5 - nu_, 0.5, 2, x),
                torque_arm_ * hypergeometric(-1.5 - nu_, 0.5, 1, x),
                slip_of_spin_ * hypergeometric(-0.5 - nu_, 1.5, 2, x)};
    const double rest = complement(eps);
    LawParts sum;
    for (const AngleNode& node : angle_rule()) {
        const double base = rest + x * node.sin2, power = node.weight * std::pow(base, nu_ + 0.5);
        sum.slip += node.sin2 * power;
        sum.spin += base * power;
        sum.bend += node.cos2 * power;
    }
    return {slip_of_spin_ * 4 / pi * sum.slip, torque_arm_ * 2 / pi * sum.spin,
            slip_of_spin_ * 4 / pi * sum.bend};
}

LawParts PowerPressure::sliding(double y) const
{
    const double x = y * y, first = 1 / (2 * (nu_ + 2));
    if (x <= power_series_limit)
        return {hypergeometric(-0.5, 0.5, 2 + nu_, x), first * hypergeometric(0.5, 0.5, 3 + nu_, x),
                first * hypergeometric(0.5, 1.5, 3 + nu_, x)};
    const double rest = complement(y);
    LawParts sum;
    for (std::size_t k = 0; k < sin_power_.size(); ++k) {
        const AngleNode& node = angle_rule()[k];
        const double base = rest + x * node.sin2, root = std::sqrt(base),
                     power = node.weight * sin_power_[k];
        sum.slip += power * root;
        sum.spin += power * node.sin2 / root;
        sum.bend += power / root * (node.sin2 / base); // both parts go to 0 at x = 1
    }
    return {slide_ * sum.slip, first * slide_spin_ * sum.spin, first * slide_spin_ * sum.bend};
}

} // namespace slideway::contact
