#include "base/symmetric_modes.hpp"

#include "base/block_lanczos.hpp"
#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/elimination.hpp"
#include "base/held_stiffness.hpp"
#include "base/interruptible.hpp"
#include "base/lanczos_modes.hpp"
#include "base/rigid_motion.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace slideway {

namespace {

// Returns a shift below zero that makes K - sigma M definite. It is far below the elastic modes of
// any sensible mesh and above round-off. Its scale is the mean of M_ii / K_ii over the dofs.
double shift_of_free_body(const VectorIn& K, const VectorIn& M)
{
    double sum = 0, count = 0;
    for (Index i = 0; i < K.size(); ++i)
        if (K(i) > 0) {
            sum += M(i) / K(i);
            ++count;
        }
    return sum > 0 ? -1e-11 * count / sum : -1;
}

// Makes the columns M-orthonormal within their span.
Matrix orthonormal(const Matrix& X, const SparseMatrix& M)
{
    Matrix gram = X.transpose() * (M * X);
    const Vector scale = gram.diagonal().cwiseSqrt().cwiseInverse();
    gram = scale.asDiagonal() * gram * scale.asDiagonal();
    Matrix Q = (X * scale.asDiagonal()).transpose(); // X L^-T
    Cholesky(gram).solve_lower_in_place(Q);
    return Q.transpose();
}

void remove(Eigen::Ref<Matrix> X, const Matrix& others, const SparseMatrix& M)
{
    if (others.cols() > 0 && X.cols() > 0)
        X -= (others * (others.transpose() * (M * X))).eval();
}

// Improves nearly exact modes by a first-order correction of their coupling, which
// squares their errors.
// Ogita & Aishima, Japan J. Indust. Appl. Math. 35, 2018, doi:10.1007/s13160-018-0310-3.
Vector uncouple(Matrix& X, const SparseMatrix& K, const SparseMatrix& M)
{
    const Index m = X.cols();
    X = (X * (X.transpose() * (M * X)).diagonal().cwiseSqrt().cwiseInverse().asDiagonal()).eval();
    const Matrix S = X.transpose() * careful_product(K, X);
    const Matrix R = Matrix::Identity(m, m) - X.transpose() * (M * X);
    Matrix E(m, m);
    for (Index j = 0; j < m; ++j)
        for (Index i = 0; i < m; ++i) {
            const double apart = S(j, j) - S(i, i), coupling = S(i, j) + S(j, j) * R(i, j);
            const bool one_frequency =
                std::abs(apart) <= std::max(10 * std::abs(coupling), 1e-8 * (S(i, i) + S(j, j)));
            E(i, j) = i == j || one_frequency ? R(i, j) / 2 : coupling / apart;
        }
    X += (X * E).eval();
    return S.diagonal();
}

// Computes (K - sigma M)^-1 F with two corrections by residuals of twice the digits.
Matrix careful_solution(const Matrix& loads, const SparseMatrix& K, const SparseMatrix& M,
                        double sigma, const HeldStiffness& inverse)
{
    Matrix X = inverse.solve(loads);
    for (int pass = 0; pass < 2; ++pass)
        X += inverse.solve(loads - careful_product(K, X) + sigma * (M * X));
    return X;
}

// Makes the rigid motions among the lowest modes exact and returns their number. A rigid motion of
// one body carries round-off of the search on the other bodies. If those are light, their part of
// the motion may be round-off only. One step of inverse iteration keeps the rigid part and reduces
// the rest to |sigma| / omega^2.
Index clean_rigid_motions(SymmetricModes& modes, const SparseMatrix& K, const SparseMatrix& M,
                          double sigma, const HeldStiffness& inverse)
{
    Index n_slow = 0; // slower than the shift
    while (n_slow < modes.omega.size() && !(modes.omega(n_slow) * modes.omega(n_slow) > -sigma))
        ++n_slow;
    if (n_slow == 0)
        return 0;
    const Matrix X =
        careful_solution(M * modes.Phi.leftCols(n_slow), K, M, sigma, inverse) * -sigma;
    Index n_rigid = 0;
    while (n_rigid < n_slow && rigid_motion(K, X.col(n_rigid)))
        ++n_rigid;
    modes.omega.head(n_rigid).setZero();
    if (n_rigid > 0)
        modes.Phi.leftCols(n_rigid) = orthonormal(X.leftCols(n_rigid), M);
    return n_rigid;
}

// Corrects the modes [first, first + count), which may be slow compared with others of the body.
// The modes before `first` are rigid motions.
void refine(SymmetricModes& modes, Index first, Index count, const SparseMatrix& K,
            const SparseMatrix& M, double sigma, const HeldStiffness& inverse)
{
    const Matrix rigid = modes.Phi.leftCols(first);
    Matrix X = modes.Phi.middleCols(first, count);
    const Matrix loads = M * X;
    X = careful_solution(loads, K, M, sigma, inverse);
    remove(X, rigid, M);
    uncouple(X, K, M);
    const Vector squares = uncouple(X, K, M);
    if ((squares.array() < 0).any())
        throw std::domain_error("the stiffness matrix has a negative eigenvalue");
    modes.omega.segment(first, count) = squares.cwiseSqrt();
    modes.Phi.middleCols(first, count) = X;
    remove(modes.Phi.rightCols(modes.Phi.cols() - first - count), X, M);
}

// Refuses masses or stiffnesses so extreme that squares of frequencies overflow.
void refuse_overflow(const SymmetricModes& modes)
{
    if (!modes.omega.allFinite() || !modes.Phi.allFinite())
        throw std::domain_error(
            "its frequencies overflow: the square of a frequency, or of a shape, is "
            "beyond 1.8e308. Check sizes and material, and their units");
}

SymmetricModes dense_modes(const Matrix& K, const Matrix& M)
{
    const Index n = K.rows();
    if (n == 0)
        return {Vector(0), Matrix(0, 0)};
    const Cholesky mass(M);
    if (!mass.positive_definite())
        throw NoMass();
    const StiffnessFactor stiffness = factor_stiffness(K);
    const Index n_rigid = stiffness.motions.cols(), n_elastic = n - n_rigid;
    const SparseMatrix K_sparse = K.sparseView(0, 0), M_sparse = M.sparseView(0, 0);
    SymmetricModes modes{Vector::Zero(n), Matrix(n, n)};
    if (n_elastic > 0) {
        Matrix A = stiffness.R_T; // (R S^-1)^T, S^T S = M
        mass.solve_lower_in_place(A);
        const Svd<double> elastic = svd(std::move(A), SingularVectors::thin);
        modes.omega.tail(n_elastic) = elastic.values.reverse();
        auto shapes = modes.Phi.rightCols(n_elastic);
        shapes = elastic.U.rowwise().reverse();
        mass.solve_upper_in_place(shapes);
    }
    if (n_rigid > 0) {
        modes.Phi.leftCols(n_rigid) = orthonormal(stiffness.motions, M_sparse);
        remove(modes.Phi.rightCols(n_elastic), modes.Phi.leftCols(n_rigid), M_sparse);
    }
    constexpr double slow = 0.03; // part of the highest frequency; three digits of the
                                  // square are lost
    const Index n_slow = (modes.omega.array() < slow * modes.omega(n - 1)).count() - n_rigid;
    if (n_slow > 0) {
        const double sigma = n_rigid > 0 ? shift_of_free_body(K.diagonal(), M.diagonal()) : 0;
        const HeldStiffness inverse(sigma == 0 ? K_sparse
                                               : SparseMatrix(K_sparse - sigma * M_sparse));
        if (inverse.positive_definite())
            refine(modes, n_rigid, n_slow, K_sparse, M_sparse, sigma, inverse);
    }
    refuse_overflow(modes);
    return modes;
}

// Largest number of dofs with a correction. Beyond, entries of K are sums over elements of
// many shapes and carry as much round-off as the factor. The correction would then cost
// seconds and gain nothing.
constexpr Index refined_dofs = 20000;

// Computes all modes that leave the rows W at rest; each row eliminates one dof.
SymmetricModes modes_of_few_held(const SparseMatrix& K, const SparseMatrix& M, Index count,
                                 const SparseMatrix& W, const Progress& progress)
{
    const SparseMatrix L = eliminate(W).L;
    const SymmetricModes modes = all_modes(Matrix(SparseMatrix(L.transpose() * K * L)),
                                           Matrix(SparseMatrix(L.transpose() * M * L)), progress);
    return {modes.omega.head(count), L * modes.Phi.leftCols(count)};
}

} // namespace

