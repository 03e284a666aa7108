#pragma once

#include "base/choice.hpp"
#include "base/types.hpp"

#include <array>
#include <span>

/// Spectra of uniformly sampled records. A record is sample k at time k / rate, rate in Hz; times
/// here count from its first sample. Units: those of the record, written [unit].
///
/// All transforms take the mean of their samples away, multiply by a window w and are scaled by its
/// sum, so that a sine of amplitude a on a spectral line reads the same for every window:
///
///   X_k = sum over j of w_j (x_j - mean) exp(-2 pi i j k / n),   f_k = k rate / n, k = 0 .. n/2
///   amplitude A_k = 2 |X_k| / sum(w)            (a on that line)
///   power     S_k = A_k^2 / 2                   (a^2/2 on that line)
///
/// At 0 Hz and at half the rate (n even), which stand for one line and not for two, A_k and S_k are
/// |X_k| / sum(w) and its square. Sum of S_k over all lines = mean square of the samples without
/// their mean with the rectangular window, n sum(w^2) / sum(w)^2 of it on average with others.
///
/// J. S. Bendat, A. G. Piersol, Random Data, 4th ed., Wiley, 2010, section 11.5; scaled by the sum
/// of the window (amplitude), not by that of its squares (density).
namespace slideway {

/// The windows, all periodic (w_0 begins the taper, w_{n-k} = w_k).
enum class WindowShape {
    tukey,      ///< cosine tapers over an eighth of the window at each end, 1 between
    hann,       ///< (1 - cos(2 pi k / n)) / 2
    rectangular ///< 1
};
constexpr auto choices(WindowShape /*one of*/)
{
    using enum WindowShape;
    return std::to_array<Choice<WindowShape>>(
        {{tukey, "tukey-0.25"}, {hann, "hann"}, {rectangular, "rectangular"}});
}

/// The shortest piece of a record that has a spectrum here.
inline constexpr Index min_window = 8; // samples

struct SpectrogramOptions {
    Index window = 1024; ///< samples, >= min_window
    Index hop = 512;     ///< samples from one window to the next, >= 1
    WindowShape shape = WindowShape::tukey;
};

struct Spectrogram {
    Vector time;      ///< n_t centres of the windows [s]
    Vector frequency; ///< n_f = window / 2 + 1 lines [Hz]
    Matrix power;     ///< n_t x n_f [unit^2]
};

/// Where the transform of the windowed record, taken at any frequency and not only on lines, is
/// highest; sought to 1e-6 lines within one line of the highest one above 0 Hz. A sine shows its
/// frequency and amplitude wherever it lies, up to the leakage of others. Both 0 for a record
/// without any.
struct SpectralPeak {
    double frequency = 0; ///< [Hz]
    double amplitude = 0; ///< [unit]
};

struct Spectrum {
    Vector frequency; ///< [Hz]
    Vector amplitude; ///< [unit]
    SpectralPeak peak;
};

struct BandLevel {
    Vector time;  ///< centres of the windows [s]
    Vector level; ///< [unit]
};

/// Samples begin <= k < end.
struct SampleRange {
    Index begin = 0, end = 0;

    [[nodiscard]] Index size() const { return end - begin; }
};

/// Number of whole windows in a record; 0 if it is shorter than one.
[[nodiscard]] Index n_windows(Index n_samples, const SpectrogramOptions& options);

/// Times of the centres of these windows [s].
[[nodiscard]] Vector window_centres(Index n_samples, double rate,
                                    const SpectrogramOptions& options);

/// The samples from <= k / rate < to: (to - from) rate of them where that is a whole number.
[[nodiscard]] SampleRange samples_between(double rate, double from, double to);

/// Power over time and frequency. Samples after the last whole window are left out.
/// @throws std::invalid_argument  window, hop or rate out of range
[[nodiscard]] Spectrogram spectrogram(std::span<const double> record, double rate,
                                      const SpectrogramOptions& options = {});

/// Amplitudes of the whole record in one window.
/// @param record  at least min_window samples
/// @throws std::invalid_argument  as spectrogram
[[nodiscard]] Spectrum spectrum(std::span<const double> record, double rate,
                                WindowShape shape = WindowShape::hann);

/// Number of lines low <= f < high above 0 Hz of a window of n samples.
[[nodiscard]] Index lines_in_band(double rate, Index n, double low, double high);

/// Level of a frequency band over time, per window of the spectrogram:
///
///   level = sqrt(sum of 2 S_k over the lines low <= f_k < high, k > 0)
///
/// A sine in the band reads its amplitude times sqrt(n sum(w^2)) / sum(w), 1.0498 with the default
/// window: tapers spread it over lines that all lie in the band.
/// @throws std::invalid_argument  as spectrogram; unless 0 <= low < high <= rate / 2
[[nodiscard]] BandLevel band_level(std::span<const double> record, double rate, double low,
                                   double high, const SpectrogramOptions& options = {});

} // namespace slideway
