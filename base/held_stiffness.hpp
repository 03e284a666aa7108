#pragma once

#include "base/progress.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/types.hpp"

#include <functional>
#include <vector>

namespace slideway {

/// Inverse of the dense system of HeldStiffness, made free of units first; without rows if a motion
/// is left that nothing resists.
/// @param S, G, WX  T^T K T, W T and W X
/// @param diagonal  of K at the pivots
[[nodiscard]] Matrix inverse_border(const Matrix& S, const Matrix& G, const Matrix& WX,
                                    const Vector& diagonal);

/// Answers of a stiffness K whose combinations y = W u are held: u and the reactions lambda of
///
///   K u - W^T lambda = f,   W u = g.
///
/// K alone may be singular. One dof of each row of W, its pivot p, is held while the rest j is
/// factorised, K_jj; with T = [I; -K_jj^-1 K_jp] and X = [0; K_jj^-1 W_j^T]
///
///   u = [0; K_jj^-1 f_j] + T u_p + X lambda,
///   [T^T K T, -(W T)^T; W T, W X] [u_p; lambda] = [T^T f; g - W [0; K_jj^-1 f_j]],
///
/// a dense system of two unknowns a row, scaled to be free of units. Without rows K is factorised
/// as it is. Nothing dense of n x n is made.
class HeldStiffness {
public:
    /// @param W  rows x n, independent of each other; without rows (and any number of columns):
    /// none
    /// @param accept, progress  as of SparseCholesky
    explicit HeldStiffness(const SparseMatrix& K, const SparseMatrix& W = {},
                           const std::function<void(double bytes)>& accept = {},
                           const Progress& progress = {});

    [[nodiscard]] Index rows() const { return n_; }
    [[nodiscard]] Index n_held() const { return W_.rows(); }
    [[nodiscard]] const SparseMatrix& held() const { return W_; }
    /// Of K_jj: K itself without rows held.
    [[nodiscard]] const SparseCholesky& factor() const { return factor_; }
    /// Whether K resists every motion with W u = 0.
    [[nodiscard]] bool positive_definite() const { return positive_definite_; }

    /// u with g = 0, in place of f; a symmetric operator. @pre positive_definite()
    void solve_in_place(Eigen::Ref<Matrix> f) const;
    [[nodiscard]] Matrix solve(const Matrix& f) const;
    /// @param f  n x k, g: held rows x k
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
