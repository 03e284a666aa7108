#include "reduction/modal_damping.hpp"

#include "base/error.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/lumped.hpp"
#include "fem/rigid.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/modal_form.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::reduction;
using Catch::Matchers::Contains;

namespace {

fem::Substructure bar(std::vector<std::string> fixed)
{
    return fem::beam("bar", fem::beam_line({0.5, 8, {}}),
                     {{210e9, 0, 7800}, fem::rectangle_section(0.02, 0.01), true, fixed});
}

} // namespace

TEST_CASE("A damping ratio holds for every mode of a body", "[reduction]")
{
    fem::Substructure s = bar({"start"});
    add_modal_damping(s, 0.02);
    const ModalForm form = modal_form(s);
    for (Index j = 0; j < form.omega.size(); ++j)
        CHECK(form.c(j) == Approx(2 * 0.02 * form.omega(j)).epsilon(1e-9)); // eps omega_max/omega_1
    CHECK(Matrix(s.C) == Matrix(s.C).transpose());
}

TEST_CASE("Damping ratios hold one by one and add to the damping there is", "[reduction]")
{
    fem::Substructure s = bar({"start"});
    const double alpha = 3;
    fem::add_rayleigh(s, alpha, 0);
    add_modal_damping(s, Eigen::Vector3d(0.01, 0, 0.05));
    const ModalForm form = modal_form(s);
    const double zeta[] = {0.01, 0, 0.05, 0, 0};
    const double round_off = 1e-11 * form.c.sum();
    for (Index j = 0; j < 5; ++j)
        CHECK(form.c(j) ==
              Approx(alpha + 2 * zeta[j] * form.omega(j)).epsilon(1e-9).margin(round_off));
    CHECK(s.mass_damping == alpha);
}

TEST_CASE("Rigid motions are not damped by ratios and not counted", "[reduction]")
{
    fem::Substructure s = bar({});
    add_modal_damping(s, Vector::Constant(1, 0.03));
    const double size = Matrix(s.C).cwiseAbs().maxCoeff();
    CHECK(size > 0);
    CHECK((s.C * s.rigid).cwiseAbs().maxCoeff() < 1e-6 * size); // modes of a free body to 1e-7
    const ModalForm form = modal_form(s);
    CHECK(form.c(3) == Approx(2 * 0.03 * form.omega(3)).epsilon(1e-6));

    fem::RigidOptions o;
    o.mass = o.inertia = 1;
    fem::Substructure block = fem::rigid("block", o);
    add_modal_damping(block, 0.1);
    CHECK(Matrix(block.C).isZero(0));
    o.fixed = {"centre"};
    fem::Substructure wall = fem::rigid("wall", o);
    add_modal_damping(wall, 0.1); // no dof, so nothing to damp
    CHECK(wall.n() == 0);
}

TEST_CASE("Ratios hold for the modes of a reduced body with its interface free", "[reduction]")
{
    const fem::Substructure full = bar({"start"});
    ReducedModel model = craig_bampton(full, port_dofs(fem::port(full, "end")), 6);
    add_modal_damping(model.substructure, 0.01);
    const ModalForm form = modal_form(model.substructure);
    for (Index j = 0; j < form.omega.size(); ++j)
        CHECK(form.c(j) == Approx(0.02 * form.omega(j)).epsilon(1e-9));
}

TEST_CASE("A single mass with a ratio has the dashpot of the closed form", "[reduction]")
{
    // c = 2 zeta sqrt(k m)
    fem::Substructure s = fem::lumped("mass", fem::chain_network({"ground", "", {2}, {8e4}, {}}));
    add_modal_damping(s, 0.1);
    CHECK(s.C.coeff(0, 0) == Approx(2 * 0.1 * 400).epsilon(1e-14));
}

TEST_CASE("Modes of equal frequency need equal damping ratios", "[reduction]")
{
    // Frequencies of 1, sqrt(1.6), sqrt(1.6) rad/s
    fem::Substructure s =
        fem::lumped("ring", {{{"a", {{"x", 1}}}, {"b", {{"x", 1}}}, {"c", {{"x", 1}}}},
                             {{"a", "ground", 1},
                              {"b", "ground", 1},
                              {"c", "ground", 1},
                              {"a", "b", 0.2},
                              {"b", "c", 0.2},
                              {"c", "a", 0.2}},
                             {},
                             {}});
    CHECK_THROWS_WITH(add_modal_damping(s, Eigen::Vector3d(0.1, 0.02, 0.03)),
                      Contains("ratios[2] = 0.03; modes 2 to 3 of body ring have equal "
                               "frequencies (0.2013168 Hz)") &&
                          Contains("expected the same ratio for each of them, 0.02"));
    CHECK_THROWS_WITH(add_modal_damping(s, Eigen::Vector2d(0.1, 0.02)), Contains("ratios[2] = 0;"));
    // Equal ratios give the same matrix in any basis: a ring commutes with its rotations.
    add_modal_damping(s, Eigen::Vector3d(0.1, 0.02, 0.02));
    const Matrix C = s.C;
    CHECK(C.diagonal().isApproxToConstant(C(0, 0), 1e-14));
    CHECK(C(0, 1) == Approx(C(1, 2)).epsilon(1e-13));
    CHECK(C(0, 2) == Approx(C(1, 2)).epsilon(1e-13));
}

TEST_CASE("Wrong damping ratios are refused with the reason", "[reduction]")
{
    fem::Substructure s = fem::lumped("m", fem::chain_network({"ground", "", {2}, {8e4}, {}}));
    CHECK_THROWS_WITH(add_modal_damping(s, -0.1), "ratio = -0.1; expected a number >= 0");
    CHECK_THROWS_WITH(add_modal_damping(s, Eigen::Vector2d(0.1, -1)),
                      "ratios[1] = -1; expected a number >= 0");
    CHECK_THROWS_WITH(add_modal_damping(s, Eigen::Vector2d(0.1, 0.1)),
                      "ratios: 2 are given, body m has 1 modes with stiffness");
    fem::Substructure massless =
        fem::lumped("massless", {{{"a", {{"x", 0}}}, {"b", {{"x", 1}}}}, {{"a", "b", 1}}, {}, {}});
    CHECK_THROWS_WITH(add_modal_damping(massless, 0.1),
                      Contains("a.x has no mass; expected a mass > 0"));
    fem::Substructure large;
    large.name = "large";
    large.M.resize(3001, 3001);
    CHECK_THROWS_WITH(add_modal_damping(large, 0.1),
                      Contains("3001 dofs") && Contains("reduction"));
}
