#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"

#include "assembly/primal.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
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

contact::Friction coulomb(double mu)
{
    return contact::ConstantFriction{mu};
}

assembly::Motion drive(const std::string& name, const assembly::CoupledModel& model,
                       std::size_t body, const std::string& port, Index component)
{
    return assembly::make_motion(name, body, fem::port(model.bodies[body], port), component);
}

// Returns the dofs that the rows of a motion hold.
std::vector<Index> dofs_of(const assembly::Motion& motion)
{
    std::vector<Index> dofs;
    for (Index column = 0; column < motion.on.rows.outerSize(); ++column)
        if (SparseMatrix::InnerIterator(motion.on.rows, column))
            dofs.push_back(column);
    return dofs;
}

} // namespace

TEST_CASE("A master surface runs along its port with the body on the right", "[assembly]")
{
    const auto bodies = two_plates();
    fem::Port top = fem::port(bodies[1], "top");
    std::reverse(top.edges.begin(), top.edges.end()); // the mesh file may have any order
    const assembly::Sliding sliding = assembly::make_sliding(
        "rub", bodies, 0, fem::port(bodies[0], "bottom_left"), 1, top, coulomb(0.3));
    REQUIRE(sliding.n_segments() == 10);
    for (Index k = 0; k <= 10; ++k) {
        CHECK(sliding.master_X(k, 0) == Approx(0.01 * static_cast<double>(k)).margin(1e-15));
        CHECK(sliding.master_X(k, 1) == Approx(0).margin(1e-15));
    }
    CHECK(sliding.slave_X.norm() == 0);
    // Rows have the same order: a unit rotation moves node k by x_k in y.
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
    const contact::Friction mu = coulomb(0.3);
    const fem::Port& tip = fem::port(bodies[0], "bottom_left");
    const fem::Port& top = fem::port(bodies[1], "top");
    CHECK_THROWS_WITH(
        assembly::make_sliding("rub", bodies, 0, tip, 0, fem::port(bodies[0], "top"), mu),
        Contains("slave slider.bottom_left") && Contains("master slider.top") &&
            Contains("same body"));
    CHECK_THROWS_WITH(
        assembly::make_sliding("rub", bodies, 0, tip, 1, fem::port(bodies[1], "top_right"), mu),
        Contains("master = \"rail.top_right\"; ") && Contains("not a curve"));
    fem::Port branched = top;
    branched.edges.push_back({branched.edges[3].first, branched.edges[7].second});
    CHECK_THROWS_WITH(assembly::make_sliding("rub", bodies, 0, tip, 1, branched, mu),
                      Contains("master = \"rail.top\"; ") && Contains("branches"));

    auto with_mass = bodies;
    with_mass.push_back(fem::lumped("pad", {{{"p", {{"y", 1}}}}, {}, {}, {}}));
    CHECK_THROWS_WITH(
        assembly::make_sliding("rub", with_mass, 2, fem::port(with_mass[2], "p"), 1, top, mu),
        Contains("slave = \"pad.p\"; ") && Contains("components x and y"));
}

TEST_CASE("Every node of a slave port is a slave node with its rows and its share of the area",
          "[assembly]")
{
    const auto bodies = two_plates();
    const fem::Port& bottom = fem::port(bodies[0], "bottom");
    const assembly::Sliding sliding = assembly::make_sliding(
        "rub", bodies, 0, bottom, 1, fem::port(bodies[1], "top"), coulomb(0.3));
    REQUIRE(sliding.n_slaves() == 9);
    CHECK(sliding.slave_X == bottom.X.leftCols(2));
    CHECK(sliding.slave_area.sum() == Approx(0.04 * 0.01).epsilon(1e-12)); // edge x thickness
    const Vector y = sliding.slave_rows * Vector(bodies[0].rigid.col(2));  // rotation: (-y, x)
    for (Index s = 0; s < 9; ++s) {
        CHECK(y(2 * s) == Approx(-sliding.slave_X(s, 1)).margin(1e-15));
        CHECK(y(2 * s + 1) == Approx(sliding.slave_X(s, 0)).margin(1e-15));
    }
    const assembly::Sliding point =
        assembly::make_sliding("rub", bodies, 0, fem::port(bodies[0], "bottom_left"), 1,
                               fem::port(bodies[1], "top"), coulomb(0.3));
    CHECK(point.n_slaves() == 1);
    CHECK(point.slave_area.sum() == 0);
}

