#include "reduction/mechanism.hpp"

#include "base/sparse.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/text.hpp"

#include <Eigen/SVD>

#include <algorithm>
#include <utility>

namespace slideway::reduction {

namespace {

// Another basis of the columns of N, each with as few nonzeros as possible: Gauss-Jordan
// elimination of columns with the largest pivot. Columns ordered by their pivots.
Matrix in_few_motions(Matrix N)
{
    std::vector<std::pair<Index, Index>> order; // (pivot row, column)
    for (Index c = 0; c < N.cols(); ++c) {
        Index row = 0, column = 0;
        N.rightCols(N.cols() - c).cwiseAbs().maxCoeff(&row, &column);
        N.col(c).swap(N.col(c + column));
        N.col(c) /= N(row, c);
        for (Index other = 0; other < N.cols(); ++other)
            if (other != c)
                N.col(other) -= N(row, other) * Vector(N.col(c));
        order.emplace_back(row, c);
    }
    std::sort(order.begin(), order.end());
    Matrix sorted(N.rows(), N.cols());
    for (std::size_t k = 0; k < order.size(); ++k)
        sorted.col(static_cast<Index>(k)) = N.col(order[k].second);
    return sorted;
}

} // namespace

std::vector<std::string> free_rigid_motions(const fem::Substructure& s,
                                            const std::vector<Index>& held, double tolerance)
{
    // Combinations c of the rigid motions that leave the held dofs at rest and carry no force.
    const Index n_rigid = s.rigid.cols();
    if (n_rigid == 0)
        return {};
    const double scale = s.K.diagonal().cwiseAbs().maxCoeff();
    Matrix residual(s.n() + static_cast<Index>(held.size()), n_rigid);
    residual.topRows(s.n()) = s.K * s.rigid / (scale > 0 ? scale : 1);
    for (std::size_t h = 0; h < held.size(); ++h)
        residual.row(s.n() + static_cast<Index>(h)) = s.rigid.row(held[h]);
    for (Index r = 0; r < n_rigid; ++r)
        if (const double size = s.rigid.col(r).norm(); size > 0)
            residual.col(r) /= size;
        else
            residual(0, r) = 1; // supports hold all of it
    const Eigen::JacobiSVD<Matrix> svd(residual, Eigen::ComputeThinU | Eigen::ComputeFullV);

    const Index n_motions = (svd.singularValues().array() <= tolerance).count();
    const Matrix N = in_few_motions(svd.matrixV().rightCols(n_motions));
    std::vector<std::string> motions;
    for (Index k = 0; k < n_motions; ++k) {
        std::string motion;
        for (Index r = 0; r < n_rigid; ++r)
            if (std::abs(N(r, k)) > 1e-3)
                motion +=
                    (motion.empty() ? "" : " with ") + s.rigid_names[static_cast<std::size_t>(r)];
        motions.push_back(motion);
    }
    return motions;
}

std::string free_motions(const fem::Substructure& s, const std::vector<Index>& held)
{
    const std::vector<Index> free = complement(s.n(), held);
    if (free.empty())
        return "";
    const SparseMatrix K_ff = submatrix(s.K, free, free);
    if (SparseCholesky(K_ff).positive_definite())
        return "";
    const std::vector<std::string> motions = free_rigid_motions(s, held);
    return motions.empty() ? internal_mechanism : join(motions);
}

} // namespace slideway::reduction
