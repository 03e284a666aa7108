#include "reduction/modal_form.hpp"

#include "base/error.hpp"
#include "base/rigid_motion.hpp"
#include "fem/lumped.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/modal_coupling.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace slideway;
using Catch::Contains;

namespace {

fem::LumpedOptions two_masses()
{
    return {
        {{"a", {{"x", 1}}}, {"b", {{"x", 2}}}}, {{"a", "ground", 300}, {"a", "b", 500}}, {}, {}};
}

} // namespace

TEST_CASE("Modal form of a two-mass oscillator matches the closed form", "[reduction]")
{
    const fem::Substructure s = fem::lumped("pair", two_masses());
    const reduction::ModalForm form = reduction::modal_form(s);
    // 2 w^4 - (2 * 800 + 500) w^2 + 300 * 500 = 0
    const double root = std::sqrt(2100.0 * 2100 - 8 * 150000);
    CHECK(form.omega(0) == Approx(std::sqrt((2100 - root) / 4)).epsilon(1e-13));
    CHECK(form.omega(1) == Approx(std::sqrt((2100 + root) / 4)).epsilon(1e-13));
    CHECK((form.Phi.transpose() * s.M * form.Phi).isApprox(Matrix::Identity(2, 2), 1e-13));
    CHECK(form.c.isZero(1e-13));
}

TEST_CASE("Rayleigh damping stays diagonal: c = alpha + beta omega^2", "[reduction]")
{
    fem::Substructure s = fem::lumped("pair", two_masses());
    const double alpha = 3, beta = 2e-4;
    fem::add_rayleigh(s, alpha, beta);
    const reduction::ModalForm form = reduction::modal_form(s);
    for (Index j = 0; j < 2; ++j)
        CHECK(form.c(j) == Approx(alpha + beta * std::pow(form.omega(j), 2)).epsilon(1e-12));

    // For the stiff reduced beam, Phi^T K Phi has round-off of eps omega_max^2, 2e-16 beta (2 pi
    // 3.08e6)^2 = 3e-3.
    const test::BeamOnBeam beams = test::beam_on_beam({});
    const reduction::ModalForm upper = reduction::modal_form(beams.upper.substructure);
    CHECK((upper.c.array() - 20 - 3.6e-8 * upper.omega.array().square()).abs().maxCoeff() < 3e-2);
}

TEST_CASE("Damping that couples modes keeps its matrix, classical damping its diagonal",
          "[reduction]")
{
    fem::LumpedOptions network = two_masses();
    network.dashpots = {{"b", "ground", 1}};
    const fem::Substructure one_dashpot = fem::lumped("pair", network);
    const reduction::ModalForm coupled = reduction::modal_form(one_dashpot);
    REQUIRE(!coupled.classical());
    const Matrix D = coupled.Phi.transpose() * (one_dashpot.C * coupled.Phi);
    CHECK((coupled.D - D).cwiseAbs().maxCoeff() < 1e-15);
    CHECK(std::abs(D(0, 1)) > 0.1 * std::sqrt(D(0, 0) * D(1, 1)));
    network.dashpots = {{"a", "ground", 3}, {"a", "b", 5}}; // proportional to the springs
    const reduction::ModalForm form = reduction::modal_form(fem::lumped("pair", network));
    CHECK(form.classical());
    for (Index j = 0; j < 2; ++j)
        CHECK(form.c(j) == Approx(0.01 * std::pow(form.omega(j), 2)).epsilon(1e-12));
}

TEST_CASE("Modes of equal frequency are those that the damping leaves uncoupled", "[reduction]")
{
    // Masses alike on springs alike, each with a dashpot of its own, and one more mass with another
    // frequency. Each mass alone is a damped mode, c / m = 0.1, 0.5 and 0.3 1/s.
    const auto form_of = [](const std::vector<std::string>& order, double coupling) {
        fem::LumpedOptions network;
        for (const std::string& name : order)
            network.masses.push_back({name, {{"x", 2}}});
        network.springs = {
            {"first", "ground", 8}, {"second", "ground", 8}, {"third", "ground", 18}};
        network.dashpots = {
            {"first", "ground", 0.2}, {"second", "ground", 1}, {"third", "ground", 0.6}};
        if (coupling > 0)
            network.springs.push_back({"first", "second", coupling});
        return reduction::modal_form(fem::lumped("three", network));
    };
    for (const std::vector<std::string>& order :
         {std::vector<std::string>{"first", "second", "third"},
          {"third", "second", "first"},
          {"second", "third", "first"}}) {
        const reduction::ModalForm form = form_of(order, 0);
        REQUIRE(form.classical());
        CHECK((form.c - Vector{{0.1, 0.5, 0.3}}).cwiseAbs().maxCoeff() < 1e-14);
        for (Index k = 0; k < 3; ++k) {
            Index mass = 0;
            CHECK(form.Phi.col(k).cwiseAbs().maxCoeff(&mass) ==
                  Approx(std::sqrt(0.5)).epsilon(1e-14));
            CHECK(form.Phi.col(k).cwiseAbs().sum() == Approx(std::sqrt(0.5)).epsilon(1e-13));
            CHECK(
                order[static_cast<std::size_t>(mass)] ==
                std::vector<std::string>{"first", "second", "third"}[static_cast<std::size_t>(k)]);
        }
        // A spring between both separates the frequencies, and the dashpots couple their modes.
        CHECK(!form_of(order, 1e-3).classical());
    }

    // A ring of three masses with one dashpot: of the two modes of equal frequency one has its node
    // there and is not damped; the other has two thirds of the motion there.
    for (const std::string damped : {"a", "b", "c"}) {
        const fem::Substructure ring =
            fem::lumped("ring", {{{"a", {{"x", 1}}}, {"b", {{"x", 1}}}, {"c", {{"x", 1}}}},
                                 {{"a", "ground", 1},
                                  {"b", "ground", 1},
                                  {"c", "ground", 1},
                                  {"a", "b", 0.2},
                                  {"b", "c", 0.2},
                                  {"c", "a", 0.2}},
                                 {{damped, "ground", 0.03}},
                                 {}});
        const reduction::ModalForm form = reduction::modal_form(ring);
        REQUIRE(!form.classical()); // the mode of all in phase takes part
        CHECK((form.c - Vector{{0.01, 0, 0.02}}).cwiseAbs().maxCoeff() < 1e-15);
        CHECK(
            (form.Phi.transpose() * ring.K * form.Phi - Matrix(Vector{{1, 1.6, 1.6}}.asDiagonal()))
                .cwiseAbs()
                .maxCoeff() < 1e-14);
        CHECK((form.Phi.transpose() * ring.C * form.Phi - form.D).cwiseAbs().maxCoeff() < 1e-16);
    }
}

