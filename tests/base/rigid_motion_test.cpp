#include "base/rigid_motion.hpp"

#include "base/sparse_cholesky.hpp"
#include "base/symmetric_modes.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <stdexcept>
#include <vector>

using namespace slideway;

namespace {

// Values of one metre, one kilogram and one second in other units.
struct Units {
    double length, mass, time;
};

const std::vector<Units> unit_systems = {{1, 1, 1},        {1e3, 1e-3, 1}, {1e3, 1, 1e3},
                                         {1e6, 1e12, 1e6}, {1e2, 1e3, 1},  {3.7e5, 2.3e-7, 41}};

// Steel beam of 50 mm x 2.5 mm x 2.5 mm with n Euler-Bernoulli elements and consistent mass. Dofs
// are deflection and rotation of each node, without those of the first node if it is clamped.
struct Beam {
    SparseMatrix K, M;
};

Beam beam(Index n, bool clamped, const Units& unit)
{
    const double length = 0.05 * unit.length, side = 0.0025 * unit.length;
    const double young = 210e9 * unit.mass / (unit.length * unit.time * unit.time);
    const double density = 7830 * unit.mass / std::pow(unit.length, 3);
    const double l = length / static_cast<double>(n);
    const double k = young * std::pow(side, 4) / 12 / (l * l * l);
    const double m = density * side * side * l / 420;
    const double a[4][4] = {{12, 6 * l, -12, 6 * l},
                            {6 * l, 4 * l * l, -6 * l, 2 * l * l},
                            {-12, -6 * l, 12, -6 * l},
                            {6 * l, 2 * l * l, -6 * l, 4 * l * l}};
    const double b[4][4] = {{156, 22 * l, 54, -13 * l},
                            {22 * l, 4 * l * l, 13 * l, -3 * l * l},
                            {54, 13 * l, 156, -22 * l},
                            {-13 * l, -3 * l * l, -22 * l, 4 * l * l}};
    std::vector<Eigen::Triplet<double>> stiffness, mass;
    const Index held = clamped ? 2 : 0, rows = 2 * n + 2 - held;
    for (Index e = 0; e < n; ++e)
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j) {
                const Index row = 2 * e + i - held, column = 2 * e + j - held;
                if (row < 0 || column < 0)
                    continue;
                stiffness.emplace_back(row, column, k * a[i][j]);
                mass.emplace_back(row, column, m * b[i][j]);
            }
    Beam result{SparseMatrix(rows, rows), SparseMatrix(rows, rows)};
    result.K.setFromTriplets(stiffness.begin(), stiffness.end());
    result.M.setFromTriplets(mass.begin(), mass.end());
    return result;
}

// First frequency, from (beta L)^2 of the first mode: cosh cos = -1 clamped, 1 free. The elements
// overestimate it by the fraction (beta l)^4 / 1440.
double first_frequency(Index n, bool clamped)
{
    const double root = clamped ? 1.8751040687119612 : 4.730040744862704;
    return root * root / (0.05 * 0.05) * std::sqrt(210e9 / 7830 / 12) * 0.0025 *
           (1 + std::pow(root / static_cast<double>(n), 4) / 1440);
}

// Relative error of the slowest frequency. Rounding of 12 k, 6 k l and 4 k l^2 leaves 12 eps k (l
// slope)^2 of an element, compared with its energy k l^4 curvature^2: a few eps n^2. It would be
// eps n^4 (1e-4 for 800 elements) if the sums of the elements or a factor of K were rounded too.
double round_off(Index n)
{
    return 4 * 2.3e-16 * static_cast<double>(n * n);
}

} // namespace

TEST_CASE("A beam as fine as may be is held by its clamp in any units", "[base]")
{
    // Unscaled pivots, in N/m and N m, would classify the slowest mode as rigid.
    const auto n = GENERATE(Index{20}, Index{100}, Index{400}, Index{800});
    for (const Units& unit : unit_systems) {
        CAPTURE(n, unit.length, unit.mass, unit.time);
        const Beam b = beam(n, true, unit);
        CHECK(SparseCholesky(b.K).positive_definite());
        CHECK_FALSE(SparseCholesky(beam(n, false, unit).K).positive_definite());
        for (const bool clamped : {true, false}) {
            const Beam body = clamped ? b : beam(n, false, unit);
            const SymmetricModes modes = lowest_modes(body.K, body.M, 4);
            const Index first = clamped ? 0 : 2;
            if (!clamped)
                CHECK(modes.omega.head(2).isZero(0));
            CHECK(modes.omega(first) * unit.time ==
                  Approx(first_frequency(n, clamped))
                      .epsilon(round_off(n) + std::pow(5.0 / static_cast<double>(n), 8)));
        }
    }
}

