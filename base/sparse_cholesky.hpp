#pragma once

#include "base/types.hpp"

#include <memory>

namespace slideway {

/// Supernodal Cholesky factorisation (CHOLMOD) of a symmetric positive definite sparse matrix.
class SparseCholesky {
public:
    /// @param A  symmetric; both triangles or the lower one stored
    explicit SparseCholesky(const SparseMatrix& A);
    ~SparseCholesky();
    SparseCholesky(SparseCholesky&&) noexcept;
    SparseCholesky& operator=(SparseCholesky&&) noexcept;

    /// Whether the factorisation went through and its pivots span less than 13 decades. A stiffness
    /// matrix that fails this has a mechanism: its zero pivot is round-off, 1e-16 of the largest.
    [[nodiscard]] bool positive_definite() const;

    /// A x = b. @pre positive_definite()
    [[nodiscard]] Matrix solve(const Matrix& b) const;
    void solve_in_place(Eigen::Ref<Vector> b) const;

private:
    struct Factor;
    std::unique_ptr<Factor> factor_;
};

} // namespace slideway
