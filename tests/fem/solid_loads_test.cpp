#include "base/symmetric_modes.hpp"
#include "fem/cells.hpp"
#include "fem/inertia.hpp"
#include "fem/local_origin.hpp"
#include "fem/named_nodes.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/plane.hpp"
#include "fem/recovery.hpp"
#include "fem/solid.hpp"
#include "rectangle_mesh.hpp"
#include "solid_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

namespace {

const Eigen::Vector3d e_z(0, 0, 1);

// Forces K u minus the load, at the nodes.
Matrix reactions(const Substructure& s, const Vector& u, const Matrix& load)
{
    return s.recovery->forces->of_displacement(s.recovery->displacement(u)) - load;
}

Vector solved(const Substructure& s, const Matrix& load)
{
    return independent::solve_sparse(s.K, s.recovery->forces->on_dofs(load, s.n()));
}

// Resultant of forces and their moment about the origin.
Eigen::Matrix<double, 6, 1> resultant(const Matrix& forces, const Matrix& X)
{
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (Index i = 0; i < X.rows(); ++i) {
        const auto x = X.row(i), f = forces.row(i);
        sum.head<3>() += f.transpose();
        sum.tail<3>() += Eigen::Vector3d(x(1) * f(2) - x(2) * f(1), x(2) * f(0) - x(0) * f(2),
                                         x(0) * f(1) - x(1) * f(0));
    }
    return sum;
}

// A full turn of a disc about z: r = 1 to 2, 0.1 thick.
Mesh disc(const std::string& shape, std::array<int, 3> cells)
{
    return solid_mesh(
        shape, cells,
        [](const Unit& p) -> Unit {
            const double r = 2 - p(1), angle = 2 * std::numbers::pi * p(0);
            return {r * std::cos(angle), r * std::sin(angle), .1 * p(2)};
        },
        true);
}

} // namespace

TEST_CASE("A hanging bar has the displacement and the reaction of its weight", "[fem]")
{
    // u(x) = rho g (L x - x^2 / 2) / E without lateral strain: quadratic elements are exact, linear
    // ones at the nodes.
    const double E = 1e9, rho = 2000, g = 9.81, L = 2;
    for (const char* shape : {"hex8", "hex20", "tet10", "wedge15"}) {
        CAPTURE(shape);
        const Mesh mesh = solid_mesh(shape, {4, 1, 1}, [L](const Unit& p) -> Unit {
            return {L * p(0), 0.5 * p(1), 0.4 * p(2)};
        });
        const Substructure s = solid("bar", mesh, {{E, 0, rho}, {}, {"start"}, {}});
        const Matrix load = field_forces(s, {Eigen::Vector3d(g, 0, 0)});
        const Vector u = solved(s, load);
        const Matrix U = s.recovery->displacement(u);
        const double largest = rho * g * L * L / 2 / E;
        for (Index i = 0; i < mesh.X.rows(); ++i) {
            const double x = mesh.X(i, 0);
            CHECK(U(i, 0) == Approx(rho * g * (L * x - x * x / 2) / E).margin(1e-10 * largest));
        }
        const double weight = rho * g * L * 0.5 * 0.4;
        const Matrix R = reactions(s, u, load);
        const auto sum = resultant(R, mesh.X), of_load = resultant(load, mesh.X);
        CHECK(of_load(0) == Approx(weight).epsilon(1e-13));
        CHECK((sum + of_load).cwiseAbs().maxCoeff() < 1e-10 * weight);
        // only supported nodes carry a reaction
        for (Index i = 0; i < mesh.X.rows(); ++i)
            if (mesh.X(i, 0) > 0)
                CHECK(R.row(i).norm() < 1e-9 * weight);
    }
}

TEST_CASE("A weight bends a clamped block with supports in equilibrium, wherever it is", "[fem]")
{
    Mesh mesh = solid_mesh("hex20", {4, 2, 2}, [](const Unit& p) -> Unit {
        return {p(0) + 0.1 * p(1) * p(0), 0.3 * p(1), 0.2 * p(2)};
    });
    const SolidOptions options{{70e9, 0.33, 2700}, {}, {"start"}, {}};
    const Eigen::Matrix3d R = rotation(Eigen::Vector3d(3, -1, 2), 1.2);
    const Eigen::Vector3d g(0, 0, -9.81);
    const Substructure s = solid("a", mesh, options),
                       t = solid(
                           "b",
                           placed(mesh, R, Eigen::Vector3d::Zero(), Eigen::Vector3d(100, 80, -90)),
                           options);
    const Matrix load = field_forces(s, {g}), turned_load = field_forces(t, {R * g});
    const Matrix U = s.recovery->displacement(solved(s, load)),
                 V = t.recovery->displacement(solved(t, turned_load));
    CHECK((V - U * R.transpose()).cwiseAbs().maxCoeff() < 1e-8 * U.cwiseAbs().maxCoeff());
    Matrix held = reactions(s, solved(s, load), load);
    for (Index i = 0; i < mesh.X.rows(); ++i)
        if (mesh.X(i, 0) > 0)
            held.row(i).setZero();
    const auto sum = resultant(held + load, mesh.X);
    CHECK(sum.cwiseAbs().maxCoeff() < 1e-10 * load.cwiseAbs().sum());
}

