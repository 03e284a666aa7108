#include "assembly/coupled_model.hpp"

#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "reduction/reduced_model.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace slideway;
using Catch::Contains;

namespace {

std::vector<fem::Substructure> two_plates()
{
    fem::PlaneStressOptions plane{{70e9, 0.33, 2700}, 0.01};
    std::vector<fem::Substructure> bodies;
    bodies.push_back(fem::plane_stress("slider", test::rectangle_mesh(0.04, 0, 0.01, 8, 2), plane));
    plane.fixed = {"left"};
    bodies.push_back(
        fem::plane_stress("rail", test::rectangle_mesh(0.1, -0.01, 0.01, 10, 2), plane));
    return bodies;
}

} // namespace

TEST_CASE("A master surface runs along its port with the body on the right", "[assembly]")
{
    const auto bodies = two_plates();
    fem::Port top = fem::port(bodies[1], "top");
    std::reverse(top.edges.begin(), top.edges.end()); // order of the mesh file: any
    const assembly::Sliding sliding =
        assembly::make_sliding("rub", bodies, 0, fem::port(bodies[0], "bottom_left"), 1, top, 0.3);
    REQUIRE(sliding.n_segments() == 10);
    for (Index k = 0; k <= 10; ++k) {
        CHECK(sliding.master_X(k, 0) == Approx(0.01 * static_cast<double>(k)).margin(1e-15));
        CHECK(sliding.master_X(k, 1) == Approx(0).margin(1e-15));
    }
    CHECK(sliding.slave_X.norm() == 0);
    // Rows follow the same order: a unit rotation moves node k by x_k in y.
    const Vector rotation = bodies[1].rigid.col(2);
    const Vector y = sliding.master_rows * rotation;
    for (Index k = 1; k <= 10; ++k)
        CHECK(y(2 * k + 1) == Approx(0.01 * static_cast<double>(k)).epsilon(1e-12));
    CHECK(y(1) == 0); // clamped
}

TEST_CASE("Sliding contacts that this analysis cannot take are refused with the reason",
          "[assembly]")
{
    const auto bodies = two_plates();
    const fem::Port& tip = fem::port(bodies[0], "bottom_left");
    const fem::Port& top = fem::port(bodies[1], "top");
    CHECK_THROWS_WITH(
        assembly::make_sliding("rub", bodies, 0, fem::port(bodies[0], "bottom"), 1, top, 0.3),
        Contains("slave slider.bottom has 9 nodes") && Contains("one slave node"));
    CHECK_THROWS_WITH(
        assembly::make_sliding("rub", bodies, 0, tip, 0, fem::port(bodies[0], "top"), 0.3),
        Contains("slave slider.bottom_left") && Contains("master slider.top") &&
            Contains("same body"));
    CHECK_THROWS_WITH(
        assembly::make_sliding("rub", bodies, 0, tip, 1, fem::port(bodies[1], "top_right"), 0.3),
        Contains("master rail.top_right") && Contains("not a curve"));
    fem::Port branched = top;
    branched.edges.push_back({branched.edges[3].first, branched.edges[7].second});
    CHECK_THROWS_WITH(assembly::make_sliding("rub", bodies, 0, tip, 1, branched, 0.3),
                      Contains("master rail.top") && Contains("branches"));

    auto with_mass = bodies;
    with_mass.push_back(fem::lumped("pad", {{{"p", {{"y", 1}}}}, {}, {}, {}}));
    CHECK_THROWS_WITH(
        assembly::make_sliding("rub", with_mass, 2, fem::port(with_mass[2], "p"), 1, top, 0.3),
        Contains("port p") && Contains("components x and y"));
}

TEST_CASE("A guided free body follows a drive as a pure translation", "[assembly]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({});
    const fem::Substructure& upper = beams.model.bodies[1];
    const Vector e = assembly::rigid_follower(beams.model, beams.model.motions.front());
    CHECK((upper.rigid.col(0) - e).cwiseAbs().maxCoeff() == 0); // exactly
    for (const Index dof : beams.model.motions.front().dofs)
        CHECK(e(dof) == Approx(1).epsilon(1e-9)); // as far as the reduced basis holds it
}

TEST_CASE("A drive in x does not lift a body whose rigid motions carry round-off", "[assembly]")
{
    // A reduction leaves 1e-14 of vertical translation at the driven x dofs. Read as a rank, it
    // once gave the follower any amount of lift, and the contact a false force.
    test::BeamOnBeam beams = test::beam_on_beam();
    Matrix& rigid = beams.model.bodies[1].rigid;
    for (const Index dof : beams.model.motions.front().dofs)
        rigid(dof, 1) = 1e-14 * static_cast<double>(1 + dof % 3);
    const Vector e = assembly::rigid_follower(beams.model, beams.model.motions.front());
    CHECK((e - rigid.col(0)).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("A body driven at two ports follows each drive with the other at rest", "[assembly]")
{
    assembly::CoupledModel model;
    model.bodies = two_plates();
    const fem::Port& right = fem::port(model.bodies[0], "right");
    model.motions.push_back({"x", {}, 0, reduction::port_dofs(right, 0), 0.1, 0});
    model.motions.push_back({"y", {}, 0, reduction::port_dofs(right, 1), 0.2, 0});
    const Vector along = assembly::rigid_follower(model, model.motions[0]);
    const Vector across = assembly::rigid_follower(model, model.motions[1]);
    CHECK(along == Vector(model.bodies[0].rigid.col(0)));
    CHECK(across == Vector(model.bodies[0].rigid.col(1)));
    CHECK(assembly::imposed_dofs(model, 0).size() == 6);
    CHECK(assembly::imposed_dofs(model, 1).empty());
}

TEST_CASE("A drive that would deform its body is refused", "[assembly]")
{
    assembly::CoupledModel model;
    model.bodies = two_plates();
    const assembly::Motion motion{
        "push", {"case.toml", 30},
        1,      reduction::port_dofs(fem::port(model.bodies[1], "right"), 0),
        0.1,    0};
    model.motions.push_back(motion);
    CHECK_THROWS_WITH(assembly::rigid_follower(model, motion),
                      Contains("case.toml:30") && Contains("motion.push") &&
                          Contains("body rail") && Contains("cannot follow"));

    // Two ends of a free body driven apart: each alone would stretch it.
    model.motions.clear();
    for (const std::string end : {"left", "right"})
        model.motions.push_back(
            {end, {}, 0, reduction::port_dofs(fem::port(model.bodies[0], end), 0), 0.1, 0});
    CHECK_THROWS_WITH(assembly::rigid_follower(model, model.motions[0]), Contains("cannot follow"));
}

TEST_CASE("Two motions of one dof are refused", "[assembly]")
{
    assembly::CoupledModel model;
    model.bodies = two_plates();
    const auto dofs = reduction::port_dofs(fem::port(model.bodies[0], "right"), 0);
    model.motions.push_back({"one", {}, 0, dofs, 0.1, 0});
    model.motions.push_back({"two", {"case.toml", 9}, 0, {dofs.back()}, 0.1, 0});
    CHECK_THROWS_WITH(assembly::imposed_dofs(model, 0), Contains("case.toml:9") &&
                                                            Contains("motion.two") &&
                                                            Contains("another motion"));
}
