#include "support/band_level.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace slideway::test {

double BandLevels::median() const
{
    std::vector<double> sorted = level;
    const std::size_t half = sorted.size() / 2;
    if (sorted.empty())
        return 0;
    std::sort(sorted.begin(), sorted.end());
    return sorted.size() % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

double BandLevels::max_in(double t1, double t2) const
{
    double largest = 0;
    for (std::size_t k = 0; k < time.size(); ++k)
        if (time[k] >= t1 && time[k] <= t2)
            largest = std::max(largest, level[k]);
    return largest;
}

double BandLevels::time_of_max(double t1, double t2) const
{
    const double largest = max_in(t1, t2);
    for (std::size_t k = 0; k < time.size(); ++k)
        if (time[k] >= t1 && time[k] <= t2 && level[k] == largest)
            return time[k];
    return t1;
}

std::vector<double> central_acceleration(const std::vector<double>& velocity, double rate_hz)
{
    std::vector<double> a;
    for (std::size_t k = 1; k + 1 < velocity.size(); ++k)
        a.push_back((velocity[k + 1] - velocity[k - 1]) * rate_hz / 2);
    return a;
}

BandLevels band_levels(const std::vector<double>& velocity, double rate_hz, double t0,
                       double band_low, double band_high)
{
    constexpr std::size_t n = 1024, hop = 512, taper = n / 8; // two tapers: a quarter of the window
    std::vector<double> window(n, 1.0);
    for (std::size_t k = 0; k < n; ++k)
        if (const std::size_t from_end = std::min(k, n - k); from_end < taper)
            window[k] = 0.5 * (1 - std::cos(std::numbers::pi * static_cast<double>(from_end) /
                                            static_cast<double>(taper)));
    double sum = 0;
    for (const double w : window)
        sum += w;

    std::vector<double> x(n);
    std::vector<std::complex<double>> lines(n / 2 + 1);
    fftw_plan plan = fftw_plan_dft_r2c_1d(
        n, x.data(), reinterpret_cast<fftw_complex*>(lines.data()), FFTW_ESTIMATE);
    const std::vector<double> a = central_acceleration(velocity, rate_hz);
    BandLevels result;
    for (std::size_t begin = 0; begin + n <= a.size(); begin += hop) {
        double mean = 0;
        for (std::size_t k = 0; k < n; ++k)
            mean += a[begin + k] / static_cast<double>(n);
        for (std::size_t k = 0; k < n; ++k)
            x[k] = window[k] * (a[begin + k] - mean);
        fftw_execute(plan);
        double twice_power = 0;
        for (std::size_t k = 1; k < n / 2; ++k) {
            const double f = static_cast<double>(k) * rate_hz / static_cast<double>(n);
            if (f >= band_low && f < band_high)
                twice_power += 4 * std::norm(lines[k]) / (sum * sum); // 2 S, S = 2 |X|^2 / sum^2
        }
        // a[k] belongs to sample k + 1 of the velocity.
        result.time.push_back(t0 + (static_cast<double>(begin + 1) + 0.5 * n) / rate_hz);
        result.level.push_back(std::sqrt(twice_power));
    }
    fftw_destroy_plan(plan);
    return result;
}

} // namespace slideway::test
