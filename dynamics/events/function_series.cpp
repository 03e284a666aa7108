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
// Halvings of the radius after which a force counts as not smooth: 2^-30 = 1e-9.
constexpr int most_halvings = 30;

} // namespace

// Fits the force on [r - radius, r + radius]; false if the polynomial does not resolve it.
bool FunctionSeries::fit(double r, double radius)
{
    constexpr int n = degree + 1;
    r_.resize(1, n);
    v_.setZero(1, n);
    for (int i = 0; i < n; ++i)
        r_(i) = r + radius * std::cos(std::numbers::pi * (i + 0.5) / n);
    law_->forces(r_, v_, forces_);
    const double largest = forces_.f.cwiseAbs().maxCoeff(),
                 variation = forces_.f.maxCoeff() - forces_.f.minCoeff();
    std::array<double, n> c = {};
    for (int k = 0; k < n; ++k) {
        for (int i = 0; i < n; ++i)
            c[static_cast<std::size_t>(k)] += (k == 0 ? 1.0 : 2.0) / n * forces_.f(i) *
                                              std::cos(std::numbers::pi * k * (i + 0.5) / n);
        if (std::abs(c[static_cast<std::size_t>(k)]) < round_off * largest)
            c[static_cast<std::size_t>(k)] = 0;
    }
    if (!(std::max(std::abs(c[n - 1]), std::abs(c[n - 2])) <= resolved * variation))
        return false;
    // Powers of T_k = 2 u T_{k-1} - T_{k-2}.
    std::array<double, n> before = {}, now = {}, after = {};
    now[0] = 1; // T_0
    a_.fill(0);
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t j = 0; j < n; ++j)
            a_[j] += c[k] * now[j];
        for (std::size_t j = 0; j < n; ++j)
            after[j] = (j > 0 ? (k == 0 ? 1.0 : 2.0) * now[j - 1] : 0) - (k == 0 ? 0 : before[j]);
        before = now;
        now = after;
    }
    radius_ = radius;
    top_ = degree;
    while (top_ > 0 && a_[static_cast<std::size_t>(top_)] == 0)
        --top_;
    return true;
}

double FunctionSeries::begin(double r, double far)
{
    slope_.fill(0);
    double radius = radius_ > 0 ? std::min(far, 2 * radius_) : far;
    int halvings = 0;
    while (!fit(r, radius) && halvings < most_halvings) {
        radius /= 2;
        ++halvings;
    }
    if (halvings == most_halvings)
        return std::numeric_limits<double>::quiet_NaN();
    for (Series& power : power_)
        power.fill(0);
    power_[0][0] = 1;
    slope_[0] = top_ > 0 ? a_[1] / radius_ : 0;
    return a_[0];
}

double FunctionSeries::next(int order_of, double r)
{
    const auto k = static_cast<std::size_t>(order_of);
    const auto top = std::min(static_cast<std::size_t>(top_), k); // power j begins at order j
    power_[1][k] = r / radius_;
    for (std::size_t j = 2; j <= top; ++j) {
        double sum = 0;
        for (std::size_t i = 1; i + j <= k + 1; ++i)
            sum += power_[1][i] * power_[j - 1][k - i];
        power_[j][k] = sum;
    }
    double force = 0, slope = 0;
    for (std::size_t j = 1; j <= top; ++j) {
        force += a_[j] * power_[j][k];
        if (j < degree)
            slope += static_cast<double>(j + 1) * a_[j + 1] * power_[j][k];
    }
    slope_[k] = slope / radius_;
    return force;
}

double FunctionSeries::reach(const CornerSeries::Coefficients& r, double tolerance, double x) const
{
    const double share = std::min(0.5, std::pow(tolerance, 1.0 / (order - 1)));
    return share * up_to_distance(r, radius_, x / share);
}

} // namespace slideway::dynamics
