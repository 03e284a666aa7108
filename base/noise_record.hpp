#pragma once

namespace slideway {

/// Number N of samples of the record that a BandNoise of this duration [s] makes, at least 16. The
/// result is infinite if band [Hz] and duration are too large to count.
[[nodiscard]] double noise_record_samples(double band_high, double duration);

/// Largest number of samples of a record, because the transform counts with 32 bits.
constexpr double max_noise_samples = 0x1p30;

/// Memory per sample while a record is made [B].
constexpr double noise_bytes_per_sample = 3 * 8;

} // namespace slideway
