#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/elements/solid_element.hpp"
#include "fem/readers/abaqus_solids.hpp"
#include "fem/solid.hpp"
#include "tests/fem/solid_mesh.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>
#include <iomanip>
#include <numbers>
#include <sstream>

using namespace slideway;
using namespace slideway::fem;

namespace {

Mesh read_deck(const std::string& text)
{
    const io::ScratchFolder folder;
    const std::filesystem::path file = folder / "block.inp";
    std::ofstream(file) << text;
    return read_abaqus_solids(file);
}

// A block with curved edges, clamped at x = 0; see solid_frequencies_test.cpp.
Unit curved_block(const Unit& p)
{
    const double a = p(0), b = p(1), c = p(2), pi = std::numbers::pi;
    return {.1 * (a + .06 * std::sin(pi * a) * (b - .5)),
            .02 * (b + .1 * std::sin(2 * pi * a) * (c - .5)),
            .01 * (c + .15 * std::sin(pi * a) * (b - .5))};
}

std::string nodes_of_deck(const Mesh& mesh)
{
    std::ostringstream text;
    text << "*NODE\n" << std::setprecision(17);
    for (Index i = 0; i < mesh.X.rows(); ++i)
        text << 10 * (i + 1) << ", " << mesh.X(i, 0) << ", " << mesh.X(i, 1) << ", " << mesh.X(i, 2)
             << '\n';
    return text.str();
}

// Lines of elements or faces, eight numbers on each.
std::string cells_of_deck(const Eigen::MatrixXi& nodes, Index first)
{
    std::ostringstream text;
    for (Index e = 0; e < nodes.rows(); ++e) {
        text << first + e;
        for (Index i = 0; i < nodes.cols(); ++i)
            text << (i % 8 == 7 ? ",\n" : ", ") << 10 * (nodes(e, i) + 1);
        text << '\n';
    }
    return text.str();
}

std::string set_of_deck(const std::vector<int>& nodes)
{
    std::ostringstream text;
    text << "*NSET, NSET=held\n";
    for (const int node : nodes)
        text << 10 * (node + 1) << ",\n";
    return text.str();
}

} // namespace

TEST_CASE("Solid elements of Abaqus have the frequencies of the reference block", "[fem][abaqus]")
{
    struct Variant {
        const char *type, *element;
        double f1;
    };
    for (const auto& [type, element, f1] : std::vector<Variant>{{"C3D8I", "hex8i", 839.194668},
                                                                {"C3D8R", "hex8i", 839.194668},
                                                                {"C3D20", "hex20", 832.501110},
                                                                {"C3D20R", "hex20", 832.501110},
                                                                {"C3D6", "wedge6", 1097.58222},
                                                                {"C3D15", "wedge15", 833.021151},
                                                                {"C3D4", "tet4", 1515.43973},
                                                                {"C3D10", "tet10", 834.637135}}) {
        CAPTURE(type);
        std::string shape;
        for (const SolidElement& candidate : solid_elements())
            if (candidate.name == element)
                shape = candidate.shape;
        const Mesh mesh = solid_mesh(shape, {8, 2, 2}, curved_block);
        const Mesh read = read_deck(nodes_of_deck(mesh) + "*ELEMENT, TYPE=" + type +
                                    ", ELSET=all\n" + cells_of_deck(mesh.blocks[0].nodes, 1) +
                                    set_of_deck(group(mesh, "start").nodes));
        CHECK(read.X == mesh.X);
        CHECK(read.blocks[0].nodes == mesh.blocks[0].nodes);
        CHECK(group(read, "all").dimension == 3);
        const Substructure s = solid("block", read, {{210e9, 0.3, 7800}, {}, {"held"}, {}});
        CHECK(lowest_modes(s.K, s.M, 1).omega(0) / (2 * std::numbers::pi) ==
              Approx(f1).epsilon(6e-9).margin(0));
    }
}

namespace {

const std::string one_hex = R"(*NODE
1, 0, 0, 0
2, 1, 0, 0
3, 1, 1, 0
4, 0, 1, 0
5, 0, 0, 1
6, 1, 0, 1
7, 1, 1, 1
8, 0, 1, 1
)";
const std::string hex_element = "*ELEMENT, TYPE=C3D8, ELSET=cube\n1, 1, 2, 3, 4, 5, 6, 7, 8\n";

} // namespace

TEST_CASE("Surfaces and sets of Abaqus become faces with outward normals", "[fem][abaqus]")
{
    const Mesh mesh = read_deck(one_hex + hex_element +
                                "*ELEMENT, TYPE=S4, ELSET=skin\n11, 5, 8, 7, 6\n"
                                "*ELEMENT, TYPE=T3D2, ELSET=rim\n12, 1, 2\n"
                                "*SURFACE, NAME=top\ncube, S2\n"
                                "*SURFACE, NAME=around\ncube\n"
                                "*SOLID SECTION, ELSET=cube, MATERIAL=steel\n");
    const std::vector<std::vector<int>> top{{4, 5, 6, 7}};
    CHECK(group(mesh, "top").faces == top);
    CHECK(group(mesh, "skin").faces == top); // the file has it the other way round
    CHECK(group(mesh, "around").faces.size() == 6);
    CHECK(group(mesh, "rim").edges.size() == 1);
    CHECK(mesh.notes.size() == 2); // the formulation, and the section
}

TEST_CASE("Other elements and missing nodes of an Abaqus deck are refused by name", "[fem][abaqus]")
{
    const auto refused = [](const std::string& rest) -> std::string {
        try {
            (void)read_deck(one_hex + rest);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    using Catch::Contains;
    CHECK_THAT(refused("*ELEMENT, TYPE=C3D10M\n1, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2\n"),
               Contains(":11: element 1 is of type C3D10M (modified; write C3D10); allowed: "));
    CHECK_THAT(refused("*ELEMENT, TYPE=C3D5\n1, 1, 2, 3, 4, 5\n"), Contains("C3D5 (pyramid)"));
    CHECK_THAT(refused("*ELEMENT, TYPE=C3D20\n1, 1, 2, 3, 4, 5, 6, 7, 8\n"),
               Contains("element 1 of type C3D20 has 8 nodes; expected 20"));
    CHECK_THAT(refused("*ELEMENT, TYPE=C3D8\n1, 1, 2, 3, 4, 5, 6, 7, 9\n"),
               Contains("names node 9, which is not in the file"));
    CHECK_THAT(refused(hex_element + "*SURFACE, NAME=a\n1, S7\n"),
               Contains("face \"S7\"; allowed: S1, S2, S3, S4, S5, S6"));
    CHECK_THAT(refused(hex_element + "*EQUATION\n"), Contains("not supported"));
}
