#include "base/dense_eigen.hpp"
#include "base/held_stiffness.hpp"
#include "base/symmetric_modes.hpp"

#include "base/rigid_motion.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

using namespace slideway;

namespace {

// N equal masses joined by equal springs; with `walls` the ends have springs to ground too.
struct Chain {
    SparseMatrix K, M;
};

Chain chain(Index N, double m, double k, bool walls)
{
    Chain c{SparseMatrix(N, N), SparseMatrix(N, N)};
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < N; ++i) {
        c.M.insert(i, i) = m;
        const int springs = (i > 0 || walls ? 1 : 0) + (i + 1 < N || walls ? 1 : 0);
        entries.emplace_back(i, i, springs * k);
        if (i + 1 < N) {
            entries.emplace_back(i, i + 1, -k);
            entries.emplace_back(i + 1, i, -k);
        }
    }
    c.K.setFromTriplets(entries.begin(), entries.end());
    return c;
}

// Frequencies from the eigenvalues of tridiag(-1, 2, -1); j = 1..N between walls, j = 0..N-1 free.
double chain_frequency(Index j, Index N, double m, double k, bool walls)
{
    return 2 * std::sqrt(k / m) *
           std::sin(static_cast<double>(j) * std::numbers::pi /
                    (2.0 * static_cast<double>(N + walls)));
}

} // namespace

TEST_CASE("All frequencies of a chain between walls match the closed form", "[base]")
{
    const Index N = 40;
    const double m = 0.5, k = 2e4;
    const Chain c = chain(N, m, k, true);
    const SymmetricModes modes = all_modes(Matrix(c.K), Matrix(c.M));
    for (Index j = 1; j <= N; ++j) {
        CAPTURE(j);
        // The error is eps omega_max times a small constant; omega_max / omega_1 = 26.
        CHECK(modes.omega(j - 1) == Approx(chain_frequency(j, N, m, k, true)).epsilon(1e-13));
    }
}

TEST_CASE("Modes are mass-orthonormal and diagonalise the stiffness", "[base]")
{
    const Index N = 30;
    const Chain c = chain(N, 0.2, 3e5, false);
    Matrix M = c.M;
    for (Index i = 0; i + 1 < N; ++i) // consistent mass, so M is not a multiple of I
        M(i, i + 1) = M(i + 1, i) = 0.04;
    const SymmetricModes modes = all_modes(Matrix(c.K), M);
    // Round-off of products of 30 terms: a few eps, relative to 1 and to omega_max^2.
    CHECK((modes.Phi.transpose() * M * modes.Phi - Matrix::Identity(N, N)).cwiseAbs().maxCoeff() <
          1e-13);
    Matrix K_modal = modes.Phi.transpose() * c.K * modes.Phi;
    const double largest = std::pow(modes.omega(N - 1), 2);
    K_modal.diagonal() -= modes.omega.cwiseAbs2();
    CHECK(K_modal.cwiseAbs().maxCoeff() < 1e-13 * largest);
}

TEST_CASE("A free chain has exactly one rigid motion, of frequency zero", "[base]")
{
    const Index N = 25;
    const double m = 2, k = 7e3;
    const Chain c = chain(N, m, k, false);
    const SymmetricModes modes = all_modes(Matrix(c.K), Matrix(c.M));
    REQUIRE(factor_stiffness(Matrix(c.K)).motions.cols() == 1);
    CHECK(modes.omega(0) == 0); // set to zero; the motion itself is not:
    const Vector motion = factor_stiffness(Matrix(c.K)).motions.col(0);
    CHECK((c.K * motion).cwiseAbs().maxCoeff() <= 4 * 2.3e-16 * 4 * k * motion.maxCoeff());
    CHECK((c.K * modes.Phi.col(0)).cwiseAbs().maxCoeff() <=
          4 * 2.3e-16 * 4 * k * modes.Phi.col(0).cwiseAbs().maxCoeff());
    for (Index j = 1; j < N; ++j)
        CHECK(modes.omega(j) == Approx(chain_frequency(j, N, m, k, false)).epsilon(1e-12));
    // All masses move equally, by 1 / sqrt(total mass).
    const Vector shape = modes.Phi.col(0).cwiseAbs();
    CHECK((shape.array() - 1 / std::sqrt(m * N)).abs().maxCoeff() < 1e-12);
}

