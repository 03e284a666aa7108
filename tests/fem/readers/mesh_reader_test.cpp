#include "fem/readers/mesh_reader.hpp"

#include "base/error.hpp"
#include "fem/readers/msh_writer.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <string>

using namespace slideway;
using namespace slideway::fem;

namespace {

namespace fs = std::filesystem;

// A separate folder for each test, removed by the destructor.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("slideway_mesh_test_" + std::to_string(getpid()));

    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] fs::path write(const std::string& name, const std::string& text) const
    {
        std::ofstream(path / name) << text;
        return path / name;
    }
};

// Two unit squares side by side; node 7 is unused.
const std::string geo = R"(
DefineConstant[ w = {2, Min 1, Name "Parameters/width, m"}, /* a comment, b = 3 */ unused = 1 ]; // c
DefineConstant[ n = 2 ];
Point(1) = {0, 0, 0}; Point(2) = {w, 0, 0}; Point(3) = {w, 1, 0}; Point(4) = {0, 1, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Transfinite Curve {1, 3} = n + 1; Transfinite Curve {2, 4} = 2;
Transfinite Surface {1}; Recombine Surface {1};
Physical Surface("body") = {1};
Physical Curve("top") = {3};
Physical Curve(77) = {1};
Physical Point("corner") = {2};
)";

const std::string names = R"($PhysicalNames
3
0 3 "corner"
1 2 "top"
2 1 "body"
$EndPhysicalNames
)";

const std::string msh22_nodes = R"($Nodes
7
1 0 0 0
2 2 0 0
3 2 1 0
4 0 1 0
5 1 0 0
6 1 1 0
7 9 9 0
$EndNodes
)";

const std::string msh22 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + names + msh22_nodes + R"($Elements
5
1 15 2 3 2 2
2 1 2 2 3 3 6
3 1 2 2 3 6 4
4 3 2 1 1 1 5 6 4
5 3 2 1 1 5 2 3 6
$EndElements
)";

const std::string msh41 = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" + names + R"($Entities
1 1 1 0
2 2 0 0 1 3
3 0 1 0 2 1 0 1 2 0
1 0 0 0 2 1 0 1 1 0
$EndEntities
$Nodes
1 7 1 7
2 1 0 7
1
2
3
4
5
6
7
0 0 0
2 0 0
2 1 0
0 1 0
1 0 0
1 1 0
9 9 0
$EndNodes
$Elements
3 5 1 5
0 2 15 1
1 2
1 3 1 2
2 3 6
3 6 4
2 1 3 2
4 1 5 6 4
5 5 2 3 6
$EndElements
)";

// One element of 2 x 1 with mid nodes.
const std::string second_nodes = R"(1 0 0 0
2 2 0 0
3 2 1 0
4 0 1 0
5 1 0 0
6 2 0.5 0
7 1 1 0
8 0 0.5 0
)";

const std::string second22 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + names + "$Nodes\n8\n" + second_nodes + R"($EndNodes
$Elements
3
1 15 2 3 2 2
2 8 2 2 3 3 4 7
3 16 2 1 1 1 2 3 4 5 6 7 8
$EndElements
)";

const std::string second41 = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" + names + R"($Entities
1 1 1 0
2 2 0 0 1 3
3 0 1 0 2 1 0 1 2 0
1 0 0 0 2 1 0 1 1 0
$EndEntities
$Nodes
1 8 1 8
2 1 0 8
1
2
3
4
5
6
7
8
0 0 0
2 0 0
2 1 0
0 1 0
1 0 0
2 0.5 0
1 1 0
0 0.5 0
$EndNodes
$Elements
3 3 1 3
0 2 15 1
1 2
1 3 8 1
2 3 4 7
2 1 16 1
3 1 2 3 4 5 6 7 8
$EndElements
)";

std::string with(std::string text, const std::string& from, const std::string& to)
{
    const auto position = text.find(from);
    REQUIRE(position != std::string::npos);
    return text.replace(position, from.size(), to);
}

Mesh read_text(const std::string& name, const std::string& text,
               const std::map<std::string, double>& parameters = {})
{
    const Folder folder;
    return read_mesh(folder.write(name, text), parameters);
}

} // namespace

