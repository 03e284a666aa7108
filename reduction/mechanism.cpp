#include "reduction/mechanism.hpp"

#include "base/dense_eigen.hpp"
#include "base/rigid_motion.hpp"
#include "base/sparse.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::reduction {

namespace {

// Returns a basis of the columns of N with as few nonzeros as possible, by Gauss-Jordan elimination
// of columns with the largest pivot. Columns are ordered by their pivots.
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

Matrix free_combinations(const SparseMatrix& K, const Matrix& R, const SparseMatrix& constraints,
                         const Spread& spread)
{
    const Index n_motions = R.cols();
    if (n_motions == 0 || R.rows() == 0)
        return Matrix(n_motions, 0);
    // Orthonormal basis of the motions, with dofs weighted by their stiffness: scaled R = Q B.
    const Vector scale = unit_scale(spread.sum(K.diagonal()));
    const Matrix scaled = scale.cwiseInverse().asDiagonal() * R;
    const Vector size = scaled.colwise().norm().transpose();
    const Vector per_size = (size.array() > 0).select(size.cwiseInverse(), 0.0);
    const Svd<double> basis = svd(Matrix(scaled * per_size.asDiagonal()), SingularVectors::thin);
    constexpr double zero = 1e-9; // relative to the terms of a sum
    const Index rank = (basis.values.array() > zero * basis.values(0)).count();
    if (!(basis.values(0) > 0))
        return Matrix(n_motions, 0);
    const Matrix combinations = per_size.asDiagonal() * basis.V.leftCols(rank) *
                                basis.values.head(rank).cwiseInverse().asDiagonal();
    const Matrix motions = R * combinations;

    // Motions that satisfy the constraints
    Matrix rows = constraints * motions;
    const Vector terms = constraints.cwiseAbs() * Vector(motions.cwiseAbs().rowwise().maxCoeff());
    rows = (terms.array() > 0).select(terms.cwiseInverse(), 0.0).matrix().asDiagonal() * rows;
    Matrix held = Matrix::Identity(rank, rank);
    if (rows.rows() > 0) {
        const Svd<double> met = svd(rows, SingularVectors::full);
        held = met.V.rightCols(rank - (met.values.array() > zero).count());
    }
    if (held.cols() == 0)
        return Matrix(n_motions, 0);

    // Motions without resistance, in the order of their energies
    const Matrix left = motions * held;
    const Matrix energy = spread.sum(left.transpose() * careful_product(K, left));
    const Matrix found =
        combinations * held * symmetric_eigen(0.5 * (energy + energy.transpose())).vectors;
    Index n_free = 0;
    auto is_free = [&](Index k) -> bool {
        const Resistance own = resistance(K, R * found.col(k));
        const Matrix all = spread.sum(Eigen::Vector2d(own.energy, own.size));
        return Resistance{all(0), all(1)}.is_none();
    };
    while (n_free < found.cols() && is_free(n_free))
        ++n_free;
    return found.leftCols(n_free);
}

std::vector<std::string> free_rigid_motions(const SparseMatrix& K, const Matrix& R,
                                            const std::vector<std::string>& names,
                                            const SparseMatrix& constraints, const Spread& spread)
{
    const Matrix combinations = free_combinations(K, R, constraints, spread);
    if (combinations.cols() == 0)
        return {};
    // Motions are scaled by their size on the body, because their units differ.
    const Vector size = (unit_scale(spread.sum(K.diagonal())).cwiseInverse().asDiagonal() * R)
                            .colwise()
                            .norm()
                            .transpose();
    const Matrix N = in_few_motions(size.asDiagonal() * combinations);
    std::vector<std::string> motions;
    for (Index k = 0; k < N.cols(); ++k) {
        std::string motion;
        for (Index r = 0; r < N.rows(); ++r)
            if (std::abs(N(r, k)) > 1e-3)
                motion += (motion.empty() ? "" : " with ") + names[static_cast<std::size_t>(r)];
        motions.push_back(motion);
    }
    return motions;
}

std::string free_motions(const fem::Substructure& s, const Interface& held)
{
    const std::vector<Index> free = complement(s.n(), held.dofs);
    if (free.empty())
        return "";
    if (held.means.rows() == 0 && SparseCholesky(submatrix(s.K, free, free)).positive_definite())
        return "";
    return free_motions_of(s, held, Spread());
}

std::string free_motions_of(const fem::Substructure& s, const Interface& held, const Spread& spread)
{
    const std::vector<std::string> motions =
        free_rigid_motions(s.K, s.rigid, s.rigid_names, held.rows(s.n()), spread);
    return motions.empty() ? internal_mechanism : join(motions);
}

} // namespace slideway::reduction
