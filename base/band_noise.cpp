#include "base/band_noise.hpp"

#include "base/noise_record.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <stdexcept>

namespace slideway {

double noise_record_samples(double band_high, double duration)
{
    const double wanted = std::ceil(duration * 10 * band_high) + 1;
    return std::max(16.0, std::exp2(std::ceil(std::log2(wanted))));
}

BandNoise::BandNoise(double rms, double band_low, double band_high, std::uint64_t seed,
                     double duration)
    : rate_(10 * band_high)
{
    if (!(band_low >= 0 && band_high > band_low && rms >= 0 && duration > 0))
        throw std::invalid_argument("band noise needs 0 <= low < high, rms >= 0 and duration > 0");
    const double samples = noise_record_samples(band_high, duration);
    if (!(samples <= max_noise_samples))
        throw std::invalid_argument("band noise: the record would have more than 2^30 samples");
    const auto n = static_cast<std::uint64_t>(samples);
    mask_ = n - 1;

    std::vector<double> white(n);
    std::mt19937_64 random(seed);
    auto uniform = [&random]() -> double { return static_cast<double>(random() >> 11) * 0x1p-53; };
    for (std::uint64_t i = 0; i < n; i += 2) {
        const double r = std::sqrt(-2 * std::log1p(-uniform()));
        const double phase = 2 * std::numbers::pi * uniform();
        white[i] = r * std::cos(phase);
        white[i + 1] = r * std::sin(phase);
    }

    std::vector<std::complex<double>> lines(n / 2 + 1);
    auto* spectrum = reinterpret_cast<fftw_complex*>(lines.data());
    const int size = static_cast<int>(n);
    fftw_plan forward = fftw_plan_dft_r2c_1d(size, white.data(), spectrum, FFTW_ESTIMATE);
    fftw_execute(forward);
    fftw_destroy_plan(forward);
    double power = 0; // power of the real record: every line except k = N/2 counts twice
    for (std::uint64_t k = 0; k < lines.size(); ++k) {
        const double f = static_cast<double>(k) * rate_ / static_cast<double>(n);
        if (k == 0 || f < band_low || f > band_high)
            lines[k] = 0;
        power += (2 * k == n ? 1 : 2) * std::norm(lines[k]);
    }
    if (power == 0)
        throw std::invalid_argument("band noise: no spectral line lies in the band; its width must "
                                    "exceed the inverse of the duration");
    fftw_plan inverse = fftw_plan_dft_c2r_1d(size, spectrum, white.data(), FFTW_ESTIMATE);
    fftw_execute(inverse); // unnormalised, so variance = power
    fftw_destroy_plan(inverse);

    const double scale = rms / std::sqrt(power);
    padded_.resize(n + 3);
    for (std::uint64_t i = 0; i < n; ++i)
        padded_[i + 1] = scale * white[i];
    padded_[0] = padded_[n];
    padded_[n + 1] = padded_[1];
    padded_[n + 2] = padded_[2];
}

} // namespace slideway