TEST_CASE("A geometry and its meshes in both formats give the same body", "[mesh]")
{
    const Mesh a = read_text("two.geo", geo), b = read_text("two.msh", msh22),
               c = read_text("two.msh", msh41);
    CHECK(b.X.rows() == 6);                           // node 7 is dropped
    CHECK((a.X - b.X).cwiseAbs().maxCoeff() < 1e-11); // Gmsh's transfinite curves
    CHECK(b.X == c.X);
    for (const Mesh* mesh : {&a, &b, &c}) {
        CAPTURE(mesh->source);
        REQUIRE(mesh->blocks.size() == 1);
        CHECK(mesh->blocks[0].shape == "quad4");
        CHECK(mesh->blocks[0].nodes.rows() == 2);
        CHECK(mesh->groups.size() == 3); // the unnamed curve is not a group
        CHECK(group(*mesh, "body").dimension == 2);
        CHECK(group(*mesh, "body").nodes.size() == 6);
        CHECK(group(*mesh, "corner").dimension == 0);
        CHECK(group(*mesh, "corner").nodes == std::vector<int>{1});
        CHECK(group(*mesh, "top").nodes == group(b, "top").nodes);
        CHECK(group(*mesh, "top").edges == group(b, "top").edges);
    }
    CHECK(b.blocks[0].nodes == c.blocks[0].nodes);
    // +x along the top although the file runs in -x, because the body is on the right
    for (const auto& [first, second, middle] : group(b, "top").edges)
        CHECK(b.X(second, 0) - b.X(first, 0) == 1);
}

TEST_CASE("Numbers given for DefineConstant replace those of the geometry", "[mesh]")
{
    const Mesh mesh = read_text("two.geo", geo, {{"w", 0.1}, {"n", 5}});
    CHECK(mesh.X.rows() == 12);
    CHECK(mesh.X.col(0).maxCoeff() == 0.1);
    CHECK(read_text("two.geo", geo).X.col(0).maxCoeff() == 2); // no parameter persists
    CHECK_THROWS_WITH(read_text("two.geo", geo, {{"c", 1}}),
                      Catch::Contains("no parameter \"c\"") && Catch::Contains("w, unused, n"));
    CHECK_THROWS_WITH(read_text("two.geo", geo, {{"w", std::nan("")}}), Catch::Contains("w = nan"));
    CHECK_THROWS_WITH(read_text("two.msh", msh22, {{"w", 1}}),
                      Catch::Contains("parameters belong to a .geo"));
}

TEST_CASE("Second-order meshes of a geometry and of both formats give the same body", "[mesh]")
{
    const Mesh meshed = read_text(
        "two.geo", geo + "Mesh.ElementOrder = 2; Mesh.SecondOrderIncomplete = 1;\n", {{"n", 1}});
    for (const Mesh& mesh :
         {meshed, read_text("two.msh", second22), read_text("two.msh", second41)}) {
        CAPTURE(mesh.source);
        REQUIRE(mesh.X.rows() == 8);
        REQUIRE(mesh.blocks.size() == 1);
        REQUIRE(mesh.blocks[0].shape == "quad8");
        CHECK_NOTHROW(check_sides(mesh));
        for (int i = 0; i < 4; ++i) { // mid node i lies between corners i and i + 1
            const auto [first, second, middle] = side(mesh.blocks[0], 0, i);
            CHECK((mesh.X.row(first) + mesh.X.row(second) - 2 * mesh.X.row(middle)).norm() < 1e-11);
        }
        const NodeGroup& top = group(mesh, "top");
        CHECK(top.nodes.size() == 3);
        REQUIRE(top.edges.size() == 1);
        const Edge edge = top.edges.front(); // from (0, 1) to (2, 1): the body on the right
        CHECK(mesh.X(edge.first, 0) == Approx(0).margin(1e-11));
        CHECK(mesh.X(edge.middle, 0) == Approx(1).epsilon(1e-11));
        CHECK(mesh.X(edge.second, 0) == Approx(2).epsilon(1e-11));
        CHECK(group(mesh, "corner").nodes.size() == 1);
    }
}