TEST_CASE("All modes of a fine beam keep the digits of the slowest in any units", "[base]")
{
    const Index n = 200;
    for (const Units& unit : unit_systems) {
        CAPTURE(unit.length, unit.mass, unit.time);
        const Beam b = beam(n, true, unit);
        const SymmetricModes modes = all_modes(Matrix(b.K), Matrix(b.M));
        CHECK(modes.omega(0) * unit.time == Approx(first_frequency(n, true)).epsilon(round_off(n)));
        CHECK((modes.Phi.transpose() * b.M * modes.Phi - Matrix::Identity(2 * n, 2 * n))
                  .cwiseAbs()
                  .maxCoeff() < 1e-10); // corrected modes beside the others
        // The mode is elastic by a margin of three digits: 0.26 / n^4 = 1.6e-10.
        CHECK_FALSE(rigid_motion(b.K, modes.Phi.col(0)));
        CHECK(factor_stiffness(Matrix(b.K)).motions.cols() == 0);
    }
}

TEST_CASE("The rigid motions of a free beam carry no force", "[base]")
{
    const auto n = GENERATE(Index{3}, Index{50}, Index{300});
    for (const Units& unit : unit_systems) {
        CAPTURE(n, unit.length, unit.mass, unit.time);
        const SparseMatrix K = beam(n, false, unit).K;
        const Matrix motions = factor_stiffness(Matrix(K)).motions;
        REQUIRE(motions.cols() == 2);
        // Forces are compared with the sizes of their terms, each row in its own unit. Rows of a
        // factor have an error of an eps for every element.
        const Matrix forces = careful_product(K, motions).cwiseAbs();
        const Matrix terms = Matrix(K.cwiseAbs()) * motions.cwiseAbs();
        const Vector size = K.diagonal().cwiseSqrt().cwiseInverse();
        const Vector largest = (size.asDiagonal() * terms).colwise().maxCoeff();
        for (Index r = 0; r < 2; ++r)
            CHECK((size.asDiagonal() * forces.col(r)).maxCoeff() <
                  4 * static_cast<double>(n) * 2.3e-16 * largest(r));
        CHECK(rigid_motion(K, motions.col(0) + 3 * motions.col(1)));
    }
}

TEST_CASE("A soft support is a support, however stiff the rest", "[base]")
{
    // Three masses with springs 1e10 between them and a soft spring to ground, which is detected
    // down to the round-off of the entry that it is added to.
    const double k = 1e10;
    auto sprung = [k](double soft) -> Matrix {
        return (Matrix(3, 3) << soft + k, -k, 0, -k, 2 * k, -k, 0, -k, k).finished();
    };
    CHECK(factor_stiffness(sprung(1e-3)).motions.cols() == 0);
    CHECK(factor_stiffness(sprung(0)).motions.cols() == 1);
    CHECK(factor_stiffness(sprung(1e-7)).motions.cols() == 1); // lost in the addition
    const SymmetricModes modes = all_modes(sprung(1e-3), Matrix::Identity(3, 3));
    CHECK(modes.omega(0) == Approx(std::sqrt(1e-3 / 3)).epsilon(1e-3)); // 1e10 + 1e-3: 2e-4 off
    CHECK(factor_stiffness(Matrix::Zero(2, 2)).motions.cols() == 2);
    CHECK_THROWS_AS(factor_stiffness(-Matrix::Identity(2, 2)), std::domain_error);
}

TEST_CASE("A careful product keeps what cancels", "[base]")
{
    // (1 + eps)(1 - eps) - 1 = -eps^2
    const double eps = 0x1p-52;
    SparseMatrix A(1, 2);
    A.insert(0, 0) = 1 + eps;
    A.insert(0, 1) = -1;
    CHECK(careful_product(A, Vector(Eigen::Vector2d(1 - eps, 1)))(0, 0) == -eps * eps);
}
