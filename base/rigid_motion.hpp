#pragma once

#include "base/types.hpp"

namespace slideway {

/// K x with sums of twice the digits: where the terms of a row cancel, as they do for slow motions
/// of a fine mesh, the result keeps the digits that K and x have.
[[nodiscard]] Matrix careful_product(const SparseMatrix& K, const MatrixIn& x);

/// x^T K x beside |x|^T |K| |x|. Those of parts of K add up.
struct Resistance {
    double energy = 0, size = 0;

    [[nodiscard]] double ratio() const;
    [[nodiscard]] bool is_none() const; ///< as rigid_motion
};
[[nodiscard]] Resistance resistance(const SparseMatrix& K, const VectorIn& x);

/// Whether the stiffness K offers no resistance to the motion x that double precision can tell
/// from none:
///
///   x^T K x <= 16 eps |x|^T |K| |x|
///
/// K known to eps of each entry leaves less than that of a rigid motion, whatever the units of
/// force and length, of a rotation beside a displacement, and however large another stiffness of
/// the body is. The slowest motion of a cantilever of n beam elements has 0.26 / n^4.
[[nodiscard]] bool rigid_motion(const SparseMatrix& K, const VectorIn& x);

/// Powers of two that scale a symmetric matrix with this diagonal to one between 1 and 4, exactly:
/// no unit is left in scale_i A_ij scale_j, and no digit lost. 1 where the diagonal is not
/// positive.
[[nodiscard]] Vector unit_scale(const VectorIn& diagonal);

/// K = R^T R of a positive semidefinite K, and the motions that it does not resist.
struct StiffnessFactor {
    Matrix R_T;     ///< n x (n - r)
    Matrix motions; ///< n x r, confirmed one by one by rigid_motion; r = 0 if K is definite
};

/// By a Cholesky factorisation with pivots of K scaled to a unit diagonal.
/// @throws std::domain_error  K has a negative eigenvalue
[[nodiscard]] StiffnessFactor factor_stiffness(const Matrix& K);

} // namespace slideway
