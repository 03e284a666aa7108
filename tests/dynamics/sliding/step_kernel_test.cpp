#include "dynamics/sliding/step_kernel.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;

namespace {

// The columns of A, then A x, as solve_in_place takes them.
dynamics::PaddedRows system_of(const Matrix& A, const Vector& x)
{
    const Index n = A.rows();
    dynamics::PaddedRows system(n + 2, n);
    for (Index j = 0; j < n; ++j)
        system.map(j) = A.col(j);
    system.map(n) = A * x;
    return system;
}

// Not symmetric, and a P-matrix: the diagonal outweighs its row.
Matrix dominant(Index n)
{
    Matrix A(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            A(i, j) = i == j ? static_cast<double>(n) : std::sin(1.0 + 3.0 * i + 7.0 * j);
    return A;
}

} // namespace

TEST_CASE("Elimination without pivoting finds the solution it was given, at any fill of the lanes",
          "[dynamics]")
{
    for (Index n = 1; n <= 25; ++n) {
        const Vector x = Vector::LinSpaced(n, -1, 2);
        dynamics::PaddedRows system = system_of(dominant(n), x);
        CAPTURE(n);
        REQUIRE(dynamics::solve_in_place(system, n));
        CHECK((system.map(n + 1) - x).norm() < 1e-13 * (1 + x.norm()));
    }
}

TEST_CASE("Elimination refuses a pivot that is not positive, wherever it stands", "[dynamics]")
{
    const Index n = 11;
    for (Index bad = 0; bad < n; ++bad) {
        Matrix A = dominant(n);
        A(bad, bad) *= -1;
        dynamics::PaddedRows system = system_of(A, Vector::Ones(n));
        CAPTURE(bad);
        CHECK_FALSE(dynamics::solve_in_place(system, n));
    }
}

TEST_CASE("A combination of padded rows is that of their numbers", "[dynamics]")
{
    const Matrix A = dominant(13);
    const dynamics::PaddedRows rows(A);
    const Vector factors = Vector::LinSpaced(4, -0.7, 1.9);
    for (const int n : {2, 4})
        for (const Index first : {0, 5}) {
            dynamics::PaddedRows to(1, 13);
            dynamics::combine_rows(rows, first, n, factors.data(), to.row(0));
            const Vector exact = A.middleRows(first, n).transpose() * factors.head(n);
            CAPTURE(n, first);
            CHECK((to.map(0) - exact).norm() < 1e-14 * exact.norm());
        }
}
