#pragma once

#include "base/choice.hpp"
#include "contact/patch/meridian.hpp"

#include <array>

namespace slideway::contact {

/// p = (nu + 1) P / (pi R^2) (1 - r^2/R^2)^nu
enum class PressureShape { uniform, hertz, flat_punch };
constexpr auto choices(PressureShape /*one of*/)
{
    using enum PressureShape;
    return std::to_array<Choice<PressureShape>>({{uniform, "uniform", "the same over the disc"},
                                                 {hertz, "hertz", "half an ellipsoid, nu = 1/2"},
                                                 {flat_punch, "flat-punch", "nu = -1/2"}});
}

[[nodiscard]] double exponent(PressureShape shape); ///< nu

/// Torque of pure spin over mu P R: 2/3, 3 pi/16, pi/4.
[[nodiscard]] double torque_arm(PressureShape shape);

/// The exact law, b = R omega, in closed form: with eps = a/b and F = 2F1,
///
///   eps <= 1: Q = q1 eps F(-1/2-nu, 1/2; 2; eps^2),  T = kappa F(-3/2-nu, 1/2; 1; eps^2)
///   eps >= 1: Q = F(-1/2, 1/2; 2+nu; eps^-2),        T = 1/(2 (nu+2) eps) F(1/2, 1/2; 3+nu;
///   eps^-2)
///
/// and dQ/dtheta from these; dT/dtheta follows since a dQ + b dT = 0. Relative round-off below
/// 1e-13 for every eps. Series are summed where min(eps, 1/eps)^2 <= 0.1, since closed forms cancel
/// there; between stand complete elliptic integrals (uniform) and an arc sine.
/// Source: docs/theory/patch_friction.md, section 2.
[[nodiscard]] Meridian exact_meridian(PressureShape shape, const SlipSpin& at);

/// Holds the law on the arc from `low` to `high`, theta(low) <= theta(high): its parts are monotone
/// in eps.
[[nodiscard]] MeridianBounds exact_bounds(PressureShape shape, const SlipSpin& low,
                                          const SlipSpin& high);

} // namespace slideway::contact
