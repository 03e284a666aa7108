#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace slideway {

/// Seeded, band-limited Gaussian noise that does not depend on any time step.
///
/// 1. Sample rate f_s = 10 band_high; N = smallest power of two, at least 16, above f_s duration.
/// 2. std::mt19937_64(seed) (the same on every machine): u = (x >> 11) 2^-53 in [0, 1).
/// 3. Normal deviates by Box and Muller, in pairs: r = sqrt(-2 ln(1 - u1)), r cos(2 pi u2),
///    r sin(2 pi u2).
/// 4. Discrete Fourier transform; lines outside band_low <= k f_s / N <= band_high and the mean
///    (k = 0) are set to zero; inverse transform.
/// 5. The record is scaled to standard deviation `rms` over its N samples and repeats with period
///    N / f_s.
/// 6. Between samples: the cubic through the four nearest samples (Lagrange).
///
/// Box & Muller, Ann. Math. Stat. 29(2), 1958, doi:10.1214/aoms/1177706645.
class BandNoise {
public:
    /// @throws std::invalid_argument  unless 0 <= band_low < band_high, rms >= 0, duration > 0
    BandNoise(double rms, double band_low, double band_high, std::uint64_t seed, double duration);

    /// Duration [s] of the record that a run needs: at least 2^20 samples. A shortened run
    /// therefore sees the beginning of the record that the whole run sees.
    [[nodiscard]] static double record_duration(double band_high, double run_duration)
    {
        return std::max(run_duration, (0x1p20 - 2) / (10 * band_high));
    }

    /// Value at t >= 0 [s] from the start of the record. O(1), no allocation.
    [[nodiscard]] double operator()(double t) const
    {
        const double x = t * rate_;
        const auto i = static_cast<std::uint64_t>(x);
        const double s = x - static_cast<double>(i);
        const double* y = padded_.data() + (i & mask_); // samples i-1, i, i+1, i+2
        const double below = (s + 1) * s, above = (s - 1) * (s - 2);
        return -y[0] * s * above / 6 + y[1] * (s + 1) * above / 2 - y[2] * below * (s - 2) / 2 +
               y[3] * below * (s - 1) / 6;
    }

    [[nodiscard]] double sample_rate() const { return rate_; }       ///< [Hz]
    [[nodiscard]] std::uint64_t period() const { return mask_ + 1; } ///< samples

private:
    double rate_;
    std::uint64_t mask_;
    std::vector<double> padded_; ///< samples: one before the period, the period, and two after it
};

} // namespace slideway
