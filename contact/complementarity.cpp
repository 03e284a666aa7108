#include "contact/complementarity.hpp"

namespace slideway::contact {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr Index exact_rows = 16;
using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, exact_rows, exact_rows>;

// A is a P-matrix if and only if its first entry is positive, and both the rest of A and the Schur
// complement of that entry are.
bool recursive_test(const Small& A)
{
    const Index n = A.rows();
    if (n == 0)
        return true;
    if (!(A(0, 0) > 0))
        return false;
    Small rest = A.bottomRightCorner(n - 1, n - 1);
    if (!recursive_test(rest))
        return false;
    for (Index j = 0; j < n - 1; ++j)
        rest.col(j) -= (A(0, j + 1) / A(0, 0)) * A.col(0).tail(n - 1);
    return recursive_test(rest);
}

// By the pivots of the elimination, which overwrites A.
bool leading_minors_positive(Eigen::Ref<MatrixXd> A)
{
    const Index n = A.rows();
    for (Index k = 0; k < n; ++k) {
        if (!(A(k, k) > 0))
            return false;
        const Index rest = n - k - 1;
        for (Index j = k + 1; j < n; ++j)
            A.col(j).tail(rest) -= (A(k, j) / A(k, k)) * A.col(k).tail(rest);
    }
    return true;
}

} // namespace

bool is_p_matrix(const Eigen::Ref<const MatrixXd>& A, Eigen::Ref<MatrixXd> work)
{
    const Index n = A.rows();
    if (n <= exact_rows)
        return recursive_test(A);
    work = 0.5 * (A + A.transpose());
    if (leading_minors_positive(work)) // of a symmetric matrix: positive definite
        return true;
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < j; ++i)
            if (!(A(i, i) * A(j, j) - A(i, j) * A(j, i) > 0))
                return false;
    work = A;
    if (!leading_minors_positive(work))
        return false;
    work = A.reverse();
    return leading_minors_positive(work);
}

bool is_p_matrix(const Eigen::Ref<const MatrixXd>& A)
{
    MatrixXd work(A.rows(), A.cols());
    return is_p_matrix(A, work);
}

} // namespace slideway::contact
