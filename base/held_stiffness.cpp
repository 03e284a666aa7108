#include "base/held_stiffness.hpp"

#include "base/dense_eigen.hpp"
#include "base/elimination.hpp"
#include "base/rigid_motion.hpp"
#include "base/sparse.hpp"

#include <cmath>

namespace slideway {

namespace {

Matrix rows_of(const MatrixIn& full, const std::vector<Index>& rows)
{
    Matrix some(static_cast<Index>(rows.size()), full.cols());
    for (Index r = 0; r < some.rows(); ++r)
        some.row(r) = full.row(rows[static_cast<std::size_t>(r)]);
    return some;
}

void set_rows(const std::vector<Index>& rows, const Matrix& some, Eigen::Ref<Matrix> full)
{
    for (Index r = 0; r < some.rows(); ++r)
        full.row(rows[static_cast<std::size_t>(r)]) = some.row(r);
}

} // namespace

HeldStiffness::HeldStiffness(const SparseMatrix& K, const SparseMatrix& W,
                             const std::function<void(double bytes)>& accept,
                             const Progress& progress)
    : n_(K.rows()), W_(W.rows() > 0 ? W : SparseMatrix(0, K.rows())),
      pivots_(eliminate(W_).eliminated), others_(complement(n_, pivots_)),
      factor_(pivots_.empty() ? SparseCholesky(K, accept, progress)
                              : SparseCholesky(submatrix(K, others_, others_), accept, progress)),
      positive_definite_(factor_.positive_definite())
{
    if (positive_definite_ && n_held() > 0)
        add_border(K);
}

void HeldStiffness::add_border(const SparseMatrix& K)
{
    const auto m = static_cast<Index>(pivots_.size());
    T_ = Matrix::Zero(n_, m);
    for (Index k = 0; k < m; ++k)
        T_(pivots_[static_cast<std::size_t>(k)], k) = 1;
    for (int pass = 0; pass < 2; ++pass) // the second pass restores digits that the first one loses
        set_rows(others_,
                 rows_of(T_, others_) - factor_.solve(rows_of(careful_product(K, T_), others_)),
                 T_);
    X_ = Matrix::Zero(n_, m);
    const Matrix W_T = W_.transpose();
    set_rows(others_, factor_.solve(rows_of(W_T, others_)), X_);

    border_ = inverse_border(rows_of(careful_product(K, T_), pivots_), W_ * T_, W_ * X_,
                             rows_of(K.diagonal(), pivots_).col(0));
    positive_definite_ = border_.size() > 0;
}

Matrix inverse_border(const Matrix& S, const Matrix& G, const Matrix& WX, const Vector& diagonal)
{
    const Index m = diagonal.size();
    Matrix A(2 * m, 2 * m);
    A << 0.5 * (S + S.transpose()), -G.transpose(), G, WX;
    // Scaling by the stiffness at the pivots and by its effect on the rows makes the system
    // independent of units.
    Vector scale(2 * m);
    for (Index k = 0; k < m; ++k)
        scale(k) = 1 / std::sqrt(diagonal(k));
    for (Index k = 0; k < m; ++k)
        scale(m + k) = 1 / (G.row(k) * scale.head(m).asDiagonal()).cwiseAbs().maxCoeff();
    const Svd<double> parts =
        svd(Matrix(scale.asDiagonal() * A * scale.asDiagonal()), SingularVectors::thin);
    // A motion that nothing resists leaves round-off; even a soft spring leaves more.
    constexpr double round_off = 1e-14;
    if (!scale.allFinite() || !(parts.values(2 * m - 1) > round_off * parts.values(0)))
        return {};
    return scale.asDiagonal() * parts.V * parts.values.cwiseInverse().asDiagonal() *
           parts.U.transpose() * scale.asDiagonal();
}

void HeldStiffness::solve_in_place(Eigen::Ref<Matrix> f, const Matrix& g) const
{
    if (n_held() == 0) {
        factor_.solve_in_place(f);
        return;
    }
    const auto m = n_held();
    Matrix right(2 * m, f.cols());
    right.topRows(m) = T_.transpose() * f;
    Matrix u = Matrix::Zero(n_, f.cols());
    set_rows(others_, factor_.solve(rows_of(f, others_)), u);
    right.bottomRows(m) = g - W_ * u;
    const Matrix found = border_ * right; // u_p, lambda
    u.noalias() += T_ * found.topRows(m);
    u.noalias() += X_ * found.bottomRows(m);
    f = u;
}

void HeldStiffness::solve_in_place(Eigen::Ref<Matrix> f) const
{
    if (n_held() == 0)
        factor_.solve_in_place(f);
    else
        solve_in_place(f, Matrix::Zero(n_held(), f.cols()));
}

Matrix HeldStiffness::solve(const Matrix& f) const
{
    Matrix u = f;
    solve_in_place(u);
    return u;
}

} // namespace slideway
