#include "base/rigid_motion.hpp"

#include "base/twice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace slideway {

Matrix careful_product(const SparseMatrix& K, const MatrixIn& x)
{
    Matrix result(K.rows(), x.cols());
    std::vector<Twice> row(static_cast<std::size_t>(K.rows()));
    for (Index c = 0; c < x.cols(); ++c) {
        std::fill(row.begin(), row.end(), Twice{});
        for (Index j = 0; j < K.outerSize(); ++j)
            for (SparseMatrix::InnerIterator it(K, j); it; ++it)
                row[static_cast<std::size_t>(it.row())].add_product(it.value(), x(j, c));
        for (Index i = 0; i < K.rows(); ++i)
            result(i, c) = row[static_cast<std::size_t>(i)].value();
    }
    return result;
}

namespace {

// One rounding per entry leaves at most eps / 2, but entries of K are sums of several terms.
constexpr double none = 16 * std::numeric_limits<double>::epsilon();

} // namespace

double Resistance::ratio() const
{
    return size > 0 ? energy / size : 0;
}

bool Resistance::is_none() const
{
    return ratio() <= none;
}

Resistance resistance(const SparseMatrix& K, const VectorIn& x)
{
    double size = 0;
    for (Index j = 0; j < K.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(K, j); it; ++it)
            size += std::abs(it.value() * x(it.row()) * x(j));
    return {x.dot(careful_product(K, x).col(0)), size};
}

bool rigid_motion(const SparseMatrix& K, const VectorIn& x)
{
    return resistance(K, x).is_none();
}

Vector unit_scale(const VectorIn& diagonal)
{
    return diagonal.unaryExpr([](double value) -> double {
        return value > 0 ? std::ldexp(1.0, -(std::ilogb(value) >> 1)) : 1.0;
    });
}

StiffnessFactor factor_stiffness(const Matrix& K)
{
    const Index n = K.rows();
    const Vector scale = unit_scale(K.diagonal());
    const Matrix A = scale.asDiagonal() * K * scale.asDiagonal();
    const SparseMatrix A_sparse = A.sparseView(0, 0);
    constexpr double small = 1e-6; // larger than the round-off of a pivot, n^2 eps
                                   // in slender bodies

    // A(p, p) = L L^T, the largest pivot first; dofs of rigid motions move behind `end`.
    Matrix L = Matrix::Zero(n, n);
    Vector pivots = A.diagonal();
    std::vector<Index> p(static_cast<std::size_t>(n));
    std::iota(p.begin(), p.end(), Index{0});
    std::vector<Vector> motions;
    auto exchange = [&](Index i, Index j) {
        std::swap(p[static_cast<std::size_t>(i)], p[static_cast<std::size_t>(j)]);
        std::swap(pivots(i), pivots(j));
        L.row(i).swap(L.row(j));
    };
    Index k = 0;
    for (Index end = n; k < end;) {
        Index offset = 0;
        double pivot = pivots.segment(k, end - k).maxCoeff(&offset);
        exchange(k, k + offset);
        if (pivot < small) {
            // Motion of this dof and those before it with the least resistance: A x = pivot e_k.
            Vector x(k + 1);
            x(k) = 1;
            x.head(k) = -L.topLeftCorner(k, k).triangularView<Eigen::Lower>().transpose().solve(
                L.row(k).head(k).transpose());
            Vector motion = Vector::Zero(n);
            for (Index i = 0; i <= k; ++i)
                motion(p[static_cast<std::size_t>(i)]) = x(i);
            const double against = resistance(A_sparse, motion).ratio();
            if (against < -1e-10)
                throw std::domain_error("the stiffness matrix has a negative eigenvalue");
            if (against <= none) {
                motions.emplace_back(scale.cwiseProduct(motion));
                exchange(k, --end);
                continue;
            }
            pivot = motion.dot(careful_product(A_sparse, motion).col(0));
        }
        L(k, k) = std::sqrt(pivot);
        for (Index i = k + 1; i < n; ++i)
            L(i, k) = A(p[static_cast<std::size_t>(i)], p[static_cast<std::size_t>(k)]);
        auto below = L.col(k).tail(n - k - 1);
        below.noalias() -= L.bottomLeftCorner(n - k - 1, k) * L.row(k).head(k).transpose();
        below /= L(k, k);
        pivots.tail(n - k - 1) -= below.cwiseAbs2();
        ++k;
    }

    StiffnessFactor factor{Matrix(n, k), Matrix(n, static_cast<Index>(motions.size()))};
    for (Index i = 0; i < n; ++i) {
        const Index row = p[static_cast<std::size_t>(i)];
        factor.R_T.row(row) = L.row(i).head(k) / scale(row);
    }
    for (std::size_t r = 0; r < motions.size(); ++r)
        factor.motions.col(static_cast<Index>(r)) = motions[r];
    return factor;
}

} // namespace slideway
