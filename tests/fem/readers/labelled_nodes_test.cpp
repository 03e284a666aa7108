#include "base/error.hpp"
#include "fem/cells.hpp"
#include "fem/readers/labelled_nodes.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <string>
#include <tuple>
#include <vector>

// Elements and surfaces of the mesh of a body whose matrices come from another program.

using namespace slideway;
using namespace slideway::fem;
using Catch::Matchers::Contains;
using Labels = std::vector<std::size_t>;

namespace {

LabelledNodes read(const std::string& text, const std::string& name = "mesh.inp")
{
    const io::ScratchFolder folder;
    std::ofstream(folder / name) << text;
    return read_labelled_nodes(folder / name);
}

std::string message(const std::string& text)
{
    try {
        (void)read(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing";
}

// Two unit cubes in a row along x, with shells on the face x = 2.
const std::string cubes = R"(*NODE
1, 0,0,0
2, 1,0,0
3, 1,1,0
4, 0,1,0
5, 0,0,1
6, 1,0,1
7, 1,1,1
8, 0,1,1
12, 2,0,0
13, 2,1,0
16, 2,0,1
17, 2,1,1
*ELEMENT, TYPE=C3D8R, ELSET=ALL
1, 1,2,3,4,5,6,7,8
2, 2,12,13,3,6,16,17,7
*ELEMENT, TYPE=S4, ELSET=SKIN
3, 12,16,17,13
*ELEMENT, TYPE=SPRINGA, ELSET=SOFT
4, 1,2
)";

const LabelledCells::mapped_type& cells(const LabelledNodes& nodes, const char* name)
{
    return nodes.cells.at(&shape(name));
}

} // namespace

TEST_CASE("Surfaces of Abaqus have faces in the order of their elements, outward", "[readers]")
{
    const LabelledNodes nodes = read(cubes + R"(*SURFACE, NAME=END, TYPE=ELEMENT
2, S4
*SURFACE, NAME=FREE
1,
*SURFACE, NAME=BACK
SKIN, SNEG
*SURFACE, NAME=CORNERS, TYPE=NODE
1
2
*SURFACE, NAME=BOTH, COMBINE=UNION
END, FREE
)");
    CHECK(cells(nodes, "hex8").size() == 16);
    CHECK(cells(nodes, "quad4") == Labels{12, 16, 17, 13});
    REQUIRE(nodes.surfaces.size() == 4);
    CHECK(nodes.surfaces[0].first == "END");
    CHECK(nodes.surfaces[0].second == std::vector<Labels>{{12, 13, 17, 16}}); // normal along x
    CHECK(nodes.surfaces[1].second.size() == 5); // the face between the cubes is not free
    // Shells on a solid take order and normal of the face behind them, whatever their own.
    CHECK(nodes.surfaces[2].second == nodes.surfaces[0].second);
    CHECK(nodes.surfaces[3].first == "SKIN");
    CHECK(nodes.surfaces[3].second == nodes.surfaces[0].second);
    REQUIRE(nodes.sets.size() == 1);
    CHECK(nodes.sets[0].second == Labels{1, 2});
    REQUIRE(nodes.notes.size() == 1);
    CHECK_THAT(nodes.notes[0], Contains("elements that are not drawn: 1 SPRINGA"));
}

TEST_CASE("A shell alone keeps its normal, SNEG turns it over with its mid nodes", "[readers]")
{
    const LabelledNodes nodes = read(R"(*NODE
1, 0,0,0
2, 2,0,0
3, 2,2,0
4, 0,2,0
5, 1,0,0
6, 2,1,0
7, 1,2,0
8, 0,1,0
*ELEMENT, TYPE=S8R, ELSET=PLATE
1, 1,2,3,4,5,6,7,8
*SURFACE, NAME=UP
PLATE, SPOS
*SURFACE, NAME=DOWN
PLATE, SNEG
)");
    CHECK(nodes.surfaces[0].second == std::vector<Labels>{{1, 2, 3, 4, 5, 6, 7, 8}});
    CHECK(nodes.surfaces[1].second == std::vector<Labels>{{1, 4, 3, 2, 8, 7, 6, 5}});
}

TEST_CASE("Wrong faces of surfaces are refused with what is allowed", "[readers]")
{
    CHECK_THAT(
        message(cubes + "*SURFACE, NAME=END\n2, S7\n"),
        Contains("mesh.inp:22: surface \"END\": face \"S7\" of a hex8; expected S1 to S6, or "
                 "none for the free faces"));
    CHECK_THAT(message(cubes + "*SURFACE, NAME=END\nSKIN, S1\n"),
               Contains("face \"S1\" of a quad4; expected SPOS or SNEG"));
}

TEST_CASE("An instance moves its nodes, then turns them", "[readers]")
{
    const std::string part = "*PART, NAME=P\n*NODE\n7, 1., 0., 0.\n*END PART\n*ASSEMBLY, NAME=A\n";
    const auto X = read(part + "*INSTANCE, NAME=P-1, PART=P\n1., 2., 3.\n"
                               "0., 0., 0., 0., 0., 1., 90.\n*END INSTANCE\n"
                               "*NODE\n8, 5., 0., 0.\n*END ASSEMBLY\n")
                       .X;
    CHECK(X.at(7)[0] == Approx(-2));
    CHECK(X.at(7)[1] == Approx(2));
    CHECK(X.at(7)[2] == Approx(3));
    CHECK(X.at(8)[0] == 5); // of the assembly
    CHECK_THAT(message(part + "*INSTANCE, NAME=P-1, PART=P\n1, 2, 3\n1, 2\n*END INSTANCE\n"),
               Contains("mesh.inp:8: expected a line with three numbers of a translation"));
    CHECK_THAT(message(part + "*INSTANCE, NAME=P-1, PART=P\n*END INSTANCE\n"
                              "*INSTANCE, NAME=P-2, PART=P\n*END INSTANCE\n"),
               Contains("is the second after \"P-1\"") && Contains("noPartsInputFile=ON"));
}

TEST_CASE("Elements of bulk data have the order of their shapes, in any form of fields",
          "[readers]")
{
    std::string text = "\xEF\xBB\xBF$ a comment\r\nsol 101\r\nBEGIN BULK\r\n";
    for (int label = 1; label <= 20; ++label)
        text += "grid," + std::to_string(label) + ",," + std::to_string(label) + ".,0.,0.\r\n";
    const LabelledNodes nodes =
        read(text + "CHEXA          1       9       1       2       3       4       5       6+A\r\n"
                    "+A             7       8       9      10      11      12      13      14+B\r\n"
                    "+B            15      16      17      18      19      20\r\n"
                    "cpenta,2,9,1,2,3,4,5,6\r\n,7,8,9,10,11,12,13,14\r\n,15\r\n"
                    "CTETRA\t3\t9\t1\t2\t3\t4\t5\r\n"
                    "CTRIA3*                4               7               1               2\r\n"
                    "*                      3\r\n"
                    "PLOTEL,5,1,2\r\nCBUSH,6,7,1,2\r\nENDDATA\r\nGRID,99,,x,y,z\r\n",
             "mesh.bdf");
    // Nastran has the upright mid nodes of a hexahedron before those of the top.
    CHECK(cells(nodes, "hex20") ==
          Labels{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 17, 18, 19, 20, 13, 14, 15, 16});
    CHECK(cells(nodes, "wedge15") == Labels{1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 15, 10, 11, 12});
    CHECK(cells(nodes, "tet4") == Labels{1, 2, 3, 4}); // five of six mid nodes are missing
    CHECK(cells(nodes, "tri3") == Labels{1, 2, 3});
    CHECK(cells(nodes, "line2") == Labels{1, 2});
    REQUIRE(nodes.surfaces.size() == 1);
    CHECK(nodes.surfaces[0].first == "pid_7");
    CHECK(nodes.X.size() == 20);
}

TEST_CASE("Elements of Abaqus are known by the beginning of their type", "[readers]")
{
    const auto name = [](const char* type, std::size_t n) -> std::string {
        Labels nodes;
        for (std::size_t k = 1; k <= n; ++k)
            nodes.push_back(k);
        const auto cell = abaqus_cell(type, nodes);
        return cell ? std::string(cell->shape->name) : "none";
    };
    CHECK(name("C3D20R", 20) == "hex20");
    CHECK(name("C3D10M", 10) == "tet10");
    CHECK(name("C3D15", 15) == "wedge15");
    CHECK(name("SC8R", 8) == "hex8");
    CHECK(name("STRI65", 6) == "tri6");
    CHECK(name("S8R5", 8) == "quad8");
    CHECK(name("B31", 3) == "line2"); // the third node gives a direction
    CHECK(abaqus_cell("B32", {1, 2, 3})->nodes == Labels{1, 3});
    for (const char* type : {"SPRINGA", "CONN3D2", "MASS", "DASHPOTA", "ROTARYI", "C3D27"})
        CHECK(name(type, 2) == "none");
}

TEST_CASE("A universal file has nodes in its unit, sets of nodes and surfaces of elements",
          "[readers]")
{
    const std::string text = R"(written by a test
    -1
   164
         5mm                            2
  1.00000000000000000D+03  1.00000000000000000D+00  1.00000000000000000D+00
  2.73149999999999977D+02
    -1
    -1
    15
        11         0         0         1  0.00000E+00  0.00000E+00  0.00000E+00
        12         0         0         1  1.00000E+01  0.00000E+00  0.00000E+00
        13         0         0         1  1.00000E+01  2.00000E+01  0.00000E+00
    -1
    -1
  2411
        14         1         1        11
   0.0000000000000000D+00   2.0000000000000000D+01   0.0000000000000000D+00
        15         1         1        11
   0.0000000000000000D+00   0.0000000000000000D+00   5.0000000000000000D+00
    -1
    -1
  2412
         1       111         1         1         7         4
        11        12        13        15
         2        91         1         1         7         3
        11        12        13
         3        21         1         1         7         2
         0         1         1
        11        15
         4       136         1         1         7         2
        11        12
    -1
    -1
    55
anything
    -1
    -1
  2467
         1         0         0         0         0         0         0         3
FOOT
         7        11         0         0         7        12         0         0
         7        99         0         0
         2         0         0         0         0         0         0         1
FACE
         8         2         0         0
    -1
)";
    const LabelledNodes nodes = read(text, "mesh.unv");
    REQUIRE(nodes.unit);
    CHECK(*nodes.unit == Approx(1e-3).epsilon(1e-15));
    CHECK(nodes.X.size() == 5);
    CHECK(nodes.X.at(13)[1] == 20);
    CHECK(nodes.X.at(15)[2] == 5);
    REQUIRE(nodes.sets.size() == 1);
    CHECK(nodes.sets[0].first == "FOOT");
    CHECK(nodes.sets[0].second == Labels{11, 12});
    REQUIRE(nodes.surfaces.size() == 1);
    CHECK(nodes.surfaces[0].first == "FACE");
    // The first face of the tetrahedron is seen from outside, against the order of the shell.
    CHECK(nodes.surfaces[0].second == std::vector<LabelledFace>{{11, 13, 12}});
    CHECK(cells(nodes, "tet4") == Labels{11, 12, 13, 15});
    CHECK(cells(nodes, "tri3") == Labels{11, 12, 13});
    CHECK(cells(nodes, "line2") == Labels{11, 15});
    REQUIRE(nodes.notes.size() == 2);
    CHECK_THAT(nodes.notes[0], Contains("group \"FOOT\" names 1 node that the file lacks"));
    CHECK_THAT(nodes.notes[1], Contains("1 element that is not drawn"));

