#include "fem/group_ports.hpp"

#include "base/error.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/lumped.hpp"
#include "fem/matrices.hpp"
#include "fem/plane_stress.hpp"
#include "rectangle_mesh.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::fem;
using Catch::Matchers::Contains;

namespace {

const PlaneStressOptions steel{{210e9, 0.3, 7800}, 0.01, {}, {}};

// A rotated body whose edges on the right have unequal lengths.
Substructure plate(std::vector<std::string> fixed = {})
{
    PlaneStressOptions options = steel;
    options.fixed = std::move(fixed);
    const Mesh mesh = rectangle_mesh("quad4", 3, 3, 1, 1, [](double x, double y) {
        return Eigen::Vector2d(x, 0.3 * y + 0.7 * y * y);
    });
    return plane_stress("plate", placed(mesh, 0.4, {0, 0}, {2, 1}), options);
}

// Resultant and moment about `pole` of nodal forces on all nodes of an unsupported body.
Eigen::Vector3d resultant(const Substructure& s, const Vector& f, const Eigen::RowVector3d& pole)
{
    const Vector g = s.rigid.transpose() * f;
    return {g(0), g(1), g(2) - (pole.x() * g(1) - pole.y() * g(0))};
}

} // namespace

TEST_CASE("A rigid port of a group moves as the body does in a rigid motion", "[fem]")
{
    const Substructure s = plate();
    for (const char* group : {"right", "body", "boundary"}) {
        CAPTURE(group);
        const Port p = group_port(s, {"face", group, GroupMotion::rigid});
        REQUIRE(p.components == std::vector<std::string>{"x", "y", "rotation"});
        Matrix expected(3, 3);
        expected << 1, 0, -p.X(0, 1), 0, 1, p.X(0, 0), 0, 0, 1;
        CHECK((p.W * s.rigid).isApprox(expected, 1e-13));
        CHECK(p.X.isApprox(port(s, group).share.transpose() * port(s, group).X, 1e-14));
    }
}

TEST_CASE("A rigid port spreads force and moment with exact resultant and moment", "[fem]")
{
    const Substructure s = plate();
    const Port p = group_port(s, {"face", "right", GroupMotion::rigid});
    const Eigen::Vector3d load(3, -2, 0.7);
    CHECK(resultant(s, p.W.transpose() * load, p.X.row(0)).isApprox(load, 1e-13));
    // A pure force is a uniform traction.
    const Vector uniform = mean_row(port(s, "right"), 0);
    CHECK(Vector(p.W.transpose() * Eigen::Vector3d(1, 0, 0)).isApprox(uniform, 1e-14));
}

TEST_CASE("A rigid port is the least-squares fit: what it leaves has no mean and no turn", "[fem]")
{
    const Substructure s = plate();
    const Port& right = port(s, "right");
    const Port p = group_port(s, {"face", "right", GroupMotion::rigid});
    const Vector u = Vector::LinSpaced(s.n(), -1, 2).array().sin();
    const Vector motion = p.W * u, y = right.W * u;
    Eigen::Vector3d left = Eigen::Vector3d::Zero(); // gradient of the weighted squares
    for (Index i = 0; i < right.n_nodes(); ++i) {
        const Eigen::RowVector3d r = right.X.row(i) - p.X.row(0);
        const double dx = y(2 * i) - (motion(0) - r.y() * motion(2));
        const double dy = y(2 * i + 1) - (motion(1) + r.x() * motion(2));
        left += right.share(i) * Eigen::Vector3d(dx, dy, r.x() * dy - r.y() * dx);
    }
    CHECK(left.norm() < 1e-14);
}

TEST_CASE("A mean port has one row per component, weighted by length", "[fem]")
{
    const Substructure s = plate();
    const Port p = group_port(s, {"face", "right", GroupMotion::mean});
    CHECK(p.components == std::vector<std::string>{"x", "y"});
    CHECK(p.n_nodes() == 1);
    for (Index c = 0; c < 2; ++c)
        CHECK(
            Vector(Matrix(p.W).row(c).transpose()).isApprox(mean_row(port(s, "right"), c), 1e-15));

    const Substructure bar =
        beam("bar", beam_line({1, 4, {}}), {{1e9, 0, 1e3}, rectangle_section(0.1, 0.1), true, {}});
    const Port mean = group_port(bar, {"middle", "axis", GroupMotion::mean});
    CHECK(mean.components == std::vector<std::string>{"x", "y", "rotation"});
    CHECK((mean.W * bar.rigid).row(2).isApprox(Eigen::RowVector3d(0, 0, 1), 1e-14));
}

TEST_CASE("Supported nodes of a group count with displacement zero", "[fem]")
{
    const Substructure s = plate({"corner", "right.x"});
    const Port all = group_port(s, {"all", "boundary", GroupMotion::rigid});
    const Port right = group_port(s, {"face", "right", GroupMotion::rigid});
    CHECK(right.W.cols() == s.n());
    const Vector u = Vector::Ones(s.n());
    CHECK((right.W * u)(0) == 0); // x is held
    CHECK((right.W * u)(1) == Approx(1).epsilon(1e-14));
    CHECK((all.W * u)(1) < 1); // the corner does not move
}

