#pragma once

#include <vector>

namespace slideway::test {

/// Level of one frequency band of an acceleration over time, one entry per window.
struct BandLevels {
    std::vector<double> time;  ///< [s] centre of each window
    std::vector<double> level; ///< [m/s^2] amplitude

    [[nodiscard]] double median() const;
    /// Largest level of the windows whose centre lies in [t1, t2], and its time; 0 without windows.
    [[nodiscard]] double max_in(double t1, double t2) const;
    [[nodiscard]] double time_of_max(double t1, double t2) const;
};

/// Acceleration from a sampled velocity by central differences over two samples:
/// a_k = (v_{k+1} - v_{k-1}) rate / 2. Two entries shorter than the velocity.
[[nodiscard]] std::vector<double> central_acceleration(const std::vector<double>& velocity,
                                                       double rate_hz);

/// Band levels of the acceleration of a point from its velocity, as the sliding beam's numbers are
/// defined (docs/theory/sliding_contact.md): windows of 1024 samples, hop 512, mean of the window
/// removed, then a Tukey window (cosine tapers over a quarter of it, periodic), spectrum S scaled
/// so that a sine of amplitude a on a spectral line gives a^2/2 on that line;
///
///   level = sqrt(sum of 2 S over the lines band_low <= f < band_high)
///
/// Tapers spread a sine over neighbouring lines: a band that holds all of them shows
/// sqrt(N sum w^2) / sum w = 1.0498 times its amplitude.
///
/// @param rate_hz  of the velocity; the numbers are for 50 kHz
/// @param t0       [s] time of the first sample
[[nodiscard]] BandLevels band_levels(const std::vector<double>& velocity, double rate_hz, double t0,
                                     double band_low, double band_high);

} // namespace slideway::test
