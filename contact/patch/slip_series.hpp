#pragma once

#include "contact/patch/disc_pressure.hpp"

#include <vector>

namespace slideway::contact {

/// Odd harmonics of the angle theta on a sphere whose spin axis is scaled by a length rho:
///
///   Q = sum_i slip_i cos((2i-1) theta),   T = sum_i spin_i sin((2i-1) theta),   i = 1, ..., n
///
/// in units of mu P, T divided by rho.
struct SlipSeries {
    struct Term {
        double slip = 0, spin = 0;
    };
    std::vector<Term> terms;
};

[[nodiscard]] Meridian series_meridian(const SlipSeries& law, const SlipSpin& spin);
/// Bounds of the series on the arc from `low` to `high`, from its second-order Taylor polynomial
/// about the middle in sin^2 theta and Markov's bound of the remainder.
[[nodiscard]] MeridianBounds series_bounds(const SlipSeries& law, const SlipSpin& low,
                                           const SlipSpin& high);

/// The ellipsoid Q = cos theta, T = kappa/rho sin theta, which is exact for pure slip and pure
/// spin.
/// @param rho  length in units of the radius
[[nodiscard]] SlipSeries ellipsoid(const DiscPressure& disc, double rho);
/// Separate Fourier coefficients of Q and T of the exact law. The series has no potential.
[[nodiscard]] SlipSeries harmonic_series(const DiscPressure& disc, double rho, int n);
/// Series with a potential, from Fourier coefficients of the exact dissipation: D = sum_{i < n} d_i
/// cos(2 i theta), Q = D cos - D' sin, T = D sin + D' cos.
[[nodiscard]] SlipSeries potential_series(const DiscPressure& disc, double rho, int n);
/// The coefficients d_0, ..., d_{n-1} of the exact dissipation.
[[nodiscard]] std::vector<double> dissipation_coefficients(const DiscPressure& disc, double rho,
                                                           int n);

} // namespace slideway::contact
