#include "fem/readers/abaqus_reader.hpp"

#include "base/error.hpp"
#include "fem/plane_stress.hpp"
#include "mesh_text_file.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <string>

using namespace slideway;
using namespace slideway::fem;
using Catch::Contains;
using Notes = std::vector<std::string>;

namespace {

// Two unit squares side by side; nodes 1 2 3 below, 11 12 13 above.
const std::string nodes = R"(*Node, nset=all
1, 0., 0.
2, 1.0, 0, 0
 3, 2.0D0, 0.
11, 0., 1.
12, +1., 1.E+00
13, 2., 1.
)";
const std::string quads = R"(*ELEMENT, type=CPS4, ELSET=body
1, 1, 2, 12, 11
2, 2, 3, 13, 12
)";
const std::string flat = "*HEADING\n a plate\n** a comment\n" + nodes + quads;

// One second-order square and an adjacent triangle.
const std::string second = R"(*NODE
1, 0, 0
2, 1, 0
3, 1, 1
4, 0, 1
5, .5, 0
6, 1, .5
7, .5, 1
8, 0, .5
9, 2, 0
10, 1.5, 0
11, 1.5, .5
*ELEMENT, TYPE=CPS8R, ELSET=square
1, 1, 2, 3, 4, 5,
6, 7, 8
*ELEMENT, TYPE=CPS6, ELSET=triangle
2, 2, 9, 3, 10, 11, 6
)";

Mesh read(const std::string& text)
{
    return read_text("plate.inp", text);
}

} // namespace

TEST_CASE("Nodes and four-node elements of a flat Abaqus file become a body", "[fem][abaqus]")
{
    const Mesh mesh = read(flat);
    REQUIRE(mesh.X.rows() == 6);
    CHECK(mesh.X(2, 0) == 2); // a Fortran exponent
    CHECK(mesh.X(4, 0) == 1);
    REQUIRE(mesh.blocks.size() == 1);
    CHECK(mesh.blocks[0].shape == "quad4");
    Eigen::MatrixXi expected(2, 4);
    expected << 0, 1, 4, 3, 1, 2, 5, 4;
    CHECK(mesh.blocks[0].nodes == expected);
    CHECK(group(mesh, "all").dimension == 0);
    CHECK(group(mesh, "all").nodes.size() == 6);
    CHECK(group(mesh, "body").dimension == 2);
    CHECK(group(mesh, "body").nodes.size() == 6);
    const std::vector<std::vector<int>> faces{{0, 1, 4, 3}, {1, 2, 5, 4}};
    CHECK(group(mesh, "body").faces == faces);
    const Mesh turned = read(with(with(flat, "1, 2, 12, 11", "1, 11, 12, 2"), "2, 3, 13, 12",
                                  "2, 12, 13, 3")); // drawn clockwise
    CHECK(turned.blocks[0].nodes == expected);
    CHECK(group(turned, "body").faces == faces);
    CHECK(mesh.notes.empty());
}

TEST_CASE("Every plane-stress type has its shape", "[fem][abaqus]")
{
    for (const std::string type : {"CPS4", "cps4r", "CPS4I"})
        CHECK(read(with(flat, "CPS4", type)).blocks[0].shape == "quad4");
    for (const std::string type : {"CPS8", "CPS8R"})
        CHECK(read(with(second, "CPS8R", type)).blocks[0].shape == "quad8");
    for (const std::string type : {"CPS6", "CPS6M"}) {
        const Mesh mesh = read(with(second, "CPS6", type));
        REQUIRE(mesh.blocks.size() == 2);
        CHECK(mesh.blocks[1].shape == "tri6");
        CHECK_NOTHROW(check_sides(mesh));
        for (const ElementBlock& block : mesh.blocks) // mid nodes lie between their corners
            for (int i = 0; i < shape(block.shape).n_corners; ++i) {
                const auto [first, end, middle] = side(block, 0, i);
                CHECK(mesh.X.row(first) + mesh.X.row(end) == 2 * mesh.X.row(middle));
            }
    }
    const Mesh triangles =
        read(nodes + "*ELEMENT, TYPE=CPS3\n1, 1, 2, 12\n2, 1, 12, 11\n3, 2, 3, 13\n4, 2, 13, 12\n");
    CHECK(triangles.blocks[0].shape == "tri3");
}