namespace {

// Free unit masses at points that move in x, y and z; the group "face" has some of them.
Substructure points(const Matrix& X, const std::vector<std::string>& face)
{
    NamedDofs dofs;
    std::vector<std::string> names;
    for (Index node = 0; node < X.rows(); ++node) {
        const std::string name = "p" + std::to_string(node + 1);
        dofs.nodes[name] = {X(node, 0), X(node, 1), X(node, 2)};
        for (const char* component : {".x", ".y", ".z"})
            names.push_back(name + component);
    }
    dofs.groups["face"] = face;
    dofs.names = std::make_shared<const std::vector<std::string>>(names);
    SparseMatrix M(3 * X.rows(), 3 * X.rows());
    M.setIdentity();
    MatricesOptions options;
    options.M = options.K = std::make_shared<const SparseMatrix>(M);
    options.names = dofs;
    return matrices("points", options);
}

Matrix cross(const Eigen::RowVector3d& r)
{
    return (Matrix(3, 3) << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0).finished();
}

} // namespace

TEST_CASE("A rigid port in space has six components, nearest to its group", "[fem]")
{
    Matrix X(5, 3);
    X << 1, 2, 3, 1.2, 2, 3.1, 1, 2.5, 3.3, 1.4, 2.2, 2.8, 9, 9, 9;
    const Substructure s = points(X, {"p1", "p2", "p3", "p4"});
    const Port p = group_port(s, {"rim", "face", GroupMotion::rigid});
    REQUIRE(p.components ==
            std::vector<std::string>{"x", "y", "z", "rotation_x", "rotation_y", "rotation_z"});
    CHECK(p.X.isApprox(X.topRows(4).colwise().mean(), 1e-14));

    // A rigid motion of the body is one of the port.
    Matrix expected = Matrix::Identity(6, 6);
    expected.topRightCorner(3, 3) = -cross(p.X.row(0));
    CHECK((p.W * s.rigid).isApprox(expected, 1e-13));

    // Force and moment keep their resultant, and leave other nodes alone.
    Vector load(6);
    load << 3, -2, 1, 0.4, 0.7, -0.5;
    const Vector f = p.W.transpose() * load;
    Vector moved = s.rigid.transpose() * f; // moment about the origin
    moved.tail(3) -= cross(p.X.row(0)) * moved.head(3);
    CHECK(moved.isApprox(load, 1e-13));
    CHECK(f.tail(3).norm() == 0);

    // The remainder of any motion has neither mean nor moment.
    const Vector u = Vector::LinSpaced(s.n(), -1, 2).array().sin();
    const Vector motion = p.W * u;
    Eigen::Vector3d mean = Eigen::Vector3d::Zero(), moment = Eigen::Vector3d::Zero();
    for (Index i = 0; i < 4; ++i) {
        const Matrix arm = cross(X.row(i) - p.X.row(0));
        const Eigen::Vector3d left = u.segment<3>(3 * i) - motion.head(3) + arm * motion.tail(3);
        mean += left;
        moment += arm * left;
    }
    CHECK(mean.norm() < 1e-13);
    CHECK(moment.norm() < 1e-13);
}

TEST_CASE("A rigid port in space needs points that are not on one line", "[fem]")
{
    Matrix X(3, 3);
    X << 0, 0, 0, 0.1, 0.2, 0.3, 0.2, 0.4, 0.6;
    Substructure s = points(X, {"p1", "p2", "p3"});
    CHECK_THROWS_WITH(add_group_port(s, {"rim", "face", GroupMotion::rigid}),
                      Contains("\"face\" lies on one line; a rotation needs three points that are "
                               "not on one line"));
    CHECK_THROWS_WITH(add_group_port(s, {"rim", "p1", GroupMotion::rigid}),
                      Contains("\"p1\" lies at one point"));
    CHECK_THROWS_WITH(add_group_port(s, {"p2", "face", GroupMotion::mean}),
                      Contains("has a port \"p2\" already"));
    add_group_port(s, {"rim", "face", GroupMotion::mean});
    CHECK(s.ports.back().components == std::vector<std::string>{"x", "y", "z"});
}

TEST_CASE("Wrong group ports are refused with the reason", "[fem]")
{
    Substructure s = plate();
    CHECK_THROWS_WITH(add_group_port(s, {"face", "rigth", GroupMotion::rigid}),
                      Contains("no port \"rigth\"") && Contains("did you mean right?"));
    CHECK_THROWS_WITH(add_group_port(s, {"face", "corner", GroupMotion::rigid}),
                      Contains("lies at one point"));
    CHECK_THROWS_WITH(add_group_port(s, {"right", "left", GroupMotion::mean}),
                      Contains("has a port \"right\" already"));
    CHECK_THROWS_WITH(add_group_port(s, {"a.b", "right", GroupMotion::mean}), Contains("no dot"));
    add_group_port(s, {"face", "right", GroupMotion::mean});
    CHECK(s.ports.back().name == "face");
    const Substructure chain = lumped("chain", chain_network({"ground", "", {1}, {1}, {}}));
    CHECK_THROWS_WITH(group_port(chain, {"face", "m1", GroupMotion::rigid}),
                      Contains("no component \"y\""));
}
