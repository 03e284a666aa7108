#include "fem/rigid.hpp"

#include "base/error.hpp"
#include "fem/recovery.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;
using Catch::Matchers::Contains;

namespace {

RigidOptions block()
{
    RigidOptions o;
    o.mass = 2;
    o.inertia = 0.5;
    o.at = {1, 3};
    o.points = {{"foot", {0.1, -0.4}}};
    o.polylines = {{"track", (Matrix(3, 2) << 0, 0.2, 1, 0.2, 3, 0.2).finished()}};
    o.thickness = 0.01;
    return o;
}

} // namespace

TEST_CASE("Points of a rigid body follow its small rotation", "[fem]")
{
    const Substructure s = rigid("block", block());
    REQUIRE(s.n() == 3);
    CHECK(Matrix(s.M).diagonal() == Eigen::Vector3d(2, 2, 0.5));
    CHECK(s.K.nonZeros() == 0);
    const Port& foot = port(s, "foot");
    CHECK(foot.components == std::vector<std::string>{"x", "y", "rotation"});
    CHECK(foot.X.row(0).isApprox(Eigen::RowVector3d(1.1, 2.6, 0), 1e-15));
    Matrix rows(3, 3);
    rows << 1, 0, 0.4, 0, 1, 0.1, 0, 0, 1; // x - dy theta, y + dx theta
    CHECK(Matrix(foot.W).isApprox(rows, 1e-15));
    CHECK(Matrix(port(s, "centre").W) == Matrix::Identity(3, 3));

    // Under a rotation theta about the origin, the foot moves by theta e_z x X.
    const double theta = 1e-3;
    const Vector y = foot.W * s.rigid.col(2) * theta;
    CHECK(y.isApprox(theta * Eigen::Vector3d(-2.6, 1.1, 1), 1e-14));
}

TEST_CASE("A force on a point of a rigid body acts at the centre with its moment", "[fem]")
{
    const Substructure s = rigid("block", block());
    const Vector f = port(s, "foot").W.transpose() * Eigen::Vector3d(5, 7, 2);
    CHECK(f.isApprox(Eigen::Vector3d(5, 7, 2 + 0.1 * 7 + 0.4 * 5), 1e-14)); // m + dx f_y - dy f_x
}

TEST_CASE("A polyline of a rigid body has its outward normal to the left and lengths as shares",
          "[fem]")
{
    const Substructure s = rigid("block", block());
    const Port& track = port(s, "track");
    CHECK(track.edges == std::vector<Edge>{{0, 1}, {1, 2}});
    CHECK(track.share.isApprox(Eigen::Vector3d(0.5, 1.5, 1) / 3, 1e-15));
    CHECK(track.area == Approx(0.03).epsilon(1e-14));
    // the centre lies on the right of its direction, which is along x
    const Eigen::RowVector3d t = track.X.row(1) - track.X.row(0);
    const Eigen::RowVector3d inward = Eigen::RowVector3d(1, 3, 0) - track.X.row(0);
    CHECK(t.x() * inward.y() - t.y() * inward.x() < 0);
}

TEST_CASE("A rigid body is placed by angle and position", "[fem]")
{
    RigidOptions o = block();
    o.angle = std::numbers::pi / 2;
    const Substructure s = rigid("block", o);
    CHECK(port(s, "foot").X.row(0).isApprox(Eigen::RowVector3d(1.4, 3.1, 0), 1e-14));
}

TEST_CASE("Components of a rigid body can be held, all of them too", "[fem]")
{
    RigidOptions o = block();
    o.fixed = {"x", "centre.rotation"};
    const Substructure s = rigid("slider", o);
    REQUIRE(s.n() == 1);
    CHECK(s.M.coeff(0, 0) == 2);
    CHECK(Matrix(port(s, "foot").W) == Eigen::Vector3d(0, 1, 0));
    CHECK(s.rigid_names == std::vector<std::string>{"translation in y"});
    CHECK(Matrix(s.rigid) == Matrix::Ones(1, 1));

    o.fixed = {"centre"};
    o.mass.reset();
    o.inertia.reset();
    const Substructure wall = rigid("wall", o);
    CHECK(wall.n() == 0);
    CHECK(port(wall, "track").W.rows() == 9);
    CHECK(port(wall, "track").W.cols() == 0);
    CHECK(wall.rigid.size() == 0);
    CHECK(mean_row(port(wall, "track"), 0).size() == 0);
    CHECK(component_rows(port(wall, "track"), 1).rows() == 3);
    REQUIRE(wall.recovery);
    CHECK(wall.recovery->displacement(Vector(0)).isZero(0));
    CHECK(wall.recovery->displacement(Vector(0)).rows() == wall.recovery->mesh.X.rows());
}

TEST_CASE("A rigid body is drawn by its polylines and lines to its points", "[fem]")
{
    const Substructure s = rigid("block", block());
    REQUIRE(s.recovery);
    CHECK(s.recovery->mesh.X.rows() == 5); // centre, foot, three of the track
    REQUIRE(s.recovery->mesh.blocks.size() == 1);
    CHECK(s.recovery->mesh.blocks[0].shape == "line2");
    CHECK(s.recovery->mesh.blocks[0].nodes.rows() == 3);
    const Matrix U = s.recovery->displacement(Eigen::Vector3d(0, 0, 1e-3));
    CHECK(U.row(1).isApprox(Eigen::RowVector2d(4e-4, 1e-4), 1e-14));
    CHECK(s.recovery->stress(Vector::Zero(3)).isZero(0));
    RigidOptions point;
    point.mass = point.inertia = 1;
    CHECK_FALSE(rigid("point", point).recovery); // nothing to draw
}

TEST_CASE("Wrong rigid bodies are refused with the reason", "[fem]")
{
    RigidOptions o = block();
    o.mass.reset();
    CHECK_THROWS_WITH(rigid("b", o), Contains("mass is missing") && Contains("free to move in x"));
    o.fixed = {"x"};
    CHECK_THROWS_WITH(rigid("b", o), Contains("free to move in y"));
    o = block();
    o.inertia.reset();
    CHECK_THROWS_WITH(rigid("b", o), Contains("inertia is missing"));
    o = block();
    o.mass = -1;
    CHECK_THROWS_WITH(rigid("b", o), Contains("mass = -1; expected a number >= 0"));
    o = block();
    o.fixed = {"rotaton"};
    CHECK_THROWS_WITH(rigid("b", o),
                      Contains("fixed = \"rotaton\"") && Contains("did you mean rotation?"));
    o = block();
    o.points["track"] = {0, 0};
    CHECK_THROWS_WITH(rigid("b", o), Contains("two ports \"track\""));
    o = block();
    o.points["centre"] = {0, 0};
    CHECK_THROWS_WITH(rigid("b", o), Contains("two ports \"centre\""));
    o = block();
    o.polylines["line"] = Matrix::Zero(1, 2);
    CHECK_THROWS_WITH(rigid("b", o), Contains("polylines = { line }; expected two or more"));
    o.polylines["line"] = Matrix::Zero(2, 2);
    CHECK_THROWS_WITH(rigid("b", o),
                      Contains("polylines = { line }; point 2 lies on the one before"));
}
