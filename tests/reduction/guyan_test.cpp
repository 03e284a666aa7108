#include "reduction/guyan.hpp"

#include "base/error.hpp"
#include "base/sparse.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/lumped.hpp"
#include "reduction/craig_bampton.hpp"
#include "support/beam_on_beam.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;

TEST_CASE("A condensed chain is one spring and two lumps of mass", "[reduction]")
{
    // Three masses m and two springs k with the ends kept: the middle moves by half of each end, so
    // K = k/2 [1 -1; -1 1] and M = m I + m/4 [1 1; 1 1].
    const double m = 0.5, k = 2e4;
    const fem::Substructure s =
        fem::lumped("chain", {{{"a", {{"x", m}}}, {"b", {{"x", m}}}, {"c", {{"x", m}}}},
                              {{"a", "b", k}, {"b", "c", k}},
                              {},
                              {}});
    const reduction::ReducedModel reduced = reduction::guyan(s, {0, 2});
    CHECK(reduced.method == "guyan");
    CHECK(reduced.n_constraint == 2);
    CHECK(reduced.omega.size() == 0);
    const Matrix K = reduced.substructure.K, M = reduced.substructure.M;
    CHECK(K.isApprox((Matrix(2, 2) << k / 2, -k / 2, -k / 2, k / 2).finished(), 1e-15));
    CHECK(M.isApprox((Matrix(2, 2) << 1.25 * m, 0.25 * m, 0.25 * m, 1.25 * m).finished(), 1e-15));
}

TEST_CASE("The condensed stiffness is the Schur complement and static answers are exact",
          "[reduction]")
{
    const fem::Substructure s = test::lower_beam({});
    const std::vector<Index> b = reduction::port_dofs(fem::port(s, "top"));
    const reduction::ReducedModel reduced = reduction::guyan(s, b);
    REQUIRE(reduced.substructure.n() == 200);
    const std::vector<Index> i = complement(s.n(), b);
    const Matrix K_ii = submatrix(s.K, i, i), K_ib = submatrix(s.K, i, b);
    const Matrix S =
        Matrix(submatrix(s.K, b, b)) - K_ib.transpose() * independent::solve_cholesky(K_ii, K_ib);
    // Round-off of sums of 600 terms, relative to the largest entry.
    CHECK((Matrix(reduced.substructure.K) - S).cwiseAbs().maxCoeff() <
          1e-13 * S.cwiseAbs().maxCoeff());

    // Tip of a cantilever under a force, with all dofs recovered. Condition of K: 4e8 eps.
    const Vector f_b = fem::mean_row(fem::port(reduced.substructure, "top_right"), 1);
    const Vector f = fem::mean_row(fem::port(s, "top_right"), 1);
    const Vector q = independent::solve_cholesky(Matrix(reduced.substructure.K), f_b);
    const Vector u = independent::solve_cholesky(Matrix(s.K), f);
    CHECK((*reduced.T * q - u).norm() < 1e-7 * u.norm());
}

TEST_CASE("A condensed body has higher frequencies than with modes added", "[reduction]")
{
    // By Rayleigh, because the span of Craig-Bampton contains the constraint modes.
    const fem::Substructure s = test::lower_beam({});
    const std::vector<Index> b = reduction::port_dofs(fem::port(s, "right"));
    const auto guyan = reduction::guyan(s, b), more = reduction::craig_bampton(s, b, 5);
    const SymmetricModes low = all_modes(Matrix(more.substructure.K), Matrix(more.substructure.M));
    const SymmetricModes high =
        all_modes(Matrix(guyan.substructure.K), Matrix(guyan.substructure.M));
    for (Index j = 0; j < high.omega.size(); ++j)
        CHECK(high.omega(j) > low.omega(j) * (1 - 1e-7));
    // The first bending mode of a cantilever condensed to its tip: the static shape of a tip load
    // (and moment, through the six dofs) gives its frequency within 2 %.
    CHECK(high.omega(0) < 1.02 * 2 * 3.141592653589793 * 45.514362);
}

TEST_CASE("A body condensed to nothing is refused", "[reduction]")
{
    const fem::Substructure s = test::lower_beam({});
    CHECK_THROWS_WITH(reduction::guyan(s, {}),
                      Catch::Contains("body lower") && Catch::Contains("no dof"));
    CHECK_THROWS_WITH(reduction::guyan(test::upper_beam({}), {5}),
                      Catch::Contains("can still move with its interface dofs held"));
}
