#pragma once

#include <cstdint>
#include <variant>
#include <vector>

/// What loads and imposed motions do over time.
namespace slideway::assembly {

/// Constant force [N, on a rotation N m], as of the signals below.
struct Constant {
    double force = 0;
};

/// Force that is raised from zero, force (1 - cos(pi t / ramp)) / 2 for t < ramp from the start.
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

/// Re(amplitude exp(j (Omega t + phase))) with Omega of the model [N, or m for a motion;
/// of a rotation N m, or rad].
struct Harmonic {
    double amplitude = 0; ///< >= 0
    double phase = 0;     ///< [rad]
};

/// v(t) = r(t) amplitude cos(Omega t + phase), r = (1 - cos(pi t / ramp)) / 2 for t < ramp, then 1.
struct HarmonicVelocity {
    double amplitude = 0; ///< [m/s or rad/s]
    double Omega = 0;     ///< [rad/s], its own
    double phase = 0;     ///< [rad]
};

/// From `at` [s] on the velocity goes to `value` in `over` [s], along half a cosine.
struct VelocityChange {
    double at = 0, value = 0, over = 0;
};

/// Another velocity of a motion than along a ramp. Changes: in time order, none before the one
/// before it has ended; from rest.
using Turning = std::variant<std::monostate, HarmonicVelocity, std::vector<VelocityChange>>;

} // namespace slideway::assembly
