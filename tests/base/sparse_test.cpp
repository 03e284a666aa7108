#include "base/factor_size.hpp"
#include "base/sparse.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/threads.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace slideway;

namespace {

// Matrix of five-point differences on N x N points.
SparseMatrix five_point_differences(Index N)
{
    const Index n = N * N;
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < n; ++i) {
        entries.emplace_back(i, i, 4);
        for (const Index j : {i - N, i + N})
            if (j >= 0 && j < n)
                entries.emplace_back(i, j, -1);
        if (i % N > 0)
            entries.emplace_back(i, i - 1, -1);
        if (i % N + 1 < N)
            entries.emplace_back(i, i + 1, -1);
    }
    SparseMatrix K(n, n);
    K.setFromTriplets(entries.begin(), entries.end());
    return K;
}

// Waves and, in every `every`-th column, forces on single rows.
Matrix forces(Index n, Index columns, Index every, Index apart)
{
    Matrix f(n, columns);
    for (Index j = 0; j < columns; ++j)
        for (Index i = 0; i < n; ++i)
            f(i, j) = j % every == 0 ? (i == apart * j ? 1 : 0)
                                     : std::sin(static_cast<double>(i * (j + 1)));
    return f;
}

} // namespace

TEST_CASE("A submatrix holds the entries of its rows and columns", "[base]")
{
    Matrix A(4, 4);
    A << 1, 0, 2, 3, 0, 4, 0, 5, 6, 0, 7, 0, 8, 9, 0, 10;
    const SparseMatrix sparse = A.sparseView();
    const std::vector<Index> rows{0, 2, 3}, columns{1, 3};
    const Matrix part = submatrix(sparse, rows, columns);
    REQUIRE(part.rows() == 3);
    REQUIRE(part.cols() == 2);
    for (Index r = 0; r < 3; ++r)
        for (Index c = 0; c < 2; ++c)
            CHECK(part(r, c) ==
                  A(rows[static_cast<std::size_t>(r)], columns[static_cast<std::size_t>(c)]));
    CHECK(submatrix(sparse, {}, columns).rows() == 0);
}

TEST_CASE("The complement and what it leaves out make up all dofs", "[base]")
{
    CHECK(complement(6, {0, 3, 5}) == std::vector<Index>{1, 2, 4});
    CHECK(complement(3, {}) == std::vector<Index>{0, 1, 2});
    CHECK(complement(2, {0, 1}).empty());
}

TEST_CASE("A supported body has a positive definite stiffness and a mechanism has none", "[base]")
{
    const bool held = GENERATE(true, false);
    // A chain of 200 springs, held at its first mass or free.
    const Index n = 200;
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < n; ++i) {
        entries.emplace_back(i, i, 3e9 * ((i > 0 || held ? 1 : 0) + (i + 1 < n ? 1 : 0)));
        if (i + 1 < n) {
            entries.emplace_back(i, i + 1, -3e9);
            entries.emplace_back(i + 1, i, -3e9);
        }
    }
    SparseMatrix K(n, n);
    K.setFromTriplets(entries.begin(), entries.end());
    const SparseCholesky factor(K);
    REQUIRE(factor.positive_definite() == held);
    if (held) {
        // Under a unit force on the last mass, mass i moves by (i + 1) / k. Condition n^2: 1e4 eps.
        Vector f = Vector::Unit(n, n - 1);
        factor.solve_in_place(f);
        for (Index i = 0; i < n; ++i)
            CHECK(f(i) == Approx(static_cast<double>(i + 1) / 3e9).epsilon(1e-11));
    }
}

