#pragma once

#include "base/progress.hpp"
#include "dynamics/orbits/regime_limits.hpp"

#include <functional>

namespace slideway::dynamics {

/// Data that determine the motion of a sliding contact at one frequency.
struct SlidingResponse {
    /// Value and slope of w(t) on 0 <= t <= pi / Omega, per unit of friction force: w of
    /// RegimeBoundaries, which repeats with opposite sign.
    struct Value {
        double w = 0, slope = 0;
    };
    std::function<Value(double t)> w;
    double Omega = 0;      ///< [rad/s]
    double drive = 0;      ///< Omega |V| [m/s]: amplitude of the velocity without friction
    double compliance = 0; ///< b^2 [1/kg]: a reversal changes the acceleration by 2 b^2 limit
    double fastest = 0;    ///< highest frequency in w [rad/s]
    double terms = 0;      ///< number of terms in w: the cost of a value
};

/// Friction forces above the closed form at which the contact slides without a stop, with more than
/// two reversals a period.
///
/// With reversals at t_1 < ... < t_N < t_1 + pi / Omega, N odd, and the opposite signs in the next
/// half period, the contact velocity is
///
///   v(t) = -Omega |V| sin Omega t + limit sum_k (-1)^(k+1) w(t - t_k),   v(t_k) = 0
///
/// which is followed over the limit. The motion is a steady state, and because of contraction the
/// only one, where v has the sign that the friction was given, everywhere between the reversals and
/// right after them. A pair of reversals is born where v touches zero between two others, at first
/// of the motion with two reversals a period, at the closed form.
///
/// @param limits  limits at this frequency, with S > 1; otherwise the velocity does not touch zero
/// @return ranges ascending in the limit; `searched`, or the reason why they were not searched
/// Source: docs/theory/motion_regimes.md, section 3.
[[nodiscard]] MoreReversals more_reversals(const SlidingResponse& response,
                                           const RegimeLimits& limits, const Progress& progress);

} // namespace slideway::dynamics
