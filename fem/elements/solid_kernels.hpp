#pragma once

// Inner loops of solid elements, compiled for several instruction sets (base/cpu_clones.hpp).

namespace slideway::fem {

/// Length of a padded row of n numbers in the arrays below: the next multiple of 8.
[[nodiscard]] constexpr int padded(int n)
{
    return (n + 7) / 8 * 8;
}

/// Computes S = sum_q w_q G_q G_q^T, n x n, row-major, with rows of padded(n). Only entries up to
/// the end of the diagonal 3 x 3 block of each row are defined.
/// @param G  points x n, row-major, with rows of padded(n) that end with zeros
/// @param S  room for padded(n) x padded(n)
void weighted_products(const double* G, const double* w, int n_points, int n, double* S);

/// Computes the stiffness K (3 m x 3 m, row-major, symmetric) of m gradients from their products:
///   K_ij(a, b) = sum_cd D(ac, bd) S_ij(c, d).
/// @param S        3 m x 3 m of weighted_products()
/// @param moduli   9 x 9, row-major: D(ac, bd) in row 3 a + b and column 3 c + d
void stiffness_of_products(const double* S, const double* moduli, int m, double* K);

/// Computes the stiffness of an isotropic material from Lame's constants:
///   K_ij(a, b) = lambda S_ij(a, b) + mu S_ij(b, a) + mu trace S_ij delta_ab.
void isotropic_stiffness_of_products(const double* S, double lambda, double mu, int m, double* K);

} // namespace slideway::fem
