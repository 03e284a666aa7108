#include "base/dense_solve.hpp"

#include "base/lapack.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

extern "C" {
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* exchanged, int* info);
void zgetrf_(const int* m, const int* n, std::complex<double>* a, const int* lda, int* exchanged,
             int* info);
void dgetrs_(const char* transpose, const int* n, const int* columns, const double* a,
             const int* lda, const int* exchanged, double* b, const int* ldb, int* info);
void zgetrs_(const char* transpose, const int* n, const int* columns, const std::complex<double>* a,
             const int* lda, const int* exchanged, std::complex<double>* b, const int* ldb,
             int* info);
void dgeqp3_(const int* m, const int* n, double* a, const int* lda, int* order, double* tau,
             double* work, const int* n_work, int* info);
void dorgqr_(const int* m, const int* n, const int* k, double* a, const int* lda, const double* tau,
             double* work, const int* n_work, int* info);
}

namespace slideway {

namespace {

// Number of rows up to which the calls inside LAPACK take longer than the arithmetic. LAPACK takes
// 0.8 to 1.0 us for 13 rows (it depends on the kernels of OpenBLAS), these loops 0.5 us; for 24
// rows 2.5 and 2.3 us; for 32 rows 4.6 and 4.9 us.
constexpr int few = 24;

// Factorises column by column; rows are exchanged as in LAPACK.
void factorise_few(int n, double* a, int* exchanged)
{
    for (int k = 0; k < n; ++k) {
        double* pivot_column = a + k * n;
        int p = k;
        for (int i = k + 1; i < n; ++i)
            if (std::abs(pivot_column[i]) > std::abs(pivot_column[p]))
                p = i;
        exchanged[k] = p + 1;
        if (p != k)
            for (int j = 0; j < n; ++j)
                std::swap(a[j * n + k], a[j * n + p]);
        if (pivot_column[k] == 0) // then all entries below are zero too
            continue;
        const double inverse = 1 / pivot_column[k];
        for (int i = k + 1; i < n; ++i)
            pivot_column[i] *= inverse;
        for (int j = k + 1; j < n; ++j) {
            double* column = a + j * n;
            const double factor = column[k];
            if (factor == 0) // unknowns without any force are a separate block
                continue;
            for (int i = k + 1; i < n; ++i)
                column[i] -= pivot_column[i] * factor;
        }
    }
}

// Solves L U x = b with exchanged rows.
void solve_few(int n, const double* a, const int* exchanged, double* b)
{
    for (int k = 0; k < n; ++k)
        std::swap(b[k], b[exchanged[k] - 1]);
    for (int k = 0; k < n; ++k) {
        const double x = b[k];
        if (x == 0)
            continue;
        for (int i = k + 1; i < n; ++i)
            b[i] -= a[k * n + i] * x;
    }
    for (int k = n - 1; k >= 0; --k) {
        const double x = b[k] /= a[k * n + k];
        for (int i = 0; i < k; ++i)
            b[i] -= a[k * n + i] * x;
    }
}

// Solves U^T L^T x = b, then reverses the exchanges.
void solve_few_transposed(int n, const double* a, const int* exchanged, double* b)
{
    for (int k = 0; k < n; ++k) {
        double sum = b[k];
        for (int i = 0; i < k; ++i)
            sum -= a[k * n + i] * b[i];
        b[k] = sum / a[k * n + k];
    }
    for (int k = n - 1; k >= 0; --k) {
        double sum = b[k];
        for (int i = k + 1; i < n; ++i)
            sum -= a[k * n + i] * b[i];
        b[k] = sum;
    }
    for (int k = n - 1; k >= 0; --k)
        std::swap(b[k], b[exchanged[k] - 1]);
}

void getrf(int n, double* a, int* exchanged)
{
    if (n <= few)
        return factorise_few(n, a, exchanged);
    int info = 0;
    dgetrf_(&n, &n, a, &n, exchanged, &info);
}

void getrf(int n, Complex* a, int* exchanged)
{
    int info = 0;
    zgetrf_(&n, &n, a, &n, exchanged, &info);
}

void getrs(const char* transpose, int n, int columns, const double* a, const int* exchanged,
           double* b, int ldb)
{
    if (n <= few) {
        for (int j = 0; j < columns; ++j)
            (*transpose == 'N' ? solve_few : solve_few_transposed)(n, a, exchanged, b + j * ldb);
        return;
    }
    int info = 0;
    dgetrs_(transpose, &n, &columns, a, &n, exchanged, b, &ldb, &info);
}

void getrs(const char* transpose, int n, int columns, const Complex* a, const int* exchanged,
           Complex* b, int ldb)
{
    int info = 0;
    zgetrs_(transpose, &n, &columns, a, &n, exchanged, b, &ldb, &info);
}

} // namespace

// ---- LU

template <class Scalar>
Lu<Scalar>::Lu(Matrix A) : lu_(std::move(A))
{
    factorise();
}

template <class Scalar>
void Lu<Scalar>::compute(const Eigen::Ref<const Matrix>& A)
{
    lu_ = A;
    factorise();
}

template <class Scalar>
void Lu<Scalar>::factorise()
{
    assert(lu_.rows() == lu_.cols());
    exchanged_.resize(static_cast<std::size_t>(lu_.rows()));
    if (lu_.rows() > 0)
        getrf(static_cast<int>(lu_.rows()), lu_.data(), exchanged_.data());
}

template <class Scalar>
void Lu<Scalar>::solve_in_place(Eigen::Ref<Matrix> b) const
{
    assert(b.rows() == rows());
    if (b.size() > 0)
        getrs("N", static_cast<int>(rows()), static_cast<int>(b.cols()), lu_.data(),
              exchanged_.data(), b.data(), static_cast<int>(b.outerStride()));
}

template <class Scalar>
void Lu<Scalar>::solve_transposed_in_place(Eigen::Ref<Matrix> b) const
{
    assert(b.rows() == rows());
    if (b.size() > 0)
        getrs("T", static_cast<int>(rows()), static_cast<int>(b.cols()), lu_.data(),
              exchanged_.data(), b.data(), static_cast<int>(b.outerStride()));
}

template <class Scalar>
typename Lu<Scalar>::Matrix Lu<Scalar>::inverse() const
{
    return solve(Matrix::Identity(rows(), rows()));
}

template <class Scalar>
int Lu<Scalar>::permutation_sign() const
{
    int sign = 1;
    for (std::size_t k = 0; k < exchanged_.size(); ++k)
        if (exchanged_[k] != static_cast<int>(k) + 1)
            sign = -sign;
    return sign;
}

template class Lu<double>;
template class Lu<Complex>;

// ---- symmetric matrices

struct Cholesky::Factor : Eigen::LLT<Matrix> {};

Cholesky::Cholesky() : factor_(std::make_unique<Factor>()) {}
Cholesky::Cholesky(const MatrixIn& A) : Cholesky()
{
    compute(A);
}
Cholesky::~Cholesky() = default;
Cholesky::Cholesky(Cholesky&&) noexcept = default;
Cholesky& Cholesky::operator=(Cholesky&&) noexcept = default;

void Cholesky::compute(const MatrixIn& A)
{
    factor_->compute(A);
}

bool Cholesky::positive_definite() const
{
    return factor_->info() == Eigen::Success;
}

void Cholesky::solve_in_place(Eigen::Ref<Matrix> b) const
{
    factor_->solveInPlace(b);
}

void Cholesky::solve_lower_in_place(Eigen::Ref<Matrix> b) const
{
    factor_->matrixL().solveInPlace(b);
}

void Cholesky::solve_upper_in_place(Eigen::Ref<Matrix> b) const
{
    factor_->matrixU().solveInPlace(b);
}

struct SymmetricFactor::Factor : Eigen::LDLT<Matrix> {
    using Eigen::LDLT<Matrix>::LDLT;
};

SymmetricFactor::SymmetricFactor() = default;
SymmetricFactor::SymmetricFactor(const MatrixIn& A)
{
    auto factor = std::make_unique<Factor>(Matrix(A));
    if (A.rows() > 0) {
        smallest_ = factor->vectorD().minCoeff();
        largest_ = factor->vectorD().maxCoeff();
    }
    factor_ = std::move(factor);
}
SymmetricFactor::~SymmetricFactor() = default;
SymmetricFactor::SymmetricFactor(SymmetricFactor&&) noexcept = default;
SymmetricFactor& SymmetricFactor::operator=(SymmetricFactor&&) noexcept = default;

void SymmetricFactor::solve_in_place(Eigen::Ref<Matrix> b) const
{
    if (b.size() > 0)
        b = factor_->solve(b).eval();
}

// ---- rectangular matrices

PivotedQr pivoted_qr(Matrix A)
{
    const int m = static_cast<int>(A.rows()), n = static_cast<int>(A.cols()), k = std::min(m, n);
    PivotedQr result;
    result.Q.setIdentity(m, m);
    result.diagonal.resize(k);
    std::vector<int> order(static_cast<std::size_t>(n), 0);
    if (k > 0) {
        Vector tau(k);
        int info = 0;
        with_workspace<double>([&](double* work, int n_work) {
            dgeqp3_(&m, &n, A.data(), &m, order.data(), tau.data(), work, &n_work, &info);
        });
        result.diagonal = A.diagonal().cwiseAbs();
        result.Q.leftCols(k) = A.leftCols(k);
        with_workspace<double>([&](double* work, int n_work) {
            dorgqr_(&m, &m, &k, result.Q.data(), &m, tau.data(), work, &n_work, &info);
        });
    }
    for (int j = 0; j < n; ++j)
        result.columns.push_back(k > 0 ? order[static_cast<std::size_t>(j)] - 1 : j);
    return result;
}

Index PivotedQr::rank(double threshold) const
{
    return diagonal.size() == 0 ? 0 : (diagonal.array() > threshold * diagonal(0)).count();
}

Matrix null_space(const MatrixIn& B)
{
    return pivoted_qr(B.transpose()).Q.rightCols(B.cols() - B.rows());
}

Eigen::Matrix<double, 4, 8> solve_4(const Eigen::Matrix4d& A, const Eigen::Matrix<double, 4, 8>& b)
{
    return A.llt().solve(b);
}

Eigen::Vector4d solve_4(const Eigen::Matrix4d& A, const Eigen::Vector4d& b)
{
    return A.llt().solve(b);
}

} // namespace slideway
