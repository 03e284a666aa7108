#pragma once

#include "base/types.hpp"

#include <Eigen/Core>

#include <memory>
#include <optional>
#include <vector>

/// Dense linear equations. LAPACK and Eigen code is compiled once, in the source file.
namespace slideway {

/// Factorisation P A = L U of a square matrix; rows are exchanged for the largest pivot. LAPACK
/// computes it, except for matrices of few rows. Scalar is double or Complex. A singular matrix
/// gives solutions that are not finite.
template <class Scalar>
class Lu {
public:
    using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

    Lu() = default;
    explicit Lu(Matrix A);

    /// Factorises A. Memory is allocated only for the first matrix of a size.
    void compute(const Eigen::Ref<const Matrix>& A);

    [[nodiscard]] Index rows() const { return lu_.rows(); }
    /// Solves A x = b, or A^T x = b.
    void solve_in_place(Eigen::Ref<Matrix> b) const;
    void solve_transposed_in_place(Eigen::Ref<Matrix> b) const;
    template <class Derived>
    [[nodiscard]] auto solve(const Eigen::MatrixBase<Derived>& b) const
    {
        Eigen::Matrix<Scalar, Eigen::Dynamic, Derived::ColsAtCompileTime> x = b;
        solve_in_place(x);
        return x;
    }
    template <class Derived>
    [[nodiscard]] auto solve_transposed(const Eigen::MatrixBase<Derived>& b) const
    {
        Eigen::Matrix<Scalar, Eigen::Dynamic, Derived::ColsAtCompileTime> x = b;
        solve_transposed_in_place(x);
        return x;
    }
    [[nodiscard]] Matrix inverse() const;

    /// Diagonal of U; det A is the sign of the permutation times the product of these entries.
    [[nodiscard]] auto pivots() const { return lu_.diagonal(); }
    [[nodiscard]] int permutation_sign() const;

private:
    void factorise();

    Matrix lu_;
    std::vector<int> exchanged_;
};

extern template class Lu<double>;
extern template class Lu<Complex>;

template <class Derived>
Lu(const Eigen::MatrixBase<Derived>&) -> Lu<typename Derived::Scalar>;

/// Factorisation A = L L^T by Eigen, fast for a few rows.
class Cholesky {
public:
    Cholesky();
    explicit Cholesky(const MatrixIn& A);
    ~Cholesky();
    Cholesky(Cholesky&&) noexcept;
    Cholesky& operator=(Cholesky&&) noexcept;

    /// Factorises A. Memory is allocated only for the first matrix of a size.
    void compute(const MatrixIn& A);
    [[nodiscard]] bool positive_definite() const;

    /// Solves A x = b, L x = b, or L^T x = b.
    void solve_in_place(Eigen::Ref<Matrix> b) const;
    void solve_lower_in_place(Eigen::Ref<Matrix> b) const;
    void solve_upper_in_place(Eigen::Ref<Matrix> b) const;
    template <class Derived>
    [[nodiscard]] auto solve(const Eigen::MatrixBase<Derived>& b) const
    {
        Eigen::Matrix<double, Eigen::Dynamic, Derived::ColsAtCompileTime> x = b;
        solve_in_place(x);
        return x;
    }

private:
    struct Factor;
    std::unique_ptr<Factor> factor_;
};

/// Factorisation P A P^T = L D L^T of a symmetric matrix that need not be definite. Eigen computes
/// it with pivots chosen by size.
class SymmetricFactor {
public:
    SymmetricFactor();
    explicit SymmetricFactor(const MatrixIn& A);
    ~SymmetricFactor();
    SymmetricFactor(SymmetricFactor&&) noexcept;
    SymmetricFactor& operator=(SymmetricFactor&&) noexcept;

    /// Smallest and largest entry of D; both are 1 for a matrix without rows.
    [[nodiscard]] double smallest_pivot() const { return smallest_; }
    [[nodiscard]] double largest_pivot() const { return largest_; }
    void solve_in_place(Eigen::Ref<Matrix> b) const;
    template <class Derived>
    [[nodiscard]] auto solve(const Eigen::MatrixBase<Derived>& b) const
    {
        Eigen::Matrix<double, Eigen::Dynamic, Derived::ColsAtCompileTime> x = b;
        solve_in_place(x);
        return x;
    }

private:
    struct Factor;
    std::unique_ptr<const Factor> factor_;
    double smallest_ = 1, largest_ = 1;
};

/// Solution x of least norm among those with the least norm of A x - b, for each column of b. It
/// uses Eigen's complete orthogonal decomposition, because LAPACK's gelsy takes several times as
/// long for ten rows.
template <class Scalar>
struct LeastSquares {
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> x;
    Index rank = 0;
};
/// @param threshold  pivots below this part of the largest count as zero; round-off if not given
[[nodiscard]] LeastSquares<double> least_squares(const Matrix& A, const MatrixIn& b,
                                                 std::optional<double> threshold = {});
[[nodiscard]] LeastSquares<Complex> least_squares(const ComplexMatrix& A,
                                                  const Eigen::Ref<const ComplexMatrix>& b,
                                                  std::optional<double> threshold = {});

/// Factorisation A P = Q R; each step takes the column with the largest remainder. LAPACK geqp3.
struct PivotedQr {
    std::vector<Index> columns; ///< columns of A in the order of R
    Vector diagonal;            ///< |R_kk|, descending
    Matrix Q;                   ///< rows x rows, orthogonal

    /// Number of diagonal entries that exceed `threshold` times the first.
    [[nodiscard]] Index rank(double threshold) const;
};
[[nodiscard]] PivotedQr pivoted_qr(Matrix A);

/// Returns orthonormal columns N with B N = 0. B has k independent rows and n columns, N is n x
/// (n - k).
[[nodiscard]] Matrix null_space(const MatrixIn& B);

/// Solves A x = b for symmetric positive definite 4 x 4 matrices, as needed for the internal
/// modes of elements.
[[nodiscard]] Eigen::Matrix<double, 4, 8> solve_4(const Eigen::Matrix4d& A,
                                                  const Eigen::Matrix<double, 4, 8>& b);
[[nodiscard]] Eigen::Vector4d solve_4(const Eigen::Matrix4d& A, const Eigen::Vector4d& b);

} // namespace slideway
