#include "base/symmetric_modes.hpp"

#include "base/sparse_cholesky.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <Spectra/MatOp/SparseSymMatProd.h>
#include <Spectra/SymGEigsShiftSolver.h>

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

namespace {

Index lanczos_vectors(Index n, Index count)
{
    return std::min(n, std::max<Index>(2 * count + 10, 30));
}

// (K - sigma M)^-1 for Spectra: its own operator factorises by a general LU, 5 times slower.
struct ShiftInvert {
    using Scalar = double;

    const SparseCholesky& factor;

    Index rows() const { return factor.rows(); }
    Index cols() const { return factor.rows(); }
    void set_shift(double) {} // the factor is that of the shifted matrix
    void perform_op(const double* x, double* y) const
    {
        Eigen::Map<Vector> out(y, rows());
        out = Eigen::Map<const Vector>(x, rows());
        factor.solve_in_place(out);
    }
};

} // namespace

SymmetricModes lowest_modes(const SparseMatrix& K, const SparseMatrix& M, Index count,
                            const SparseCholesky* factor)
{
    const Index n = K.rows();
    count = std::min(count, n);
    const Index n_lanczos = lanczos_vectors(n, count);
    if (n <= 100 || n_lanczos >= n) {
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

    ShiftInvert op{*factor};
    Spectra::SparseSymMatProd<double> mass(M);
    Spectra::SymGEigsShiftSolver<ShiftInvert, Spectra::SparseSymMatProd<double>,
                                 Spectra::GEigsMode::ShiftInvert>
        solver(op, mass, count, n_lanczos, sigma);
    solver.init();
    const Index converged = solver.compute(Spectra::SortRule::LargestMagn, 1000, 1e-12,
                                           Spectra::SortRule::SmallestAlge);
    if (solver.info() != Spectra::CompInfo::Successful || converged < count)
        throw std::runtime_error("the eigensolver found " + std::to_string(converged) + " of " +
                                 std::to_string(count) + " modes");

    SymmetricModes modes{solver.eigenvalues().cwiseMax(0.0).cwiseSqrt(), solver.eigenvectors()};
    if (sigma != 0) // rigid motions of a free body: their omega^2 is round-off of the shift
        modes.omega = (modes.omega.array().square() < 1e-3 * -sigma).select(0.0, modes.omega);
    for (Index j = 0; j < count; ++j)
        modes.Phi.col(j) /= std::sqrt(modes.Phi.col(j).dot(M * modes.Phi.col(j)));
    return modes;
}

Index lowest_modes_vectors(Index n, Index count)
{
    return lanczos_vectors(n, count) + 2 * count + 4; // basis, modes twice, a few single vectors
}

} // namespace slideway
