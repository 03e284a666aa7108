#pragma once

#include "base/types.hpp"

namespace slideway {

/// Computes K x with sums of twice the digits. If the terms of a row cancel, as for slow motions of
/// a fine mesh, the result keeps the digits that K and x have.
[[nodiscard]] Matrix careful_product(const SparseMatrix& K, const MatrixIn& x);

/// Energy x^T K x and size |x|^T |K| |x|. The values of parts of K can be added.
struct Resistance {
    double energy = 0, size = 0;

    [[nodiscard]] double ratio() const;
    [[nodiscard]] bool is_none() const; ///< criterion of rigid_motion
};
[[nodiscard]] Resistance resistance(const SparseMatrix& K, const VectorIn& x);

/// True if the stiffness K resists the motion x so little that double precision cannot distinguish
/// it from none:
///
///   x^T K x <= 16 eps |x|^T |K| |x|
/// A rigid motion leaves less than that if the entries of K are known to eps. This holds for any
/// units of force and length, for rotations beside displacements, and for any other large stiffness
/// of the body. The slowest motion of a cantilever of n beam elements has 0.26 / n^4.
[[nodiscard]] bool rigid_motion(const SparseMatrix& K, const VectorIn& x);

/// Returns powers of two that scale a symmetric matrix with this diagonal exactly to a diagonal
/// between 1 and 4. Thus scale_i A_ij scale_j does not depend on units and loses no digits. The
/// scale is 1 where the diagonal is not positive.
[[nodiscard]] Vector unit_scale(const VectorIn& diagonal);

/// Factorisation K = R^T R of a positive semidefinite K, and the motions that K does not resist.
struct StiffnessFactor {
    Matrix R_T;     ///< n x (n - r)
    Matrix motions; ///< n x r, confirmed one by one by rigid_motion; r = 0 if K is definite
};

/// Factorises K, scaled to a unit diagonal, by Cholesky with pivots.
/// @throws std::domain_error  K has a negative eigenvalue
[[nodiscard]] StiffnessFactor factor_stiffness(const Matrix& K);

} // namespace slideway
