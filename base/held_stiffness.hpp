#pragma once

#include "base/progress.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/types.hpp"

#include <functional>
#include <vector>

namespace slideway {

/// Inverts the dense system of HeldStiffness after scaling, which makes it independent of units.
/// Returns an empty matrix if a motion remains that nothing resists.
/// @param S, G, WX  T^T K T, W T and W X
/// @param diagonal  diagonal of K at the pivots
[[nodiscard]] Matrix inverse_border(const Matrix& S, const Matrix& G, const Matrix& WX,
                                    const Vector& diagonal);

/// Solves for a stiffness K with held combinations W u of displacements: u and the
/// reactions lambda of
///
///   K u - W^T lambda = f,   W u = g.
///
/// K alone may be singular. One dof of each row of W, its pivot p, is held while the other dofs j
/// are factorised, K_jj. With T = [I; -K_jj^-1 K_jp] and X = [0; K_jj^-1 W_j^T]
///
///   u = [0; K_jj^-1 f_j] + T u_p + X lambda,
///   [T^T K T, -(W T)^T; W T, W X] [u_p; lambda] = [T^T f; g - W [0; K_jj^-1 f_j]],
///
/// This is a dense system of two unknowns per row, scaled so that it is independent of units.
/// Without rows, K is factorised as it is. No dense n x n matrix is made.
class HeldStiffness {
public:
    /// @param W  rows x n, linearly independent; a matrix without rows holds nothing
    /// @param accept, progress  passed to SparseCholesky
    explicit HeldStiffness(const SparseMatrix& K, const SparseMatrix& W = {},
                           const std::function<void(double bytes)>& accept = {},
                           const Progress& progress = {});

    [[nodiscard]] Index rows() const { return n_; }
    [[nodiscard]] Index n_held() const { return W_.rows(); }
    [[nodiscard]] const SparseMatrix& held() const { return W_; }
    /// Factor of K_jj, which is K itself if no rows are held.
    [[nodiscard]] const SparseCholesky& factor() const { return factor_; }
    /// True if K resists every motion with W u = 0.
    [[nodiscard]] bool positive_definite() const { return positive_definite_; }

    /// Replaces f by the solution u with g = 0; a symmetric operator. @pre positive_definite()
    void solve_in_place(Eigen::Ref<Matrix> f) const;
    [[nodiscard]] Matrix solve(const Matrix& f) const;
    /// Replaces f by the solution u.
    /// @param f, g  n x k, held rows x k
    void solve_in_place(Eigen::Ref<Matrix> f, const Matrix& g) const;

private:
    Index n_ = 0;
    SparseMatrix W_;
    std::vector<Index> pivots_, others_; ///< ascending
    SparseCholesky factor_;
    bool positive_definite_ = false;
    Matrix T_, X_;  ///< n x rows
    Matrix border_; ///< inverse of the scaled dense system, with its scales: 2 rows x 2 rows

    void add_border(const SparseMatrix& K);
};

} // namespace slideway
