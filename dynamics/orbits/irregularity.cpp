#include "dynamics/orbits/irregularity.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace slideway::dynamics {

namespace {

constexpr std::size_t longest_block = 1000, blocks_at_least = 16;
constexpr Index fewest_states = 100; // of which ten lags are correlated
constexpr int directions = 100;      // values of c
// Changes below this fraction of the largest one are due to settling, and D_c is then round-off.
constexpr double constant = 1e-8;

// Correlation of two vectors with zero mean.
double correlation(const Vector& a, const Vector& b)
{
    const double size = a.norm() * b.norm();
    return size > 0 ? a.dot(b) / size : 0;
}

double growth_of_displacement(const VectorIn& x, double mean, double c)
{
    const Index N = x.size(), lags = N / 10, n_means = N - lags;
    ComplexVector walk(N);
    Complex sum = 0;
    for (Index j = 0; j < N; ++j)
        walk(j) = sum += x(j) * std::polar(1.0, static_cast<double>(j + 1) * c);
    Vector D(lags), lag(lags);
    for (Index n = 1; n <= lags; ++n) {
        lag(n - 1) = static_cast<double>(n);
        D(n - 1) = (walk.segment(n, n_means) - walk.head(n_means)).squaredNorm() /
                       static_cast<double>(n_means) -
                   mean * mean * (1 - std::cos(static_cast<double>(n) * c)) / (1 - std::cos(c));
    }
    D.array() -= D.mean();
    lag.array() -= lag.mean();
    return correlation(D, lag);
}

} // namespace

bool LyapunovExponent::converged() const
{
    const double size = std::abs(whole);
    return std::abs(half - whole) <= std::max(3 * error, 0.01 * size) && error <= 0.1 * size;
}

std::optional<LyapunovExponent> lyapunov_exponent(const std::vector<double>& growth, double T)
{
    const std::size_t N = growth.size();
    if (N < blocks_at_least)
        return std::nullopt;
    const auto mean = [&](std::size_t from, std::size_t n) -> double {
        const auto first = growth.begin() + static_cast<std::ptrdiff_t>(from);
        return std::accumulate(first, first + static_cast<std::ptrdiff_t>(n), 0.0) /
               (static_cast<double>(n) * T);
    };
    LyapunovExponent out;
    out.quarter = mean(0, N / 4);
    out.half = mean(0, N / 2);
    out.whole = mean(0, N);
    const std::size_t block = std::min(longest_block, N / blocks_at_least), n = N / block;
    Vector means(static_cast<Index>(n));
    for (std::size_t b = 0; b < n; ++b)
        means(static_cast<Index>(b)) = mean(b * block, block);
    const auto count = static_cast<double>(n);
    out.error = (means.array() - means.mean()).matrix().norm() / std::sqrt(count * (count - 1));
    out.blocks = static_cast<int>(n);
    out.block = static_cast<int>(block);
    return out;
}

std::optional<double> zero_one_test(const VectorIn& x)
{
    const double mean = x.size() > 0 ? x.mean() : 0;
    if (x.size() < fewest_states ||
        (x.array() - mean).abs().maxCoeff() <= constant * x.cwiseAbs().maxCoeff())
        return std::nullopt;
    constexpr double first = std::numbers::pi / 5, width = 3 * std::numbers::pi / 5 / directions;
    std::vector<double> K;
    for (int i = 0; i < directions; ++i)
        K.push_back(growth_of_displacement(x, mean, first + (i + 0.5) * width));
    std::sort(K.begin(), K.end());
    return (K[directions / 2 - 1] + K[directions / 2]) / 2;
}

} // namespace slideway::dynamics
