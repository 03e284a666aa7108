#include "contact/complementarity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

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

// True if all leading minors are positive, from the pivots of an elimination that overwrites A.
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
    if (leading_minors_positive(work)) // a symmetric matrix is then positive definite
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

namespace {

// Tableau of M z + q: columns of w, z, z_0 and the values.
class Pivots {
public:
    Pivots(const Eigen::Ref<const Eigen::MatrixXd>& M, const Eigen::Ref<const Eigen::VectorXd>& q)
        : n_(q.size()), table_(n_, 2 * n_ + 2), basis_(static_cast<std::size_t>(n_))
    {
        table_.leftCols(n_).setIdentity();
        table_.middleCols(n_, n_) = -M;
        table_.col(2 * n_).setConstant(-1);
        table_.col(2 * n_ + 1) = q;
        std::iota(basis_.begin(), basis_.end(), Index(0));
    }

    // Exchanges z_0 for the most negative value, so that all values are >= 0.
    void begin()
    {
        Index row = 0;
        for (Index i = 1; i < n_; ++i)
            if (compare(i, 1, row, 1) < 0)
                row = i;
        exchange(row, 2 * n_);
    }

    // Whether the complement of the variable that left could enter.
    bool advance()
    {
        const Index enters = left_ < n_ ? left_ + n_ : left_ - n_;
        constexpr double round_off = 1e-12; // of entries of order one
        Index row = -1;
        for (Index i = 0; i < n_; ++i) {
            const double part = table_(i, enters);
            if (part > round_off && (row < 0 || compare(i, part, row, table_(row, enters)) < 0))
                row = i;
        }
        if (row < 0)
            return false;
        exchange(row, enters);
        return true;
    }

    [[nodiscard]] bool solved() const { return left_ == 2 * n_; }

    [[nodiscard]] Eigen::VectorXd z() const
    {
        Eigen::VectorXd values = Eigen::VectorXd::Zero(n_);
        for (Index i = 0; i < n_; ++i)
            if (const Index position = basis_[static_cast<std::size_t>(i)];
                position >= n_ && position < 2 * n_)
                values(position - n_) = std::max(table_(i, 2 * n_ + 1), 0.0);
        return values;
    }

private:
    using Index = Eigen::Index;

    // Sign of row i / a - row j / b, by values and then lexicographically; z_0 leaves at ties.
    [[nodiscard]] int compare(Index i, double a, Index j, double b) const
    {
        constexpr double round_off = 1e-13;
        for (Index c = -1; c < n_; ++c) {
            const Index column = c < 0 ? 2 * n_ + 1 : c;
            const double x = table_(i, column) / a, y = table_(j, column) / b;
            if (std::abs(x - y) > round_off * std::max({std::abs(x), std::abs(y), round_off}))
                return x < y ? -1 : 1;
            if (c < 0 && basis_[static_cast<std::size_t>(i)] == 2 * n_)
                return -1;
            if (c < 0 && basis_[static_cast<std::size_t>(j)] == 2 * n_)
                return 1;
        }
        return 0;
    }

    void exchange(Index row, Index enters)
    {
        table_.row(row) /= Eigen::MatrixXd::Scalar(table_(row, enters));
        for (Index i = 0; i < n_; ++i)
            if (i != row && table_(i, enters) != 0)
                table_.row(i) -= Eigen::MatrixXd::Scalar(table_(i, enters)) * table_.row(row);
        left_ = basis_[static_cast<std::size_t>(row)];
        basis_[static_cast<std::size_t>(row)] = enters;
    }

    Index n_ = 0, left_ = -1;
    Eigen::MatrixXd table_;
    std::vector<Index> basis_; // variable of each row: w, z, z_0
};

} // namespace

std::optional<Eigen::VectorXd> complementary_pivots(const Eigen::Ref<const Eigen::MatrixXd>& M,
                                                    const Eigen::Ref<const Eigen::VectorXd>& q)
{
    const Eigen::Index n = q.size();
    if (n == 0 || q.minCoeff() >= 0)
        return Eigen::VectorXd::Zero(n);
    Pivots pivots(M, q);
    pivots.begin();
    constexpr Eigen::Index most = 50; // pivots per row; a few are usual
    for (Eigen::Index k = 0; k < most * n; ++k) {
        if (!pivots.advance())
            return std::nullopt;
        if (!pivots.solved())
            continue;
        const Eigen::VectorXd z = pivots.z(), w = M * z + q;
        constexpr double round_off = 1e-9; // of the largest value and of the largest term
        const double largest = q.cwiseAbs().maxCoeff();
        const bool holds =
            w.minCoeff() >= -round_off * largest &&
            z.cwiseProduct(w).cwiseAbs().maxCoeff() <= round_off * largest * z.maxCoeff();
        return holds ? std::optional(z) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace slideway::contact
