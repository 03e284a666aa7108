#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"

#include <functional>
#include <memory>

namespace slideway {

/// Supernodal Cholesky factorisation (CHOLMOD) of a symmetric positive definite sparse matrix.
class SparseCholesky {
public:
    /// @param A       symmetric; both triangles stored
    /// @param accept  called between the symbolic analysis and the factorisation with the memory
    ///                that the factor will take [B]; throws to refuse it
    /// @param progress  polled 50 times a second while a large matrix is factorised; the matrix is
    ///                  copied for that
    /// @throws std::length_error  the factor would have more than 2^31 entries
    /// @throws Interrupted
    explicit SparseCholesky(const SparseMatrix& A,
                            const std::function<void(double bytes)>& accept = {},
                            const Progress& progress = {});
    ~SparseCholesky();
    SparseCholesky(SparseCholesky&&) noexcept;
    SparseCholesky& operator=(SparseCholesky&&) noexcept;

    /// True if the factorisation succeeded and A resists every motion: its smallest pivot, relative
    /// to the diagonal entry of its row, is above round-off. If that pivot is small, rigid_motion
    /// tests the motion that belongs to it. The criterion does not depend on units: rows may be N
    /// and N m.
    [[nodiscard]] bool positive_definite() const;

    /// Solves A x = b for one or more columns. The workspace is reused between calls, so only one
    /// thread may call it at a time. @pre positive_definite()
    [[nodiscard]] Matrix solve(const Matrix& b) const;
    void solve_in_place(Eigen::Ref<Matrix> b) const;

private:
    struct Factor;
    std::shared_ptr<Factor> factor_; ///< shared with a factorisation in a detached thread
    bool positive_definite_ = false;
};

} // namespace slideway
