#pragma once

#include <cmath>
#include <numbers>

namespace slideway::test {

/// Free vibration that the cosine ramp of a base to the velocity v leaves in an oscillator carried
/// by it: w'' + omega^2 w = -a, a = A sin(Omega t) while t < ramp, Omega = pi / ramp,
/// A = v Omega / 2; w = w' = 0 at first.
struct RampedBase {
    double v, ramp, omega;
    double Omega = std::numbers::pi / ramp, A = 0.5 * v * Omega;
    double scale = A / (omega * omega - Omega * Omega);

    [[nodiscard]] double w(double t) const
    {
        if (t > ramp)
            return w(ramp) * std::cos(omega * (t - ramp)) +
                   rate_at_end() / omega * std::sin(omega * (t - ramp));
        return -scale * (std::sin(Omega * t) - Omega / omega * std::sin(omega * t));
    }
    [[nodiscard]] double rate_at_end() const ///< w' at the end of the ramp
    {
        return -scale * Omega * (std::cos(Omega * ramp) - std::cos(omega * ramp));
    }
};

} // namespace slideway::test