TEST_CASE("A solution does not depend on the columns beside it", "[base]")
{
    // The factor has supernodes of one column and of dozens.
    const SparseMatrix K = five_point_differences(30);
    const Index n = K.rows();
    const SparseCholesky factor(K);
    const Matrix f = forces(n, 21, 3, 40);
    for (const Index columns : {1, 3, 4, 5, 8, 9, 13, 21}) {
        CAPTURE(columns);
        const Matrix x = factor.solve(f.leftCols(columns));
        for (Index j = 0; j < columns; ++j)
            CHECK(x.col(j) == factor.solve(f.col(j)).col(0)); // bitwise equal
        // Condition 400, sums of 9 terms.
        CHECK((K * x - f.leftCols(columns)).norm() < 1e-14 * 8 * x.norm());
    }
}

TEST_CASE("A solution does not depend on the threads", "[base]")
{
    // 67 600 rows are read by subtrees.
    const SparseMatrix K = five_point_differences(260);
    const Index n = K.rows();
    const SparseCholesky factor(K);
    Matrix f = forces(n, 13, 5, 4000); // in one subtree or in the top
    f.rightCols(1).setZero();
    std::vector<Matrix> found;
    for (const int n_threads : {1, 2, 3, 7}) {
        set_threads(n_threads);
        found.push_back(factor.solve(f));
    }
    set_threads(1);
    for (const Matrix& x : found)
        CHECK(x == found.front()); // bitwise equal
    // Condition 2e4; the residual of one solution is round-off of the terms.
    CHECK((K * found[0] - f).norm() < 1e-14 * 8 * found[0].norm());
    CHECK(found[0].rightCols(1).isZero(0));
    CHECK(factor.solve(f.col(5)).col(0) == found[0].col(5));
}

TEST_CASE("A factor whose tree is a chain with one branch solves too", "[base]")
{
    // A band: its elimination tree is almost a chain, so few subtrees are small beside the whole.
    const Index n = 100'000;
    for (const Index band : {1, 2, 5, 9}) {
        std::vector<Eigen::Triplet<double>> entries;
        for (Index j = 0; j < n; ++j)
            for (Index i = std::max<Index>(0, j - band); i <= j; ++i) {
                const double value = i == j ? 2.0 * static_cast<double>(band) + 1 : -1.0;
                entries.emplace_back(i, j, value);
                if (i != j)
                    entries.emplace_back(j, i, value);
            }
        SparseMatrix A(n, n);
        A.setFromTriplets(entries.begin(), entries.end());
        const SparseCholesky factor(A);
        REQUIRE(factor.positive_definite());
        const Matrix x = Matrix::NullaryExpr(n, 4, [](Index i, Index j) -> double {
            return std::sin(static_cast<double>(i * (j + 1)));
        });
        const Matrix b = A * x;
        CHECK((factor.solve(b) - x).cwiseAbs().maxCoeff() < 1e-10);
    }
}

TEST_CASE("A matrix with a negative pivot is not positive definite", "[base]")
{
    SparseMatrix K(2, 2);
    K.insert(0, 0) = 1;
    K.insert(1, 1) = -1;
    CHECK_FALSE(SparseCholesky(K).positive_definite());
}

TEST_CASE("The size of a factor is known before the factorisation", "[numerics]")
{
    // A dense matrix of n rows takes sum c^2 = n (n + 1) (2 n + 1) / 6 operations, c = 1 to n.
    const Index n = 40;
    const SparseMatrix dense =
        (Matrix::Ones(n, n) + Matrix(n * Matrix::Identity(n, n))).sparseView();
    CHECK(factor_size(dense).operations == Approx(n * (n + 1) * (2 * n + 1) / 6.0));
    CHECK(factor_size(dense).bytes >= 8.0 * n * (n + 1) / 2);
    // The memory is that which the factorisation announces.
    const SparseMatrix K = five_point_differences(60);
    double announced = 0;
    const SparseCholesky factor(K, [&announced](double bytes) { announced = bytes; });
    CHECK(factor.positive_definite());
    CHECK(factor_size(K).bytes == announced);
    CHECK(factor_size(SparseMatrix(3, 3)).bytes == 0);
}
