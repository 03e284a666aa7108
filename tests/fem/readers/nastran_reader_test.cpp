#include "fem/readers/nastran_reader.hpp"

#include "base/error.hpp"
#include "mesh_text_file.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::fem;
using Catch::Contains;

namespace {

// Two unit squares side by side, the right one two triangles; property 7 and 8.
const std::string plate = R"(SOL 103
CEND
BEGIN BULK
$ nodes, in free, small and large fields
GRID,1,,0.,0.,0.
GRID,2,0,1.0,,0.
GRID*   3                               2.              0.
*       0.
GRID    11              0.      1.      0.
GRID    12      0       1.+0    10.-1   0.0E+00
GRID,13,,2.,1.,0.
CQUAD4  1       7       1       2       12      11
CTRIA3  2       8       2       3       13
CTRIA3,3,8,2,13,12
ENDDATA
GRID,1,,9.,9.,9.
)";

// A second-order square and triangle, mid nodes on continued entries.
const std::string second = R"(GRID,1,,0.,0.,0.
GRID,2,,1.,0.,0.
GRID,3,,1.,1.,0.
GRID,4,,0.,1.,0.
GRID,5,,.5,0.,0.
GRID,6,,1.,.5,0.
GRID,7,,.5,1.,0.
GRID,8,,0.,.5,0.
GRID,9,,2.,0.,0.
GRID,10,,1.5,0.,0.
GRID,11,,1.5,.5,0.
CQUAD8  1       7       1       2       3       4       5       6       +A
+A      7       8
CTRIA6,2,7,2,9,3,10,11,6
)";

Mesh read(const std::string& text)
{
    return read_text("plate.bdf", text);
}

} // namespace

TEST_CASE("Bulk data in free, small and large fields becomes a body with its properties as groups",
          "[fem][nastran]")
{
    const Mesh mesh = read(plate);
    REQUIRE(mesh.X.rows() == 6);
    Matrix X(6, 2);
    X << 0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1;
    CHECK(mesh.X == X);
    REQUIRE(mesh.blocks.size() == 2);
    Eigen::MatrixXi quad(1, 4), triangles(2, 3);
    quad << 0, 1, 4, 3;
    triangles << 1, 2, 5, 1, 5, 4;
    CHECK(mesh.blocks[0].nodes == quad);
    CHECK(mesh.blocks[1].nodes == triangles);
    CHECK(group(mesh, "pid_7").dimension == 2);
    CHECK(group(mesh, "pid_7").nodes == std::vector<int>{0, 1, 3, 4});
    CHECK(group(mesh, "pid_8").nodes == std::vector<int>{1, 2, 4, 5});
    REQUIRE(mesh.notes.size() == 1);
    CHECK_THAT(mesh.notes[0], Contains("plate.bdf:1: executive and case control (2 times)"));
    CHECK(read_text("plate.nas", plate).X == X);
}

TEST_CASE("An element without a property has its own number as property", "[fem][nastran]")
{
    const Mesh mesh = read(with(plate, "CTRIA3  2       8", "CTRIA3  2        "));
    CHECK(group(mesh, "pid_2").nodes == std::vector<int>{1, 2, 5});
}

TEST_CASE("Second-order elements of bulk data keep their mid nodes", "[fem][nastran]")
{
    const Mesh mesh = read(second);
    REQUIRE(mesh.blocks.size() == 2);
    CHECK(mesh.blocks[0].shape == "quad8");
    CHECK(mesh.blocks[1].shape == "tri6");
    CHECK_NOTHROW(check_sides(mesh));
    for (const ElementBlock& block : mesh.blocks)
        for (int i = 0; i < shape(block.shape).n_corners; ++i) {
            const auto [first, end, middle] = side(block, 0, i);
            CHECK(mesh.X.row(first) + mesh.X.row(end) == 2 * mesh.X.row(middle));
        }
    const std::string fixed = second.substr(second.find("CQUAD8"), 93);
    CHECK(fixed.ends_with("8\n")); // the same entry between commas
    CHECK(read(with(second, fixed, "CQUAD8,1,7,1,2,3,4,5,6,+A\n+A,7,8\n")).blocks[0].nodes ==
          mesh.blocks[0].nodes);
    CHECK(read(with(second, fixed, "CQUAD8,1,7,1,2,3,4,5,6\n,7,8\n")).blocks[0].nodes ==
          mesh.blocks[0].nodes);
    CHECK_THROWS_WITH(read(with(second, "+A      7       8", "+A      7        ")),
                      Contains("plate.bdf:12: CQUAD8 1 lacks a mid node; all or none are needed"));
}