TEST_CASE("Elements of plane strain and of revolution state the type of their body",
          "[fem][abaqus]")
{
    for (const auto& [type, body] : std::map<std::string, std::string>{
             {"CPE4", "plane-strain"}, {"CPE4R", "plane-strain"}, {"CAX4I", "axisymmetric"}}) {
        const Mesh mesh = read(with(flat, "CPS4", type));
        REQUIRE(mesh.deck.states.size() == 1);
        CHECK(mesh.deck.states[0].type == body);
        CHECK_THAT(mesh.deck.states[0].where,
                   Catch::EndsWith("plate.inp:12: elements of type " + type));
    }
    CHECK(read(flat).deck.states.empty());
}

TEST_CASE("Types that are not read are refused with what they are", "[fem][abaqus]")
{
    const auto typed = [](const std::string& type) { return with(flat, "CPS4", type); };
    CHECK_THROWS_WITH(read(typed("CPE4H")),
                      Contains("plate.inp:11: keyword *ELEMENT, TYPE=CPE4H "
                               "(plane strain); not supported. Allowed: CPS3"));
    CHECK_THROWS_WITH(read(typed("S9R5")), Contains("S9R5 (9 nodes)"));
    CHECK_THROWS_WITH(read(typed("SC8R")), Contains("SC8R (solid shell)"));
    CHECK_THROWS_WITH(read(typed("B21")), Contains("B21 (beam)"));
    CHECK_THROWS_WITH(read(typed("CAX4H")), Contains("CAX4H (axisymmetric)"));
    CHECK_THROWS_WITH(read(typed("C3D8")), Contains("C3D8 (solid)"));
    CHECK_THROWS_WITH(read(typed("MASS")),
                      Contains("plate.inp:12: element 1 of type MASS has 4 nodes; expected 1"));
    CHECK_THROWS_WITH(read(with(flat, "type=CPS4, ", "")), Contains("*ELEMENT; needs TYPE="));
    CHECK_THROWS_WITH(read(with(flat, "ELSET=body", "OFFSET=3")),
                      Contains("parameter OFFSET; not supported. Allowed: TYPE, ELSET, INPUT"));
}

TEST_CASE("Sets of Abaqus are generated, nested, extended and found in any case", "[fem][abaqus]")
{
    const Mesh mesh = read(flat + R"(*Nset, nset=Bottom, GENERATE
1, 3
*NSET, NSET=ends, GENERATE
1, 11, 10
3, 13, 10
*NSET, NSET=both, INTERNAL
BOTTOM, Ends, 12
*NSET, NSET=bottom
12,
*NSET,
 NSET="upper right"
13
*ELSET, ELSET=two
2
*NSET, NSET=of_two, ELSET=TWO
*ELSET, ELSET=everything, GENERATE
1, 2, 1
)");
    CHECK(group(mesh, "Bottom").nodes == std::vector<int>{0, 1, 2, 4}); // grown, named once
    CHECK_FALSE(mesh.groups.contains("bottom"));
    CHECK(group(mesh, "ends").nodes == std::vector<int>{0, 2, 3, 5});
    CHECK(group(mesh, "both").nodes.size() == 6);
    CHECK(group(mesh, "upper right").nodes == std::vector<int>{5});
    CHECK(group(mesh, "two").dimension == 2);
    CHECK(group(mesh, "two").nodes == std::vector<int>{1, 2, 4, 5});
    CHECK(group(mesh, "of_two").dimension == 0);
    CHECK(group(mesh, "of_two").nodes == group(mesh, "two").nodes);
    CHECK(group(mesh, "everything").nodes == group(mesh, "body").nodes);
}

