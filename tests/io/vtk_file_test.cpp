#include "io/vtk_file.hpp"

#include "base/error.hpp"
#include "fem/plane.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>
#include <vtkCell.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDataArray.h>
#include <vtkIdList.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLImageDataReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <cmath>

using namespace slideway;
using Catch::Matchers::Contains;
using Names = std::vector<std::string>;

namespace {

// Two squares side by side, the right one divided into triangles: 6 nodes.
fem::Mesh plate()
{
    fem::Mesh mesh;
    mesh.X.resize(6, 2);
    mesh.X << 0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1;
    mesh.X = fem::positions_in_space(mesh.X);
    fem::ElementBlock quads{"quad4", Eigen::MatrixXi(1, 4)},
        triangles{"tri3", Eigen::MatrixXi(2, 3)};
    quads.nodes << 0, 1, 4, 3;
    triangles.nodes << 1, 2, 5, 1, 5, 4;
    mesh.blocks = {quads, triangles};
    return mesh;
}

std::vector<vtkIdType> nodes_of(vtkUnstructuredGrid* grid, vtkIdType cell)
{
    vtkNew<vtkIdList> ids;
    grid->GetCellPoints(cell, ids);
    return {ids->begin(), ids->end()};
}

} // namespace

TEST_CASE("a vtu file gives back points, cells and arrays of two meshes", "[io]")
{
    const io::ScratchFolder folder;
    const fem::Mesh first = plate(), second = plate();
    io::VtkGrid grid{{&first, &second}, Matrix::Random(12, 3), {}, {}};
    grid.point_arrays = {{"displacement", Matrix::Random(12, 2)},
                         {"von_mises", Matrix::Random(12, 1)},
                         {"stress", Matrix::Random(12, 3)}};
    grid.cell_arrays = {{"body", Vector::LinSpaced(6, 0, 5)}};
    io::write_vtu(folder / "frame.vtu", grid);
    CHECK(folder.names() == Names{"frame.vtu"});

    const std::string head = io::file_text(folder / "frame.vtu").substr(0, 3000);
    CHECK_THAT(head, Contains("vtkLZ4DataCompressor") && Contains("format=\"appended\""));
    CHECK_THAT(io::file_text(folder / "frame.vtu"), Contains("<AppendedData encoding=\"raw\">"));

    vtkNew<vtkXMLUnstructuredGridReader> reader;
    reader->SetFileName((folder / "frame.vtu").c_str());
    reader->Update();
    vtkUnstructuredGrid* read = reader->GetOutput();
    REQUIRE(read->GetNumberOfPoints() == 12);
    REQUIRE(read->GetNumberOfCells() == 6);
    for (Index i = 0; i < 12; ++i) {
        const double* x = read->GetPoint(i);
        CHECK((x[0] == grid.X(i, 0) && x[1] == grid.X(i, 1) && x[2] == grid.X(i, 2)));
    }
    for (const int cell : {0, 3})
        CHECK(read->GetCellType(cell) == VTK_QUAD);
    for (const int cell : {1, 2, 4, 5})
        CHECK(read->GetCellType(cell) == VTK_TRIANGLE);
    CHECK(nodes_of(read, 0) == std::vector<vtkIdType>{0, 1, 4, 3});
    CHECK(nodes_of(read, 5) == std::vector<vtkIdType>{7, 11, 10}); // 6 nodes of the first mesh

    for (const io::VtkArray& array : grid.point_arrays) {
        CAPTURE(array.name);
        vtkDataArray* values = read->GetPointData()->GetArray(array.name.c_str());
        REQUIRE(values);
        const Index columns = array.values.cols();
        REQUIRE(values->GetNumberOfComponents() == (columns == 2 ? 3 : columns));
        for (Index i = 0; i < 12; ++i)
            for (int c = 0; c < values->GetNumberOfComponents(); ++c)
                CHECK(values->GetComponent(i, c) == (c < columns ? array.values(i, c) : 0));
    }
    vtkDataArray* body = read->GetCellData()->GetArray("body");
    REQUIRE(body);
    CHECK(body->GetComponent(4, 0) == 4);
}

