#include "fem/readers/nastran_reader.hpp"

#include "base/error.hpp"
#include "fem/plane.hpp"
#include "mesh_text_file.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace slideway;
using namespace slideway::fem;
using Catch::Contains;

namespace {

// Two unit squares side by side, the right one as two triangles; properties 7 and 8.
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
    CHECK(mesh.X == positions_in_space(X));
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
    CHECK(read_text("plate.nas", plate).X == positions_in_space(X));
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
    CHECK_THAT(mesh.notes[0], Contains("plate.bdf:16: 1 material: MAT1 1 (young 2.1+11, poisson "
                                       ".3); not read: all elements have the body's material"));
    CHECK_THAT(mesh.notes[1], Contains("plate.bdf:15: 1 property: PSHELL 7 (material 1, thickness "
                                       ".01); not read"));
    CHECK_THAT(mesh.notes[3], Contains("plate.bdf:17: SPC1 (2 times); not read"));
    for (const std::string card :
         {"CHEXA", "CTRIAX6", "RBE2", "MPC", "CQUADX", "CTETRA", "CSHEAR", "CGAP", "SPOINT"})
        CHECK_THROWS_WITH(read(with(plate, "ENDDATA", card + ",4,1,2,3\nENDDATA")),
                          Contains("plate.bdf:15: " + card +
                                   " 4; not supported in a plane mesh. "
                                   "Allowed: GRID, CTRIA3"));
}

TEST_CASE("Point masses and springs of bulk data are left out with their numbers", "[fem][nastran]")
{
    const Mesh mesh = read(with(plate, "ENDDATA",
                                "CONM2,40,1,0,1.5\nCONM2,41,2,,2.\nCELAS2,42,1.+5,1,1\n"
                                "CQUAD4,43,7,2,3,13,12,,.001,,,.1,.1,.1,.1\nENDDATA"));
    const auto note = [&mesh](const std::string& part) -> bool {
        return std::any_of(
            mesh.notes.begin(), mesh.notes.end(),
            [&part](const std::string& n) -> bool { return n.find(part) != std::string::npos; });
    };
    CHECK(note("plate.bdf:17: 1 CELAS2: left out"));
    CHECK(note("plate.bdf:15: 2 CONM2, mass 3.5 in all (units of the file): left out"));
    CHECK(note("plate.bdf:18: offsets (ZOFFS) of CQUAD4; not read"));
    // 43 covers the two triangles
    CHECK(note("elements overlap at 4 sides"));
}

TEST_CASE("GRDSET stands for blank fields of grids, wherever it is", "[fem][nastran]")
{
    const std::string system = "CORD2R,5,,1.,0.,0.,1.,0.,1.\n,2.,0.,0.\n";
    const std::string shifted = with(plate, "ENDDATA", system + "GRDSET,,5\nENDDATA");
    // grids 2 and 12 state system 0, the others start at x = 1
    Matrix X(6, 2);
    X << 1, 0, 1, 0, 3, 0, 1, 1, 1, 1, 3, 1;
    CHECK_THROWS_WITH(
        read(with(shifted, "CQUAD4  1       7       1", "CQUAD4  1       7       14")),
        Contains("names node 14"));
    CHECK(read(shifted).X == positions_in_space(X));

    // PS = 3456 is usual in plane decks; 1 and 2 are supports that the case has to define
    const auto noted = [](const std::string& card) -> bool {
        const Mesh mesh = read(with(plate, "ENDDATA", card + "\nENDDATA"));
        return std::any_of(mesh.notes.begin(), mesh.notes.end(), [](const std::string& n) -> bool {
            return n.find("6 grids with supports in the plane (field PS); not read") !=
                   std::string::npos;
        });
    };
    // supports out of the plane of a rotated system: its component 3 is the basic x
    CHECK(noted("CORD2R,5,,0.,0.,0.,1.,0.,0.\n,0.,1.,0.\nGRDSET,,,,,,5,3"));
    CHECK_FALSE(noted(system + "GRDSET,,,,,,5,3"));
    CHECK_FALSE(noted("GRDSET,,,,,,,3456"));
    CHECK(noted("GRDSET,,,,,,,1"));
    CHECK(noted("GRDSET                                                  23456"));
    CHECK_THAT(read(with(plate, "ENDDATA", system + "GRDSET,,,,,,5\nENDDATA")).notes.front(),
               Contains("6 grids with displacements in another system (field CD); not read"));
    CHECK_THROWS_WITH(read(with(plate, "ENDDATA", "GRDSET,,5\nENDDATA")),
                      Contains("in coordinate system 5, which is not in the file; it has 0"));
    CHECK_THROWS_WITH(read(with(plate, "ENDDATA", "GRDSET\nGRDSET\nENDDATA")),
                      Contains("plate.bdf:16: GRDSET is given twice"));
    CHECK_THROWS_WITH(read(with(plate, "ENDDATA", "GRDSET,,,,,,,x\nENDDATA")),
                      Contains("supports PS \"x\"; expected digits 1 to 6"));
}