TEST_CASE("A surface of element faces is a curve with the body on its right", "[fem][abaqus]")
{
    const Mesh mesh = read(flat + R"(*SURFACE, NAME=top
body, S3
*SURFACE, TYPE=ELEMENT, NAME=sides
1, S4
2, s2
*SURFACE, TYPE=ELEMENT, NAME=around
body
*SURFACE, NAME=inner
1, S2
)");
    const std::vector<Edge> top{{3, 4}, {4, 5}};
    CHECK(group(mesh, "top").dimension == 1);
    CHECK(group(mesh, "top").edges == top);
    const std::vector<Edge> sides{{0, 3}, {5, 2}};
    CHECK(group(mesh, "sides").edges == sides);
    CHECK(group(mesh, "around").edges.size() == 6); // the side between the elements is not free
    const std::vector<Edge> inner{{4, 1}};          // element 1, on the right of its downward side
    CHECK(group(mesh, "inner").edges == inner);
    // the port accepts a traction and a contact
    const Substructure s = plane_stress("b", mesh, {{1, 0.3, 1}, 0.5, {}, {"sides.x"}});
    CHECK(port(s, "top").area == Approx(2 * 0.5).epsilon(1e-15));
}

TEST_CASE("A surface on second-order elements has their mid nodes", "[fem][abaqus]")
{
    const Mesh mesh = read(second + "*SURFACE, NAME=bottom\nsquare, S1\n2, S1\n"
                                    "*SURFACE, NAME=slant\ntriangle, S2\n");
    const std::vector<Edge> bottom{{1, 0, 4}, {8, 1, 9}};
    CHECK(group(mesh, "bottom").edges == bottom);
    CHECK(group(mesh, "bottom").nodes == std::vector<int>{0, 1, 4, 8, 9});
    const std::vector<Edge> slant{{2, 8, 10}};
    CHECK(group(mesh, "slant").edges == slant);
    CHECK_THROWS_WITH(read(second + "*SURFACE, NAME=s\n2, S4\n"),
                      Contains("plate.inp:19: surface \"s\": element 2 is a triangle and has no "
                               "face S4"));
}

TEST_CASE("A surface of nodes is a group of points", "[fem][abaqus]")
{
    const Mesh mesh = read(flat + "*SURFACE, TYPE=NODE, NAME=slave\n1, 0.5\n2, 0.5\nall\n");
    CHECK(group(mesh, "slave").dimension == 0);
    CHECK(group(mesh, "slave").nodes.size() == 6);
}

TEST_CASE("What is wrong with a surface is reported with its line", "[fem][abaqus]")
{
    const auto surface = [](const std::string& text) { return read(flat + "*SURFACE, " + text); };
    CHECK_THROWS_WITH(surface("NAME=s\nbody, SPOS\n"),
                      Contains("plate.inp:15: face \"SPOS\"; allowed: S1, S2, S3, S4"));
    CHECK_THROWS_WITH(surface("NAME=s\n7, S1\n"),
                      Contains("plate.inp:15: surface \"s\" names element 7, which is not"));
    CHECK_THROWS_WITH(surface("NAME=s\nbdy, S1\n"),
                      Contains("plate.inp:15: no element set \"bdy\" so far; did you mean body?"));
    CHECK_THROWS_WITH(surface("TYPE=CUTTING SURFACE, NAME=s\n"),
                      Contains("TYPE=CUTTING SURFACE; not supported. Allowed: ELEMENT, NODE"));
    CHECK_THROWS_WITH(surface("NAME=s, COMBINE=UNION\n"), Contains("parameter COMBINE"));
    CHECK_THROWS_WITH(surface("TYPE=NODE\n1\n"), Contains("*SURFACE; needs NAME="));
    CHECK_THROWS_WITH(surface("NAME=s\n1, S1\n*SURFACE, NAME=S\n1, S2\n"),
                      Contains("surface \"S\" is defined twice, first at") &&
                          Contains("plate.inp:14"));
}

