#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"
#include "fem/share.hpp"

namespace slideway::reduction {

/// Distribution of the rows of a body while it is reduced: all in this process, or over several
/// processes. "Own" rows are those of this process. A tall matrix has own rows; a sparse symmetric
/// matrix has own columns, which equal its rows.
class Spread {
public:
    virtual ~Spread() = default;

    [[nodiscard]] virtual fem::Share share() const { return {}; }
    /// Sums over all processes, with the same bits on each.
    [[nodiscard]] virtual Matrix sum(Matrix part) const { return part; }

    /// Returns own rows of A x. @param A  n x n, symmetric, own columns; x  own rows
    [[nodiscard]] virtual Matrix product(const SparseMatrix& A, const MatrixIn& x) const;
    /// Returns own rows of A x with sums of twice the digits.
    [[nodiscard]] virtual Matrix careful_product(const SparseMatrix& A, const MatrixIn& x) const;
    /// Computes T^T A T. @throws Interrupted
    [[nodiscard]] virtual Matrix congruence(const SparseMatrix& A, const MatrixIn& T,
                                            const Progress& progress = {}) const;

    [[nodiscard]] double trace(const SparseMatrix& A) const;

    /// Returns own rows of a matrix with all rows.
    [[nodiscard]] Matrix rows(const MatrixIn& all) const;
    /// Computes W x. @param W  any rows x n, complete; x  own rows
    [[nodiscard]] Matrix times(const SparseMatrix& W, const MatrixIn& x) const;
    /// Computes x^T y.
    [[nodiscard]] Matrix inner(const MatrixIn& x, const MatrixIn& y) const;
};

} // namespace slideway::reduction
