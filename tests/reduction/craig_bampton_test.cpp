#include "reduction/craig_bampton.hpp"

#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "reduction/hintz_herting.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;

namespace {

// N + 2 masses in a row joined by springs, nothing held.
fem::Substructure free_chain(int N, double m, double k)
{
    fem::LumpedOptions network;
    for (int j = 0; j < N + 2; ++j) {
        network.masses.push_back({"m" + std::to_string(j), {{"x", m}}});
        if (j > 0)
            network.springs.push_back({"m" + std::to_string(j - 1), "m" + std::to_string(j), k});
    }
    return fem::lumped("chain", network);
}

} // namespace

TEST_CASE("Fixed-interface frequencies of a uniform chain match the closed form", "[reduction]")
{
    // Eigenvalues of tridiag(-1, 2, -1) of size N: omega_j = 2 sqrt(k/m) sin(j pi / (2 (N + 1))).
    const int N = 8;
    const double m = 0.5, k = 2e4;
    const auto reduced = reduction::craig_bampton(free_chain(N, m, k), {0, N + 1}, 3);
    REQUIRE(reduced.substructure.n() == 5);
    for (int j = 1; j <= 3; ++j) {
        CAPTURE(j);
        CHECK(reduced.omega(j - 1) ==
              Approx(2 * std::sqrt(k / m) * std::sin(j * std::numbers::pi / (2 * (N + 1))))
                  .epsilon(1e-12)); // eps omega_max / omega_1
    }
}

TEST_CASE("A constraint mode of a chain is a straight line and its stiffness that of all springs",
          "[reduction]")
{
    const int N = 8;
    const double m = 0.5, k = 2e4;
    const auto reduced = reduction::craig_bampton(free_chain(N, m, k), {0, N + 1}, 2);
    for (int i = 0; i < N + 2; ++i) {
        CHECK((*reduced.T)(i, 0) == Approx(1 - i / (N + 1.0)).margin(1e-14));
        CHECK((*reduced.T)(i, 1) == Approx(i / (N + 1.0)).margin(1e-14));
    }
    const Matrix K = reduced.substructure.K;
    const double series = k / (N + 1); // springs in series
    CHECK(K(0, 0) == Approx(series).epsilon(1e-12));
    CHECK(K(0, 1) == Approx(-series).epsilon(1e-12));
    // Static and dynamic part do not couple in K; K and M of the modes are omega^2 and 1.
    CHECK(K.topRightCorner(2, 2).cwiseAbs().maxCoeff() < 1e-12 * k);
    CHECK(K(2, 2) == Approx(std::pow(reduced.omega(0), 2)).epsilon(1e-12));
    CHECK(Matrix(reduced.substructure.M)
              .bottomRightCorner(2, 2)
              .isApprox(Matrix::Identity(2, 2), 1e-12));
}

TEST_CASE("With all its modes kept a reduced body has the frequencies of the full body",
          "[reduction]")
{
    fem::PlaneStressOptions plane{{70e9, 0.33, 2700}, 0.01};
    plane.fixed = {"left"};
    const fem::Substructure s =
        fem::plane_stress("bar", test::rectangle_mesh(0.03, 0, 0.003, 10, 2), plane);
    const std::vector<Index> interface = reduction::port_dofs(fem::port(s, "right"));
    const Index n_i = s.n() - static_cast<Index>(interface.size());
    const SymmetricModes full = all_modes(Matrix(s.K), Matrix(s.M));
    for (const bool fixed_interface : {true, false}) {
        CAPTURE(fixed_interface);
        // Free-interface remainders are n_i independent shapes as long as round-off lets them be:
        // 12 of them show the point, the lowest 12 frequencies are then exact.
        const auto reduced = fixed_interface ? reduction::craig_bampton(s, interface, n_i)
                                             : reduction::hintz_herting(s, interface, 12);
        const SymmetricModes modes =
            all_modes(Matrix(reduced.substructure.K), Matrix(reduced.substructure.M));
        const Index n = fixed_interface ? s.n() : 12;
        for (Index j = 0; j < n; ++j) {
            CAPTURE(j);
            // Round-off: eps (omega_max / omega_1)^2 = 2e-16 (2e3)^2 and a margin.
            CHECK(modes.omega(j) == Approx(full.omega(j)).epsilon(1e-8));
        }
    }
}

TEST_CASE("Reduced frequencies approach the full ones from above", "[reduction]")
{
    // Rayleigh: a subspace can only raise each frequency, a larger subspace raises it less.
    const fem::Substructure s = test::lower_beam({});
    const std::vector<Index> interface = reduction::port_dofs(fem::port(s, "right"));
    const SymmetricModes full = lowest_modes(s.K, s.M, 6);
    Vector before = Vector::Constant(6, 1e300);
    for (const Index n_modes : {4, 8, 16}) {
        const auto reduced = reduction::craig_bampton(s, interface, n_modes);
        const SymmetricModes modes =
            all_modes(Matrix(reduced.substructure.K), Matrix(reduced.substructure.M));
        for (Index j = 0; j < 6; ++j) {
            CAPTURE(n_modes, j);
            CHECK(modes.omega(j) >= full.omega(j) * (1 - 1e-7)); // Lanczos and round-off
            CHECK(modes.omega(j) <= before(j) * (1 + 1e-7));
        }
        before = modes.omega.head(6);
    }
}

TEST_CASE("A body reduced to all its dofs is the body", "[reduction]")
{
    const fem::Substructure s = free_chain(2, 1, 5);
    const auto reduced = reduction::craig_bampton(s, {0, 1, 2, 3}, 0);
    CHECK(*reduced.T == Matrix::Identity(4, 4));
    CHECK(Matrix(reduced.substructure.K) == Matrix(s.K));
    CHECK(reduced.omega.size() == 0);
}

TEST_CASE("A number of fixed-interface modes that the body does not have is refused", "[reduction]")
{
    const fem::Substructure s = free_chain(3, 1, 1);
    CHECK_THROWS_WITH(reduction::craig_bampton(s, {0, 4}, 4), Catch::Contains("n_modes = 4") &&
                                                                  Catch::Contains("body chain") &&
                                                                  Catch::Contains("0 to 3"));
    CHECK_THROWS_WITH(reduction::craig_bampton(s, {0, 4}, -1), Catch::Contains("n_modes = -1"));
    CHECK_NOTHROW(reduction::craig_bampton(s, {0, 4}, 3));
}
