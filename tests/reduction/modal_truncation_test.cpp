#include "reduction/modal_truncation.hpp"

#include "base/error.hpp"
#include "base/rigid_motion.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/hintz_herting.hpp"
#include "reduction/methods.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

using namespace slideway;
using Catch::Contains;

TEST_CASE("Truncated frequencies of a chain match the closed form", "[reduction]")
{
    // N masses with one wall and one free end: omega_j = 2 sqrt(k/m) sin((2 j - 1) pi / (2 (2
    // N + 1))).
    const int N = 6;
    const double m = 0.5, k = 2e4;
    const fem::Substructure s = fem::lumped(
        "chain", fem::chain_network(
                     {"ground", "", std::vector<double>(N, m), std::vector<double>(N, k), {}}));
    const reduction::ReducedModel reduced = reduction::modal_truncation(s, {N - 1}, 3);
    REQUIRE(reduced.substructure.n() == 3);
    CHECK(reduced.n_constraint == 0);
    for (int j = 1; j <= 3; ++j) {
        const double exact =
            2 * std::sqrt(k / m) * std::sin((2 * j - 1) * std::numbers::pi / (2 * (2 * N + 1)));
        CAPTURE(j);
        CHECK(reduced.omega(j - 1) == Approx(exact).epsilon(1e-12)); // eps omega_max / omega_1
    }
    CHECK(reduced.truncation.highest_kept_hz ==
          Approx(reduced.omega(2) / (2 * std::numbers::pi)).epsilon(1e-15));
}

TEST_CASE("A truncated body is uncoupled oscillators of unit mass with the frequencies of the full "
          "one",
          "[reduction]")
{
    const fem::Substructure s = test::lower_beam({});
    const auto reduced =
        reduction::modal_truncation(s, reduction::port_dofs(fem::port(s, "top_right")), 20);
    const SymmetricModes full = lowest_modes(s.K, s.M, 20);
    CHECK(reduced.omega.isApprox(full.omega, 1e-10)); // Lanczos: 1e-12 of each eigenvalue
    const Matrix M = reduced.substructure.M, K = reduced.substructure.K;
    CHECK((M - Matrix::Identity(20, 20)).cwiseAbs().maxCoeff() < 1e-9);
    const Matrix omega_2 = full.omega.cwiseAbs2().asDiagonal();
    CHECK((K - omega_2).cwiseAbs().maxCoeff() < 1e-9 * omega_2(19, 19));
}

TEST_CASE("With all modes kept a truncated body is the full body", "[reduction]")
{
    fem::PlaneStressOptions plane{{70e9, 0.33, 2700}, 0.01};
    plane.fixed = {"left"};
    const fem::Substructure s =
        fem::plane_stress("bar", test::rectangle_mesh(0.03, 0, 0.003, 10, 2), plane);
    const std::vector<Index> end = reduction::port_dofs(fem::port(s, "right"));
    const auto reduced = reduction::modal_truncation(s, end, s.n());
    const SymmetricModes full = all_modes(Matrix(s.K), Matrix(s.M));
    CHECK(reduced.omega.isApprox(full.omega, 1e-12));
    // Nothing is omitted, so only round-off remains: eps (omega_max / omega_1)^2 = 2e-16 (2e3)^2.
    REQUIRE(reduced.truncation.interface_load);
    CHECK(*reduced.truncation.interface_load < 1e-8);
    for (const auto& load : reduced.truncation.body_load)
        CHECK(load.error < 1e-8);
}

TEST_CASE("Rigid motions of a free body are its first modes", "[reduction]")
{
    const fem::Substructure s = test::upper_beam({});
    const auto reduced =
        reduction::modal_truncation(s, reduction::port_dofs(fem::port(s, "right")), 8);
    REQUIRE(reduced.omega.size() == 8);
    CHECK((reduced.omega.array() == 0).count() == 3);
    CHECK(reduced.omega.head(3).isZero(0));
    CHECK(reduced.substructure.rigid_names == s.rigid_names);
    for (Index k = 0; k < 3; ++k) { // Lanczos vectors: the square root of 1e-12
        CHECK((*reduced.T * reduced.substructure.rigid.col(k) - s.rigid.col(k)).norm() <
              1e-6 * s.rigid.col(k).norm());
        // These rows of the reduced K would contain only round-off, which is removed.
        CHECK(rigid_motion(reduced.substructure.K, reduced.substructure.rigid.col(k)));
    }
}