TEST_CASE("A stiff body keeps the digits of its lowest frequency", "[base]")
{
    // A simply supported beam in finite differences: K = T^2, T = tridiag(-1, 2, -1), has integer
    // entries, so K is exact; omega_j = 4 sin^2(j pi / (2 (N + 1))), omega_N / omega_1 = 1e5.
    const Index N = 500;
    Matrix T = Matrix::Zero(N, N);
    for (Index i = 0; i < N; ++i) {
        T(i, i) = 2;
        if (i + 1 < N)
            T(i, i + 1) = T(i + 1, i) = -1;
    }
    const SymmetricModes modes = all_modes(T * T, Matrix::Identity(N, N));
    for (Index j = 1; j <= 5; ++j) {
        const double exact =
            4 * std::pow(std::sin(static_cast<double>(j) * std::numbers::pi / (2.0 * (N + 1))), 2);
        CAPTURE(j, modes.omega(j - 1) / exact - 1);
        // A plain eigensolver may lose eps (omega_N / omega_1)^2 = 2e-6. It actually loses
        // 9e-8, the factorisation of K 4e-9, the singular values 2e-11. The corrected modes
        // lose a few eps.
        CHECK(modes.omega(j - 1) == Approx(exact).epsilon(1e-14));
    }
}

TEST_CASE("The lowest modes of a sparse body are those of the full solution", "[base]")
{
    const Index N = 400, count = 12;
    const double m = 0.3, k = 5e6;
    const bool walls = GENERATE(true, false); // false: a free body, K singular
    CAPTURE(walls);
    const Chain c = chain(N, m, k, walls);
    const SymmetricModes lowest = lowest_modes(c.K, c.M, count);
    const SymmetricModes all = all_modes(Matrix(c.K), Matrix(c.M));
    REQUIRE(lowest.omega.size() == count);
    for (Index j = 0; j < count; ++j) {
        CAPTURE(j);
        const double exact = chain_frequency(walls ? j + 1 : j, N, m, k, walls);
        // Both methods stop at residuals of 1e-10; the error of an eigenvalue is their square.
        CHECK(lowest.omega(j) == Approx(exact).epsilon(1e-10).margin(1e-300));
        // Shapes are compared up to the sign; vectors converge to the square root of
        // the values' tolerance.
        CHECK(std::abs(lowest.Phi.col(j).dot(c.M * all.Phi.col(j))) == Approx(1).epsilon(1e-10));
    }
    CHECK((lowest.Phi.transpose() * c.M * lowest.Phi - Matrix::Identity(count, count))
              .cwiseAbs()
              .maxCoeff() < 1e-9);
}

TEST_CASE("A long soft body is not taken for a rigid one", "[base]")
{
    // The first elastic omega^2 of 3000 free masses is 1e-6 k/m.
    const Index N = 3000;
    const Chain c = chain(N, 1, 1, false);
    const SymmetricModes modes = lowest_modes(c.K, c.M, 4, nullptr, {}, Krylov::block);
    CHECK(modes.omega(0) == 0);
    for (Index j = 1; j < 4; ++j)
        CHECK(modes.omega(j) == Approx(chain_frequency(j, N, 1, 1, false)).epsilon(1e-9));
}

TEST_CASE("A light mass between springs makes no other mode a rigid one", "[base]")
{
    // Without the light mass, one mass is on one spring: 1 rad/s, compared with 1 / sqrt(light).
    const Matrix K = (Matrix(2, 2) << 2, -1, -1, 1).finished();
    for (const double light : {1e-8, 1e-14, 1e-20}) {
        CAPTURE(light);
        const SymmetricModes modes = all_modes(K, Vector(Eigen::Vector2d(1, light)).asDiagonal());
        const double round_off = 1e-15 * modes.omega(1); // round-off of the singular values
        CHECK(std::abs(modes.omega(0) - 1) < 2 * light + round_off);
    }
}

TEST_CASE("Rigid motions of a heavy free body beside light ones are found", "[base]")
{
    // Two equal free chains and dofs of a body without stiffness, which may be heavier. Shapes of
    // that body have on the chains only the error of the search.
    const Index N = 90, n_body = 5, n = 2 * N + n_body;
    const double heavy = GENERATE(1e-6, 1.0, 1e4, 1e8);
    const Chain c = chain(N, 1e-4, 2e6, false);
    std::vector<Eigen::Triplet<double>> stiffness, masses;
    for (Index copy = 0; copy < 2; ++copy)
        for (Index j = 0; j < N; ++j) {
            masses.emplace_back(copy * N + j, copy * N + j, 1e-4);
            for (SparseMatrix::InnerIterator it(c.K, j); it; ++it)
                stiffness.emplace_back(copy * N + it.row(), copy * N + j, it.value());
        }
    for (Index i = 0; i < n_body; ++i)
        masses.emplace_back(2 * N + i, 2 * N + i, 1e-4 * heavy * static_cast<double>(i + 1));
    SparseMatrix K(n, n), M(n, n);
    K.setFromTriplets(stiffness.begin(), stiffness.end());
    M.setFromTriplets(masses.begin(), masses.end());
    const Index count = 15;
    const SymmetricModes modes = lowest_modes(K, M, count);
    CAPTURE(heavy);
    REQUIRE(modes.omega.size() == count);
    for (Index j = 0; j < 2 + n_body; ++j)
        CHECK(modes.omega(j) == 0);
    for (Index j = 2 + n_body; j < count; ++j)
        CHECK(modes.omega(j) ==
              Approx(chain_frequency((j - n_body) / 2, N, 1e-4, 2e6, false)).epsilon(1e-10));
    CHECK((modes.Phi.transpose() * M * modes.Phi - Matrix::Identity(count, count))
              .cwiseAbs()
              .maxCoeff() < 1e-9);
}

