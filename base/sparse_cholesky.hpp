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
    /// @param progress  asked 50 times a second while a large matrix is factorised, of which a copy
    ///                is then made
    /// @throws std::length_error  the factor would have more than 2^31 entries
    /// @throws Interrupted
    explicit SparseCholesky(const SparseMatrix& A,
                            const std::function<void(double bytes)>& accept = {},
                            const Progress& progress = {});
    ~SparseCholesky();
    SparseCholesky(SparseCholesky&&) noexcept;
    SparseCholesky& operator=(SparseCholesky&&) noexcept;

    [[nodiscard]] Index rows() const;

    /// Whether the factorisation went through and A resists every motion: its smallest pivot beside
    /// the diagonal entry it belongs to is not round-off. Where that pivot is small, the motion
    /// that goes with it is judged by rigid_motion. Free of units: rows may be N and N m.
    [[nodiscard]] bool positive_definite() const;

    /// A x = b, one or more columns. The workspace is kept from call to call: not for two threads
    /// at a time. @pre positive_definite()
    [[nodiscard]] Matrix solve(const Matrix& b) const;
    void solve_in_place(Eigen::Ref<Matrix> b) const;

private:
    struct Factor;
    std::shared_ptr<Factor> factor_; ///< with a factorisation that was left to itself
    bool positive_definite_ = false;
};

} // namespace slideway
