#pragma once

#include "base/types.hpp"

#include <Eigen/Core>

#include <memory>
#include <optional>
#include <vector>

/// Dense linear equations. What stands behind (LAPACK, Eigen) is compiled once.
namespace slideway {

/// P A = L U of a square matrix, rows exchanged for the largest pivot. LAPACK, but of few rows.
/// Scalar: double or Complex. A singular matrix gives solutions that are not finite.
template <class Scalar>
class Lu {
public:
    using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

    Lu() = default;
    explicit Lu(Matrix A);

    /// Memory is taken for the first matrix of a size alone.
    void compute(const Eigen::Ref<const Matrix>& A);

    [[nodiscard]] Index rows() const { return lu_.rows(); }
    /// A x = b, or A^T x = b.
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

    /// det A is the sign of the permutation times the product of these.
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

/// A = L L^T. Fast for a few rows: Eigen.
class Cholesky {
public:
    Cholesky();
    explicit Cholesky(const MatrixIn& A);
    ~Cholesky();
    Cholesky(Cholesky&&) noexcept;
    Cholesky& operator=(Cholesky&&) noexcept;

    /// Memory is taken for the first matrix of a size alone.
    void compute(const MatrixIn& A);
    [[nodiscard]] bool positive_definite() const;

    /// A x = b, L x = b, L^T x = b.
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

/// P A P^T = L D L^T of a symmetric matrix that need not be definite: Eigen's, pivots by size.
class SymmetricFactor {
public:
    SymmetricFactor();
    explicit SymmetricFactor(const MatrixIn& A);
    ~SymmetricFactor();
    SymmetricFactor(SymmetricFactor&&) noexcept;
    SymmetricFactor& operator=(SymmetricFactor&&) noexcept;

    /// The smallest and the largest entry of D; a matrix without rows: (1, 1).
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

/// The least x of those that leave the least of A x - b, for each column of b. Eigen's complete
/// orthogonal decomposition: LAPACK's gelsy takes several times as long for ten rows.
template <class Scalar>
struct LeastSquares {
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> x;
    Index rank = 0;
};
/// @param threshold  pivots below this part of the largest count as zero; none: round-off
[[nodiscard]] LeastSquares<double> least_squares(const Matrix& A, const MatrixIn& b,
                                                 std::optional<double> threshold = {});
[[nodiscard]] LeastSquares<Complex> least_squares(const ComplexMatrix& A,
                                                  const Eigen::Ref<const ComplexMatrix>& b,
                                                  std::optional<double> threshold = {});

/// A P = Q R with the column of the largest rest first. LAPACK geqp3.
struct PivotedQr {
    std::vector<Index> columns; ///< of A, in this order
    Vector diagonal;            ///< |R_kk|, descending
    Matrix Q;                   ///< rows x rows, orthogonal

    /// Number of diagonal entries above a part of the first.
    [[nodiscard]] Index rank(double threshold) const;
};
[[nodiscard]] PivotedQr pivoted_qr(Matrix A);

/// Orthonormal columns N with B N = 0, of k x n rows B that do not depend on each other: n x (n -
/// k).
[[nodiscard]] Matrix null_space(const MatrixIn& B);

/// A^-1 b of symmetric positive definite 4 x 4 matrices: for the inside of elements.
[[nodiscard]] Eigen::Matrix<double, 4, 8> solve_4(const Eigen::Matrix4d& A,
                                                  const Eigen::Matrix<double, 4, 8>& b);
[[nodiscard]] Eigen::Vector4d solve_4(const Eigen::Matrix4d& A, const Eigen::Vector4d& b);

} // namespace slideway
