#pragma once

namespace slideway {

/// N of the record that a BandNoise of this duration [s] makes, 16 at least; infinite where band
/// [Hz] and duration are too large to count.
[[nodiscard]] double noise_record_samples(double band_high, double duration);

/// Most samples of a record: the transform counts with 32 bits.
constexpr double max_noise_samples = 0x1p30;

/// Memory per sample while a record is made [B].
constexpr double noise_bytes_per_sample = 3 * 8;

} // namespace slideway
