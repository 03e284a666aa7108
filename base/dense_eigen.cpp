#include "base/dense_eigen.hpp"

#include "base/lapack.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
void dsyevd_(const char* vectors, const char* triangle, const int* n, double* a, const int* lda,
             double* w, double* work, const int* n_work, int* int_work, const int* n_int_work,
             int* info);
void dgeev_(const char* left, const char* right, const int* n, double* a, const int* lda,
            double* re, double* im, double* vl, const int* ldvl, double* vr, const int* ldvr,
            double* work, const int* n_work, int* info);
void zgeev_(const char* left, const char* right, const int* n, std::complex<double>* a,
            const int* lda, std::complex<double>* w, std::complex<double>* vl, const int* ldvl,
            std::complex<double>* vr, const int* ldvr, std::complex<double>* work,
            const int* n_work, double* real_work, int* info);
void dggev_(const char* left, const char* right, const int* n, double* a, const int* lda, double* b,
            const int* ldb, double* alpha_re, double* alpha_im, double* beta, double* vl,
            const int* ldvl, double* vr, const int* ldvr, double* work, const int* n_work,
            int* info);
void dgesdd_(const char* job, const int* m, const int* n, double* a, const int* lda, double* s,
             double* u, const int* ldu, double* vt, const int* ldvt, double* work,
             const int* n_work, int* int_work, int* info);
void zgesdd_(const char* job, const int* m, const int* n, std::complex<double>* a, const int* lda,
             double* s, std::complex<double>* u, const int* ldu, std::complex<double>* vt,
             const int* ldvt, std::complex<double>* work, const int* n_work, double* real_work,
             int* int_work, int* info);
}