TEST_CASE("A pressure acts on faces of the boundary, for each shape of elements", "[fem]")
{
    for (const char* shape : {"tet4", "tet10", "hex8", "hex20", "wedge6", "wedge15"}) {
        CAPTURE(shape);
        Mesh mesh = solid_mesh(shape, {2, 2, 2}, [](const Unit& p) -> Unit { return p; });
        // Faces of all elements in the plane a = 1/2: each lies between two of them.
        NodeGroup middle{2, {}, {}, {}, {}};
        for (const ElementBlock& block : mesh.blocks)
            for (Index e = 0; e < block.nodes.rows(); ++e)
                for (std::size_t i = 0; i < cell_of(fem::shape(block.shape)).faces.size(); ++i) {
                    const std::vector<int> face = face_of(block, e, i);
                    if (std::all_of(face.begin(), face.end(), [&](int node) -> bool {
                            return std::abs(mesh.X(node, 0) - 0.5) < 1e-12;
                        })) {
                        middle.faces.push_back(face);
                        middle.nodes.insert(middle.nodes.end(), face.begin(), face.end());
                    }
                }
        std::sort(middle.nodes.begin(), middle.nodes.end());
        middle.nodes.erase(std::unique(middle.nodes.begin(), middle.nodes.end()),
                           middle.nodes.end());
        REQUIRE(middle.faces.size() >= 8);
        mesh.groups["middle"] = middle;
        const Substructure s = solid("a", mesh, {{70e9, 0.33, 2700}, {}, {"start"}, {}});
        CHECK((pressure_forces(s, "end").colwise().sum() + Unit::UnitX().transpose()).norm() <
              1e-14);
        CHECK_THROWS_WITH(pressure_forces(s, "middle"),
                          Catch::Contains("the surface middle lies inside the body at (0.5, "));
        CHECK_THROWS_WITH(pressure_row(s, "middle"), Catch::Contains("no outward normal"));
    }
}

TEST_CASE("A rotating disc has the displacement of the closed form", "[fem]")
{
    // nu = 0: plane stress and plane strain agree. Timoshenko & Goodier, Theory of Elasticity,
    // 1970, art. 32: s_t = 3/8 rho omega^2 (a^2 + b^2 + a^2 b^2 / r^2 - r^2 / 3), u = r s_t / E.
    const double E = 200e9, rho = 7800, omega = 500;
    double coarse = 0;
    for (const int n : {12, 24}) {
        const Mesh mesh = disc("hex20", {n, n / 6, 1});
        // the motion is radial, so nodes on the axes do not leave them
        Mesh held = mesh;
        NodeGroup along_x{0, {}, {}}, along_y = along_x, foot = along_x;
        for (Index i = 0; i < mesh.X.rows(); ++i) {
            if (std::abs(mesh.X(i, 1)) < 1e-9)
                along_x.nodes.push_back(static_cast<int>(i));
            if (std::abs(mesh.X(i, 0)) < 1e-9)
                along_y.nodes.push_back(static_cast<int>(i));
            if (mesh.X(i, 2) < 1e-9)
                foot.nodes.push_back(static_cast<int>(i));
        }
        held.groups = {{"on_x", along_x}, {"on_y", along_y}, {"foot", foot}};
        const Substructure s =
            solid("disc", held, {{E, 0, rho}, {}, {"on_x.y", "on_y.x", "foot.z"}, {}});
        const Matrix load = field_forces(s, centrifugal(e_z, Eigen::Vector3d(0, 0, 7), omega));
        const Matrix U = s.recovery->displacement(solved(s, load));
        double error = 0, largest = 0;
        for (Index i = 0; i < mesh.X.rows(); ++i) {
            const double r = mesh.X.row(i).head<2>().norm(), square = r * r;
            const double exact =
                r * 3 / 8 * rho * omega * omega * (1 + 4 + 4 / square - square / 3) / E;
            const double radial = U.row(i).head<2>().dot(mesh.X.row(i).head<2>()) / r;
            error = std::max(error, std::abs(radial - exact));
            largest = std::max(largest, exact);
        }
        CHECK(error < 1e-2 * largest);
        if (coarse > 0)
            CHECK(coarse / error > 6); // third order: 8
        coarse = error;
    }
}