TEST_CASE("What is wrong with a set is reported with its line", "[fem][abaqus]")
{
    const auto text = [](const std::string& more) { return read(flat + more); };
    CHECK_THROWS_WITH(text("*NSET, NSET=a\n1, 99\n"),
                      Contains("plate.inp:14: set \"a\" names node 99, which is not in the file"));
    CHECK_THROWS_WITH(text("*ELSET, ELSET=a\n99\n"),
                      Contains("plate.inp:14: set \"a\" names element 99"));
    CHECK_THROWS_WITH(text("*NSET, NSET=low\nal\n"),
                      Contains("plate.inp:15: no node set \"al\" so far; did you mean all?"));
    CHECK_THROWS_WITH(text("*NSET, NSET=a\n1,,2\n"), Contains("plate.inp:15: an empty field"));
    CHECK_THROWS_WITH(text("*NSET, NSET=a, GENERATE\n1, 12, 10\n"),
                      Contains("plate.inp:15: GENERATE 1 to 12 by 10; expected last = first"));
    CHECK_THROWS_WITH(text("*NSET, NSET=a, GENERATE\n1\n"),
                      Contains("expected first, last, increment"));
    CHECK_THROWS_WITH(text("*NSET\n1\n"), Contains("plate.inp:14: keyword *NSET; needs NSET="));
    CHECK_THROWS_WITH(text("*NSET, NSET=a, INSTANCE=p\n1\n"), Contains("no such instance"));
    CHECK_THROWS_WITH(text("*NSET, NSET=a, ELSET=b\n"), Contains("no element set \"b\""));
    CHECK_THROWS_WITH(text("*NSET, NSET=a, SORTED\n"), Contains("parameter SORTED"));
}

TEST_CASE("What is wrong with a node or an element is reported with its line", "[fem][abaqus]")
{
    CHECK_THROWS_WITH(read(with(flat, "2, 1.0, 0, 0", "2, one, 0")),
                      Contains("plate.inp:6: coordinate \"one\"; expected a number"));
    CHECK_THROWS_WITH(read(with(flat, "2, 1.0, 0, 0", "1, 1.0, 0")),
                      Contains("plate.inp:6: node 1 is defined twice"));
    CHECK_THROWS_WITH(read(with(flat, "2, 1.0, 0, 0", "-2, 1.0, 0")),
                      Contains("plate.inp:6: node \"-2\"; expected a whole number > 0"));
    CHECK_THROWS_WITH(read(with(flat, "nset=all", "SYSTEM=C")),
                      Contains("SYSTEM=C; not supported"));
    CHECK_THROWS_WITH(read(with(flat, "2, 2, 3, 13, 12", "2, 2, 3, 13")),
                      Contains("plate.inp:13: element 2 of type CPS4 has 3 nodes; expected 4"));
    CHECK_THROWS_WITH(read(with(flat, "2, 2, 3, 13, 12", "1, 2, 3, 13, 12")),
                      Contains("plate.inp:13: element 1 is defined twice"));
    CHECK_THROWS_WITH(read(with(flat, "2, 2, 3, 13, 12", "2, 2, 3, 14, 12")),
                      Contains("plate.inp:13: element 2 names node 14, which is not in the file"));
    CHECK_THROWS_WITH(read("1, 2, 3\n" + flat),
                      Contains("plate.inp:1: data before the first keyword"));
    CHECK_THROWS_WITH(read(nodes), Contains("plate.inp: no triangles or quadrilaterals"));
    CHECK_THROWS_WITH(read(with(flat, "13, 2., 1.", "13, 2., 1., .1")),
                      Contains("node 13 has z = 0.1"));
}

