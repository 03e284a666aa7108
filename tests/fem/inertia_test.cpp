#include "fem/inertia.hpp"

#include "fem/beam_mesh.hpp"
#include "fem/rigid.hpp"
#include "rectangle_mesh.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

TEST_CASE("a rectangle of plane stress weighs its volume, supports included", "[fem]")
{
    // A steel plate of 0.2 x 0.05 x 0.01 m weighs 0.78 kg; its centre rotates with the mesh.
    const PlaneStressOptions steel{
        .material = {210e9, 0.3, 7800}, .thickness = 0.01, .fixed = {"left"}};
    for (const char* shape : {"quad4", "tri3", "quad8", "tri6"}) {
        CAPTURE(shape);
        const Mesh mesh = placed(rectangle_mesh(shape, 4, 2, 0.2, 0.05), std::numbers::pi / 2,
                                 {0, 0}, {1000, -3});
        const Inertia weight = inertia(mesh, steel);
        // Coordinates near 1000 m are rounded to 6e-14 m, 1e-12 of a side.
        CHECK(weight.mass == Approx(0.78).epsilon(5e-12));
        CHECK(weight.centre->x() == Approx(1000 - 0.025).margin(2e-13));
        CHECK(weight.centre->y() == Approx(-3 + 0.1).margin(2e-13));
    }
}

TEST_CASE("a curved side weighs what its elements integrate", "[fem]")
{
    // A quarter of a ring with radii 1 and 2 has the area 3 pi / 4 and its centre at 28 / (9 pi) on
    // both axes. Sides of second order have an error of the fourth power of their angle, (pi /
    // 64)^4 / 100.
    const Mesh ring =
        rectangle_mesh("quad8", 2, 32, 1, std::numbers::pi / 2, [](double r, double a) {
            return Eigen::Vector2d((1 + r) * std::cos(a), (1 + r) * std::sin(a));
        });
    const Inertia weight = inertia(ring, {.material = {1, 0.3, 2}, .thickness = 3});
    CHECK(weight.mass == Approx(6 * 0.75 * std::numbers::pi).epsilon(1e-7));
    CHECK(weight.centre->x() == Approx(28 / (9 * std::numbers::pi)).epsilon(1e-6));
    CHECK(weight.centre->y() == Approx(28 / (9 * std::numbers::pi)).epsilon(1e-6));
}

TEST_CASE("a beam weighs its length, a network its points", "[fem]")
{
    const Inertia rod = inertia(beam_line({0.5, 4, {}}),
                                {{210e9, 0, 7800}, rectangle_section(0.02, 0.01), true, {"start"}});
    CHECK(rod.mass == Approx(0.5 * 2e-4 * 7800).epsilon(1e-14));
    CHECK(rod.centre->isApprox(Eigen::Vector3d(0.25, 0, 0), 1e-14));

    LumpedOptions network;
    network.masses = {{"a", {{"x", 2}, {"y", 2}, {"rotation", 7}}}, {"b", {{"x", 3}}}};
    CHECK(inertia(network).mass == 5);
    CHECK_FALSE(inertia(network).centre);
}

TEST_CASE("matrices weigh what their rigid motions find", "[fem]")
{
    const Substructure body = rigid("r", {.mass = 2.0, .inertia = 0.1, .at = {3, -4}});
    const auto weight = inertia(body);
    REQUIRE(weight);
    CHECK(weight->mass == 2);
    CHECK(weight->centre->isApprox(Eigen::Vector3d(3, -4, 0), 1e-14));
    CHECK_FALSE(inertia(rigid("turns", {.inertia = 0.1, .fixed = {"x", "y"}})).has_value());
}