TEST_CASE("Second-order triangles and quadrilaterals drawn clockwise are turned over", "[mesh]")
{
    const std::string quad = "3 16 2 1 1 1 2 3 4 5 6 7 8";
    const Mesh plain = read_text("two.msh", second22);
    const Mesh turned = read_text("two.msh", with(second22, quad, "3 16 2 1 1 1 4 3 2 8 7 6 5"));
    CHECK(turned.blocks[0].nodes == plain.blocks[0].nodes);
    CHECK(group(turned, "top").edges == group(plain, "top").edges);

    // two triangles; the diagonal's mid node is number 9; from (1, 2, 3 | 5, 6, 9), reversed
    const std::string count = "$Elements\n3\n", more = "$Elements\n4\n";
    std::string text = with(with(second22, count, more), "$Nodes\n8\n", "$Nodes\n9\n");
    text = with(text, "8 0 0.5 0\n", "8 0 0.5 0\n9 1.1 0.5 0\n");
    text = with(text, quad, "3 9 2 1 1 1 3 2 9 6 5\n4 9 2 1 1 1 4 3 8 7 9");
    const Mesh triangles = read_text("two.msh", text);
    REQUIRE(triangles.blocks[0].shape == "tri6");
    Eigen::MatrixXi expected(2, 6);
    expected << 0, 1, 2, 4, 5, 8, //
        0, 2, 3, 8, 6, 7;
    CHECK(triangles.blocks[0].nodes == expected);
}

TEST_CASE("A line of first order on a second-order side takes the side's mid node", "[mesh]")
{
    const Mesh mesh = read_text("two.msh", with(second22, "2 8 2 2 3 3 4 7", "2 1 2 2 3 3 4"));
    CHECK(group(mesh, "top").edges == group(read_text("two.msh", second22), "top").edges);
    CHECK_THROWS_WITH(
        read_text("two.msh", with(second22, "2 8 2 2 3 3 4 7", "2 8 2 2 3 3 4 6")),
        Catch::Contains("a side of group \"top\" has another mid node than its element"));
}

TEST_CASE("What the file holds and the body does not is noted", "[mesh]")
{
    CHECK(read_text("two.msh", msh22).notes.empty());
    CHECK(read_text("two.geo", geo).notes ==
          std::vector<std::string>{"physical group 77 of dimension 1 has no name; left out"});
    CHECK(read_text("two.msh", with(msh22, "1 15 2 3 2 2", "1 15 2 3 2 7")).notes ==
          std::vector<std::string>{"group \"corner\": 1 of 1 points left out: not on the body"});
}

TEST_CASE("What Gmsh finds is written so that the same body is read of it", "[mesh]")
{
    const Folder folder;
    const fs::path quads = folder.write("two.geo", geo),
                   sixes = folder.write("six.geo", "Mesh.ElementOrder = 2;\n" +
                                                       with(geo, "Recombine Surface {1};", "")),
                   again = folder.path / "again.msh";
    for (const fs::path& file : {quads, sixes}) {
        const GmshAnswer answer = ask_gmsh(file, {{"w", 1 / 0.3}});
        std::ofstream stream(again);
        write_msh(stream, answer);
        stream.close();
        const Mesh own = mesh_of("one", answer), read = read_mesh(again);
        CHECK(own.X == read.X);
        REQUIRE(own.blocks.size() == read.blocks.size());
        for (std::size_t b = 0; b < own.blocks.size(); ++b) {
            CHECK(own.blocks[b].shape == read.blocks[b].shape);
            CHECK(own.blocks[b].nodes == read.blocks[b].nodes);
        }
        REQUIRE(own.groups.size() == read.groups.size());
        for (const auto& [name, group] : own.groups) {
            CHECK(read.groups.at(name).nodes == group.nodes);
            CHECK(read.groups.at(name).edges == group.edges);
            CHECK(read.groups.at(name).faces == group.faces);
        }
        CHECK(own.notes == read.notes);
    }
}

TEST_CASE("A surface without a name that is the whole body needs no note", "[mesh]")
{
    CHECK(read_text("two.geo",
                    with(geo, "Physical Surface(\"body\") = {1};", "Physical Surface(5) = {1};"))
              .notes ==
          std::vector<std::string>{"physical group 77 of dimension 1 has no name; left out"});
}

