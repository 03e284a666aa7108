#pragma once

#include "base/types.hpp"

#include <vector>

/// Complex arithmetic of the inner loops, where systems have a few unknowns.
namespace slideway::dynamics {

/// a b and a / b without the test for infinite factors that std::complex brings along.
inline Complex times(const Complex& a, const Complex& b)
{
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
inline Complex over(const Complex& a, const Complex& b)
{
    const double d = b.real() * b.real() + b.imag() * b.imag();
    return {(a.real() * b.real() + a.imag() * b.imag()) / d,
            (a.imag() * b.real() - a.real() * b.imag()) / d};
}

/// A x = b by Gauss with row pivoting, rows scaled, in place.
/// @param A  n x n, row after row
/// @param b  n x n_rhs, row after row; then x
/// @return whether it is regular to working accuracy
[[nodiscard]] bool solve_in_place(std::vector<Complex>& A, std::vector<Complex>& b, Index n,
                                  Index n_rhs);

} // namespace slideway::dynamics
