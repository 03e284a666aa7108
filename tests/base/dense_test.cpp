#include "base/dense_eigen.hpp"
#include "base/dense_product.hpp"
#include "base/dense_solve.hpp"
#include "base/householder_qr.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

using namespace slideway;
using independent::product;

namespace {

// Pseudorandom entries in (-1, 1), the same in every run.
Matrix some(Index rows, Index columns, unsigned seed)
{
    std::minstd_rand random{seed};
    std::uniform_real_distribution<double> uniform(-1, 1);
    Matrix A(rows, columns);
    for (double& a : A.reshaped())
        a = uniform(random);
    return A;
}

ComplexMatrix some_complex(Index rows, Index columns, unsigned seed)
{
    return some(rows, columns, seed).cast<Complex>() +
           Complex(0, 1) * some(rows, columns, seed + 1000).cast<Complex>();
}

constexpr double round_off = 1e-12; // 40 rows with condition numbers of up to some thousand

} // namespace

TEST_CASE("LU solves with a matrix and with its transpose", "[base]")
{
    for (const Index n : {1, 2, 5, 24, 25, 40}) { // LAPACK from 25 rows on
        CAPTURE(n);
        const Matrix A = some(n, n, 1) + 2 * Matrix::Identity(n, n), b = some(n, 3, 2);
        const Lu lu(A);
        CHECK((product(A, lu.solve(b)) - b).norm() < round_off);
        CHECK((product(A.transpose(), lu.solve_transposed(b)) - b).norm() < round_off);
        CHECK((product(A, lu.inverse()) - Matrix::Identity(n, n)).norm() < round_off);
        const ComplexMatrix Z = some_complex(n, n, 3), c = some_complex(n, 1, 4);
        const Lu complex(Z);
        CHECK((product(Z, complex.solve(c)) - c).norm() < 1e-10);
        CHECK((product(Z.transpose(), complex.solve_transposed(c)) - c).norm() < 1e-10);
    }
    Matrix A(3, 3); // det = -1 * 2 * 3 * 5
    A << 0, 2, 0, 3, 0, 0, 0, 0, 5;
    const Lu lu(A);
    CHECK(lu.permutation_sign() * lu.pivots().prod() == -30);
    CHECK_FALSE(Lu(Matrix(Matrix::Zero(2, 2))).solve(Vector::Ones(2)).allFinite());
    Matrix small(2, 2); // without row exchanges the solution is (0, 1)
    small << 1e-20, 1, 1, 1;
    CHECK((Lu(small).solve(Vector(Eigen::Vector2d(1, 2))) - Vector::Ones(2)).norm() < round_off);
    Lu<double> again;
    again.compute(A);
    again.compute(some(2, 2, 5));
    CHECK(again.rows() == 2);
}

TEST_CASE("products of few rows are those of the definition", "[base]")
{
    for (const Index rows : {2, 4, 6, 12})
        for (const Index columns : {0, 1, 2, 5})
            for (const Index n : {0, 1, 22}) {
                CAPTURE(rows, columns, n);
                const Matrix A = some(rows, n, 1), B = some(columns, n, 2);
                Matrix C = Matrix::Constant(rows, columns, 7);
                set_product_of_few_rows(A, B, C);
                CHECK((C - product(A, B.transpose())).norm() < round_off);
            }
}

TEST_CASE("factors of symmetric matrices solve, and tell definite ones", "[base]")
{
    const Matrix R = some(6, 6, 1), A = product(R.transpose(), R) + Matrix::Identity(6, 6),
                 b = some(6, 2, 2);
    const Cholesky factor(A);
    REQUIRE(factor.positive_definite());
    CHECK((product(A, factor.solve(b)) - b).norm() < round_off);
    Matrix x = b; // L^-T L^-1
    factor.solve_lower_in_place(x);
    factor.solve_upper_in_place(x);
    CHECK((x - factor.solve(b)).norm() < round_off);
    Matrix indefinite = A;
    indefinite(0, 0) = -1;
    CHECK_FALSE(Cholesky(indefinite).positive_definite());
    const SymmetricFactor any(indefinite);
    CHECK(any.smallest_pivot() < 0);
    CHECK(any.largest_pivot() > 0);
    CHECK((product(indefinite, any.solve(b)) - b).norm() < round_off);
    const Eigen::Matrix4d A_4 = A.topLeftCorner<4, 4>();
    const Eigen::Vector4d b_4 = b.col(0).head<4>();
    CHECK((product(A_4, solve_4(A_4, b_4)) - b_4).norm() < round_off);
}