TEST_CASE("Damping that couples two modes is kept however much a third is damped", "[reduction]")
{
    // Two equal masses on springs with a soft coupling spring; the first is damped. Both modes take
    // half of the dashpot, D_12 = sqrt(D_11 D_22). A separate light mass has c / m = 1e11 1/s.
    const fem::Substructure s = fem::lumped(
        "three", {{{"a", {{"x", 1}}}, {"b", {{"x", 1}}}, {"c", {{"x", 1e-3}}}},
                  {{"a", "ground", 1}, {"b", "ground", 1}, {"a", "b", 1e-4}, {"c", "ground", 1}},
                  {{"a", "ground", 0.005}, {"c", "ground", 1e8}},
                  {}});
    const reduction::ModalForm form = reduction::modal_form(s);
    REQUIRE_FALSE(form.classical());
    CHECK(std::abs(form.D(0, 1)) == Approx(0.0025).epsilon(1e-10));
    CHECK(form.D(2, 2) == Approx(1e11).epsilon(1e-12));
    CHECK(form.D(0, 2) == 0); // they are not coupled

    // Uncoupled damping values may differ as much.
    CHECK(reduction::leaves_uncoupled(Vector(Eigen::Vector3d(1e-9, 1, 1e11)).asDiagonal()));
    Matrix D = Vector(Eigen::Vector3d(1e-9, 1, 1e11)).asDiagonal();
    D(0, 1) = D(1, 0) = 1e-10;
    CHECK_FALSE(reduction::leaves_uncoupled(D));
    D(0, 1) = D(1, 0) = 1e-11; // 3e-7 of sqrt(1e-9)
    CHECK(reduction::leaves_uncoupled(D));
}

TEST_CASE("A beam whose end is guided has one vertical rigid motion of frequency zero",
          "[reduction]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({});
    const fem::Substructure& upper = beams.upper.substructure;
    const auto guide = reduction::port_dofs(fem::port(upper, "right"), 0);
    REQUIRE(guide.size() == 3);
    const reduction::ModalForm form = reduction::modal_form(upper, guide);
    REQUIRE(form.omega.size() == 25);
    CHECK(form.omega(0) == 0);
    CHECK(form.omega(1) > 100);
    for (const Index dof : guide)
        CHECK(form.Phi.row(dof).isZero(0));
    // The motion carries no force. The frequency is set to zero, the motion is not modified.
    CHECK(rigid_motion(upper.K, form.Phi.col(0)));
    CHECK_FALSE(rigid_motion(upper.K, form.Phi.col(1)));
    // The motion is a uniform translation in y: 1 / sqrt(mass).
    const double mass = 2700 * 0.075 * 0.0015 * 0.010;
    const fem::Port& tip = fem::port(upper, "bottom_left");
    const Vector motion = tip.W * form.Phi.col(0);
    CHECK(std::abs(motion(0)) < 1e-9 / std::sqrt(mass));
    CHECK(std::abs(motion(1)) == Approx(1 / std::sqrt(mass)).epsilon(1e-9));
}

TEST_CASE("A massless dof and a body too large for all its modes are refused", "[reduction]")
{
    fem::LumpedOptions network = two_masses();
    network.masses[1].components[0].second = 0;
    CHECK_THROWS_WITH(reduction::modal_form(fem::lumped("pair", network)),
                      Contains("body pair") && Contains("b.x has no mass"));

    fem::Substructure huge;
    huge.name = "huge";
    huge.M = huge.C = huge.K = SparseMatrix(20000, 20000);
    CHECK_THROWS_WITH(reduction::modal_form(huge), Contains("body huge has 20000 dofs") &&
                                                       Contains("GB") && Contains("reduction"));
}