TEST_CASE("a vti file gives back a grid of values, the first direction fastest", "[io]")
{
    const io::ScratchFolder folder;
    io::VtkImage image{{3, 2}, {-1.5, 2e3}, {0.25, 1e-3}, {{"label", Vector::LinSpaced(6, 0, 5)}}};
    io::write_vti(folder / "plane.vti", image);
    CHECK(folder.names() == Names{"plane.vti"});
    vtkNew<vtkXMLImageDataReader> reader;
    reader->SetFileName((folder / "plane.vti").c_str());
    reader->Update();
    vtkImageData* read = reader->GetOutput();
    REQUIRE(read->GetNumberOfPoints() == 6);
    CHECK(read->GetPoint(5)[0] == -1.0);
    CHECK(read->GetPoint(5)[1] == Approx(2000.001));
    CHECK(read->GetPointData()->GetArray("label")->GetComponent(4, 0) ==
          4); // second node of the second line
    CHECK(read->GetPoint(4)[0] == -1.25);

    image.spacing[1] = 0;
    CHECK_THROWS_WITH(io::write_vti(folder / "flat.vti", image),
                      "vti file: expected at least 2 x 2 points, apart");
    image.spacing[1] = 1;
    image.point_arrays = {{"label", Vector::Zero(5)}};
    CHECK_THROWS_WITH(io::write_vti(folder / "few.vti", image),
                      "vtk file: array label has 5 rows; expected 6");
    CHECK(folder.names() == Names{"plane.vti"});
}

TEST_CASE("second-order cells keep their mid nodes in the order of VTK", "[io]")
{
    // VTK lists corners, then mid nodes, the first between the first two corners;
    // node positions agree
    fem::Mesh mesh;
    mesh.X.resize(11, 2);
    mesh.X << 0, 0, 1, 0, 1, 1, 0, 1, 0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5, // quadrilateral
        2, 0, 1.5, 0, 1.5, 0.5;                                       // with node 1, 2: triangle
    mesh.X = fem::positions_in_space(mesh.X);
    fem::ElementBlock quad{"quad8", Eigen::MatrixXi(1, 8)}, triangle{"tri6", Eigen::MatrixXi(1, 6)};
    quad.nodes << 0, 1, 2, 3, 4, 5, 6, 7;
    triangle.nodes << 1, 8, 2, 9, 10, 5;
    mesh.blocks = {quad, triangle};
    const io::ScratchFolder folder;
    io::write_vtu(folder / "a.vtu", {{&mesh}, mesh.X, {}, {}});

    vtkNew<vtkXMLUnstructuredGridReader> reader;
    reader->SetFileName((folder / "a.vtu").c_str());
    reader->Update();
    vtkUnstructuredGrid* read = reader->GetOutput();
    REQUIRE(read->GetCellType(0) == VTK_QUADRATIC_QUAD);
    REQUIRE(read->GetCellType(1) == VTK_QUADRATIC_TRIANGLE);
    for (int cell = 0; cell < 2; ++cell) {
        vtkCell* shown = read->GetCell(cell);
        REQUIRE(shown->GetNumberOfEdges() == (cell == 0 ? 4 : 3));
        for (int i = 0; i < shown->GetNumberOfEdges(); ++i) {
            vtkPoints* points = shown->GetEdge(i)->GetPoints(); // end, end, middle
            double place[3][3];
            for (vtkIdType k = 0; k < 3; ++k)
                points->GetPoint(k, place[k]);
            for (int c = 0; c < 2; ++c)
                CHECK(place[2][c] == (place[0][c] + place[1][c]) / 2);
        }
    }
}

