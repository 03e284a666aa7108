#include "fem/rigid.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/mechanism.hpp"
#include "reduction/methods.hpp"
#include "reduction/modal_form.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::reduction;

namespace {

fem::RigidOptions block()
{
    fem::RigidOptions o;
    o.mass = 2;
    o.inertia = 0.5;
    o.at = {1, 3};
    o.polylines = {{"track", Matrix::Identity(2, 2)}};
    return o;
}

} // namespace

TEST_CASE("A rigid body held at all components goes through without dofs", "[reduction]")
{
    fem::RigidOptions o = block();
    o.fixed = {"centre"};
    const fem::Substructure wall = fem::rigid("wall", o);
    CHECK(port_dofs(fem::port(wall, "track")).empty());
    CHECK(free_motions(wall, {}).empty());
    const ReducedModel model = method("none").reduce(wall, {}, 20, {});
    CHECK(model.substructure.n() == 0);
    CHECK(model.n_full == 0);
    CHECK(fem::port(model.substructure, "track").W.rows() == 6);
    CHECK(modal_form(wall).omega.size() == 0);
    CHECK(modal_form(wall).Phi.rows() == 0);
}

TEST_CASE("A free rigid body has three motions without force", "[reduction]")
{
    const fem::Substructure s = fem::rigid("block", block());
    CHECK(free_motions(s, {}) == "translation in x, translation in y, rotation");
    // rotation about the centre: rotation about the origin with translations
    CHECK(free_motions(s, {0, 1}) == "translation in x with translation in y with rotation");
    const ModalForm form = modal_form(s);
    CHECK(form.omega == Vector::Zero(3));
    CHECK((form.Phi.transpose() * s.M * form.Phi).isApprox(Matrix::Identity(3, 3), 1e-14));
}

TEST_CASE("A rigid body with its dofs on the interface is its own reduction", "[reduction]")
{
    const fem::Substructure s = fem::rigid("block", block());
    const ReducedModel model = craig_bampton(s, {0, 1, 2}, 0);
    CHECK(Matrix(model.substructure.M).isApprox(Matrix(s.M), 1e-15));
    CHECK(Matrix(fem::port(model.substructure, "track").W)
              .isApprox(Matrix(fem::port(s, "track").W), 1e-15));
    CHECK(model.substructure.rigid.isApprox(s.rigid, 1e-12));
}