TEST_CASE("A body drawn clockwise throughout is turned over", "[mesh]")
{
    std::string text = with(msh22, "1 1 1 5 6 4", "1 1 1 4 6 5");
    text = with(text, "1 1 5 2 3 6", "1 1 5 6 3 2");
    const Mesh turned = read_text("two.msh", text), plain = read_text("two.msh", msh22);
    CHECK(turned.blocks[0].nodes == plain.blocks[0].nodes);
    CHECK(group(turned, "top").edges == group(plain, "top").edges);
}

TEST_CASE("Clockwise elements among others are turned over and counted", "[mesh]")
{
    const Mesh mesh = read_text("two.msh", with(msh22, "1 1 5 2 3 6", "1 1 5 6 3 2"));
    const Mesh plain = read_text("two.msh", msh22);
    CHECK(mesh.blocks[0].nodes == plain.blocks[0].nodes);
    CHECK(group(mesh, "body").faces == group(plain, "body").faces);
    CHECK(group(mesh, "top").edges == group(plain, "top").edges);
    CHECK(mesh.notes ==
          std::vector<std::string>{"1 of 2 elements are clockwise and were reversed: 5"});
}

TEST_CASE("Elements saved once per overlapping group are one element", "[mesh]")
{
    // .msh 2.2 repeats an element that is in two physical groups
    std::string text = with(msh22, "$Elements\n5\n", "$Elements\n6\n");
    text = with(text, "$EndElements", "6 3 2 9 1 1 5 6 4\n$EndElements");
    CHECK(read_text("two.msh", text).blocks[0].nodes.rows() == 2);
}

TEST_CASE("An element that is twice in one group counts once and is noted", "[mesh]")
{
    std::string text = with(msh22, "$Elements\n5\n", "$Elements\n6\n");
    text = with(text, "$EndElements", "6 3 2 1 1 1 5 6 4\n$EndElements");
    const Mesh mesh = read_text("two.msh", text);
    CHECK(mesh.blocks[0].nodes.rows() == 2);
    CHECK(mesh.notes == std::vector<std::string>{"1 element has the corners of an earlier one and "
                                                 "is left out: 6; it would count twice"});
}

TEST_CASE("A mesh in version 1 of Gmsh's format is read", "[mesh]")
{
    const Mesh mesh = read_text("one.msh", "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$ENDNOD\n"
                                           "$ELM\n2\n1 1 7 1 2 4 1\n2 3 9 1 4 1 2 3 4\n$ENDELM\n");
    CHECK(mesh.X.rows() == 4);
    CHECK(mesh.blocks[0].nodes.rows() == 1);
    CHECK(mesh.notes ==
          std::vector<std::string>{"physical group 7 of dimension 1 has no name; left out"});
}

TEST_CASE("Surfaces without a physical group are left out with their number", "[mesh]")
{
    const std::string two =
        geo + R"(Point(11) = {0, 2, 0}; Point(12) = {1, 2, 0}; Point(13) = {1, 3, 0};
Line(11) = {11, 12}; Line(12) = {12, 13}; Line(13) = {13, 11};
Curve Loop(11) = {11, 12, 13}; Plane Surface(11) = {11};
Transfinite Curve {11, 12, 13} = 2;
)";
    const Mesh mesh = read_text("two.geo", two);
    CHECK(mesh.X.rows() == 6);
    CHECK_THAT(mesh.notes.back(),
               Catch::Contains("no name; left out") || Catch::Contains("1 element of surfaces"));
    CHECK(std::count(mesh.notes.begin(), mesh.notes.end(),
                     "1 element of surfaces without a physical group left out: others have one") ==
          1);
}

TEST_CASE("Triangles and quadrilaterals of one mesh become two blocks", "[mesh]")
{
    std::string text = with(msh22, "$Elements\n5\n", "$Elements\n6\n");
    text = with(text, "5 3 2 1 1 5 2 3 6", "5 2 2 1 1 5 2 3\n6 2 2 1 1 5 3 6");
    const Mesh mesh = read_text("two.msh", text);
    REQUIRE(mesh.blocks.size() == 2);
    CHECK(mesh.blocks[0].nodes.rows() == 1);
    CHECK(mesh.blocks[1].shape == "tri3");
    CHECK(mesh.blocks[1].nodes.rows() == 2);
}