TEST_CASE("Keywords that change the mesh or tie its motion are refused, others noted",
          "[fem][abaqus]")
{
    for (const std::string name :
         {"NGEN", "NFILL", "NCOPY", "ELGEN", "ELCOPY", "SYSTEM", "TRANSFORM", "MPC", "EQUATION",
          "TIE", "RIGID BODY", "COUPLING", "PARAMETER", "IMPERFECTION"})
        CHECK_THROWS_WITH(read(flat + "*" + name + ", X=1\n1, 2\n"),
                          Contains("plate.inp:14: keyword *" + name +
                                   "; not supported: it changes "
                                   "the mesh"));
    const Mesh mesh = read(flat + R"(*MATERIAL, NAME=steel
*elastic
210e9, 0.3
*SOLID  SECTION, ELSET=body, MATERIAL=steel
0.01
*STEP
*BOUNDARY
1, 1, 2
*BOUNDARY
2, 1
*END STEP
)");
    const Notes expected{
        "plate.inp:14: 1 material: steel (young 210e9, poisson 0.3); not read: all "
        "elements have the body's material",
        "plate.inp:17: 1 section: body (of steel, thickness 0.01); not read: all "
        "elements have the body's material and thickness",
        "plate.inp:20: *BOUNDARY (2 times); not read"};
    REQUIRE(mesh.notes.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK_THAT(mesh.notes[i], Contains(expected[i]));
}

TEST_CASE("Shells and membranes are plane stress, and their sides are E1 to E4", "[fem][abaqus]")
{
    for (const std::string type : {"S4", "S4R", "S4R5", "M3D4", "m3d4r"})
        CHECK(read(with(flat, "CPS4", type)).blocks[0].shape == "quad4");
    for (const std::string type : {"S8", "S8R", "M3D8"})
        CHECK(read(with(second, "CPS8R", type)).blocks[0].shape == "quad8");
    for (const std::string type : {"S6", "STRI65", "M3D6"})
        CHECK(read(with(second, "CPS6", type)).blocks[1].shape == "tri6");
    for (const std::string type : {"S3", "S3R", "M3D3"})
        CHECK(read(nodes + "*ELEMENT, TYPE=" + type + "\n1, 1, 2, 12\n").blocks[0].shape == "tri3");

    const std::string shells = with(flat, "CPS4", "S4R");
    CHECK_THAT(read(shells).notes.front(),
               Contains("plate.inp:12: 2 elements of type S4R: shells are read as plane stress, "
                        "without bending; the reduced integration is not read"));
    const std::vector<Edge> top{{3, 4}, {4, 5}};
    CHECK(group(read(shells + "*SURFACE, NAME=top\nbody, E3\n"), "top").edges == top);
    CHECK_THROWS_WITH(
        read(shells + "*SURFACE, NAME=top\nbody, S3\n"),
        Contains("plate.inp:15: surface \"top\" names S3 of element 1 (S4R); its sides "
                 "are E1, E2, E3, E4"));
    CHECK_THROWS_WITH(read(shells + "*SURFACE, NAME=top\nbody\n"),
                      Contains("names no face of element 1 (S4R)"));
    CHECK_THROWS_WITH(read(flat + "*SURFACE, NAME=top\nbody, E3\n"),
                      Contains("names E3 of element 1 (CPS4); its sides are S1, S2, S3, S4"));
    CHECK_THROWS_WITH(
        read(with(shells, "13, 2., 1.", "13, 2., 1., .1")),
        Contains("node 13 has z = 0.1; a plane mesh lies in z = 0, and this one is not "
                 "flat"));
}

TEST_CASE("What the type of an element says and a body does not take is noted with its number",
          "[fem][abaqus]")
{
    CHECK_THAT(read(with(flat, "CPS4", "CPS4R")).notes.front(),
               Contains("plate.inp:12: 2 elements of type CPS4R: the reduced integration is not "
                        "read: elements are those of the body (key quadrilateral)"));
    const Notes notes = read(second).notes;
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes[0], Contains("1 element of type CPS8R: the reduced integration"));
    CHECK_THAT(read(with(second, "CPS6", "CPS6M")).notes.front(),
               Contains("1 element of type CPS6M: the modified formulation is not read"));
    CHECK(read(with(second, "CPS8R", "CPS8")).notes.empty());
}

TEST_CASE("Point masses and springs of a deck are left out with their numbers", "[fem][abaqus]")
{
    const Mesh mesh = read(flat + R"(*NODE
50, 5, 0
*ELEMENT, TYPE=MASS, ELSET=heavy
21, 1
22, 13
*MASS, ELSET=heavy
1.75
*ELEMENT, TYPE=SPRING2, ELSET=soft
31, 1, 50
*SPRING, ELSET=soft
1, 1
2e5
*ELSET, ELSET=mixed
1, 21
)");
    CHECK(mesh.X.rows() == 6);
    CHECK_FALSE(mesh.groups.contains("heavy"));
    CHECK(group(mesh, "mixed").faces.size() == 1);
    const Notes expected{"2 elements of type MASS, in all 3.5 (units of the file): left out",
                         "1 element of type SPRING2: left out",
                         "1 property of springs or inertia: soft (spring 2e5)",
                         "1 node belongs to no plane element and is left out, the first 50 at "
                         "(5, 0, 0)"};
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK_THAT(mesh.notes[i], Contains(expected[i]));
}