TEST_CASE("A thin rotating ring grows by rho omega^2 r^3 / E", "[fem]")
{
    // The centroid of the load lies beside the mean radius: an error of (t / r)^2.
    const double E = 200e9, rho = 7800, omega = 300, r = 1, t = 0.01;
    Mesh mesh = solid_mesh(
        "hex20", {48, 1, 1},
        [=](const Unit& p) -> Unit {
            const double own = r + t * (.5 - p(1)), angle = 2 * std::numbers::pi * p(0);
            return {own * std::cos(angle), own * std::sin(angle), t * p(2)};
        },
        true);
    NodeGroup along_x{0, {}, {}}, along_y = along_x, foot = along_x;
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        if (std::abs(mesh.X(i, 1)) < 1e-9)
            along_x.nodes.push_back(static_cast<int>(i));
        if (std::abs(mesh.X(i, 0)) < 1e-9)
            along_y.nodes.push_back(static_cast<int>(i));
        if (mesh.X(i, 2) < 1e-9)
            foot.nodes.push_back(static_cast<int>(i));
    }
    mesh.groups = {{"on_x", along_x}, {"on_y", along_y}, {"foot", foot}};
    const Substructure s =
        solid("ring", mesh, {{E, 0.3, rho}, {}, {"on_x.y", "on_y.x", "foot.z"}, {}});
    const Matrix U = s.recovery->displacement(
        solved(s, field_forces(s, centrifugal(e_z, Eigen::Vector3d::Zero(), omega))));
    double mean = 0;
    for (Index i = 0; i < mesh.X.rows(); ++i)
        mean += U.row(i).head<2>().dot(mesh.X.row(i).head<2>()) / mesh.X.row(i).head<2>().norm() /
                static_cast<double>(mesh.X.rows());
    CHECK(mean == Approx(rho * omega * omega * r * r * r / E).epsilon(2e-3));
}

TEST_CASE("The centrifugal load of a moved body belongs to the axis, with a moment", "[fem]")
{
    // A block whose centre of mass is at c: resultant m omega^2 c without its part along the axis.
    const Mesh mesh = solid_mesh("tet10", {2, 2, 2}, [](const Unit& p) -> Unit {
        return {p(0) - 0.5, 0.6 * p(1), 0.4 * p(2) + 0.05 * p(0) * p(1)};
    });
    Substructure s = solid("block", mesh, {{1e9, 0.3, 1000}, {}, {}, {}});
    move(s, Eigen::Vector3d(20, -30, 10));
    const Eigen::Vector3d axis(1, 2, 2), point(3, 4, -5);
    const Matrix load = field_forces(s, centrifugal(axis, point, 7));
    const Inertia whole = inertia(mesh, SolidOptions{{1e9, 0.3, 1000}, {}, {}, {}});
    Eigen::Vector3d arm = *whole.centre + Eigen::Vector3d(20, -30, 10) - point;
    arm -= axis * axis.dot(arm) / axis.squaredNorm();
    const Eigen::Vector3d force = whole.mass * 49 * arm;
    CHECK((resultant(load, mesh.X).head<3>() - force).norm() < 1e-12 * force.norm());
}

TEST_CASE("Plane bodies have weights, centrifugal loads and reactions", "[fem]")
{
    // A bar of varying thickness that turns about its clamped end: N(0) = omega^2 int rho t h x dx.
    Mesh mesh = rectangle_mesh("quad8", 8, 2, 2, 0.1);
    NodeGroup inner{2, {}, {}}, outer = inner;
    const ElementBlock& block = mesh.blocks[0];
    for (Index e = 0; e < block.nodes.rows(); ++e) {
        std::vector<int> face;
        double x = 0;
        for (Index i = 0; i < 8; ++i) {
            face.push_back(block.nodes(e, i));
            x += mesh.X(block.nodes(e, i), 0) / 8;
        }
        NodeGroup& group = x < 1 ? inner : outer;
        group.faces.push_back(face);
        group.nodes.insert(group.nodes.end(), face.begin(), face.end());
    }
    for (NodeGroup* group : {&inner, &outer}) {
        std::sort(group->nodes.begin(), group->nodes.end());
        group->nodes.erase(std::unique(group->nodes.begin(), group->nodes.end()),
                           group->nodes.end());
    }
    mesh.groups["inner"] = inner;
    mesh.groups["outer"] = outer;
    mesh.groups.erase("body");
    PlaneStressOptions options;
    options.material = {70e9, 0.3, 2700};
    options.thicknesses = {{"inner", 0.02}, {"outer", 0.01}};
    options.fixed = {"left"};
    const Substructure s = plane_stress("bar", mesh, options);
    CHECK(inertia(mesh, options).mass == Approx(2700 * 0.1 * 0.03).epsilon(1e-13));
    const Matrix load = field_forces(s, centrifugal(e_z, Eigen::Vector3d::Zero(), 20));
    const double N = 400 * 2700 * 0.1 * (0.02 * 0.5 + 0.01 * 1.5);
    const Matrix R = reactions(s, solved(s, load), load);
    CHECK(R.col(0).sum() == Approx(-N).epsilon(1e-10));
    CHECK(R.col(1).sum() == Approx(-400 * 2700 * 0.1 * 0.03 * 0.05).epsilon(1e-10));
    CHECK(port(s, "left").area == Approx(0.1 * 0.02).epsilon(1e-13));
    CHECK(port(s, "right").area == Approx(0.1 * 0.01).epsilon(1e-13));
    CHECK(port(s, "top").area == Approx(0.02 + 0.01).epsilon(1e-13));
    CHECK(s.recovery->forces->supports.front().name == "left");
}
