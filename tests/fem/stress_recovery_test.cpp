#include "fem/plane_stress.hpp"
#include "fem/recovery.hpp"
#include "rectangle_mesh.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace slideway;
using namespace slideway::fem;

namespace {

// Pure bending of curvature kappa about y = 0: u_x = kappa x y, u_y = -kappa (x^2 + nu y^2) / 2,
// s_xx = E kappa y, everything else zero.
constexpr double E = 70e9, nu = 0.33, kappa = 0.01;

Vector bending(const Mesh& mesh)
{
    Vector u(2 * mesh.X.rows());
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        const double x = mesh.X(i, 0), y = mesh.X(i, 1);
        u(2 * i) = kappa * x * y;
        u(2 * i + 1) = -kappa * (x * x + nu * y * y) / 2;
    }
    return u;
}

Mesh strip()
{
    return rectangle_mesh("quad4", 6, 2, 0.06, 0.01,
                          [](double x, double y) { return Eigen::Vector2d(x, y - 0.005); });
}

} // namespace

TEST_CASE("Incompatible modes give the linear stress of pure bending exactly on rectangles",
          "[fem]")
{
    const Mesh mesh = strip();
    const Substructure s = plane_stress("strip", mesh, {{E, nu, 2700}, 0.01, {}, {}});
    const Vector u = bending(mesh);
    const Matrix stress = s.recovery->stress(u);
    const double largest = E * kappa * 0.005;
    // strains of 5e-5 come from displacements of 2e-5 m over cells of 5e-3 m: some 1e-13 relative
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        CAPTURE(i);
        CHECK(stress(i, 0) == Approx(E * kappa * mesh.X(i, 1)).margin(1e-11 * largest));
        CHECK(std::abs(stress(i, 1)) < 1e-11 * largest);
        CHECK(std::abs(stress(i, 2)) < 1e-11 * largest);
    }

    // the state is in equilibrium: only the end sections carry force, with moment E I kappa
    const Vector f = s.K * u;
    double moment = 0, elsewhere = 0, end = 0;
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        const bool right = mesh.X(i, 0) > 0.0599, left = mesh.X(i, 0) < 1e-4;
        if (right)
            moment += f(2 * i) * mesh.X(i, 1);
        if (right)
            end = std::max(end, std::abs(f(2 * i)));
        if (!right && !left)
            elsewhere = std::max(elsewhere, f.segment<2>(2 * i).norm());
    }
    CHECK(moment == Approx(E * kappa * 0.01 * 1e-6 / 12).epsilon(1e-10));
    CHECK(elsewhere < 1e-10 * end);
}

TEST_CASE("Second-order elements with straight sides give the linear stress of bending exactly",
          "[fem]")
{
    // Quadratic displacements are within the shape functions of any such triangle, and of
    // quadrilaterals that are parallelograms.
    const auto sheared = [](double x, double y) -> Eigen::Vector2d {
        return {x + 0.3 * y, y - 0.005};
    };
    const auto bent = [](double x, double y) -> Eigen::Vector2d {
        const double bubble = x * (0.06 - x) * y * (0.01 - y) / 2.25e-8;
        return {x + 0.002 * bubble * std::sin(200 * x), y + 0.001 * bubble - 0.005};
    };
    for (const Mesh& mesh : {rectangle_mesh("quad8", 4, 2, 0.06, 0.01, sheared),
                             with_straight_sides(rectangle_mesh("tri6", 4, 2, 0.06, 0.01, bent))}) {
        CAPTURE(mesh.blocks[0].shape);
        const Substructure s = plane_stress("strip", mesh, {{E, nu, 2700}, 0.01, {}, {}});
        const Matrix stress = s.recovery->stress(bending(mesh));
        const double largest = E * kappa * 0.005;
        for (Index i = 0; i < mesh.X.rows(); ++i) {
            CAPTURE(i);
            CHECK(stress(i, 0) == Approx(E * kappa * mesh.X(i, 1)).margin(1e-11 * largest));
            CHECK(std::abs(stress(i, 1)) < 1e-11 * largest);
            CHECK(std::abs(stress(i, 2)) < 1e-11 * largest);
        }
        // it is in equilibrium: inner nodes carry no force
        const Vector f = s.K * bending(mesh);
        const std::vector<int>& boundary = group(mesh, "boundary").nodes;
        for (int i = 0; i < mesh.X.rows(); ++i)
            if (!std::binary_search(boundary.begin(), boundary.end(), i))
                CHECK(f.segment<2>(2 * i).norm() < 1e-10 * f.cwiseAbs().maxCoeff());
    }
}

