#include "base/householder_qr.hpp"

#include <stdexcept>

extern "C" {
void dgeqrf_(const int* m, const int* n, double* a, const int* lda, double* tau, double* work,
             const int* n_work, int* info);
void dorgqr_(const int* m, const int* n, const int* k, double* a, const int* lda, const double* tau,
             double* work, const int* n_work, int* info);
}

namespace slideway {

HouseholderQr householder_qr(const Matrix& A)
{
    if (A.rows() != A.cols())
        throw std::invalid_argument("householder_qr: the matrix is not square");
    HouseholderQr out{A, Matrix::Zero(A.rows(), A.cols())};
    if (A.size() == 0)
        return out;
    constexpr int block = 32; // columns that LAPACK treats at once
    const int n = static_cast<int>(A.rows()), n_work = block * n;
    Vector tau(n), work(n_work);
    int info = 0;
    dgeqrf_(&n, &n, out.Q.data(), &n, tau.data(), work.data(), &n_work, &info);
    for (Index j = 0; j < n; ++j)
        out.R.col(j).head(j + 1) = out.Q.col(j).head(j + 1);
    dorgqr_(&n, &n, &n, out.Q.data(), &n, tau.data(), work.data(), &n_work, &info);
    return out;
}

} // namespace slideway