TEST_CASE("Matrices that are no mass and stiffness are refused", "[base]")
{
    const Chain c = chain(4, 1, 1, true);
    Matrix M = c.M;
    M(2, 2) = 0;
    CHECK_THROWS_WITH(all_modes(Matrix(c.K), M), Catch::Contains("without mass"));
    Matrix K = c.K;
    K(1, 1) = -5;
    CHECK_THROWS_AS(all_modes(K, Matrix(c.M)), std::domain_error);

    Chain large = chain(300, 1, 1, true);
    large.K.coeffRef(7, 7) = -3;
    CHECK_THROWS_AS(lowest_modes(large.K, large.M, 3), std::domain_error);
}

TEST_CASE("The lowest modes do not depend on the units of mass and stiffness", "[base]")
{
    // omega^2 ranges from 1e-9 to 1e21, so no threshold of the eigensolver may be an absolute
    // number. Meshes of 1e6 dofs have 1e12.
    const Index N = 400, count = 12;
    for (const double k_over_m : {1e-5, 1.0, 1e12, 1e25}) {
        const double m = 1e-6, k = m * k_over_m;
        CAPTURE(k_over_m);
        const Chain c = chain(N, m, k, true);
        const SymmetricModes modes = lowest_modes(c.K, c.M, count);
        for (Index j = 0; j < count; ++j) {
            CAPTURE(j);
            CHECK(modes.omega(j) == Approx(chain_frequency(j + 1, N, m, k, true)).epsilon(1e-11));
            const Vector K_phi = c.K * modes.Phi.col(j);
            // omega_max^2 / omega_1^2 = 6e4 times the round-off of the shape
            CHECK((K_phi - modes.omega(j) * modes.omega(j) * (c.M * modes.Phi.col(j))).norm() <
                  1e-7 * K_phi.norm());
        }
    }
}

TEST_CASE("Modes of one frequency are all found", "[base]")
{
    // For equal separate chains every frequency is repeated. Without a second search, only
    // round-off reaches more modes than the one vector or the four of a block: one vector alone
    // found 19 of the 20 lowest modes of 5 chains.
    const Index N = 300, count = 20;
    const double m = 0.3, k = 5e6;
    const Index copies = GENERATE(2, 5, 12, 23);
    const bool walls = GENERATE(true, false);
    const Krylov method = GENERATE(Krylov::single, Krylov::block);
    CAPTURE(copies, walls, method == Krylov::block);
    const Chain one = chain(N, m, k, walls);
    SparseMatrix K(copies * N, copies * N), M(copies * N, copies * N);
    std::vector<Eigen::Triplet<double>> stiffness, mass;
    for (Index copy = 0; copy < copies; ++copy)
        for (Index j = 0; j < N; ++j) {
            mass.emplace_back(copy * N + j, copy * N + j, m);
            for (SparseMatrix::InnerIterator it(one.K, j); it; ++it)
                stiffness.emplace_back(copy * N + it.row(), copy * N + j, it.value());
        }
    K.setFromTriplets(stiffness.begin(), stiffness.end());
    M.setFromTriplets(mass.begin(), mass.end());
    const SymmetricModes modes = lowest_modes(K, M, count, nullptr, {}, method);
    for (Index j = 0; j < count; ++j) {
        CAPTURE(j);
        const Index which = j / copies + (walls ? 1 : 0);
        CHECK(modes.omega(j) == Approx(chain_frequency(which, N, m, k, walls)).epsilon(1e-11));
    }
    CHECK((modes.Phi.transpose() * M * modes.Phi - Matrix::Identity(count, count))
              .cwiseAbs()
              .maxCoeff() < 1e-12);
}

TEST_CASE("Bodies whose frequencies are all one have their modes", "[base]")
{
    // A Krylov space of one vector does not grow beyond its start for K = k I, M = m I.
    const Index n = 300;
    SparseMatrix K(n, n), M(n, n);
    K.setIdentity();
    M.setIdentity();
    K *= 9e6;
    M *= 0.25;
    for (const Krylov method : {Krylov::by_size, Krylov::block}) {
        const SymmetricModes modes = lowest_modes(K, M, 8, nullptr, {}, method);
        for (const double omega : modes.omega)
            CHECK(omega == Approx(6000).epsilon(1e-12));
        CHECK(
            (modes.Phi.transpose() * M * modes.Phi - Matrix::Identity(8, 8)).cwiseAbs().maxCoeff() <
            1e-12);
    }
}