namespace slideway {

namespace {

// LAPACK may loop for ever on numbers that are not finite.
template <class A>
void require_finite(const A& matrix, const char* what)
{
    if (!matrix.allFinite())
        throw std::runtime_error(std::string(what) + " of a matrix with entries that are no "
                                                     "finite numbers");
}

void require_done(int info, const char* what)
{
    if (info != 0)
        throw std::runtime_error(std::string(what) +
                                 " did not converge (LAPACK, info = " + std::to_string(info) + ")");
}

SymmetricEigen symmetric(Matrix& A, bool vectors)
{
    const int n = static_cast<int>(A.rows());
    SymmetricEigen result{Vector(n), {}};
    if (n == 0)
        return result;
    require_finite(A, "eigenvalues");
    int info = 0, wanted = 0;
    double size = 0;
    const int query = -1;
    const char* job = vectors ? "V" : "N";
    dsyevd_(job, "L", &n, A.data(), &n, result.values.data(), &size, &query, &wanted, &query,
            &info);
    const int n_work = static_cast<int>(size), n_int_work = wanted;
    std::vector<double> work(static_cast<std::size_t>(n_work));
    std::vector<int> int_work(static_cast<std::size_t>(n_int_work));
    dsyevd_(job, "L", &n, A.data(), &n, result.values.data(), work.data(), &n_work, int_work.data(),
            &n_int_work, &info);
    require_done(info, "the eigensolve of a symmetric matrix");
    return result;
}

GeneralEigen general(Matrix& A, bool vectors)
{
    const int n = static_cast<int>(A.rows());
    GeneralEigen result{ComplexVector(n), {}};
    if (n == 0)
        return result;
    require_finite(A, "eigenvalues");
    Vector re(n), im(n);
    Matrix V(vectors ? n : 1, vectors ? n : 1);
    const int one = 1, ldv = static_cast<int>(V.rows());
    int info = 0;
    double none = 0;
    with_workspace<double>([&](double* work, int n_work) {
        dgeev_("N", vectors ? "V" : "N", &n, A.data(), &n, re.data(), im.data(), &none, &one,
               V.data(), &ldv, work, &n_work, &info);
    });
    require_done(info, "an eigensolve");
    result.values.real() = re;
    result.values.imag() = im;
    if (!vectors)
        return result;
    result.vectors.resize(n, n);
    for (Index k = 0; k < n; ++k) {
        result.vectors.col(k) = V.col(k).cast<Complex>();
        if (im(k) > 0) { // columns k, k + 1: real part and imaginary part
            result.vectors.col(k).imag() = V.col(k + 1);
            result.vectors.col(k + 1) = result.vectors.col(k).conjugate();
            ++k;
        }
    }
    return result;
}

void gesdd(const char* job, int m, int n, double* a, double* s, double* u, int ldu, double* vt,
           int ldvt, double* work, int n_work, double* /*real_work*/, int* int_work, int* info)
{
    dgesdd_(job, &m, &n, a, &m, s, u, &ldu, vt, &ldvt, work, &n_work, int_work, info);
}

void gesdd(const char* job, int m, int n, Complex* a, double* s, Complex* u, int ldu, Complex* vt,
           int ldvt, Complex* work, int n_work, double* real_work, int* int_work, int* info)
{
    zgesdd_(job, &m, &n, a, &m, s, u, &ldu, vt, &ldvt, work, &n_work, real_work, int_work, info);
}

template <class Scalar>
Svd<Scalar> decompose(Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>& A,
                      SingularVectors vectors)
{
    const int m = static_cast<int>(A.rows()), n = static_cast<int>(A.cols()), k = std::min(m, n);
    const bool all = vectors == SingularVectors::full && m < n;
    Svd<Scalar> result{Vector(k), {}, {}};
    if (k == 0) {
        result.U.setZero(m, 0);
        result.V.setIdentity(n, vectors == SingularVectors::full ? n : 0);
        return result;
    }
    require_finite(A, "singular values");
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> Vt;
    if (vectors != SingularVectors::none) {
        result.U.resize(m, k);
        Vt.resize(all ? n : k, n);
    }
    const int ldu = m, ldvt = std::max(1, static_cast<int>(Vt.rows()));
    std::vector<int> int_work(static_cast<std::size_t>(8 * k));
    const auto few = static_cast<std::size_t>(k), many = static_cast<std::size_t>(std::max(m, n));
    std::vector<double> real_work(std::is_same_v<Scalar, double> ? 0 : // size as documented
                                      few * std::max(5 * few + 7, 2 * many + 2 * few + 1));
    int info = 0;
    const char* job = vectors == SingularVectors::none ? "N" : all ? "A" : "S";
    with_workspace<Scalar>([&](Scalar* work, int n_work) {
        gesdd(job, m, n, A.data(), result.values.data(), result.U.data(), ldu, Vt.data(), ldvt,
              work, n_work, real_work.data(), int_work.data(), &info);
    });
    require_done(info, "a singular value decomposition");
    result.V = Vt.adjoint();
    return result;
}

} // namespace

SymmetricEigen symmetric_eigen(Matrix A)
{
    SymmetricEigen result = symmetric(A, true);
    result.vectors = std::move(A);
    return result;
}

Vector symmetric_eigenvalues(Matrix A)
{
    return symmetric(A, false).values;
}

GeneralEigen eigen(Matrix A)
{
    return general(A, true);
}

ComplexVector eigenvalues(Matrix A)
{
    return general(A, false).values;
}

ComplexVector eigenvalues(ComplexMatrix A)
{
    const int n = static_cast<int>(A.rows()), one = 1;
    ComplexVector values(n);
    if (n == 0)
        return values;
    require_finite(A, "eigenvalues");
    Vector real_work(2 * n);
    int info = 0;
    Complex none = 0;
    with_workspace<Complex>([&](Complex* work, int n_work) {
        zgeev_("N", "N", &n, A.data(), &n, values.data(), &none, &one, &none, &one, work, &n_work,
               real_work.data(), &info);
    });
    require_done(info, "an eigensolve");
    return values;
}

PencilEigenvalues eigenvalues(Matrix A, Matrix B)
{
    const int n = static_cast<int>(A.rows()), one = 1;
    PencilEigenvalues result{ComplexVector(n), Vector(n)};
    if (n == 0)
        return result;
    require_finite(A, "eigenvalues");
    require_finite(B, "eigenvalues");
    Vector re(n), im(n);
    int info = 0;
    double none = 0;
    with_workspace<double>([&](double* work, int n_work) {
        dggev_("N", "N", &n, A.data(), &n, B.data(), &n, re.data(), im.data(), result.beta.data(),
               &none, &one, &none, &one, work, &n_work, &info);
    });
    require_done(info, "the eigensolve of a pencil");
    result.alpha.real() = re;
    result.alpha.imag() = im;
    return result;
}

Svd<double> svd(Matrix A, SingularVectors vectors)
{
    return decompose(A, vectors);
}

Svd<Complex> svd(ComplexMatrix A, SingularVectors vectors)
{
    return decompose(A, vectors);
}

} // namespace slideway
