#include "contact/patch/slip_series.hpp"

#include "contact/patch/quadrature.hpp"

#include <cmath>
#include <functional>
#include <numbers>

namespace slideway::contact {

namespace {

using std::numbers::pi;

// Q and T (divided by rho) of the exact law at an angle on the sphere with scale rho.
struct Force {
    double Q = 0, T = 0;
};

Force exact_force(const DiscPressure& disc, double rho, double theta)
{
    // b counts in R there: tan(theta_R) = tan(theta) / rho.
    const double a = rho * std::cos(theta), b = std::sin(theta), r = std::hypot(a, b);
    const Meridian m = disc.meridian({a / r, b / r});
    return {m.slip * a / r, m.spin * b / r / rho};
}

// Integral of f(theta, force) over the quarter circle. The tanh-sinh rule is applied on both sides
// of eps = 1, where the uniform law has a logarithm.
double integral(const DiscPressure& disc, double rho,
                const std::function<double(double, const Force&)>& f)
{
    static const std::vector<QuadratureNode> rule = endpoint_rule(1.0 / 32, 3.2);
    const double corner = std::atan(rho);
    double sum = 0;
    for (const auto& [from, to] : {std::pair{0.0, corner}, {corner, pi / 2}})
        for (const QuadratureNode& node : rule) {
            const double theta = from + (to - from) * node.from_start;
            sum += (to - from) * node.weight * f(theta, exact_force(disc, rho, theta));
        }
    return sum;
}

// V_j = cos((2j-1) theta) / cos theta and W_j = sin((2j-1) theta) / sin theta are polynomials of
// degree j - 1 in t = 2 cos(2 theta), both with f_{j+1} = t f_j - f_{j-1}.
struct Pair {
    double v, w;
};

} // namespace

Meridian series_meridian(const SlipSeries& law, const SlipSpin& spin)
{
    const double t = 2 - 4 * spin.sin * spin.sin;
    Meridian m;
    Pair before{1, -1}, now{1, 1};
    double order = 1;
    for (const SlipSeries::Term& term : law.terms) {
        m.slip += term.slip * now.v;
        m.spin += term.spin * now.w;
        m.fall += order * term.slip * now.w;
        m.rise += order * term.spin * now.v;
        order += 2;
        const Pair next{t * now.v - before.v, t * now.w - before.w};
        before = now;
        now = next;
    }
    m.fall *= spin.sin;
    m.rise *= spin.cos;
    return m;
}

MeridianBounds series_bounds(const SlipSeries& law, const SlipSpin& low, const SlipSpin& high)
{
    const double t_max = 2 - 4 * low.sin * low.sin, t_min = 2 - 4 * high.sin * high.sin;
    const double t = 0.5 * (t_max + t_min), h = 0.5 * std::max(t_max - t_min, 0.0);
    Meridian value, slope, rest; // values for slip, spin, fall / sin and rise / cos
    Pair before{1, -1}, now{1, 1}, d_before{0, 0}, d_now{0, 0};
    double order = 1;
    for (const SlipSeries::Term& term : law.terms) {
        value.slip += term.slip * now.v;
        value.spin += term.spin * now.w;
        value.fall += order * term.slip * now.w;
        value.rise += order * term.spin * now.v;
        slope.slip += term.slip * d_now.v;
        slope.spin += term.spin * d_now.w;
        slope.fall += order * term.slip * d_now.w;
        slope.rise += order * term.spin * d_now.v;
        // |V|, |W| <= order over t/2 in [-1, 1]; Markov: |f''| <= d^2 (d^2 - 1) / 3 max |f|.
        const double d = 0.5 * (order - 1), second = d * d * (d * d - 1) / 12 * order;
        rest.slip += second * std::abs(term.slip);
        rest.spin += second * std::abs(term.spin);
        rest.fall += order * second * std::abs(term.slip);
        rest.rise += order * second * std::abs(term.spin);
        order += 2;
        const Pair next{t * now.v - before.v, t * now.w - before.w};
        const Pair d_next{now.v + t * d_now.v - d_before.v, now.w + t * d_now.w - d_before.w};
        before = now;
        now = next;
        d_before = d_now;
        d_now = d_next;
    }
    auto bound = [h](double f, double df, double ddf) -> Interval {
        const double given_value = std::abs(df) * h + 0.5 * ddf * h * h;
        return {f - given_value, f + given_value};
    };
    return {bound(value.slip, slope.slip, rest.slip), bound(value.spin, slope.spin, rest.spin),
            bound(value.fall, slope.fall, rest.fall) * Interval{low.sin, high.sin},
            bound(value.rise, slope.rise, rest.rise) * Interval{high.cos, low.cos}};
}

SlipSeries ellipsoid(const DiscPressure& disc, double rho)
{
    return {{{1, disc.torque_arm() / rho}}};
}

SlipSeries harmonic_series(const DiscPressure& disc, double rho, int n)
{
    SlipSeries law;
    for (int i = 0; i < n; ++i) {
        const int order = 2 * i + 1;
        law.terms.push_back(
            {4 / pi *
                 integral(disc, rho,
                          [order](double theta, const Force& f) -> double {
                              return f.Q * std::cos(order * theta);
                          }),
             4 / pi * integral(disc, rho, [order](double theta, const Force& f) -> double {
                 return f.T * std::sin(order * theta);
             })});
    }
    return law;
}

std::vector<double> dissipation_coefficients(const DiscPressure& disc, double rho, int n)
{
    std::vector<double> d;
    for (int i = 0; i < n; ++i)
        d.push_back((i == 0 ? 2 : 4) / pi *
                    integral(disc, rho, [i](double theta, const Force& f) -> double {
                        return (f.Q * std::cos(theta) + f.T * std::sin(theta)) *
                               std::cos(2 * i * theta);
                    }));
    return d;
}

SlipSeries potential_series(const DiscPressure& disc, double rho, int n)
{
    SlipSeries law{std::vector<SlipSeries::Term>(static_cast<std::size_t>(n))};
    auto add = [&law](int i, double slip, double spin) {
        SlipSeries::Term& term = law.terms[static_cast<std::size_t>(i)];
        term.slip += slip;
        term.spin += spin;
    };
    // cos 2i theta gives harmonics of order 2i + 1 and 2i - 1.
    const std::vector<double> d = dissipation_coefficients(disc, rho, n);
    add(0, d[0], d[0]);
    for (int i = 1; i < n; ++i) {
        const double d_i = d[static_cast<std::size_t>(i)];
        add(i, (0.5 - i) * d_i, (0.5 - i) * d_i);
        add(i - 1, (0.5 + i) * d_i, -(0.5 + i) * d_i);
    }
    return law;
}

} // namespace slideway::contact
