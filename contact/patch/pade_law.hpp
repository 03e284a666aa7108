#pragma once

#include "contact/patch/disc_pressure.hpp"

namespace slideway::contact {

/// Rational functions of eps = u / (R omega), b = R omega, that match the value and the first
/// non-zero slope of the exact law at both ends. They have no potential. Second degree:
///
///   Q = (eps^2 + a eps)/(eps^2 + a eps + b),   T = kappa (1 + c eps)/(1 + c eps + d eps^2);
///
/// First degree (Zhuravlev): matches only the slopes of Q at pure spin and of T at pure slip, and
/// has kinks of Q at pure slip and of T at pure spin:
///
///   Q = eps/(eps + a),   T = kappa/(1 + c eps).
struct PadeLaw {
    int degree = 2;
    double a = 0, b = 0, c = 0, d = 0, kappa = 0;
};

/// @param degree  1 or 2
[[nodiscard]] PadeLaw pade_law(const DiscPressure& disc, int degree);
[[nodiscard]] Meridian pade_meridian(const PadeLaw& law, const SlipSpin& spin);
[[nodiscard]] MeridianBounds pade_bounds(const PadeLaw& law, const SlipSpin& low,
                                         const SlipSpin& high);

} // namespace slideway::contact
