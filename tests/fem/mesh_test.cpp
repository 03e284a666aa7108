#include "fem/mesh.hpp"

#include "fem/elements/plane_element.hpp"
#include "fem/elements/solid_element.hpp"
#include "rectangle_mesh.hpp"

#include <catch2/catch.hpp>

#include <numbers>

using namespace slideway;
using namespace slideway::fem;

TEST_CASE("A quarter turn about the pivot carries x into y and the pivot to its place", "[fem]")
{
    const Mesh mesh =
        placed(rectangle_mesh("quad4", 2, 1, 2, 1), std::numbers::pi / 2, {2, 0}, {10, 20});
    // node (0, 0) lies 2 left of the pivot, so it moves 2 below the pivot's new position
    CHECK(mesh.X(0, 0) == Approx(10).epsilon(1e-15));
    CHECK(mesh.X(0, 1) == Approx(18).epsilon(1e-15));
    CHECK(mesh.X(2, 0) == 10); // the pivot itself, exactly
    CHECK(mesh.X(2, 1) == 20);
}

TEST_CASE("An unknown group is answered with the groups of the file", "[fem]")
{
    Mesh mesh = rectangle_mesh("quad4", 1, 1, 1, 1);
    mesh.source = "meshes/disc.msh";
    CHECK(group(mesh, "top").dimension == 1);
    CHECK_THROWS_WITH(group(mesh, "pad_face"),
                      Catch::Contains("meshes/disc.msh: no physical group \"pad_face\"") &&
                          Catch::Contains("body, bottom, boundary"));
}

TEST_CASE("The first element listed for a shape is its default", "[fem]")
{
    CHECK(plane_element("quad4").name == "qm6");
    CHECK(plane_element("tri3").name == "t3");
    CHECK(plane_element("quad8").name == "q8");
    CHECK(plane_element("tri6").name == "t6");
    CHECK_THROWS_WITH(plane_element("hex8"), Catch::Contains("hex8"));
}

TEST_CASE("Elements chosen by name take the place of the default of their shape alone", "[fem]")
{
    const std::vector<std::string> chosen = {"t3", "q4"};
    CHECK(plane_element("quad4", chosen).name == "q4");
    CHECK(plane_element("tri3", chosen).name == "t3");
    CHECK(plane_element("quad8", chosen).name == "q8");
}

TEST_CASE("Every shape has an element with as many nodes", "[fem]")
{
    for (const Shape& shape : shapes()) {
        CAPTURE(shape.name);
        if (shape.dimension == 2) {
            CHECK(plane_element(shape.name).n_nodes == shape.n_nodes);
            CHECK(shape.n_nodes <= max_element_nodes);
        } else if (shape.dimension == 3) {
            CHECK(solid_element(shape.name).n_nodes == shape.n_nodes);
            CHECK(shape.n_nodes <= max_solid_nodes);
        }
    }
    CHECK_THROWS_AS(shape("hex27"), std::invalid_argument);
}