SymmetricModes all_modes(const Matrix& K, const Matrix& M, const Progress& progress)
{
    return interruptible([K, M] { return dense_modes(K, M); }, if_long(K.rows(), progress));
}

SymmetricModes lowest_modes(const SparseMatrix& K, const SparseMatrix& M, Index count,
                            const HeldStiffness* stiffness, const Progress& progress, Krylov method)
{
    const Index n_held = stiffness ? stiffness->n_held() : 0, n = K.rows() - n_held;
    count = std::min(count, n);
    if (count == 0)
        return {Vector(0), Matrix(K.rows(), 0)};
    if (needs_all_modes(n, count)) {
        if (n_held > 0)
            return modes_of_few_held(K, M, count, stiffness->held(), progress);
        SymmetricModes modes = all_modes(Matrix(K), Matrix(M), progress);
        return {modes.omega.head(count), modes.Phi.leftCols(count)};
    }

    double sigma = 0;
    std::optional<HeldStiffness> own;
    if (stiffness == nullptr) {
        own.emplace(K, SparseMatrix(), nullptr, progress);
        if (!own->positive_definite()) {
            sigma = shift_of_free_body(K.diagonal(), M.diagonal());
            own.emplace(SparseMatrix(K - sigma * M), SparseMatrix(), nullptr, progress);
        }
        stiffness = &*own;
    }
    if (!stiffness->positive_definite())
        throw std::domain_error("the stiffness matrix is not positive semidefinite, or the mass "
                                "matrix is not positive definite");

    std::optional<SymmetricModes> single;
    if (method == Krylov::single || (method == Krylov::by_size && n < large_body))
        single = lanczos_modes(M, *stiffness, sigma, count, progress);
    SymmetricModes modes = single
                               ? completed_modes(std::move(*single), M, *stiffness, sigma, progress)
                               : block_lanczos_modes(M, *stiffness, sigma, count, progress);
    const Index n_rigid = sigma != 0 ? clean_rigid_motions(modes, K, M, sigma, *stiffness) : 0;
    if (K.rows() <= refined_dofs)
        refine(modes, n_rigid, count - n_rigid, K, M, sigma, *stiffness);
    else if (n_held > 0) // removes remainders of the search in the held rows
        modes.Phi = stiffness->solve(M * modes.Phi) * modes.omega.cwiseAbs2().asDiagonal();
    refuse_overflow(modes);
    return modes;
}

bool needs_all_modes(Index n, Index count)
{
    return n <= 100 || block_lanczos_dimension(std::min(n, count)) >= n;
}

Index lowest_modes_vectors(Index n, Index count)
{
    constexpr Index blocks = 24; // the last block, its loads and products, ordered like the factor
    return count + std::min(n, block_lanczos_dimension(count)) + blocks;
}

} // namespace slideway