TEST_CASE("A motion moves the nodes of its port that are not supported, all alike", "[assembly]")
{
    assembly::CoupledModel model;
    model.bodies = two_plates(); // the rail is clamped on the left
    const assembly::Motion along = drive("x", model, 0, "right", 0);
    CHECK(along.on.body == 0);
    CHECK(along.on.rows.rows() == 3);
    CHECK(Vector(along.on.rows * Vector(model.bodies[0].rigid.col(0))) == Vector::Ones(3));
    CHECK(drive("top", model, 1, "top", 1).on.rows.rows() == 10); // one of 11 nodes is clamped
    CHECK_THROWS_WITH(drive("clamped", model, 1, "left", 0), Contains("fixed by supports"));
}

TEST_CASE("A guided free body follows a drive as a pure translation", "[assembly]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({});
    const fem::Substructure& upper = beams.model.bodies[1];
    const auto parts = assembly::components(beams.model);
    REQUIRE(parts.size() == 2); // contacts open
    REQUIRE(parts[1].motions == std::vector<std::size_t>{0});
    const auto e = assembly::rigid_follower(parts[1], 0);
    REQUIRE(e);
    CHECK((upper.rigid.col(0) - *e).cwiseAbs().maxCoeff() == 0); // exactly
    for (const Index dof : dofs_of(beams.model.motions.front()))
        CHECK((*e)(dof) == Approx(1).epsilon(1e-9)); // up to the accuracy of the reduced basis
}

TEST_CASE("A drive in x does not lift a body whose rigid motions carry round-off", "[assembly]")
{
    // A reduction leaves 1e-14 of vertical translation at the driven x dofs. When this counted as a
    // rank, the follower had an arbitrary lift and the contact a false force.
    test::BeamOnBeam beams = test::beam_on_beam();
    Matrix& rigid = beams.model.bodies[1].rigid;
    for (const Index dof : dofs_of(beams.model.motions.front()))
        rigid(dof, 1) = 1e-14 * static_cast<double>(1 + dof % 3);
    const auto e = assembly::rigid_follower(assembly::components(beams.model)[1], 0);
    REQUIRE(e);
    CHECK((*e - rigid.col(0)).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("A body driven at two ports follows each drive with the other at rest", "[assembly]")
{
    assembly::CoupledModel model;
    model.bodies = two_plates();
    model.motions = {drive("x", model, 0, "right", 0), drive("y", model, 0, "right", 1)};
    const auto parts = assembly::components(model);
    const auto along = assembly::rigid_follower(parts[0], 0);
    const auto across = assembly::rigid_follower(parts[0], 1);
    REQUIRE(along);
    REQUIRE(across);
    CHECK(*along == Vector(model.bodies[0].rigid.col(0)));
    CHECK(*across == Vector(model.bodies[0].rigid.col(1)));
    CHECK(parts[0].L.rows() - parts[0].L.cols() == 6); // three nodes held in x and y
    CHECK(parts[1].L.rows() == parts[1].L.cols());
}

TEST_CASE("A drive that deforms its body has no rigid follower, but its lift moves what it drives",
          "[assembly]")
{
    assembly::CoupledModel model;
    model.bodies = two_plates();
    model.motions = {drive("push", model, 1, "right", 0)}; // the rail is clamped
    const auto rail = assembly::components(model)[1];
    CHECK_FALSE(assembly::rigid_follower(rail, 0));
    CHECK(Vector(model.motions[0].on.rows * Vector(rail.lift.col(0))) == Vector::Ones(3));
    CHECK((model.motions[0].on.rows * rail.L).norm() == 0);

    // The two ends of a free body are driven apart; each motion alone stretches it.
    model.motions = {drive("left", model, 0, "left", 0), drive("right", model, 0, "right", 0)};
    const auto slider = assembly::components(model)[0];
    CHECK_FALSE(assembly::rigid_follower(slider, 0));
    CHECK_FALSE(assembly::rigid_follower(slider, 1));
    for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t j = 0; j < 2; ++j)
            CHECK(
                Vector(model.motions[j].on.rows * Vector(slider.lift.col(static_cast<Index>(k)))) ==
                Vector::Constant(3, j == k ? 1 : 0));
}

TEST_CASE("Two motions of one dof are refused", "[assembly]")
{
    assembly::CoupledModel model;
    model.bodies = two_plates();
    model.motions = {drive("one", model, 0, "right", 0), drive("two", model, 0, "top_right", 0)};
    model.motions[1].where = {"case.toml", 9};
    for (const bool whole : {false, true})
        CHECK_THROWS_WITH(whole ? (void)assembly::primal_model(model)
                                : (void)assembly::components(model),
                          Contains("case.toml:9") && Contains("motion.two") &&
                              Contains("what another motion, a bond or a support holds"));
}