TEST_CASE("least squares give the least solution, of few independent columns too", "[base]")
{
    const Matrix A = some(5, 3, 1), b = some(5, 2, 2);
    CHECK(product(A.transpose(), product(A, least_squares(A, b).x) - b).norm() <
          round_off);   // normal equations
    Matrix twice(5, 4); // column 3 repeats column 0, so x is distributed evenly
    twice << A, A.col(0);
    const LeastSquares<double> shared = least_squares(twice, b);
    CHECK(shared.rank == 3);
    CHECK((shared.x.row(0) - shared.x.row(3)).norm() < round_off);
    CHECK((product(twice, shared.x) - product(A, least_squares(A, b).x)).norm() < round_off);
    const Matrix wide = A.transpose(), c = some(3, 1, 3); // x lies in the row space
    const Matrix x = least_squares(wide, c).x;
    CHECK((product(wide, x) - c).norm() < round_off);
    CHECK(product(null_space(wide).transpose(), x).norm() < round_off);
    const ComplexMatrix Z = some_complex(4, 2, 4), d = some_complex(4, 1, 5);
    CHECK(product(Z.adjoint(), product(Z, least_squares(Z, d).x) - d).norm() < round_off);
    CHECK(least_squares(Matrix(0, 2), Matrix(0, 1)).x == Matrix::Zero(2, 1));
}

TEST_CASE("Householder QR gives orthogonal and triangular factors", "[base]")
{
    for (const Index n : {1, 5, 40}) {
        const Matrix A = some(n, n, 3);
        const HouseholderQr qr = householder_qr(A);
        CHECK((product(qr.Q.transpose(), qr.Q) - Matrix::Identity(n, n)).norm() < 10 * round_off);
        CHECK((product(qr.Q, qr.R) - A).norm() < 10 * round_off * A.norm());
        CHECK(qr.R.isUpperTriangular(0));
    }
    CHECK(householder_qr(Matrix(0, 0)).Q.size() == 0);
    CHECK_THROWS_AS(householder_qr(Matrix(2, 3)), std::invalid_argument);
}

TEST_CASE("pivoted QR finds rank and null space", "[base]")
{
    const Matrix A = some(5, 3, 1);
    Matrix B(5, 4); // the last column depends on the others
    B << A, A.col(0) - 2 * A.col(1);
    const PivotedQr qr = pivoted_qr(B);
    CHECK(qr.rank(1e-14) == 3);
    CHECK(qr.diagonal(0) >= qr.diagonal(1));
    CHECK((product(qr.Q.transpose(), qr.Q) - Matrix::Identity(5, 5)).norm() < round_off);
    CHECK(std::abs(qr.Q.col(0).dot(B.col(qr.columns[0]))) == Approx(B.colwise().norm().maxCoeff()));
    CHECK(product(qr.Q.rightCols(2).transpose(), B).norm() < round_off); // beyond the rank
    const Matrix N = null_space(A.transpose());
    REQUIRE(N.cols() == 2);
    CHECK(product(A.transpose(), N).norm() < round_off);
    CHECK((product(N.transpose(), N) - Matrix::Identity(2, 2)).norm() < round_off);
    CHECK(pivoted_qr(Matrix(0, 3)).rank(1e-14) == 0);
}

