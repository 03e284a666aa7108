#include "base/elimination.hpp"

#include <catch2/catch.hpp>

#include <random>

using namespace slideway;

namespace {

SparseMatrix sparse(const Matrix& B)
{
    return B.sparseView();
}

} // namespace

TEST_CASE("Elimination gives every solution of the constraints", "[base]")
{
    // Chained constraints u0 = u1, u1 = (u2 + u3)/2, u3 = u5, and one independent constraint.
    Matrix B = Matrix::Zero(4, 7);
    B.row(0) << 1, -1, 0, 0, 0, 0, 0;
    B.row(1) << 0, 1, -0.5, -0.5, 0, 0, 0;
    B.row(2) << 0, 0, 0, 1, 0, -1, 0;
    B.row(3) << 0, 0, 0, 0, 0, 0, 3;
    const Elimination e = eliminate(sparse(B));
    CHECK(e.dependent.empty());
    CHECK(e.L.cols() == 3);
    CHECK((B * Matrix(e.L)).cwiseAbs().maxCoeff() == 0);
    CHECK((B * Matrix(e.P) - Matrix::Identity(4, 4)).cwiseAbs().maxCoeff() < 1e-15);
    CHECK(e.eliminated.size() == 4);
}

TEST_CASE("Elimination of random sparse rows is a basis of their null space", "[base]")
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> value(-1, 1);
    std::uniform_int_distribution<int> column(0, 39);
    Matrix B = Matrix::Zero(25, 40);
    for (Index r = 0; r < 25; ++r)
        for (int k = 0; k < 3; ++k)
            B(r, column(random)) = value(random);
    const Elimination e = eliminate(sparse(B));
    REQUIRE(e.dependent.empty());
    CHECK(e.L.cols() == 15);
    // Pivots are at least a third of the largest entry of their row, so growth is limited to eps
    // times a few hundred.
    CHECK((B * Matrix(e.L)).cwiseAbs().maxCoeff() < 1e-12);
    CHECK((B * Matrix(e.P) - Matrix::Identity(25, 25)).cwiseAbs().maxCoeff() < 1e-12);
    for (Index j = 0; j < e.L.cols(); ++j)
        CHECK(e.L.col(j).nonZeros() > 0);
}

TEST_CASE("Elimination names the rows that follow from others and passes over empty ones", "[base]")
{
    Matrix B = Matrix::Zero(5, 4);
    B.row(0) << 1, -1, 0, 0;
    B.row(2) << 0, 1, -1, 0;
    B.row(3) << 2, 0, -2, 0; // twice the sum of both
    B.row(4) << 0, 0, 0, 1e-6;
    const Elimination e = eliminate(sparse(B));
    CHECK(e.dependent == std::vector<Index>{3});
    CHECK(e.L.cols() == 1);
    CHECK(e.P.col(1).nonZeros() == 0);
}
