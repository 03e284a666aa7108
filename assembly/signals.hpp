#pragma once

#include <cstdint>
#include <variant>
#include <vector>

/// Signals of loads and imposed motions over time.
namespace slideway::assembly {

/// Constant force [N, or N m on a rotation]; the same units apply to the signals below.
struct Constant {
    double force = 0;
};

/// Force raised from zero: force (1 - cos(pi t / ramp)) / 2 for t < ramp from the start.
struct Raised {
    double force = 0;
    double ramp = 0; ///< [s], > 0
};

/// Band-limited Gaussian force (base/band_noise.hpp).
struct Noise {
    double rms = 0;                     ///< [N]
    double band_low = 0, band_high = 0; ///< [Hz]
    std::uint64_t seed = 1;
};

/// Harmonic signal Re(amplitude exp(j (Omega t + phase))) with Omega of the model [N, or m for a
/// motion; for a rotation N m or rad].
struct Harmonic {
    double amplitude = 0; ///< >= 0
    double phase = 0;     ///< [rad]
};

/// Velocity v(t) = r(t) amplitude cos(Omega t + phase), with r = (1 - cos(pi t / ramp)) / 2 for t <
/// ramp, then 1.
struct HarmonicVelocity {
    double amplitude = 0; ///< [m/s or rad/s]
    double Omega = 0;     ///< [rad/s], independent of the model
    double phase = 0;     ///< [rad]
};

/// Change of the velocity to `value`, from `at` [s] over `over` [s], along half a cosine.
struct VelocityChange {
    double at = 0, value = 0, over = 0;
};

/// Alternative to the ramp of a motion. Changes are in the order of time and do not overlap; the
/// motion starts from rest.
using Turning = std::variant<std::monostate, HarmonicVelocity, std::vector<VelocityChange>>;

} // namespace slideway::assembly