TEST_CASE("eigenvalues satisfy their equations", "[base]")
{
    for (const Index n : {1, 2, 7, 40}) {
        CAPTURE(n);
        const Matrix A = some(n, n, 1), S = A + A.transpose();
        const auto [values, vectors] = symmetric_eigen(S);
        CHECK((product(S, vectors) - vectors * values.asDiagonal()).norm() < round_off);
        CHECK((product(vectors.transpose(), vectors) - Matrix::Identity(n, n)).norm() < round_off);
        CHECK((symmetric_eigenvalues(S) - values).norm() < round_off);
        CHECK(std::is_sorted(values.begin(), values.end()));
        const GeneralEigen general = eigen(A);
        CHECK((product(A.cast<Complex>(), general.vectors) -
               general.vectors * general.values.asDiagonal())
                  .norm() < round_off);
        for (Index k = 0; k < n; ++k) {
            CHECK(general.vectors.col(k).norm() == Approx(1));
            if (general.values(k).imag() > 0)
                CHECK(general.values(k + 1) == std::conj(general.values(k)));
        }
        CHECK(std::abs(eigenvalues(A).sum() - A.trace()) < round_off);
        const ComplexMatrix Z = some_complex(n, n, 2);
        CHECK(std::abs(eigenvalues(Z).sum() - Z.trace()) < round_off);
        // det (beta A - alpha B) = 0
        const Matrix B = some(n, n, 3);
        const PencilEigenvalues pencil = eigenvalues(A, B);
        for (Index k = 0; k < n; ++k) {
            const ComplexMatrix singular = pencil.beta(k) * A - pencil.alpha(k) * B;
            CHECK(svd(singular, SingularVectors::none).values(n - 1) < round_off);
        }
    }
    Matrix E = Matrix::Identity(2, 2);
    E(1, 1) = 0; // an infinite eigenvalue
    CHECK(eigenvalues(some(2, 2, 4), E).beta.cwiseAbs().minCoeff() == 0);
    CHECK(symmetric_eigen(Matrix(0, 0)).values.size() == 0);
}

TEST_CASE("singular values and vectors put the matrix together again", "[base]")
{
    for (const auto& [m, n] : {std::pair<Index, Index>{6, 3}, {3, 6}, {4, 4}, {1, 1}}) {
        CAPTURE(m, n);
        const Matrix A = some(m, n, 1);
        const Svd<double> thin = svd(A, SingularVectors::thin),
                          full = svd(A, SingularVectors::full);
        CHECK((product(thin.U * thin.values.asDiagonal(), thin.V.transpose()) - A).norm() <
              round_off);
        CHECK(full.V.cols() == n);
        CHECK((product(full.V.transpose(), full.V) - Matrix::Identity(n, n)).norm() < round_off);
        if (n > m)
            CHECK(product(A, full.V.rightCols(n - m)).norm() < round_off);
        const ComplexMatrix Z = some_complex(m, n, 2);
        const Svd<Complex> complex = svd(Z, SingularVectors::thin);
        CHECK((product(complex.U * complex.values.asDiagonal(), complex.V.adjoint()) - Z).norm() <
              round_off);
        CHECK((svd(Z, SingularVectors::none).values - complex.values).norm() < round_off);
    }
    CHECK(svd(Matrix(0, 3), SingularVectors::full).V == Matrix::Identity(3, 3));
}

TEST_CASE("the exponential of a rotation rate is the rotation", "[base]")
{
    Matrix A(2, 2), R(2, 2);
    const double angle = 20;
    A << 0, -angle, angle, 0;
    R << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    CHECK((exponential(A) - R).norm() < 1e-13);
    Matrix N(2, 2), sum(2, 2); // nilpotent: 1 + N
    N << 0, 3, 0, 0;
    sum << 1, 3, 0, 1;
    CHECK((exponential(N) - sum).norm() < 1e-15);
}

TEST_CASE("matrices with entries that are no numbers have no eigenvalues", "[base]")
{
    Matrix A = Matrix::Identity(3, 3);
    A(1, 2) = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_AS(eigen(A), std::runtime_error);
    CHECK_THROWS_AS(symmetric_eigen(A), std::runtime_error);
    CHECK_THROWS_AS(svd(A, SingularVectors::thin), std::runtime_error);
    CHECK_THROWS_AS(eigenvalues(A, A), std::runtime_error);
}
