#pragma once

#include "base/choice.hpp"
#include "base/types.hpp"

#include <array>
#include <span>

/// Spectra of uniformly sampled records. A record is sample k at time k / rate, rate in Hz; times
/// here count from its first sample. Units: those of the record, written [unit].
///
/// All transforms subtract the mean of the samples, multiply by a window w and divide by its sum. A
/// sine of amplitude a on a spectral line therefore gives the same value for every window:
///
///   X_k = sum over j of w_j (x_j - mean) exp(-2 pi i j k / n),   f_k = k rate / n, k = 0 .. n/2
///   amplitude A_k = 2 |X_k| / sum(w)            (a on that line)
///   power     S_k = A_k^2 / 2                   (a^2/2 on that line)
///
/// The lines at 0 Hz and at half the rate (n even) have no partner at a negative frequency. There,
/// A_k and S_k are |X_k| / sum(w) and its square. For the rectangular window, the sum of S_k over
/// all lines is the mean square of the samples without their mean. For other windows it is n
/// sum(w^2) / sum(w)^2 of it on average.
///
/// J. S. Bendat, A. G. Piersol, Random Data, 4th ed., Wiley, 2010, section 11.5; scaled by the sum
/// of the window (amplitude), not by that of its squares (density).
namespace slideway {

/// Windows, all periodic (w_0 begins the taper, w_{n-k} = w_k).
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

/// Length of the shortest record that has a spectrum here.
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

/// Highest point of the transform of the windowed record, taken at any frequency and not only on
/// lines. It is determined to 1e-6 lines, within one line of the highest line above 0 Hz. A sine
/// shows its frequency and amplitude wherever it lies, up to the leakage of other components. Both
/// are 0 for a record without such a line.
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

/// Samples k with begin <= k < end.
struct SampleRange {
    Index begin = 0, end = 0;

    [[nodiscard]] Index size() const { return end - begin; }
};

/// Number of whole windows in a record; 0 if it is shorter than one.
[[nodiscard]] Index n_windows(Index n_samples, const SpectrogramOptions& options);

/// Times of the centres of these windows [s].
[[nodiscard]] Vector window_centres(Index n_samples, double rate,
                                    const SpectrogramOptions& options);

/// Returns the samples with from <= k / rate < to; there are (to - from) rate of them if that is
/// a whole number.
[[nodiscard]] SampleRange samples_between(double rate, double from, double to);

/// Power over time and frequency. Samples after the last whole window are left out.
/// @throws std::invalid_argument  window, hop or rate out of range
[[nodiscard]] Spectrogram spectrogram(std::span<const double> record, double rate,
                                      const SpectrogramOptions& options = {});

/// Returns the amplitudes of the whole record in one window.
/// @param record  at least min_window samples
/// @throws std::invalid_argument  see spectrogram
[[nodiscard]] Spectrum spectrum(std::span<const double> record, double rate,
                                WindowShape shape = WindowShape::hann);

/// Number of lines with low <= f < high, above 0 Hz, of a window of n samples.
[[nodiscard]] Index lines_in_band(double rate, Index n, double low, double high);

/// Level of a frequency band over time, per window of the spectrogram:
///
///   level = sqrt(sum of 2 S_k over the lines low <= f_k < high, k > 0)
///
/// For a sine in the band the level is its amplitude times sqrt(n sum(w^2)) / sum(w), 1.0498
/// with the default window. The taper spreads the sine over several lines, which must all lie
/// in the band.
/// @throws std::invalid_argument  see spectrogram; unless 0 <= low < high <= rate / 2
[[nodiscard]] BandLevel band_level(std::span<const double> record, double rate, double low,
                                   double high, const SpectrogramOptions& options = {});

} // namespace slideway
