#include "reduction/truncation.hpp"

#include "base/symmetric_modes.hpp"
#include "fem/lumped.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/guyan.hpp"
#include "reduction/hintz_herting.hpp"
#include "reduction/modal_truncation.hpp"
#include "support/beam_on_beam.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using Catch::Contains;

namespace {

fem::Substructure held_chain(int N, double m, double k)
{
    return fem::lumped("chain",
                       fem::chain_network({"ground",
                                           "",
                                           std::vector<double>(static_cast<std::size_t>(N), m),
                                           std::vector<double>(static_cast<std::size_t>(N), k),
                                           {}}));
}

} // namespace

TEST_CASE("Constraint modes make static answers to interface loads exact", "[reduction]")
{
    const fem::Substructure s = held_chain(12, 0.5, 2e4);
    for (const auto& reduced :
         {reduction::guyan(s, {5, 11}), reduction::craig_bampton(s, {5, 11}, 3),
          reduction::hintz_herting(s, {5, 11}, 3)}) {
        CAPTURE(reduced.method);
        CHECK(reduced.truncation.undefined.empty());
        REQUIRE(reduced.truncation.interface_load);
        CHECK(*reduced.truncation.interface_load < 1e-12); // condition of the chain: N^2 eps
    }
    // A body of 600 dofs: condition of K 4e8 eps.
    const fem::Substructure beam = test::lower_beam({});
    const auto top = reduction::port_dofs(fem::port(beam, "top"));
    for (const auto& reduced :
         {reduction::guyan(beam, top), reduction::hintz_herting(beam, top, 20)}) {
        REQUIRE(reduced.truncation.interface_load);
        CHECK(*reduced.truncation.interface_load < 1e-7);
    }
}

TEST_CASE("The static error of truncated modes is the flexibility left out", "[reduction]")
{
    // Compliance at the end of the chain: N / k in full, sum of phi_j^2 / omega_j^2 over the kept
    // modes, phi_j = 2 / sqrt((2 N + 1) m) sin((2 j - 1) N pi / (2 N + 1)).
    const int N = 12;
    const double m = 0.5, k = 2e4;
    const fem::Substructure s = held_chain(N, m, k);
    for (const int n_modes : {1, 4, 9}) {
        double kept = 0;
        for (int j = 1; j <= n_modes; ++j) {
            const double angle = (2 * j - 1) * std::numbers::pi / (2 * N + 1);
            const double omega = 2 * std::sqrt(k / m) * std::sin(angle / 2);
            kept += std::pow(2 * std::sin(N * angle) / omega, 2) / ((2 * N + 1) * m);
        }
        const auto reduced = reduction::modal_truncation(s, {N - 1}, n_modes);
        CAPTURE(n_modes);
        REQUIRE(reduced.truncation.interface_load);
        CHECK(*reduced.truncation.interface_load == Approx(1 - kept * k / N).epsilon(1e-10));
    }
}

TEST_CASE("A load on the inside keeps no dofs, and its static error is that of the held body",
          "[reduction]")
{
    // Held at both ends, the N - 1 masses inside have phi_j = sqrt(2/(N m)) sin(j pi i/N) and
    // omega_j = 2 sqrt(k/m) sin(j pi/(2 N)): the modes hold sum (phi_j f)^2/omega_j^2 of f^T u.
    const int N = 6;
    const double m = 0.5, k = 2e4, pi = std::numbers::pi;
    const fem::Substructure s = held_chain(N, m, k);
    const Vector f = Vector::Constant(N, m);
    const Matrix K = Matrix(s.K);
    const Vector inside = f.head(N - 1);
    const Vector at_rest =
        independent::solve_cholesky(Matrix(K.topLeftCorner(N - 1, N - 1)), inside);
    const double whole = inside.dot(at_rest);
    const Vector exact = independent::solve_cholesky(K, f);
    reduction::Interface interface({N - 1});
    interface.loads = {{"load.weight", f}};
    double held = 0;
    for (int n_modes = 0; n_modes < N; ++n_modes) {
        if (n_modes > 0) {
            double work = 0;
            for (int i = 1; i < N; ++i)
                work += std::sqrt(2 / (N * m)) * std::sin(n_modes * pi * i / N) * m;
            held += std::pow(work / (2 * std::sqrt(k / m) * std::sin(n_modes * pi / (2 * N))), 2);
        }
        const auto reduced = reduction::craig_bampton(s, interface, n_modes);
        CAPTURE(n_modes);
        CHECK(reduced.n_constraint == 1);
        REQUIRE(reduced.truncation.loads.size() == 1);
        CHECK(reduced.truncation.loads[0].load == "load.weight");
        CHECK(reduced.truncation.loads[0].error ==
              Approx(1 - held / whole).epsilon(1e-10).margin(1e-12));
        // The interface moves as that of the whole body.
        const Vector q = independent::solve_cholesky(Matrix(reduced.substructure.K),
                                                     Vector(reduced.T->transpose() * f));
        CHECK(q(0) == Approx(exact(N - 1)).epsilon(1e-12));
    }
}

