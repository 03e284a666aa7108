#include "base/dense_product.hpp"

#include "base/cpu_clones.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

extern "C" void dgemm_(const char* transpose_a, const char* transpose_b, const int* m, const int* n,
                       const int* k, const double* alpha, const double* a, const int* lda,
                       const double* b, const int* ldb, const double* beta, double* c,
                       const int* ldc);
extern "C" void dgemv_(const char* transpose, const int* m, const int* n, const double* alpha,
                       const double* a, const int* lda, const double* x, const int* incx,
                       const double* beta, double* y, const int* incy);

namespace slideway {

namespace {

void multiply_rows(char transpose, double alpha, const MatrixIn& A, const MatrixIn& B,
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

// Multiplies tall matrices by blocks of rows. The parts of A^T B are summed in a fixed order.
void multiply(char transpose, double alpha, const MatrixIn& A, const MatrixIn& B,
              Eigen::Ref<Matrix> C)
{
    if (A.rows() <= rows_per_block)
        return multiply_rows(transpose, alpha, A, B, C);
    if (transpose == 'N')
        return for_row_blocks(A.rows(), [&](std::size_t, Index first, Index size) {
            multiply_rows('N', alpha, A.middleRows(first, size), B, C.middleRows(first, size));
        });
    std::vector<Matrix> shares(n_row_blocks(A.rows()));
    for_row_blocks(A.rows(), [&](std::size_t k, Index first, Index size) {
        shares[k] = Matrix::Zero(C.rows(), C.cols());
        multiply_rows('T', alpha, A.middleRows(first, size), B.middleRows(first, size), shares[k]);
    });
    for (const Matrix& share : shares)
        C += share;
}

typedef double Pair __attribute__((vector_size(16)));
typedef double Four __attribute__((vector_size(32)));

// Computes one Group of rows of C in `columns` of its columns.
template <class Group, int columns>
SLIDEWAY_INLINE void group_of_product(const double* A, Index rows, Index n, const double* B,
                                      Index ldb, double* C)
{
    Group sums[columns] = {};
    for (Index i = 0; i < n; ++i) {
        Group a;
        std::memcpy(&a, A + i * rows, sizeof a);
        for (int j = 0; j < columns; ++j)
            sums[j] += B[i * ldb + j] * a;
    }
    for (int j = 0; j < columns; ++j)
        std::memcpy(C + j * rows, &sums[j], sizeof sums[j]);
}

template <int columns>
SLIDEWAY_INLINE void columns_of_product(const double* A, Index rows, Index n, const double* B,
                                        Index ldb, double* C)
{
    Index i = 0;
    for (; i + 4 <= rows; i += 4)
        group_of_product<Four, columns>(A + i, rows, n, B, ldb, C + i);
    if (i < rows)
        group_of_product<Pair, columns>(A + i, rows, n, B, ldb, C + i);
}

SLIDEWAY_CLONES_4 void product_of_few_rows(const double* A, Index rows, Index n, const double* B,
                                           Index ldb, double* C)
{
    Index j = 0;
    for (; j + 2 <= ldb; j += 2)
        columns_of_product<2>(A, rows, n, B + j, ldb, C + j * rows);
    if (j < ldb)
        columns_of_product<1>(A, rows, n, B + j, ldb, C + j * rows);
}

} // namespace

void set_product_of_few_rows(const Matrix& A, const Matrix& B, Matrix& C)
{
    assert(A.rows() == C.rows() && A.cols() == B.cols() && B.rows() == C.cols());
    assert(A.rows() % 2 == 0);
    product_of_few_rows(A.data(), A.rows(), A.cols(), B.data(), B.rows(), C.data());
}

void multiply_columns(Eigen::Ref<Matrix> A, const Matrix& B)
{
    assert(A.cols() == B.rows() && B.cols() <= A.cols());
    constexpr Index panel = 1024;
    for_row_blocks(A.rows(), [&](std::size_t, Index first, Index size) {
        Matrix product(std::min(panel, size), B.cols());
        for (Index top = first; top < first + size; top += panel) {
            const Index height = std::min(panel, first + size - top);
            product.setZero();
            add_product(1, A.middleRows(top, height), B, product.topRows(height));
            A.block(top, 0, height, B.cols()) = product.topRows(height);
        }
    });
}

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
