#include "fem/readers/connectivity.hpp"

#include "fem/inertia.hpp"
#include "fem/plane_stress.hpp"
#include "mesh_text_file.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::fem;
using Catch::Contains;

// Meshes that count something twice, or whose parts are not connected.

namespace {

// Nodes 1 to 9 of a grid of 2 x 2 unit squares, row by row.
const std::string grid = "*NODE\n1,0,0\n2,1,0\n3,2,0\n4,0,1\n5,1,1\n6,2,1\n7,0,2\n8,1,2\n9,2,2\n";

std::string quads(const std::string& elements)
{
    return "*ELEMENT, TYPE=CPS4\n" + elements;
}

std::string triangles(const std::string& elements)
{
    return "*ELEMENT, TYPE=CPS3\n" + elements;
}

Mesh read(const std::string& text)
{
    return read_text("a.inp", text);
}

// Mass of a plate with 1 kg/m^2 [kg].
double mass(const Mesh& mesh)
{
    return inertia(mesh, PlaneStressOptions{{1, 0.3, 1}, 1, {}, {}}).mass;
}

// Returns the note that contains the text; "" without one.
std::string note(const Mesh& mesh, const std::string& part)
{
    for (const std::string& note : mesh.notes)
        if (note.find(part) != std::string::npos)
            return note;
    return "";
}

} // namespace

TEST_CASE("Elements on the corners of earlier ones count once", "[fem][connectivity]")
{
    const std::string square = "1, 1, 2, 5, 4\n";
    // every rotation, both orientations, and a wrong order of corners
    for (const std::string nodes :
         {"1,2,5,4", "2,5,4,1", "5,4,1,2", "4,1,2,5", "4,5,2,1", "1,4,5,2", "1,5,2,4"}) {
        CAPTURE(nodes);
        const Mesh mesh =
            read(grid + quads(square + "8, " + nodes + "\n*ELSET, ELSET=second\n8\n"));
        CHECK(mass(mesh) == Approx(1).epsilon(1e-14));
        CHECK(note(mesh, "corners") ==
              "1 element has the corners of an earlier one and is left out: "
              "8; it would count twice");
        CHECK(group(mesh, "second").faces == std::vector<std::vector<int>>{{0, 1, 3, 2}});
    }
    // three times, the first numbers listed
    std::string many = square;
    for (int k = 2; k <= 9; ++k)
        many += std::to_string(k) + ", 1, 2, 5, 4\n";
    CHECK_THAT(note(read(grid + quads(many)), "corners"),
               Contains("8 elements have the corners of earlier ones and are left out: 2, 3, 4, "
                        "5, 6, ...;"));
    // triangles, and elements of second order with the corners of the first
    CHECK(mass(read(grid + triangles("1,1,2,5\n2,5,1,2\n"))) == Approx(0.5).epsilon(1e-14));
    const std::string eight = "*NODE\n12,.5,0\n13,1,.5\n14,.5,1\n15,0,.5\n*ELEMENT, TYPE=CPS8\n"
                              "2, 1,2,5,4,12,13,14,15\n";
    CHECK(mass(read(grid + quads(square) + eight)) == Approx(1).epsilon(1e-14));
}

TEST_CASE("Elements that overlap on other nodes are noted", "[fem][connectivity]")
{
    // a square and its two triangles; a square with half of another one
    const Mesh covered = read(grid + quads("1, 1, 2, 5, 4\n") + triangles("2,1,2,5\n3,1,5,4\n"));
    CHECK(note(covered, "overlap") ==
          "elements overlap at 4 sides, the first 1 and 2 at (0, 0) (1, "
          "0): mass and stiffness count twice there");
    CHECK_THAT(note(read(grid + quads("1, 1, 2, 5, 4\n") + triangles("2,1,2,4\n")), "overlap"),
               Contains("overlap at 2 sides"));
    CHECK(note(read(grid + quads("1, 1, 2, 5, 4\n2, 2, 3, 6, 5\n3, 4, 5, 8, 7\n")), "overlap")
              .empty());
}

TEST_CASE("Parts that share no node are noted with their elements and a place",
          "[fem][connectivity]")
{
    const std::string far = "*NODE\n21,5,0\n22,6,0\n23,6,1\n24,5,1\n";
    const Mesh two = read(grid + far + quads("1, 1, 2, 5, 4\n2, 2, 3, 6, 5\n9, 21, 22, 23, 24\n"));
    CHECK(note(two, "parts") ==
          "the mesh is 2 parts that share no node: 2 elements at node 1 (0, 0); "
          "1 element at node 21 (5, 0)");
    // adjacent but not merged: both positions of the common side
    const std::string beside = "*NODE\n21,1,0\n22,2,0\n23,2,1\n24,1,1\n";
    CHECK_THAT(note(read(grid + beside + quads("1, 1, 2, 5, 4\n9, 21, 22, 23, 24\n")), "parts"),
               Contains("; nodes of different parts lie at 2 places, the first ") &&
                   Contains("at (1, ") && Contains(": merge them if the parts are one"));
    // for many parts five are listed, so the message stays short
    std::string nodes = "*NODE\n", elements;
    for (int k = 0; k < 50; ++k) {
        const std::string x = std::to_string(2 * k), n = std::to_string(3 * k);
        nodes += std::to_string(3 * k + 1) + "," + x + ",0\n" + std::to_string(3 * k + 2) + "," +
                 x + ".5,0\n" + std::to_string(3 * k + 3) + "," + x + ",1\n";
        elements += std::to_string(k + 1) + "," + std::to_string(3 * k + 1) + "," +
                    std::to_string(3 * k + 2) + "," + std::to_string(3 * k + 3) + "\n";
    }
    const std::string long_note = note(read(nodes + triangles(elements)), "parts");
    CHECK_THAT(long_note, Contains("the mesh is 50 parts") && Catch::EndsWith("; ..."));
    CHECK(long_note.size() < 400);
}

TEST_CASE("Parts that share one node are noted as hinged", "[fem][connectivity]")
{
    // two squares corner to corner
    CHECK(note(read(grid + quads("1, 1, 2, 5, 4\n2, 5, 6, 9, 8\n")), "hinge") ==
          "parts of the mesh share one node only, which is a hinge: node 5 at (1, 1)");
    // a ring of four squares that meet at corners: four hinges
    const std::string ring = "*NODE\n1,1,0\n2,2,1\n3,1,2\n4,0,1\n11,2,0\n12,2,2\n13,0,2\n14,0,0\n";
    CHECK_THAT(note(read(ring + triangles("1,1,11,2\n2,2,12,3\n3,3,13,4\n4,4,14,1\n")), "hinge"),
               Contains("share single nodes only, which are hinges: 4 nodes, 1 at (1, 0); 2 at (2, "
                        "1); 3 at (1, 2); ..."));
    // two nodes fix a part, even without a common side
    CHECK(note(read(grid + quads("1, 1, 2, 5, 4\n") +
                    triangles("2,2,3,6\n3,3,9,6\n4,6,9,8\n5,6,8,5\n")),
               "hinge")
              .empty());
    CHECK(read(grid + quads("1, 1, 2, 5, 4\n2, 2, 3, 6, 5\n3, 4, 5, 8, 7\n4, 5, 6, 9, 8\n"))
              .notes.empty());
}
