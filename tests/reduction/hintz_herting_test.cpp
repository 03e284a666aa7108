#include "reduction/hintz_herting.hpp"

#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/lumped.hpp"
#include "reduction/constraint_modes.hpp"
#include "reduction/craig_bampton.hpp"
#include "support/beam_on_beam.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

using namespace slideway;

TEST_CASE("The free-interface basis spans the constraint modes and the free modes", "[reduction]")
{
    // The reduced body has the frequencies of the lower beam with its surface free, because the
    // span contains the free modes themselves.
    const fem::Substructure s = test::lower_beam({});
    const auto interface = reduction::port_dofs(fem::port(s, "top"));
    const auto reduced = reduction::hintz_herting(s, interface, 20);
    REQUIRE(reduced.substructure.n() == 220);
    const SymmetricModes full = lowest_modes(s.K, s.M, 20);
    CHECK(reduced.omega.isApprox(full.omega, 1e-10)); // Lanczos: 1e-12 of each eigenvalue
    const SymmetricModes modes =
        all_modes(Matrix(reduced.substructure.K), Matrix(reduced.substructure.M));
    const Matrix span = independent::least_squares(*reduced.T, full.Phi.leftCols(20));
    for (Index j = 0; j < 20; ++j) {
        CAPTURE(j);
        // Error of the projection of the stiff static part: eps (801 kHz / 45 Hz)^2 = 7e-8 in
        // the lowest mode.
        CHECK(modes.omega(j) == Approx(full.omega(j)).epsilon(1e-7));
        // The span of T also contains the shape itself.
        const Vector phi = full.Phi.col(j);
        const Vector q = span.col(j);
        CHECK((*reduced.T * q - phi).norm() < 1e-9 * phi.norm());
    }
}

TEST_CASE("Orthonormal remainders cure the ill-conditioned mass matrix of free-interface modes",
          "[reduction]")
{
    const fem::Substructure s = test::lower_beam({});
    const auto interface = reduction::port_dofs(fem::port(s, "top"));
    const auto fixed = reduction::craig_bampton(s, interface, 20);
    const auto cured = reduction::hintz_herting(s, interface, 20);
    // The reference is 1.1e6 for both, with two digits.
    CHECK(fixed.condition_M == Approx(1.1e6).epsilon(0.05));
    CHECK(cured.condition_M == Approx(1.1e6).epsilon(0.05));

    // Without orthonormalisation, T = [I 0; Psi  Phi_i - Psi Phi_b]. The reference is 4.3e12;
    // round-off affects the second digit of such a large number.
    const reduction::InterfaceSplit split = reduction::split_at_interface(s, interface);
    const SymmetricModes free = lowest_modes(s.K, s.M, 20);
    Matrix T = reduction::constraint_basis(s, split, 20);
    Matrix Phi_b(static_cast<Index>(interface.size()), 20);
    for (std::size_t k = 0; k < interface.size(); ++k)
        Phi_b.row(static_cast<Index>(k)) = free.Phi.row(interface[k]);
    T.rightCols(20) = free.Phi - T.leftCols(Phi_b.rows()) * Phi_b;
    const Matrix M = T.transpose() * (s.M * T);
    CHECK(reduction::condition(0.5 * (M + M.transpose())) == Approx(4.3e12).epsilon(0.1));
}

TEST_CASE("Rigid motions of a free body are constraint modes already and are not added twice",
          "[reduction]")
{
    const fem::Substructure s = test::upper_beam({});
    const auto end = reduction::port_dofs(fem::port(s, "right"));
    const auto reduced = reduction::hintz_herting(s, end, 5);
    CHECK(reduced.substructure.n() == static_cast<Index>(end.size()) + 5);
    CHECK(reduced.omega.minCoeff() > 0);
    const SymmetricModes modes =
        all_modes(Matrix(reduced.substructure.K), Matrix(reduced.substructure.M));
    CHECK((modes.omega.array() == 0).count() == 3);
    const SymmetricModes full = lowest_modes(s.K, s.M, 8);
    for (Index j = 3; j < 8; ++j)
        CHECK(modes.omega(j) == Approx(full.omega(j)).epsilon(1e-7)); // as above
}

TEST_CASE("A number of free-interface modes that the body cannot add is refused", "[reduction]")
{
    const fem::Substructure s =
        fem::lumped("chain", fem::chain_network({"ground", "", {1, 1, 1}, {1, 1, 1}, {}}));
    CHECK_THROWS_WITH(reduction::hintz_herting(s, {2}, 3),
                      Catch::Contains("n_modes = 3") && Catch::Contains("0 to 2"));
    CHECK_THROWS_WITH(reduction::hintz_herting(s, {2}, -1), Catch::Contains("n_modes = -1"));
    const auto all = reduction::hintz_herting(s, {2}, 2); // 1 + 2 dofs: the whole body
    CHECK(all_modes(Matrix(all.substructure.K), Matrix(all.substructure.M))
              .omega.isApprox(all_modes(Matrix(s.K), Matrix(s.M)).omega, 1e-12));
}
