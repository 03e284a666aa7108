#include "base/symmetric_modes.hpp"

#include "base/sparse_cholesky.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <Spectra/SymGEigsShiftSolver.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
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
    constexpr double definite = 1e-10; // pivots far above round-off: no rigid motion
    if (D.minCoeff() > definite * largest)
        return modes;
    const double floor = rigid_mode_fraction * modes.omega(n - 1);
    modes.omega = (modes.omega.array() < floor).select(0.0, modes.omega);
    return modes;
}

namespace {

// Basis vectors that Spectra keeps.
Index lanczos_dimension(Index count)
{
    return std::max<Index>(2 * count, 30);
}

// s (K - sigma M)^-1 for Spectra. Spectra compares with absolute numbers (eps^(2/3), eps sqrt(n)),
// below which 1 / omega^2 of a fine mesh would fall; s brings the largest eigenvalue near one.
struct ScaledInverse {
    using Scalar = double;

    const SparseCholesky& factor;
    double scale = 1;

    [[nodiscard]] Index rows() const { return factor.rows(); }
    [[nodiscard]] Index cols() const { return factor.rows(); }
    void set_shift(double) {} // the factor has it
    void perform_op(const double* x, double* y) const
    {
        Eigen::Map<Matrix> out(y, rows(), 1);
        out = scale * Eigen::Map<const Vector>(x, rows());
        factor.solve_in_place(out);
    }
};

// M x. Spectra asks for the product with the same vector twice in a row, for its norm and for its
// orthogonality, so the last one is kept. M is symmetric: its columns are read as rows, where
// Eigen's product would scatter sums.
class MassProduct {
public:
    using Scalar = double;

    explicit MassProduct(const SparseMatrix& M) : M_(M), last_(M.rows()), product_(M.rows())
    {
        last_.setConstant(std::numeric_limits<double>::quiet_NaN());
    }

    [[nodiscard]] Index rows() const { return M_.rows(); }
    [[nodiscard]] Index cols() const { return M_.rows(); }
    void perform_op(const double* x, double* y) const
    {
        const auto n = static_cast<std::size_t>(M_.rows());
        if (std::memcmp(x, last_.data(), n * sizeof(double)) != 0) {
            for (Index i = 0; i < M_.cols(); ++i) {
                double sum = 0;
                for (SparseMatrix::InnerIterator it(M_, i); it; ++it)
                    sum += it.value() * x[it.row()];
                product_(i) = sum;
            }
            std::copy_n(x, n, last_.data());
        }
        std::copy_n(product_.data(), n, y);
    }

private:
    const SparseMatrix& M_;
    mutable Vector last_, product_;
};

// Power iteration: a lower bound of the largest eigenvalue of (K - sigma M)^-1 M, near enough.
double largest_eigenvalue(const SparseCholesky& factor, const SparseMatrix& M)
{
    std::minstd_rand random{1};
    std::uniform_real_distribution<double> uniform(-1, 1);
    Vector x(M.rows());
    for (double& value : x)
        value = uniform(random);
    double ratio = 1;
    for (int pass = 0; pass < 2; ++pass) {
        const Vector Mx = M * x;
        const double size = x.dot(Mx);
        x = Mx;
        factor.solve_in_place(x);
        ratio = x.dot(Mx) / size;
        x /= x.norm();
    }
    return ratio;
}

} // namespace

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

    ScaledInverse op{*factor, 1 / largest_eigenvalue(*factor, M)};
    MassProduct mass(M);
    Spectra::SymGEigsShiftSolver<ScaledInverse, MassProduct, Spectra::GEigsMode::ShiftInvert>
        solver(op, mass, count, lanczos_dimension(count), 0.0);
    solver.init();
    const Index converged = solver.compute(Spectra::SortRule::LargestMagn, 1000, 1e-10,
                                           Spectra::SortRule::SmallestAlge);
    if (solver.info() != Spectra::CompInfo::Successful || converged < count)
        throw std::runtime_error("the eigensolver found " + std::to_string(converged) + " of " +
                                 std::to_string(count) + " modes");

    // Its eigenvalues are (omega^2 - sigma) / scale.
    const Vector squares = (sigma + op.scale * solver.eigenvalues().array()).max(0.0);
    SymmetricModes modes{squares.cwiseSqrt(), solver.eigenvectors()};
    if (sigma != 0) // rigid motions of a free body: their omega^2 is round-off of K, 1e-16 of scale
        modes.omega = (modes.omega.array().square() < 1e-13 * scale).select(0.0, modes.omega);
    for (Index j = 0; j < count; ++j)
        modes.Phi.col(j) /= std::sqrt(modes.Phi.col(j).dot(M * modes.Phi.col(j)));
    return modes;
}

Index lowest_modes_vectors(Index n, Index count)
{
    return std::min(n, lanczos_dimension(count)) + count + 4; // basis, modes, a few single vectors
}

} // namespace slideway