TEST_CASE("sizes that do not fit together are refused and leave no file", "[io]")
{
    const io::ScratchFolder folder;
    fem::Mesh mesh = plate();
    const auto write = [&](const io::VtkGrid& grid) { io::write_vtu(folder / "a.vtu", grid); };
    CHECK_THROWS_WITH(write({{&mesh}, Matrix::Zero(5, 3), {}, {}}),
                      "vtu file: X has 5 rows; the meshes have 6 nodes");
    CHECK_THROWS_WITH(write({{&mesh}, Matrix::Zero(6, 2), {}, {}}),
                      "vtu file: X has 2 columns; expected 3");
    CHECK_THROWS_WITH(write({{&mesh}, mesh.X, {{"u", Matrix::Zero(3, 2)}}, {}}),
                      "vtk file: array u has 3 rows; expected 6");
    CHECK_THROWS_WITH(write({{&mesh}, mesh.X, {}, {{"body", Matrix::Zero(6, 1)}}}),
                      "vtk file: array body has 6 rows; expected 3");
    mesh.blocks[0].nodes(0, 2) = 6;
    CHECK_THROWS_WITH(write({{&mesh}, mesh.X, {}, {}}),
                      "vtu file: node 6 of an element; the mesh has 6");
    mesh.blocks[0].shape = "quad8";
    CHECK_THROWS_WITH(write({{&mesh}, mesh.X, {}, {}}),
                      "vtu file: no cell type for quad8 with 4 nodes");
    mesh.blocks[0].shape = "hex8";
    CHECK_THROWS_WITH(write({{&mesh}, mesh.X, {}, {}}), Contains("no cell type for hex8"));
    CHECK(folder.names().empty());
}

TEST_CASE("a vtu file into a folder that is not there is an error, not a message of VTK", "[io]")
{
    const io::ScratchFolder folder;
    const fem::Mesh mesh = plate();
    CHECK_THROWS_WITH(io::write_vtu(folder / "no/a.vtu", {{&mesh}, mesh.X, {}, {}}),
                      Contains("no/a.vtu: cannot be written"));
}

TEST_CASE("a pvd file lists times and files, with XML characters escaped", "[io]")
{
    const io::ScratchFolder folder;
    io::write_pvd(folder / "t.pvd", {{0, "fields/f0.vtu"}, {0.1, "fields/a&b<\".vtu"}});
    CHECK(io::file_text(folder / "t.pvd") == R"(<?xml version="1.0"?>
<VTKFile type="Collection" version="0.1">
  <Collection>
    <DataSet timestep="0" file="fields/f0.vtu"/>
    <DataSet timestep="0.1" file="fields/a&amp;b&lt;&quot;.vtu"/>
  </Collection>
</VTKFile>
)");
    CHECK_THROWS_AS(io::write_pvd(folder / "n.pvd", {{std::nan(""), "a.vtu"}}),
                    std::invalid_argument);
    CHECK(folder.names() == Names{"t.pvd"});
}

TEST_CASE("lines of beams are line cells", "[io]")
{
    const io::ScratchFolder folder;
    fem::Mesh mesh;
    mesh.X.resize(3, 2);
    mesh.X << 0, 0, 1, 0, 2, 1;
    mesh.X = fem::positions_in_space(mesh.X);
    mesh.blocks = {{"line2", (Eigen::MatrixXi(2, 2) << 0, 1, 1, 2).finished()}};
    io::write_vtu(folder / "a.vtu", {{&mesh}, mesh.X, {}, {}});
    vtkNew<vtkXMLUnstructuredGridReader> reader;
    reader->SetFileName((folder / "a.vtu").c_str());
    reader->Update();
    REQUIRE(reader->GetOutput()->GetNumberOfCells() == 2);
    CHECK(reader->GetOutput()->GetCellType(1) == VTK_LINE);
    CHECK(nodes_of(reader->GetOutput(), 1) == std::vector<vtkIdType>{1, 2});
}