TEST_CASE("A mass matrix of low rank gives as many modes as it has rank", "[base]")
{
    // A chain with mass at some points only: modes of these points on their static stiffness.
    const Index N = 300, count = 3;
    const Index points = GENERATE(2, 3, 4, 5, 9);
    const Krylov method = GENERATE(Krylov::single, Krylov::block);
    CAPTURE(points, method == Krylov::block);
    const Chain c = chain(N, 1, 5e6, true);
    SparseMatrix M(N, N);
    Matrix loads = Matrix::Zero(N, points);
    for (Index j = 0; j < points; ++j) {
        const Index dof = 20 + 31 * j;
        M.coeffRef(dof, dof) = 0.1 * static_cast<double>(j + 1);
        loads(dof, j) = 1;
    }
    if (points < count) {
        CHECK_THROWS_WITH(lowest_modes(c.K, M, count, nullptr, {}, method),
                          Catch::Contains("of 3 modes"));
        return;
    }
    const Matrix compliance = loads.transpose() * HeldStiffness(c.K).solve(loads);
    const Matrix root = (loads.transpose() * M * loads).diagonal().cwiseSqrt().asDiagonal();
    const Vector exact =
        symmetric_eigen(root * compliance * root).values.reverse().cwiseInverse().cwiseSqrt();
    const SymmetricModes modes = lowest_modes(c.K, M, count, nullptr, {}, method);
    for (Index j = 0; j < count; ++j) {
        CAPTURE(j);
        CHECK(modes.omega(j) == Approx(exact(j)).epsilon(1e-11));
    }
}

TEST_CASE("No mode of a square membrane is missed", "[base]")
{
    // Five-point differences on N x N points with held edges: omega_ij^2 = (k/m) (s_i^2 +
    // s_j^2), s_i = 2 sin(i pi / (2 (N + 1))), with pairs i, j and j, i. Units are m and kg, or
    // mm and tonnes.
    const Index N = 40;
    const double unit = GENERATE(1.0, 1e-3);
    const double m = 2e-4 * unit, k = 3e7 * unit;
    const Index count = GENERATE(7, 20, 150);
    const Krylov method = GENERATE(Krylov::single, Krylov::block);
    CAPTURE(unit, count, method == Krylov::block);
    std::vector<Eigen::Triplet<double>> stiffness;
    const auto number = [&](Index i, Index j) -> Index { return i * N + j; };
    for (Index i = 0; i < N; ++i)
        for (Index j = 0; j < N; ++j) {
            stiffness.emplace_back(number(i, j), number(i, j), 4 * k);
            if (i + 1 < N)
                stiffness.emplace_back(number(i, j), number(i + 1, j), -k);
            if (i > 0)
                stiffness.emplace_back(number(i, j), number(i - 1, j), -k);
            if (j + 1 < N)
                stiffness.emplace_back(number(i, j), number(i, j + 1), -k);
            if (j > 0)
                stiffness.emplace_back(number(i, j), number(i, j - 1), -k);
        }
    SparseMatrix K(N * N, N * N), M(N * N, N * N);
    K.setFromTriplets(stiffness.begin(), stiffness.end());
    M.setIdentity();
    M *= m;
    std::vector<double> exact;
    for (Index i = 1; i <= N; ++i)
        for (Index j = 1; j <= N; ++j)
            exact.push_back(
                std::hypot(chain_frequency(i, N, m, k, true), chain_frequency(j, N, m, k, true)));
    std::sort(exact.begin(), exact.end());
    const SymmetricModes modes = lowest_modes(K, M, count, nullptr, {}, method);
    for (Index j = 0; j < count; ++j) {
        CAPTURE(j);
        CHECK(modes.omega(j) == Approx(exact[static_cast<std::size_t>(j)]).epsilon(1e-12));
    }
    CHECK((modes.Phi.transpose() * M * modes.Phi - Matrix::Identity(count, count))
              .cwiseAbs()
              .maxCoeff() < 1e-12);
}

TEST_CASE("Many modes of a long body are all found", "[base]")
{
    const Index N = 2000, count = 120;
    const Chain c = chain(N, 1, 1, false);
    const SymmetricModes modes = lowest_modes(c.K, c.M, count);
    for (Index j = 1; j < count; ++j)
        CHECK(modes.omega(j) == Approx(chain_frequency(j, N, 1, 1, false)).epsilon(1e-9));
}