    for (const auto& [from, to, expected] :
         {std::tuple{"        14         1", "        13         1", "node 13 comes twice"},
          {"        11        12        13        15\n",
           "        11        12        13        16\n",
           "mesh.inp:23: element 1 names node 16, which is not in the file"},
          {"         2        91", "         1        91", "element 1 comes twice"},
          {"  1.00000000000000000D+03", " -1.00000000000000000D+03", "expected a number > 0"},
          {"         8         2         0         0\n", "", "group \"FACE\" ends early"}}) {
        std::string wrong = text;
        const auto at = wrong.find(from);
        REQUIRE(at != std::string::npos);
        wrong.replace(at, std::string(from).size(), to);
        CHECK_THAT(message(wrong), Contains(expected));
    }
    CHECK_THAT(message("    -1\n   151\nx\n    -1\n"), Contains("no nodes (datasets 15"));
    CHECK_THAT(message("    -1\n  2411\n"), Contains("ends within a dataset"));
}

TEST_CASE("Elements of second order of universal files have their mid nodes between their corners",
          "[readers]")
{
    // Files give the bottom face with alternating corners and mid nodes, the upright mid nodes, and
    // the top face, or the apex of a tetrahedron. Each node stands at its place in the cell.
    struct Kind {
        const char* shape;
        int descriptor;
        std::vector<int> order; // place in the shape of each node of the file
    };
    for (const Kind& kind : {Kind{"hex20", 116, {0,  8,  1, 9,  2, 10, 3, 11, 16, 17,
                                                 18, 19, 4, 12, 5, 13, 6, 14, 7,  15}},
                             {"wedge15", 113, {0, 6, 1, 7, 2, 8, 12, 13, 14, 3, 9, 4, 10, 5, 11}},
                             {"tet10", 118, {0, 4, 1, 5, 2, 6, 7, 8, 9, 3}}}) {
        const SolidCell& cell = cell_of(shape(kind.shape));
        const Matrix X = cell.places(cell.n_second());
        std::string text = "    -1\n  2411\n", element;
        for (std::size_t i = 0; i < kind.order.size(); ++i) {
            const Index place = kind.order[i];
            text += std::to_string(i + 1) + " 1 1 11\n" + std::to_string(X(place, 0)) + " " +
                    std::to_string(X(place, 1)) + " " + std::to_string(X(place, 2)) + "\n";
            element += std::to_string(i + 1) + (i % 8 == 7 ? "\n" : " ");
        }
        text += "    -1\n    -1\n  2412\n1 " + std::to_string(kind.descriptor) + " 1 1 7 " +
                std::to_string(kind.order.size()) + "\n" + element + "\n    -1\n";
        const LabelledNodes nodes = read(text, "mesh.unv");
        const Labels& sorted = cells(nodes, kind.shape);
        CAPTURE(kind.shape);
        REQUIRE(sorted.size() == kind.order.size());
        for (std::size_t i = 0; i < cell.edges.size(); ++i)
            for (std::size_t c = 0; c < 3; ++c) {
                const auto at = [&](std::size_t node) -> double {
                    return nodes.X.at(sorted[node])[c];
                };
                const auto [first, second] = cell.edges[i];
                CHECK(at(static_cast<std::size_t>(cell.n_corners()) + i) ==
                      Approx((at(static_cast<std::size_t>(first)) +
                              at(static_cast<std::size_t>(second))) /
                             2)
                          .margin(1e-6)); // six decimals in the file
            }
    }
}