TEST_CASE("Modes of equal frequency are kept together, whatever the order of dofs", "[reduction]")
{
    // A ring of six masses has frequencies once, twice, twice and once:
    // omega^2 = 1 + 0.4 (1 - cos(j pi / 3)).
    for (const int rotation : {0, 1, 4}) {
        fem::LumpedOptions network;
        for (int k = 0; k < 6; ++k)
            network.masses.push_back({"m" + std::to_string((k + rotation) % 6), {{"x", 1}}});
        for (int k = 0; k < 6; ++k) {
            network.springs.push_back({"m" + std::to_string(k), "ground", 1});
            network.springs.push_back(
                {"m" + std::to_string(k), "m" + std::to_string((k + 1) % 6), 0.2});
        }
        const fem::Substructure ring = fem::lumped("ring", network);
        const Index dof = (6 - rotation) % 6; // of m0
        const int kept[] = {1, 3, 3, 5, 5, 6};
        for (Index n_modes = 1; n_modes <= 6; ++n_modes) {
            CAPTURE(rotation, n_modes);
            const auto reduced = reduction::modal_truncation(ring, {dof}, n_modes);
            REQUIRE(reduced.omega.size() == kept[n_modes - 1]);
            for (Index k = 0; k < reduced.omega.size(); ++k)
                CHECK(std::pow(reduced.omega(k), 2) ==
                      Approx(1 + 0.4 * (1 - std::cos((k + 1) / 2 * std::numbers::pi / 3)))
                          .epsilon(1e-13));
            // The compliance at m0 does not depend on the order.
            const Matrix T = *reduced.T;
            const double compliance =
                (T.row(dof).array() / reduced.omega.transpose().array()).square().sum();
            double expected = 0;
            for (int k = 0; k < kept[n_modes - 1]; ++k)
                expected += 1 / (6 * std::pow(reduced.omega(k), 2));
            CHECK(compliance == Approx(expected).epsilon(1e-13));
        }
        // With m0 held the other five are a chain of different frequencies.
        for (const Index n_modes : {1, 2, 3, 4, 5})
            CHECK(reduction::craig_bampton(ring, {dof}, n_modes).omega.size() == n_modes);
        // With m0 and m3 held two pairs remain.
        const Index opposite = (dof + 3) % 6;
        for (const Index n_modes : {1, 2, 3, 4})
            CHECK(reduction::craig_bampton(ring, {std::min(dof, opposite), std::max(dof, opposite)},
                                           n_modes)
                      .omega.size() == 2 * ((n_modes + 1) / 2));
        CHECK(reduction::hintz_herting(ring, {dof}, 2).omega.size() == 3);
        CHECK(reduction::hintz_herting(ring, {dof}, 4).omega.size() == 5);
    }
}

TEST_CASE("A number of modes that a body does not have is refused", "[reduction]")
{
    const fem::Substructure s =
        fem::lumped("chain", fem::chain_network({"ground", "", {1, 1, 1}, {1, 1, 1}, {}}));
    CHECK_THROWS_WITH(reduction::modal_truncation(s, {2}, 4),
                      Contains("n_modes = 4") && Contains("body chain") && Contains("1 to 3"));
    CHECK_THROWS_WITH(reduction::modal_truncation(s, {2}, 0), Contains("n_modes = 0"));
}

TEST_CASE("Every reduction is found by its name", "[reduction]")
{
    const fem::Substructure s = test::lower_beam({});
    const std::vector<Index> b = reduction::port_dofs(fem::port(s, "right"));
    for (const reduction::Method& method : reduction::methods()) {
        CAPTURE(method.name);
        CHECK(method.reduce(s, b, 4, {}).method == method.name);
    }
    CHECK_THROWS_WITH(reduction::method("guyen"), Contains("did you mean guyan"));
    CHECK_THROWS_WITH(reduction::method("modal"), Contains("modal-truncation"));
}