TEST_CASE("A surface of a clockwise element among others has the body on its right",
          "[fem][abaqus]")
{
    // The right square numbered from its other side: its S1 is the left side, S4 the lower one.
    const std::string text = with(flat, "2, 2, 3, 13, 12", "2, 2, 12, 13, 3");
    const Mesh mesh = read(text + "*SURFACE, NAME=inner\n2, S1\n*SURFACE, NAME=low\n2, S4\n");
    const std::vector<Edge> inner{{1, 4}}, low{{2, 1}};
    CHECK(group(mesh, "inner").edges == inner);
    CHECK(group(mesh, "low").edges == low);
    CHECK(mesh.blocks[0].nodes == read(flat).blocks[0].nodes);
    CHECK(group(mesh, "body").faces == group(read(flat), "body").faces);
    CHECK(mesh.notes.front() == "1 of 2 elements are clockwise and were reversed: 2");
}

TEST_CASE("Lines of an included file stand where the include does", "[fem][abaqus]")
{
    const io::ScratchFolder folder;
    std::filesystem::create_directory(folder / "parts");
    write_file(folder / "plate.inp", "*INCLUDE, INPUT=parts/mesh.inp\n*NSET, NSET=first\n1\n");
    write_file(folder / "parts/mesh.inp",
               "*NODE\n*INCLUDE, INPUT=nodes.txt\n*ELEMENT, TYPE=CPS4, INPUT=elements.txt\n");
    write_file(folder / "parts/nodes.txt", nodes.substr(nodes.find('\n') + 1));
    write_file(folder / "elements.txt", "1, 1, 2, 12, 11\n"); // in the folder of the first file
    CHECK(read_abaqus(folder / "plate.inp").X.rows() == 4);

    write_file(folder / "parts/nodes.txt", "1, 0, zero\n");
    CHECK_THROWS_WITH(read_abaqus(folder / "plate.inp"),
                      Contains("nodes.txt:1: coordinate \"zero\""));
    write_file(folder / "parts/nodes.txt", "*INCLUDE, INPUT=nodes.txt\n");
    CHECK_THROWS_WITH(read_abaqus(folder / "plate.inp"), Contains("nested deeper than 20"));
    write_file(folder / "plate.inp", "*INCLUDE, INPUT=none.inp\n");
    CHECK_THROWS_WITH(read_abaqus(folder / "plate.inp"),
                      Contains("plate.inp:1: include of \"none.inp\"; no such file"));
    write_file(folder / "plate.inp", "*INCLUDE\n");
    CHECK_THROWS_WITH(read_abaqus(folder / "plate.inp"), Contains("*INCLUDE; needs INPUT="));
    CHECK_THROWS_WITH(read_abaqus(folder / "no.inp"), Contains("no.inp: no such file"));
}

