#pragma once

#include <array>
#include <cstddef>

namespace slideway::dynamics {

/// A polynomial sum a_k x^k of degree n, a multiple of four.
template <std::size_t n>
using PolynomialOf = std::array<double, n + 1>;

inline constexpr std::size_t degree = 12; ///< degree of the polynomials of locked motion
using Polynomial = PolynomialOf<degree>;
inline constexpr std::size_t step_degree = 20; ///< degree of the polynomials of steps
using StepPolynomial = PolynomialOf<step_degree>;

struct SignChange {
    double x = 1;
    bool root = false; ///< at x the polynomial is zero to round-off, or below enough x^degree
};

/// The largest x <= 1 up to which the polynomial is shown not to be negative, from a_0 >= 0: at its
/// first root within (0, 1], if Bernstein coefficients or a few halvings of the interval show that
/// root from others, and short of it where they do not.
///
/// The Bernstein coefficients of an interval change sign at least as often as the polynomial in it
/// (variation diminishing; Farouki, Computer Aided Geometric Design 29, 2012, 379-419): without a
/// change there is no root, with one there is one.
///
/// @param enough  the root may be missed on its near side where the polynomial is below
///                enough x^degree
[[nodiscard]] SignChange first_sign_change(const Polynomial& a, double enough);

/// The first root within (0, 1] at which the polynomial passes from a_0 >= 0 below zero, x = 1 and
/// no root if there is none. Two roots within 2^-26 of the interval are none: between them the
/// polynomial is round-off.
[[nodiscard]] SignChange first_sign_change(const StepPolynomial& a);

/// First sign change of a polynomial that decreases from a_0 > 0 to its only root within (0, 1).
[[nodiscard]] SignChange falling_root(const Polynomial& a, double enough);

} // namespace slideway::dynamics
