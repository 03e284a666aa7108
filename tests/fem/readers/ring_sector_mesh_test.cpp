#include "fem/plane_stress.hpp"
#include "fem/readers/mesh_reader.hpp"
#include "tests/support/source_dir.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

TEST_CASE("The second-order mesh of a ring sector follows its circles", "[fem][mesh]")
{
    const std::string file = test::source_dir() + "/meshes/ring_sector/ring_sector.geo";
    const double pi = std::numbers::pi, inner = 0.04, outer = 0.06, thickness = 0.01;
    auto port_area_error = [&](int nt) -> double {
        const Mesh mesh = read_mesh(file, {{"nt", nt}});
        REQUIRE(mesh.blocks.size() == 1);
        CHECK(mesh.blocks[0].shape == "quad8");
        const Substructure s =
            plane_stress("sector", mesh, {{210e9, 0.3, 7800}, thickness, {}, {"lower_side"}});
        const Port& face = port(s, "outer_face");
        CHECK(face.edges.size() == static_cast<std::size_t>(nt));
        CHECK(port(s, "inner_face").area / face.area == Approx(inner / outer).epsilon(1e-9));
        for (Index i = 0; i < face.n_nodes(); ++i) // mid nodes too
            CHECK(face.X.row(i).norm() == Approx(outer).epsilon(1e-9));
        // the body, at smaller radii, lies on the right of the downward direction
        for (const auto& [first, second, middle] : face.edges)
            CHECK(face.X(second, 1) < face.X(first, 1));
        return face.area / (thickness * outer * pi / 3) - 1;
    };
    const double coarse = port_area_error(6), fine = port_area_error(12);
    CHECK(std::log2(coarse / fine) == Approx(4).margin(0.1));
    CHECK(std::abs(fine) < 1e-7);
}
