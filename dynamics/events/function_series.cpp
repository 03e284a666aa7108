#include "dynamics/events/function_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace slideway::dynamics {

namespace {

// Chebyshev coefficients below this multiple of the largest force are round-off.
constexpr double round_off = 8 * std::numeric_limits<double>::epsilon();
// The last two coefficients of a polynomial that holds, relative to the variation of the force.
constexpr double resolved = 1e-13;
// Halvings of a radius after which a force counts as not smooth: 2^-30 = 1e-9.
constexpr int most_halvings = 30;

// Chebyshev points of n on [-1, 1].
double node(int i, int n)
{
    return std::cos(std::numbers::pi * (i + 0.5) / n);
}

// Chebyshev coefficients of values at these points: row k is that of T_k.
template <int n>
Eigen::Matrix<double, n, n> transform()
{
    Eigen::Matrix<double, n, n> to;
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i)
            to(k, i) = (k == 0 ? 1.0 : 2.0) / n * std::cos(std::numbers::pi * k * (i + 0.5) / n);
    return to;
}

// Powers of T_k = 2 u T_{k-1} - T_{k-2}: row k has the coefficients of 1, u, u^2, ...
template <int n>
Eigen::Matrix<double, n, n> powers()
{
    Eigen::Matrix<double, n, n> of = Eigen::Matrix<double, n, n>::Zero();
    of(0, 0) = of(1, 1) = 1;
    for (int k = 2; k < n; ++k) {
        of.row(k) = -of.row(k - 2);
        of.row(k).tail(n - 1) += 2 * of.row(k - 1).head(n - 1);
    }
    return of;
}

// Returns coefficient k of a product; a begins at order `from`.
template <class Series>
double product(const Series& a, const Series& b, std::size_t k, std::size_t from)
{
    double sum = 0;
    for (std::size_t i = from; i <= k; ++i)
        sum += a[i] * b[k - i];
    return sum;
}

} // namespace

// Fits the force within the radii around the centre. Without v, one node has its velocity.
FunctionSeries::Unresolved FunctionSeries::fit(State centre, State radius)
{
    constexpr int n = degree + 1;
    static const Square to_chebyshev = transform<n>(), to_powers = powers<n>();
    const int n_v = depends_on_velocity() ? n : 1;
    r_.resize(1, n * n_v);
    v_.resize(1, n * n_v);
    for (int j = 0; j < n_v; ++j)
        for (int i = 0; i < n; ++i) {
            r_(j * n + i) = centre.r + radius.r * node(i, n);
            v_(j * n + i) = n_v == 1 ? 0 : centre.v + radius.v * node(j, n);
        }
    law_->forces(r_, v_, forces_);
    const double largest = forces_.f.cwiseAbs().maxCoeff(),
                 variation = forces_.f.maxCoeff() - forces_.f.minCoeff();
    Square c = Square::Zero();
    c.leftCols(n_v) = to_chebyshev * forces_.f.reshaped(n, n_v);
    if (n_v > 1)
        c = (c * to_chebyshev.transpose()).eval();
    c = (c.array().abs() < round_off * largest).select(0, c);
    const Unresolved unresolved{
        !(c.bottomRows<2>().cwiseAbs().maxCoeff() <= resolved * variation),
        n_v > 1 && !(c.rightCols<2>().cwiseAbs().maxCoeff() <= resolved * variation)};
    if (unresolved.r || unresolved.v)
        return unresolved;
    a_ = to_powers.transpose() * c;
    if (n_v > 1)
        a_ = (a_ * to_powers).eval();
    radius_ = radius;
    top_r_ = top_v_ = degree;
    while (top_r_ > 0 && a_.row(static_cast<Index>(top_r_)).isZero(0))
        --top_r_;
    while (top_v_ > 0 && a_.col(static_cast<Index>(top_v_)).isZero(0))
        --top_v_;
    return {};
}

double FunctionSeries::begin(State first, State far)
{
    State radius = far;
    if (radius_.r > 0)
        radius = {std::min(far.r, 2 * radius_.r), std::min(far.v, 2 * radius_.v)};
    int halvings_r = 0, halvings_v = 0;
    for (Unresolved unresolved = fit(first, radius); unresolved.r || unresolved.v;
         unresolved = fit(first, radius)) {
        if (unresolved.r) {
            radius.r /= 2;
            ++halvings_r;
        }
        if (unresolved.v) {
            radius.v /= 2;
            ++halvings_v;
        }
        if (std::max(halvings_r, halvings_v) > most_halvings)
            return std::numeric_limits<double>::quiet_NaN();
    }
    for (Powers* powers : {&power_r_, &power_v_}) {
        for (Series& power : *powers)
            power.fill(0);
        (*powers)[0][0] = 1;
    }
    by_r_.fill(0);
    by_v_.fill(0);
    by_r_[0] = coefficient(0, 1, 0) / radius_.r;
    if (top_v_ > 0)
        by_v_[0] = coefficient(0, 0, 1) / radius_.v;
    return coefficient(0, 0, 0);
}

double FunctionSeries::next(int order_of, State coefficient_of)
{
    const auto k = static_cast<std::size_t>(order_of);
    const auto extend = [k](Powers& power, double first, std::size_t top) {
        power[1][k] = first;
        for (std::size_t j = 2; j <= std::min(top, k); ++j) // power j begins at order j
            power[j][k] = product(power[1], power[j - 1], k, 1);
    };
    extend(power_r_, coefficient_of.r / radius_.r, top_r_);
    if (top_v_ > 0)
        extend(power_v_, coefficient_of.v / radius_.v, top_v_);
    by_r_[k] = coefficient(order_of, 1, 0) / radius_.r;
    if (top_v_ > 0)
        by_v_[k] = coefficient(order_of, 0, 1) / radius_.v;
    return coefficient(order_of, 0, 0);
}

// Coefficient k of the force, or of its derivative by z / radius.r or w / radius.v.
double FunctionSeries::coefficient(int order_of, std::size_t by_r, std::size_t by_v) const
{
    const auto k = static_cast<std::size_t>(order_of);
    double sum = 0;
    Series inner; // sum_j a_ij (w / radius.v)^j
    for (std::size_t i = 0; i + by_r <= top_r_ && i <= k; ++i) {
        const std::size_t last = top_v_ > 0 ? k - i : 0;
        std::fill_n(inner.begin(), last + 1, 0.0);
        const double factor_r = by_r > 0 ? static_cast<double>(i + 1) : 1;
        for (std::size_t j = 0; j + by_v <= top_v_; ++j) {
            const double factor_v = by_v > 0 ? static_cast<double>(j + 1) : 1,
                         a = factor_r * factor_v *
                             a_(static_cast<Index>(i + by_r), static_cast<Index>(j + by_v));
            for (std::size_t l = j; l <= last; ++l)
                inner[l] += a * power_v_[j][l];
        }
        for (std::size_t l = 0; l <= last; ++l)
            sum += inner[l] * power_r_[i][k - l];
    }
    return sum;
}

double FunctionSeries::reach(const CornerSeries::Coefficients& r,
                             const CornerSeries::Coefficients& v, double tolerance, double x) const
{
    const double share = std::min(0.5, std::pow(tolerance, 1.0 / (order - 1)));
    double farthest = up_to_distance(r, radius_.r, x / share);
    if (depends_on_velocity())
        farthest = up_to_distance(v, radius_.v, farthest);
    return share * farthest;
}

} // namespace slideway::dynamics