namespace {

// One square of grids 1 to 4 in system 1, and cards that define it.
std::string in_system_1(const std::string& points, const std::string& systems)
{
    return points + systems + "CQUAD4,1,1,1,2,3,4\n";
}

const std::string polar = "GRID,1,1,1.,0.,0.\nGRID,2,1,2.,0.,0.\nGRID,3,1,2.,90.,0.\n"
                          "GRID,4,1,1.,90.,0.\n";
const std::string square = "GRID,1,1,0.,0.,0.\nGRID,2,1,1.,0.,0.\nGRID,3,1,1.,1.,0.\n"
                           "GRID,4,1,0.,1.,0.\n";

Matrix corners(const std::vector<double>& x)
{
    return Eigen::Map<const Eigen::Matrix<double, 4, 2, Eigen::RowMajor>>(x.data());
}

} // namespace

TEST_CASE("Grids in cylindrical and rectangular systems come to basic coordinates",
          "[fem][nastran]")
{
    const Matrix sector = corners({1, 0, 2, 0, 0, 2, 0, 1});
    const double eps = 1e-15; // a few roundings of numbers of order 1
    // in free, small and large fields
    for (const std::string system :
         {"CORD2C,1,,0.,0.,0.,0.,0.,1.\n+,1.,0.,0.\n",
          "CORD2C  1       0       0.      0.      0.      0.      0.      1.      +C\n"
          "+C      1.      0.      0.\n",
          "CORD2C* 1               0               0.              0.\n"
          "*       0.              0.              0.              1.\n"
          "*       1.              0.              0.\n"})
        CHECK((read(in_system_1(polar, system)).X - sector).cwiseAbs().maxCoeff() <= eps);
    // by three grids, two systems on one card; grid 9 is in the other one
    const std::string grids = "GRID,7,,0.,0.,0.\nGRID,8,,0.,0.,3.\nGRID,9,2,5.,0.,0.\n";
    CHECK((read(in_system_1(polar, grids + "CORD1C,1,7,8,9\nCORD2R,2,,0.,0.,0.,0.,0.,1.\n"
                                           ",1.,0.,0.\n"))
               .X -
           sector)
              .cwiseAbs()
              .maxCoeff() <= eps);
    CHECK((read(in_system_1(polar, grids + "CORD1C,3,7,8,9,1,7,8,9\nCORD2R,2,,0.,0.,0.,0.,0.,1.\n"
                                           ",1.,0.,0.\n"))
               .X -
           sector)
              .cwiseAbs()
              .maxCoeff() <= eps);
    // rotated by 30 degrees about (10, 20), defined in another cylindrical system
    const double c = std::sqrt(3.0) / 2, s = 0.5;
    const Matrix turned = corners({10, 20, 10 + c, 20 + s, 10 + c - s, 20 + s + c, 10 - s, 20 + c});
    const std::string chain = "CORD2C,2,,10.,20.,0.,10.,20.,1.\n,11.,20.,0.\n"
                              "CORD2R,1,2,0.,0.,0.,0.,0.,4.\n,3.,30.,0.\n";
    CHECK((read(in_system_1(square, chain)).X - turned).cwiseAbs().maxCoeff() <= 20 * 4e-16);
}

TEST_CASE("Coordinate systems that cannot be are refused", "[fem][nastran]")
{
    CHECK_THROWS_WITH(read(in_system_1(square, "CORD2R,1,2,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n"
                                               "CORD2R,2,1,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n")),
                      Contains("which depends on itself"));
    CHECK_THROWS_WITH(read(in_system_1(square, "CORD1R,1,1,2,3\n")),
                      Contains("node 1 is in coordinate system 1, which depends on itself"));
    CHECK_THROWS_WITH(read(in_system_1(square, "CORD1R,1,5,6,7\n")),
                      Contains("plate.bdf:5: CORD1R 1 names node 5, which is not in the file"));
    CHECK_THROWS_WITH(read(in_system_1(square, "CORD2R,1,,0.,0.,0.,0.,0.,1.\n,0.,0.,2.\n")),
                      Contains("plate.bdf:5: CORD2R 1: its three points lie on a line"));
    CHECK_THROWS_WITH(read(in_system_1(square, "CORD3G,1,2,3,0.\n")),
                      Contains("plate.bdf:1: node 1 is in coordinate system 1 (CORD3G at ") &&
                          Contains("not read; allowed: 0, CORD1R, CORD2R, CORD1C, CORD2C, CORD1S, "
                                   "CORD2S"));
    CHECK_THROWS_WITH(read(in_system_1(square, "CORD2R,1,,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n"
                                               "CORD1R,1,1,2,3\n")),
                      Contains("plate.bdf:7: CORD1R: coordinate system 1 is defined twice"));
    std::string deep;
    for (int k = 1; k <= 5000; ++k)
        deep += "CORD2R," + std::to_string(k) + "," + std::to_string(k + 1) +
                ",0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n";
    CHECK_THROWS_WITH(read(in_system_1(square, deep)), Contains("by more than 1000 others"));
}

TEST_CASE("What is wrong in bulk data is reported with its line", "[fem][nastran]")
{
    CHECK_THROWS_WITH(read(with(plate, "GRID,2,0,1.0", "GRID,2,7,1.0")),
                      Contains("plate.bdf:6: node 2 is in coordinate system 7, which is not in the "
                               "file; it has 0"));
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