TEST_CASE("Bars along the body are curves by their property", "[fem][nastran]")
{
    const std::string bars = "CBAR    4       3       13      12      2\n"
                             "CROD,5,7,12,11\nPLOTEL,6,1,2\nCONROD,7,2,3,1,.1\n";
    const Mesh mesh = read(with(plate, "ENDDATA", bars + "ENDDATA"));
    const std::vector<Edge> right{{4, 5}}, left{{3, 4}}, first{{1, 0}}, second_one{{2, 1}};
    CHECK(group(mesh, "pid_3").dimension == 1);
    CHECK(group(mesh, "pid_3").edges == right);
    CHECK(group(mesh, "pid_7").dimension == 2);
    CHECK(group(mesh, "pid_7_lines").edges == left);
    CHECK(group(mesh, "plotel").edges == first);
    CHECK(group(mesh, "conrod").edges == second_one);
    CHECK_THAT(mesh.notes.front(), Contains("plate.bdf:15: 3 line elements are sides of groups"));
    CHECK_THROWS_WITH(read(with(plate, "ENDDATA", "CROD,5,7,1,12\nENDDATA")),
                      Contains("plate.bdf:15: CROD 5 is no side of the plane body"));
}

TEST_CASE("Cards without a place in the mesh are noted, others that matter refused",
          "[fem][nastran]")
{
    const Mesh mesh = read(with(plate, "ENDDATA",
                                "PSHELL  7       1       .01\nMAT1,1,2.1+11,,.3\nSPC1,1,12,1\n"
                                "SPC1,1,12,11\nENDDATA"));
    REQUIRE(mesh.notes.size() == 4);
    CHECK_THAT(mesh.notes[1], Contains("plate.bdf:15: PSHELL; not read"));
    CHECK_THAT(mesh.notes[3], Contains("plate.bdf:17: SPC1 (2 times); not read"));
    for (const std::string card : {"CHEXA", "CTRIAX6", "CELAS2", "CONM2", "RBE2", "MPC", "CQUADX",
                                   "CBUSH", "GRDSET", "CTETRA", "CSHEAR"})
        CHECK_THROWS_WITH(read(with(plate, "ENDDATA", card + ",4,1,2,3\nENDDATA")),
                          Contains("plate.bdf:15: " + card +
                                   " 4; not supported in a plane mesh. "
                                   "Allowed: GRID, CTRIA3"));
}

TEST_CASE("What is wrong in bulk data is told with its line", "[fem][nastran]")
{
    CHECK_THROWS_WITH(
        read(with(plate, "GRID,2,0,1.0", "GRID,2,7,1.0")),
        Contains("plate.bdf:6: node 2 is in coordinate system 7; only the basic one"));
    CHECK_THROWS_WITH(read(with(plate, "GRID,2,0,1.0", "GRID,2,0,one")),
                      Contains("plate.bdf:6: GRID: coordinate \"one\"; expected a number"));
    CHECK_THROWS_WITH(read(with(plate, "GRID,2,0,1.0", "GRID,1,0,1.0")),
                      Contains("plate.bdf:6: node 1 is defined twice"));
    CHECK_THROWS_WITH(read(with(plate, "GRID,2,0,1.0", "GRID,x,0,1.0")),
                      Contains("plate.bdf:6: GRID: node \"x\"; expected a whole number > 0"));
    CHECK_THROWS_WITH(read(with(plate, "CTRIA3,3,8", "CTRIA3,2,8")),
                      Contains("plate.bdf:14: element 2 is defined twice"));
    CHECK_THROWS_WITH(read(with(plate, "CTRIA3,3,8,2,13,12", "CTRIA3,3,8,2,14,12")),
                      Contains("plate.bdf:14: element 3 names node 14, which is not in the file"));
    CHECK_THROWS_WITH(read(with(plate, "CTRIA3,3,8,2,13,12", "CTRIA3,3,8,2,13")),
                      Contains("plate.bdf:14: CTRIA3: node \"\""));
    CHECK_THROWS_WITH(read("+A,1\n" + plate.substr(plate.find("GRID,1"))),
                      Contains("plate.bdf:1: a continuation without an entry"));
    CHECK_THROWS_WITH(read("GRID,1,,0.,0.,0.\n"), Contains("no triangles or quadrilaterals"));
}

TEST_CASE("Bulk data includes other files", "[fem][nastran]")
{
    const io::ScratchFolder folder;
    write_file(folder / "all.bdf", "CEND\nBEGIN BULK\nINCLUDE 'part, one.bdf'\n$ end\nENDDATA\n");
    write_file(folder / "part, one.bdf", plate.substr(plate.find("GRID,1")));
    CHECK(read_nastran(folder / "all.bdf").X.rows() == 6);
    write_file(folder / "all.bdf", "INCLUDE 'none.bdf'\n");
    CHECK_THROWS_WITH(read_nastran(folder / "all.bdf"),
                      Contains("all.bdf:1: include of \"none.bdf\"; no such file"));
}
