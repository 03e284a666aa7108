#include "base/symmetric_modes.hpp"

#include "base/lanczos.hpp"
#include "base/sparse_cholesky.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SVD>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

namespace slideway {

SymmetricModes all_modes(const Matrix& K, const Matrix& M)
{
    const Index n = K.rows();
    if (n == 0)
        return {Vector(0), Matrix(0, 0)};
    const Eigen::LLT<Matrix> mass(M);
    if (mass.info() != Eigen::Success)
        throw std::domain_error("the mass matrix is not positive definite (a dof without mass)");
    const Eigen::LDLT<Matrix> stiffness(K);
    const Vector D = stiffness.vectorD();
    const double largest = D.cwiseAbs().maxCoeff();
    if (D.minCoeff() < -1e-10 * largest)
        throw std::domain_error("the stiffness matrix has a negative eigenvalue");

    // Round-off leaves eps in the pivots of rigid motions, hence 1e-8 of the highest frequency.
    const double no_pivot =
        10 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() * largest;
    const Vector pivots = (D.array() < no_pivot).select(0.0, D);

    // R^T = P^T L D^1/2, S = upper Cholesky factor of M; A = R S^-1
    Matrix R_T = Matrix(stiffness.matrixL()) * pivots.cwiseSqrt().asDiagonal();
    R_T = (stiffness.transpositionsP().transpose() * R_T).eval();
    const Matrix A = mass.matrixL().solve(R_T).transpose();
    const Eigen::BDCSVD<Matrix> svd(A, Eigen::ComputeThinV);

    SymmetricModes modes{svd.singularValues().reverse(), svd.matrixV().rowwise().reverse()};
    mass.matrixU().solveInPlace(modes.Phi);
    const double floor = rigid_mode_fraction * modes.omega(n - 1);
    modes.omega = (modes.omega.array() < floor).select(0.0, modes.omega);
    return modes;
}

SymmetricModes lowest_modes(const SparseMatrix& K, const SparseMatrix& M, Index count,
                            const SparseCholesky* factor)
{
    const Index n = K.rows();
    count = std::min(count, n);
    if (count == 0)
        return {Vector(0), Matrix(n, 0)};
    if (n <= 100 || lanczos_dimension(count) >= n) {
        SymmetricModes modes = all_modes(Matrix(K), Matrix(M));
        return {modes.omega.head(count), modes.Phi.leftCols(count)};
    }

    const double scale = K.diagonal().sum() / M.diagonal().sum();
    double sigma = 0;
    std::optional<SparseCholesky> own_factor;
    if (factor == nullptr) {
        own_factor.emplace(K);
        if (!own_factor->positive_definite()) {
            sigma = -1e-9 * scale; // far below elastic modes of any sensible mesh, above round-off
            own_factor.emplace(SparseMatrix(K - sigma * M));
        }
        factor = &*own_factor;
    }
    if (!factor->positive_definite())
        throw std::domain_error("the stiffness matrix is not positive semidefinite, or the mass "
                                "matrix is not positive definite");

    SymmetricModes modes = shift_invert_lanczos(*factor, M, sigma, count);
    if (sigma != 0) // rigid motions of a free body: their omega^2 is round-off of K, 1e-16 of scale
        modes.omega = (modes.omega.array().square() < 1e-13 * scale).select(0.0, modes.omega);
    return modes;
}

Index lowest_modes_vectors(Index n, Index count)
{
    return std::min(n, lanczos_dimension(count)) + count + 4; // basis, modes, a few single vectors
}

} // namespace slideway