TEST_CASE("One part with one instance where it was drawn is read like a flat file", "[fem][abaqus]")
{
    const std::string part = "*Part, name=Plate\n" + nodes + quads + "*End Part\n";
    const std::string instance = "*Assembly, name=Assembly\n*Instance, name=Plate-1, part=Plate\n"
                                 "0., 0., 0.\n*End Instance\n";
    const std::string end = "*End Assembly\n";
    const std::string sets = R"(*Nset, nset=tip, instance=Plate-1
13
*Elset, elset=_top_S3, internal, instance=plate-1
1, 2
*Surface, type=ELEMENT, name=top
_top_S3, S3
*Nset, nset=corner
Plate-1.1
*Nset, nset=again
Plate-1.all
)";
    const Mesh mesh = read(part + instance + sets + end);
    CHECK(mesh.X == read(flat).X);
    CHECK(group(mesh, "tip").nodes == std::vector<int>{5});
    CHECK(group(mesh, "top").edges.size() == 2);
    CHECK(group(mesh, "corner").nodes == std::vector<int>{0});
    CHECK(group(mesh, "again").nodes.size() == 6);

    CHECK_THROWS_WITH(read(part + with(part, "Plate", "Second")),
                      Contains("keyword *PART; part \"Second\" is the second after \"Plate\""));
    CHECK_THROWS_WITH(read(part + instance + "*Instance, name=Plate-2, part=Plate\n"),
                      Contains("instance \"Plate-2\" is the second after \"Plate-1\""));
    CHECK_THROWS_WITH(read(part + with(instance, "0., 0., 0.", "0., 1., 0.")),
                      Contains("instance \"Plate-1\" is moved or turned; not supported"));
    CHECK_THROWS_WITH(read(part + with(instance, "part=Plate", "part=Disc")),
                      Contains("PART=Disc; there is no such part"));
    CHECK_THROWS_WITH(read(part + instance + "*NSET, NSET=all\n1\n"),
                      Contains("set \"all\" is defined in the part") &&
                          Contains("give one another name"));
}

TEST_CASE("A name of several sets is kept by surface, lines, nodes, elements in that order",
          "[fem][abaqus]")
{
    const Mesh mesh = read(flat + R"(*ELSET, ELSET=Set-1
1
*NSET, NSET=Set-1
1, 11
*NSET, NSET=top
11
*SURFACE, NAME=top
body, S3
)");
    CHECK(group(mesh, "Set-1").dimension == 0);
    CHECK(group(mesh, "Set-1_elements").dimension == 2);
    CHECK(group(mesh, "top").dimension == 1);
    CHECK(group(mesh, "top_nodes").nodes == std::vector<int>{3});
    CHECK(mesh.notes.front() == "name \"top\" is used twice; one group is \"top_nodes\"");
}

TEST_CASE("Trusses along the body are curves of their sets, as Gmsh writes them", "[fem][abaqus]")
{
    const Mesh mesh = read("*Heading\n plate\n" + nodes +
                           "*ELEMENT, type=T3D2, ELSET=Line3\n7, 13, 12\n8, 12, 11\n" + quads +
                           "*NSET,NSET=top\n11, 12, 13,\n*ELSET,ELSET=top\n7, 8, \n");
    CHECK(group(mesh, "top").dimension == 1);
    const std::vector<Edge> top{{3, 4}, {4, 5}};
    CHECK(group(mesh, "top").edges == top);
    CHECK(group(mesh, "Line3").edges == top);
    CHECK_THAT(mesh.notes.front(), Contains("plate.inp:11: 2 line elements are sides of groups, "
                                            "without stiffness or mass"));
    CHECK_THROWS_WITH(read(flat + "*ELEMENT, TYPE=T2D2\n9, 1, 12\n"),
                      Contains("plate.inp:15: element 9 (T2D2) is no side of the plane body"));

    const Mesh curved = read(second + "*ELEMENT, TYPE=T3D3, ELSET=l\n9, 1, 5, 2\n");
    const std::vector<Edge> bottom{{1, 0, 4}};
    CHECK(group(curved, "l").edges == bottom);
}

TEST_CASE("Sets that would not fit in memory are refused at once", "[fem][abaqus]")
{
    // the largest number; the next one overflows to 0
    CHECK_THROWS_WITH(read(flat + "*NSET, NSET=end, GENERATE\n18446744073709551614, "
                                  "18446744073709551615, 1\n"),
                      Contains("set \"end\" names node 18446744073709551614"));
    CHECK_THROWS_WITH(read(flat + "*NSET, NSET=long, GENERATE\n1, 18446744073709551615, 1\n"),
                      Contains("more than 2e7 members"));
    std::string doubling = flat + "*NSET, NSET=all\n";
    for (int i = 0; i < 60; ++i)
        doubling += "all\n";
    CHECK_THROWS_WITH(read(doubling), Contains("more than 2e7 members"));
}
