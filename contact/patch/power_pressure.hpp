#pragma once

#include "base/choice.hpp"
#include <array>
#include <vector>

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

/// Numbers of the exact law of a disc of radius 1, for a ratio of slip and spin <= 1 with eps =
/// a/b: each is monotone in it.
struct LawParts {
    double slip = 0, spin = 0, bend = 0;
};

/// The exact law in closed form, b = R omega: with F = 2F1 and y = 1/eps
///
///   eps <= 1: Q = q1 eps F(-1/2-nu, 1/2; 2; eps^2),  T = kappa F(-3/2-nu, 1/2; 1; eps^2)
///   eps >= 1: Q = F(-1/2, 1/2; 2+nu; y^2),           T = y/(2 (nu+2)) F(1/2, 1/2; 3+nu; y^2)
///
/// and dQ/dtheta from these; dT/dtheta follows since a dQ + b dT = 0. Relative round-off below
/// 1e-13 for every eps. Series are summed where the ratio squared is <= 0.1, since closed forms
/// cancel there; between stand complete elliptic integrals (uniform) and an arc sine.
/// Source: docs/theory/patch_friction.md, section 2.
/// @return (Q/eps, T, dQ/deps) for eps <= 1
[[nodiscard]] LawParts spinning_parts(PressureShape shape, double eps);
/// @return (Q, T/y, -dQ/dy / y) for y = 1/eps <= 1
[[nodiscard]] LawParts sliding_parts(PressureShape shape, double y);

/// Any nu > -1, by quadrature of Euler's integrals of F. Below -0.95 dQ/deps loses digits at eps =
/// 1, where it grows without bound as nu tends to -1.
class PowerPressure {
public:
    /// @throws InputError  nu <= -1
    explicit PowerPressure(double nu);
    [[nodiscard]] double nu() const { return nu_; }
    [[nodiscard]] LawParts spinning(double eps) const;
    [[nodiscard]] LawParts sliding(double y) const;

private:
    double nu_;
    double slip_of_spin_, torque_arm_, slide_, slide_spin_; // factors of F
    std::vector<double> sin_power_;                         // sin(phi)^(2 nu + 2) of the nodes
};

} // namespace slideway::contact