TEST_CASE("A mesh that is not plane is refused with the node", "[mesh]")
{
    CHECK_THROWS_WITH(read_text("two.msh", with(msh22, "6 1 1 0", "6 1 1 0.5")),
                      Catch::Contains("node 6 has z = 0.5"));
}

TEST_CASE("Coordinates that are no numbers are refused with the node", "[mesh]")
{
    for (const char* x : {"nan", "inf", "1e200"}) {
        CAPTURE(x);
        const std::string line = "6 1 " + std::string(x) + " 0";
        CHECK_THROWS_WITH(read_text("two.msh", with(msh22, "6 1 1 0", line)),
                          Catch::Contains("node 6 is at (1, ") &&
                              Catch::Contains("expected numbers up to 1e100"));
        CHECK_THROWS_WITH(read_text("two.msh", with(msh22, "6 1 1 0", "6 1 1 " + std::string(x))),
                          Catch::Contains("node 6 is at (1, 1, "));
    }
}

TEST_CASE("Elements that Slideway does not have are named", "[mesh]")
{
    CHECK_THROWS_WITH(read_text("two.geo", geo + "Mesh.ElementOrder = 2;\n"),
                      Catch::Contains("\"Quadrilateral 9\"") &&
                          Catch::Contains("Triangle 3, Quadrilateral 4, Triangle 6, "
                                          "Quadrilateral 8") &&
                          Catch::Contains("Mesh.SecondOrderIncomplete = 1"));
    CHECK_THROWS_WITH(read_text("two.geo", geo + "Mesh.ElementOrder = 3;\n"
                                                 "Mesh.SecondOrderIncomplete = 1;\n"),
                      Catch::Contains("\"Quadrilateral 12\""));
    const std::string tetrahedron = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + msh22_nodes +
                                    "$Elements\n1\n1 4 2 1 1 1 2 3 7\n$EndElements\n";
    CHECK_THROWS_WITH(read_text("three.msh", tetrahedron), Catch::Contains("Tetrahedron 4"));
}

TEST_CASE("A missing, empty or foreign file is refused by its name", "[mesh]")
{
    CHECK_THROWS_WITH(read_mesh("no/such/disc.msh"),
                      Catch::Contains("no/such/disc.msh: no such file"));
    CHECK_THROWS_WITH(
        read_mesh("disc.step"),
        Catch::Contains("allowed: .geo, .msh, .med, .inp, .bdf, .nas, .dat, .fem, .unv"));
    CHECK_THROWS_WITH(read_text("plate.inp", msh22, {{"w", 1}}),
                      Catch::Contains("parameters belong to a .geo; a .inp has none"));
    CHECK_THROWS_WITH(read_text("empty.msh", ""),
                      Catch::Contains("it starts with neither $MeshFormat nor $NOD"));
    CHECK_THROWS_WITH(read_text("text.msh", "hello world\n"), Catch::Contains("not a Gmsh mesh"));
    CHECK_THROWS_WITH(read_text("empty.geo", "// nothing\n"),
                      Catch::Contains("no triangles or quadrilaterals"));
    CHECK_THROWS_WITH(read_text("curves.geo", "Point(1)={0,0,0}; Point(2)={1,0,0}; Line(1)={1,2};"),
                      Catch::Contains("no triangles or quadrilaterals"));
}

