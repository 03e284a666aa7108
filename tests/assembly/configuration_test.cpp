#include "assembly/configuration.hpp"

#include "base/error.hpp"
#include "fem/plane_stress.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using Catch::Contains;

namespace {

// Returns a contact whose undeformed positions alone matter.
assembly::Sliding slave_at(double x, double y)
{
    assembly::Sliding sliding;
    sliding.name = "rub";
    sliding.where = {"case.toml", 12};
    sliding.slave_X = Eigen::RowVector2d(x, y);
    sliding.master_X.resize(5, 2);
    sliding.master_X << 0, 0, 0.01, 0, 0.02, 0, 0.03, 0, 0.04, 0;
    return sliding;
}

} // namespace

TEST_CASE("The contact at the start is found anywhere on the master surface", "[assembly]")
{
    const assembly::Configuration configuration =
        assembly::undeformed_configuration(slave_at(0.0125, 0)).front();
    CHECK(configuration.segment == 1);
    CHECK(configuration.projection.alpha == Approx(0.25).epsilon(1e-12));
    CHECK(configuration.projection.gap == 0);
    CHECK(configuration.touches);
    // A node on a border belongs to the segment that begins there; the last node belongs to
    // the last segment.
    CHECK(assembly::undeformed_configuration(slave_at(0.02, 0)).front().segment == 2);
    CHECK(assembly::undeformed_configuration(slave_at(0, 0)).front().segment == 0);
    CHECK(assembly::undeformed_configuration(slave_at(0.04, 0)).front().segment == 3);
}

TEST_CASE("A slave that does not touch at the start is refused with its distance", "[assembly]")
{
    CHECK_THROWS_WITH(assembly::undeformed_configuration(slave_at(0.0125, 0.0003)),
                      Contains("case.toml:12") && Contains("contact.rub") &&
                          Contains("does not touch") && Contains("distance 0.0003 m") &&
                          Contains("(0.0125, 0.0003)") && !Contains("inside"));
    CHECK_THROWS_WITH(assembly::undeformed_configuration(slave_at(0.0125, -0.002)),
                      Contains("distance 0.002 m") && Contains("inside the master body"));
    CHECK_THROWS_WITH(assembly::undeformed_configuration(slave_at(0.045, 0)),
                      Contains("distance 0.005 m")); // next to the surface
    CHECK_NOTHROW(
        assembly::undeformed_configuration(slave_at(0.0125, 0.9e-8))); // 1e-6 of a segment
    CHECK_THROWS_AS(assembly::undeformed_configuration(slave_at(0.0125, 1.1e-8)), InputError);
}

TEST_CASE("Of several slave nodes one must touch, the others may be open, none inside",
          "[assembly]")
{
    assembly::Sliding sliding = slave_at(0, 0);
    sliding.slave_X.resize(3, 2);
    sliding.slave_X << 0.005, 0.001, 0.015, 0, 0.05, 0.002;
    const auto configuration = assembly::undeformed_configuration(sliding);
    REQUIRE(configuration.size() == 3);
    CHECK_FALSE(configuration[0].touches);
    CHECK(configuration[0].segment == 0);
    CHECK(configuration[0].projection.gap == Approx(0.001).epsilon(1e-12));
    CHECK(configuration[1].touches);
    CHECK(configuration[1].segment == 1);
    CHECK_FALSE(configuration[2].touches); // past the end
    CHECK(configuration[2].segment == 3);
    sliding.slave_X(0, 1) = -0.001;
    CHECK_THROWS_WITH(assembly::undeformed_configuration(sliding),
                      Contains("case.toml:12") && Contains("(0.005, -0.001)") &&
                          Contains("lies inside the master body") && Contains("distance 0.001 m"));
    sliding.slave_X << 0.005, 0.001, 0.015, 0.0004, 0.05, 0.002; // the nearest is named
    CHECK_THROWS_WITH(assembly::undeformed_configuration(sliding),
                      Contains("(0.015, 0.0004)") && Contains("does not touch") &&
                          Contains("distance 0.0004 m"));
}

TEST_CASE("Messages name a slave node only where there are several", "[assembly]")
{
    assembly::Sliding sliding = slave_at(0.01, 0);
    CHECK(assembly::slave_name(sliding, 0) == "contact.rub");
    sliding.slave_X.resize(2, 2);
    sliding.slave_X << 0.01, 0, 0.02, 0.5;
    CHECK(assembly::slave_name(sliding, 1) == "contact.rub, slave node 1 at (0.02, 0.5) m,");
}

TEST_CASE("A contact row on two bodies acts through the ports of both", "[assembly]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({.s0 = 0.0305});
    const assembly::Sliding& sliding = beams.model.sliding.front();
    const assembly::Configuration configuration =
        assembly::undeformed_configuration(sliding).front();
    REQUIRE(configuration.segment == 30);
    const assembly::CoupledRow row = assembly::expand(
        sliding, 0, configuration.segment, contact::compatibility_row(configuration.projection));
    // A rigid lift of the slave by 1 opens the gap by 1, B_C u = -1; sliding along the surface
    // has no effect.
    const fem::Substructure& upper = beams.model.bodies[1];
    REQUIRE(upper.rigid_names[1] == "translation in y");
    CHECK(row.slave.dot(upper.rigid.col(1)) == Approx(-1).epsilon(1e-9)); // rigid motion in T
    CHECK(std::abs(row.slave.dot(upper.rigid.col(0))) < 1e-9);
    // Nodes 30 and 31 of the top carry half each.
    const fem::Port& top = fem::port(beams.model.bodies[0], "top");
    const Vector y = top.W * row.master; // the top's dofs are dofs of the reduced body
    CHECK(y(2 * 30 + 1) == Approx(0.5).epsilon(1e-9));
    CHECK(y(2 * 31 + 1) == Approx(0.5).epsilon(1e-9));
    CHECK(row.master.cwiseAbs().sum() == Approx(1).epsilon(1e-9));
}
