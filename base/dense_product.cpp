#include "base/dense_product.hpp"

#include <cassert>

extern "C" void dgemm_(const char* transpose_a, const char* transpose_b, const int* m, const int* n,
                       const int* k, const double* alpha, const double* a, const int* lda,
                       const double* b, const int* ldb, const double* beta, double* c,
                       const int* ldc);
extern "C" void dgemv_(const char* transpose, const int* m, const int* n, const double* alpha,
                       const double* a, const int* lda, const double* x, const int* incx,
                       const double* beta, double* y, const int* incy);

namespace slideway {

namespace {

void multiply(char transpose, double alpha, const MatrixIn& A, const MatrixIn& B,
              Eigen::Ref<Matrix> C)
{
    if (C.size() == 0 || B.rows() == 0)
        return;
    if (C.cols() == 1) { // dgemm would first copy A
        const int rows = static_cast<int>(A.rows()), columns = static_cast<int>(A.cols()),
                  lda = static_cast<int>(A.outerStride()), step = 1;
        const double one = 1;
        dgemv_(&transpose, &rows, &columns, &alpha, A.data(), &lda, B.data(), &step, &one, C.data(),
               &step);
        return;
    }
    const int m = static_cast<int>(C.rows()), n = static_cast<int>(C.cols()),
              k = static_cast<int>(B.rows()), lda = static_cast<int>(A.outerStride()),
              ldb = static_cast<int>(B.outerStride()), ldc = static_cast<int>(C.outerStride());
    const double one = 1;
    dgemm_(&transpose, "N", &m, &n, &k, &alpha, A.data(), &lda, B.data(), &ldb, &one, C.data(),
           &ldc);
}

} // namespace

void add_product(double alpha, const MatrixIn& A, const MatrixIn& B, Eigen::Ref<Matrix> C)
{
    assert(A.rows() == C.rows() && A.cols() == B.rows() && B.cols() == C.cols());
    multiply('N', alpha, A, B, C);
}

void add_transposed_product(double alpha, const MatrixIn& A, const MatrixIn& B,
                            Eigen::Ref<Matrix> C)
{
    assert(A.cols() == C.rows() && A.rows() == B.rows() && B.cols() == C.cols());
    multiply('T', alpha, A, B, C);
}

} // namespace slideway
