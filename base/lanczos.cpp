#include "base/lanczos.hpp"

#include "base/dense_product.hpp"
#include "base/sparse_cholesky.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

namespace slideway {

namespace {

// y = A x of a symmetric A, whose columns are read as rows: Eigen's product would scatter its sums.
void multiply(const SparseMatrix& A, const VectorIn& x, Eigen::Ref<Vector> y)
{
    for (Index i = 0; i < A.rows(); ++i) {
        double sum = 0;
        for (SparseMatrix::InnerIterator it(A, i); it; ++it)
            sum += it.value() * x(it.row());
        y(i) = sum;
    }
}

// The first columns of V replaced by V Y, some rows at a time.
void rotate(Matrix& V, Index m, const Matrix& Y)
{
    constexpr Index panel = 4096;
    Matrix rotated;
    for (Index top = 0; top < V.rows(); top += panel) {
        const Index height = std::min(panel, V.rows() - top);
        rotated.setZero(height, Y.cols());
        add_product(1, V.block(top, 0, height, m), Y, rotated);
        V.block(top, 0, height, Y.cols()) = rotated;
    }
}

// V^T M V = I; a column is added at a time.
struct Basis {
    const SparseMatrix& M;
    Matrix V;
    Vector p; ///< M times the last column
    std::minstd_rand random{1};

    Basis(const SparseMatrix& mass, Index columns)
        : M(mass), V(mass.rows(), columns), p(mass.rows())
    {
    }

    // Takes what the first k columns hold out of column k and scales it. Where a pass removes most
    // of the vector, its round-off is left, so another follows.
    // @return the coefficients taken out, then the norm: 0 if nothing but round-off was left beside
    //         `size`; column k is then a random one, and those before span an invariant space
    Vector append(Index k, double size)
    {
        Vector h = Vector::Zero(k + 1);
        double norm = orthogonalise(k, h.head(k));
        h(k) = norm;
        if (!(norm > 100 * std::numeric_limits<double>::epsilon() * size)) {
            h(k) = 0;
            randomise(k);
            Vector ignored = Vector::Zero(k);
            norm = orthogonalise(k, ignored);
        }
        V.col(k) /= norm;
        p /= norm;
        return h;
    }

    void randomise(Index column)
    {
        std::uniform_real_distribution<double> uniform(-1, 1);
        for (Index i = 0; i < V.rows(); ++i)
            V(i, column) = uniform(random);
    }

private:
    double orthogonalise(Index k, Eigen::Ref<Vector> h)
    {
        multiply(M, V.col(k), p);
        double norm = std::sqrt(std::max(0.0, V.col(k).dot(p)));
        for (int pass = 0; pass < 4 && k > 0; ++pass) {
            Vector part = Vector::Zero(k);
            add_transposed_product(1, V.leftCols(k), p, part);
            add_product(-1, V.leftCols(k), part, V.col(k));
            h += part;
            multiply(M, V.col(k), p);
            const double before = norm;
            norm = std::sqrt(std::max(0.0, V.col(k).dot(p)));
            if (norm > 0.5 * before)
                break;
        }
        return norm;
    }
};

} // namespace

Index lanczos_dimension(Index count)
{
    return std::max(2 * count + 10, count + 52);
}

SymmetricModes shift_invert_lanczos(const SparseCholesky& factor, const SparseMatrix& M,
                                    double sigma, Index count)
{
    constexpr double tolerance = 1e-10;
    constexpr int max_restarts = 300;
    const Index dimension = std::min(M.rows() - 1, lanczos_dimension(count));
    Basis basis(M, dimension + 1);
    Matrix H = Matrix::Zero(dimension + 1, dimension + 1);

    basis.randomise(0);
    factor.solve_in_place(basis.V.leftCols(1)); // smooths the random start
    (void)basis.append(0, 0);

    bool restarted = false; // the last step: its image meets all vectors kept
    for (Index j = 0, restarts = 0; restarts <= max_restarts;) {
        auto w = basis.V.col(j + 1);
        w = basis.p;
        factor.solve_in_place(basis.V.middleCols(j + 1, 1));
        // What the recurrence knows first: the pass over all vectors then finds round-off only.
        Vector local = Vector::Zero(j + 1);
        if (!restarted) {
            local(j) = w.dot(basis.p);
            w -= local(j) * basis.V.col(j);
            if (j > 0) {
                local(j - 1) = H(j - 1, j);
                w -= local(j - 1) * basis.V.col(j - 1);
            }
        }
        const Vector h = basis.append(j + 1, local.norm());
        H.col(j).head(j + 1) = h.head(j + 1) + local;
        H(j + 1, j) = h(j + 1);
        H.row(j).head(j + 2) = H.col(j).head(j + 2).transpose();
        H(j, j + 1) = H(j + 1, j);
        restarted = false;
        const Index m = ++j;
        if (m < count)
            continue;

        // Ritz values 1 / (omega^2 - sigma), ascending; residuals from the last row.
        const Eigen::SelfAdjointEigenSolver<Matrix> ritz(H.topLeftCorner(m, m));
        const Vector theta = ritz.eigenvalues().tail(count);
        const Vector residual = H(m, m - 1) * ritz.eigenvectors().row(m - 1).tail(count).cwiseAbs();
        if ((residual.array() <= tolerance * theta.array()).all()) {
            rotate(basis.V, m, ritz.eigenvectors().rightCols(count).rowwise().reverse());
            const Vector omega_2 = theta.reverse().cwiseInverse().array() + sigma;
            return {omega_2.cwiseMax(0.0).cwiseSqrt(), basis.V.leftCols(count)};
        }
        if (m < dimension)
            continue;

        // Keep the wanted Ritz vectors and half of those beyond them, and the last vector.
        ++restarts;
        restarted = true;
        const Index k = count + (m - count) / 2;
        rotate(basis.V, m, ritz.eigenvectors().rightCols(k));
        basis.V.col(k) = basis.V.col(m).eval();
        H.setZero();
        H.topLeftCorner(k, k) = ritz.eigenvalues().tail(k).asDiagonal();
        j = k;
    }
    throw std::runtime_error("the eigensolver did not find " + std::to_string(count) +
                             " modes in " + std::to_string(max_restarts) + " restarts");
}

} // namespace slideway