TEST_CASE("The static error of a body load is the energy that the reduced body lacks",
          "[reduction]")
{
    // One mass at the end of the chain is kept, and all masses are accelerated. The condensed
    // chain represents the resultant forces but not the curvature between its ends. E = f^T u / 2
    // in both cases.
    const int N = 6;
    const double m = 0.5, k = 2e4;
    const fem::Substructure s = held_chain(N, m, k);
    const Vector f = Vector::Constant(N, m);
    const Vector u = independent::solve_cholesky(Matrix(s.K), f);
    const auto guyan = reduction::guyan(s, {N - 1});
    const Vector line = guyan.T->col(0); // straight: u_i = (i + 1) / N
    const double lacking = 1 - std::pow(line.dot(f), 2) / (k / N) / u.dot(f);
    REQUIRE(guyan.truncation.body_load.size() == 1);
    CHECK(guyan.truncation.body_load[0].motion == "translation in x");
    CHECK(guyan.truncation.body_load[0].error == Approx(lacking).epsilon(1e-12));
    CHECK(lacking > 0.1); // not negligible

    // Added modes reduce it; all of them reduce it to round-off.
    double before = lacking;
    for (const int n_modes : {1, 2, 4}) {
        const auto more = reduction::craig_bampton(s, {N - 1}, n_modes);
        CHECK(more.truncation.body_load.at(0).error <=
              before * (1 + 1e-9)); // a symmetric shape, or no change
        before = more.truncation.body_load.at(0).error;
    }
    CHECK(before < 0.01 * lacking);
    CHECK(reduction::craig_bampton(s, {N - 1}, N - 1).truncation.body_load.at(0).error < 1e-24);

    // With modes only, it is the participation of the omitted modes.
    const SymmetricModes all = all_modes(Matrix(s.K), Matrix(s.M));
    const Vector energy = (all.Phi.transpose() * f).cwiseQuotient(all.omega).cwiseAbs2();
    const auto truncated = reduction::modal_truncation(s, {N - 1}, 2);
    CHECK(truncated.truncation.body_load.at(0).error ==
          Approx(energy.tail(N - 2).sum() / energy.sum()).epsilon(1e-9));
}

TEST_CASE("A beam under its own weight is reported in both directions", "[reduction]")
{
    const fem::Substructure s = test::lower_beam({});
    const auto interface = reduction::port_dofs(fem::port(s, "right"));
    const auto few = reduction::craig_bampton(s, interface, 2);
    const auto many = reduction::craig_bampton(s, interface, 20);
    REQUIRE(few.truncation.body_load.size() == 2);
    CHECK(few.truncation.body_load[0].motion == "translation in x");
    CHECK(few.truncation.body_load[1].motion == "translation in y");
    for (std::size_t k = 0; k < 2; ++k) {
        CHECK(many.truncation.body_load[k].error < few.truncation.body_load[k].error);
        CHECK(many.truncation.body_load[k].error > 0);
    }
    CHECK(many.truncation.highest_kept_hz ==
          Approx(many.omega(19) / (2 * std::numbers::pi)).epsilon(1e-15));
}

TEST_CASE("A free body has no static errors, and the report says why", "[reduction]")
{
    const fem::Substructure s = test::upper_beam({});
    const auto end = reduction::port_dofs(fem::port(s, "right"));
    for (const auto& reduced :
         {reduction::guyan(s, end), reduction::craig_bampton(s, end, 4),
          reduction::hintz_herting(s, end, 4), reduction::modal_truncation(s, end, 6)}) {
        CAPTURE(reduced.method);
        CHECK_FALSE(reduced.truncation.interface_load);
        CHECK(reduced.truncation.body_load.empty());
        CHECK_THAT(reduced.truncation.undefined,
                   Contains("the body is free: translation in x, translation in y, rotation"));
    }
    CHECK(reduction::guyan(s, end).truncation.highest_kept_hz == 0);
    CHECK(reduction::modal_truncation(s, end, 6).truncation.highest_kept_hz > 1000);

    // A part that only the interface holds.
    const fem::Substructure pair =
        fem::lumped("pair", {{{"a", {{"x", 1}}}, {"b", {{"x", 1}}}, {"c", {{"x", 1}}}},
                             {{"a", "ground", 1}, {"b", "c", 1}},
                             {},
                             {}});
    CHECK_THAT(reduction::guyan(pair, {0, 1}).truncation.undefined, Contains("internal mechanism"));
}

TEST_CASE("A soft support is a support", "[reduction]")
{
    // Soft spring: 1e-6 of the springs of the chain.
    fem::LumpedOptions network{{{"a", {{"x", 1}}}, {"b", {{"x", 1}}}, {"c", {{"x", 1}}}},
                               {{"a", "ground", 1}, {"a", "b", 1e6}, {"b", "c", 1e6}},
                               {},
                               {}};
    const auto reduced = reduction::guyan(fem::lumped("pad", network), {2});
    CHECK(reduced.truncation.undefined.empty());
    CHECK(reduced.truncation.body_load.at(0).error < 1e-5); // nearly rigid on its spring
}
