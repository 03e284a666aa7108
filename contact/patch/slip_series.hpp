#pragma once

#include "contact/patch/disc_pressure.hpp"

#include <vector>

namespace slideway::contact {

/// Odd harmonics of the angle theta on a sphere whose spin axis is scaled by a length rho:
///
///   Q = sum_i slip_i cos((2i-1) theta),   T = sum_i spin_i sin((2i-1) theta),   i = 1, ..., n
///
/// in units of mu P, T per rho.
struct SlipSeries {
    struct Term {
        double slip = 0, spin = 0;
    };
    std::vector<Term> terms;
};

[[nodiscard]] Meridian series_meridian(const SlipSeries& law, const SlipSpin& at);
/// Holds the series on the arc from `low` to `high`: by its Taylor polynomial of second order about
/// the middle in sin^2 theta, and Markov's bound of what follows.
[[nodiscard]] MeridianBounds series_bounds(const SlipSeries& law, const SlipSpin& low,
                                           const SlipSpin& high);

/// The ellipsoid Q = cos theta, T = kappa/rho sin theta: right for pure slip and for pure spin.
/// @param rho  in radii
[[nodiscard]] SlipSeries ellipsoid(const DiscPressure& disc, double rho);
/// Fourier coefficients of Q and T of the exact law, one by one: it has no potential.
[[nodiscard]] SlipSeries harmonic_series(const DiscPressure& disc, double rho, int n);
/// From D = sum_{i < n} d_i cos(2 i theta), Fourier coefficients of the exact dissipation:
/// Q = D cos - D' sin and T = D sin + D' cos have a potential.
[[nodiscard]] SlipSeries potential_series(const DiscPressure& disc, double rho, int n);
/// d_0, ..., d_{n-1}.
[[nodiscard]] std::vector<double> dissipation_coefficients(const DiscPressure& disc, double rho,
                                                           int n);

} // namespace slideway::contact
