#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"
#include "fem/share.hpp"

namespace slideway::reduction {

/// Where the rows of a body are while it is reduced: all here, or spread over processes that work
/// together. "Own" rows are those here, of tall matrices as of sparse symmetric ones, whose own
/// columns they are.
class Spread {
public:
    virtual ~Spread() = default;

    [[nodiscard]] virtual fem::Share share() const { return {}; }
    /// Over all processes, with the same bits on each.
    [[nodiscard]] virtual Matrix sum(Matrix part) const { return part; }

    /// Own rows of A x. @param A  n x n, symmetric, own columns; x  own rows
    [[nodiscard]] virtual Matrix product(const SparseMatrix& A, const MatrixIn& x) const;
    /// The same with sums of twice the digits.
    [[nodiscard]] virtual Matrix careful_product(const SparseMatrix& A, const MatrixIn& x) const;
    /// T^T A T. @throws Interrupted
    [[nodiscard]] virtual Matrix congruence(const SparseMatrix& A, const MatrixIn& T,
                                            const Progress& progress = {}) const;

    [[nodiscard]] double trace(const SparseMatrix& A) const;

    /// Own rows of what has all.
    [[nodiscard]] Matrix rows(const MatrixIn& all) const;
    /// W x. @param W  any rows x n, all of it; x  own rows
    [[nodiscard]] Matrix times(const SparseMatrix& W, const MatrixIn& x) const;
    /// x^T y
    [[nodiscard]] Matrix inner(const MatrixIn& x, const MatrixIn& y) const;
};

} // namespace slideway::reduction