TEST_CASE("A file with the ending of another format is known by its words", "[mesh]")
{
    const std::string abaqus = "** a plate\n*Node, nset=all\n1, 0, 0\n",
                      nastran = "$ a plate\nGRID,1,,0.,0.,0.\n",
                      universal = "a plate\n    -1\n  2411\n    -1\n",
                      ansys = "/COM,a plate\n/PREP7\n", vtk = "# vtk DataFile Version 3.0\n";
    struct Row {
        std::string name, text, kind;
    };
    for (const auto& [name, text, kind] : std::vector<Row>{
             {"a.msh", abaqus, "an Abaqus deck; name it .inp"},
             {"a.bdf", abaqus, "an Abaqus deck; name it .inp"},
             {"a.dat", abaqus, "an Abaqus deck; name it .inp"},
             {"a.unv", abaqus, "an Abaqus deck; name it .inp"},
             {"a.geo", "*Node, nset=all\n1, 0, 0\n", "an Abaqus deck; name it .inp"},
             {"a.inp", nastran, "Nastran bulk data; name it .bdf"},
             {"a.msh", nastran, "Nastran bulk data; name it .bdf"},
             {"a.inp", msh22, "a mesh of Gmsh; name it .msh"},
             {"a.fem", msh22, "a mesh of Gmsh; name it .msh"},
             {"a.dat", universal, "a universal file of I-deas; name it .unv"},
             {"a.dat", ansys, "an Ansys deck, which is not read; write the mesh as .msh, .inp"},
             {"a.inp", vtk, "a VTK file, which is not read"},
             {"a.inp", "*KEYWORD\n*NODE\n", "an LS-DYNA deck, which is not read"},
             {"a.txt", nastran, "Nastran bulk data; name it .bdf"}}) {
        CAPTURE(name, text);
        CHECK_THROWS_WITH(read_text(name, text),
                          Catch::Contains(name + ": ") && Catch::Contains("looks like " + kind));
    }
    CHECK_THROWS_WITH(read_text("a.txt", "hello\n"), Catch::EndsWith(".unv"));
}

TEST_CASE("A mesh in millimetres is scaled to metres", "[mesh]")
{
    const Folder folder;
    for (const auto& [name, text] :
         {std::pair{"two.geo", geo}, {"two.msh", msh22}, {"two41.msh", msh41}}) {
        CAPTURE(name);
        const fs::path file = folder.write(name, text);
        const Mesh metres = read_mesh(file), millimetres = read_mesh(file, {}, 0.001);
        CHECK(millimetres.X == 0.001 * metres.X);
        CHECK(metres.X.maxCoeff() == 2);
    }
}

TEST_CASE("A Med file needs a Gmsh that is built with it", "[mesh]")
{
    // Debian's Gmsh 4.8.4 is built without MED; one with MED complains about the text instead
    CHECK_THROWS_WITH(read_text("plate.med", "no mesh"),
                      Catch::Contains("this Gmsh is built without MED") ||
                          Catch::Contains("plate.med"));
}

TEST_CASE("A broken file is refused with the reason of Gmsh, and the next one is read", "[mesh]")
{
    CHECK_THROWS_WITH(read_text("broken.geo", with(geo, "Line(2) = {2, 3};", "Line(2) = {2, 3}")),
                      Catch::Contains("broken.geo") && Catch::Contains("syntax error"));
    CHECK_THROWS_WITH(read_text("broken.geo", with(geo, "{w, 1, 0}", "{width, 1, 0}")),
                      Catch::Contains("Unknown variable 'width'"));
    CHECK_THROWS_WITH(
        read_text("broken.geo", with(geo, "Line(2) = {2, 3};", "Line(2) = {2, 3}"), {{"w", 1}}),
        Catch::Contains("syntax error"));
    CHECK_THROWS_AS(read_text("broken.msh", msh41.substr(0, msh41.size() / 2)), InputError);
    CHECK_THROWS_AS(read_text("broken.msh", with(msh22, "5 1 0 0", "5 one 0 0")), InputError);
    CHECK_THROWS_AS(read_text("broken.msh", with(msh22, "1 1 1 5 6 4", "1 1 1 5 6 44")),
                    InputError);
    CHECK(read_text("two.geo", geo).X.rows() == 6);
    CHECK(read_text("two.msh", msh22).X.rows() == 6);
}

TEST_CASE("Two groups of one name are refused", "[mesh]")
{
    CHECK_THROWS_WITH(
        read_text("two.geo", with(geo, "Physical Curve(77)", "Physical Curve(\"body\")")),
        Catch::Contains("two groups are named \"body\""));
}

TEST_CASE("A group that is not on the body is left out", "[mesh]")
{
    const std::string text = with(msh22, "1 15 2 3 2 2", "1 15 2 3 2 7");
    CHECK_FALSE(read_text("two.msh", text).groups.contains("corner"));
}
