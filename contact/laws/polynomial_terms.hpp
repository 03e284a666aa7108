#pragma once

#include "contact/laws/joint_force.hpp"

#include <span>

/// Polynomials of (r, v), term by term.
namespace slideway::contact {

/// x^n by multiplications.
inline double power(double x, int n)
{
    double product = 1;
    for (; n > 0; --n)
        product *= x;
    return product;
}

/// A term and its derivatives.
struct TermValue {
    double f = 0, r = 0, v = 0, rr = 0, rv = 0, vv = 0;
};

/// x^n with its first two derivatives.
struct PowerValue {
    double value = 1, slope = 0, curvature = 0;

    PowerValue(double x, int n)
    {
        if (n >= 2) {
            const double below = power(x, n - 2);
            curvature = n * (n - 1) * below;
            slope = n * (below * x);
            value = below * x * x;
        } else if (n == 1) {
            slope = 1;
            value = x;
        }
    }
};

[[nodiscard]] inline TermValue value_at(const PolynomialTerm& term, double r, double v)
{
    const PowerValue a(r, term.r_power), b(v, term.v_power);
    return {term.value * (a.value * b.value), term.value * (a.slope * b.value),
            term.value * (a.value * b.slope), term.value * (a.curvature * b.value),
            term.value * (a.slope * b.slope), term.value * (a.value * b.curvature)};
}

/// Adds the terms and their derivatives.
[[nodiscard]] TermValue value_at(std::span<const PolynomialTerm> terms, double r, double v);

/// Integral of the force from 0 to r with v = 0.
[[nodiscard]] double potential(std::span<const PolynomialTerm> terms, double r);

/// Largest slopes that the terms can have while |r| <= reach, near v = 0.
[[nodiscard]] RowSlope steepest(std::span<const PolynomialTerm> terms, double reach);

/// True if f(-r, -v) = -f(r, v): every term has an odd degree.
[[nodiscard]] bool is_odd(std::span<const PolynomialTerm> terms);

[[nodiscard]] bool depends_on_velocity(std::span<const PolynomialTerm> terms);

/// True if the terms take energy from every motion: each term with v is positive, with an even
/// power of r and an odd power of v. Terms of r alone take nothing over a cycle.
[[nodiscard]] bool dissipate(std::span<const PolynomialTerm> terms);

/// Highest degree of a term in r and v together.
[[nodiscard]] int degree(std::span<const PolynomialTerm> terms);

/// Adds the terms to each row of a piece.
void add_terms(std::span<const PolynomialTerm> terms, JointPiece& out);

} // namespace slideway::contact