TEST_CASE("The bilinear element is too stiff in bending by its parasitic shear", "[fem]")
{
    // Energy of one rectangle a x b (b the height) in bending, Q4 over exact for nu = 0:
    // 1 + (1 - nu) / 2 (a / b)^2 / (1 - nu^2) -> 1 + (a / b)^2 / 2.
    const double a = 0.02, b = 0.01;
    const Mesh mesh = rectangle_mesh("quad4", 1, 1, a, b, [=](double x, double y) {
        return Eigen::Vector2d(x - a / 2, y - b / 2);
    });
    Vector u(8);
    for (Index i = 0; i < 4; ++i)
        u.segment<2>(2 * i) << kappa * mesh.X(i, 0) * mesh.X(i, 1), 0;
    auto energy = [&](const std::string& element) -> double {
        const Substructure s = plane_stress("cell", mesh, {{E, 0, 1}, 1, {element}, {}});
        return 0.5 * u.dot(s.K * u);
    };
    const double exact = 0.5 * E * b * b * b / 12 * kappa * kappa * a;
    CHECK(energy("qm6") == Approx(exact).epsilon(1e-12));
    CHECK(energy("q4") == Approx(exact * (1 + a * a / (b * b) / 2)).epsilon(1e-12));
}

TEST_CASE("A part of a mesh shows the numbers of the whole at its nodes, to the last bit", "[fem]")
{
    // A group with separate elements, surrounded by others on all sides; a curve; a point; supports
    // within and next to them.
    for (const auto& [element, shape] : element_cases) {
        CAPTURE(element);
        Mesh mesh = rectangle_mesh(shape, 12, 6, 0.06, 0.03);
        NodeGroup zone{2, {}, {}};
        for (const std::vector<int>& face : mesh.groups.at("body").faces) {
            const Eigen::RowVector3d X = mesh.X.row(face.front());
            if (X.x() > 0.019 && X.x() < 0.034 && X.y() > 0.009 && X.y() < 0.019) {
                zone.faces.push_back(face);
                zone.nodes.insert(zone.nodes.end(), face.begin(), face.end());
            }
        }
        std::sort(zone.nodes.begin(), zone.nodes.end());
        zone.nodes.erase(std::unique(zone.nodes.begin(), zone.nodes.end()), zone.nodes.end());
        std::reverse(zone.faces.front().begin(), zone.faces.front().end()); // as in some files
        mesh.groups["zone"] = zone;
        const Substructure s =
            plane_stress("strip", mesh, {{E, nu, 2700}, 0.01, {element}, {"left.x", "corner"}});
        const Vector u = Vector::Random(s.n());
        const Matrix U = s.recovery->displacement(u), stress = s.recovery->stress(u);
        const auto n_zone = static_cast<Index>(zone.faces.size());
        const Index per_cell = fem::shape(shape).n_corners == 4 ? 1 : 2;
        const Index n_left = per_cell * 6, n_corner = per_cell; // triangles of two each touch them
        for (const auto& [groups, n_elements] :
             {std::pair{std::vector<std::string>{"zone"}, n_zone},
              {{"left"}, n_left},
              {{"corner"}, n_corner},
              {{"zone", "left", "zone"}, n_zone + n_left}}) {
            const RecoveryPart some = part(*s.recovery, groups);
            CHECK(std::is_sorted(some.dofs.begin(), some.dofs.end()));
            CHECK(some.shown.mesh.blocks.at(0).nodes.rows() == n_elements);
            const Vector own = u(some.dofs);
            const Matrix U_some = some.shown.displacement(own), s_some = some.shown.stress(own);
            Index index = 0;
            for (Index i = 0; i < U_some.rows(); ++i) { // in the order of the whole mesh
                while (mesh.X.row(index) != some.shown.mesh.X.row(i))
                    REQUIRE(++index < mesh.X.rows());
                CHECK(U_some.row(i) == U.row(index));
                CHECK(s_some.row(i) == stress.row(index));
            }
        }
        CHECK_THROWS_WITH(part(*s.recovery, {"zoen"}), Catch::Contains("no physical group"));
    }
}
