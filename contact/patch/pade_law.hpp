#pragma once

#include "contact/patch/disc_pressure.hpp"

namespace slideway::contact {

/// Fractions of second degree in eps = u / (R omega),
///
///   Q = (eps^2 + a eps)/(eps^2 + a eps + b),   T = kappa (1 + c eps)/(1 + c eps + d eps^2),
///
/// that have the value and the first slope that is not 0 of the exact law at both ends, b = R
/// omega. No potential.
struct PadeLaw {
    double a = 0, b = 0, c = 0, d = 0, kappa = 0;
};

[[nodiscard]] PadeLaw pade_law(const DiscPressure& disc);
[[nodiscard]] Meridian pade_meridian(const PadeLaw& law, const SlipSpin& at);
[[nodiscard]] MeridianBounds pade_bounds(const PadeLaw& law, const SlipSpin& low,
                                         const SlipSpin& high);

} // namespace slideway::contact
