#include "io/vtk_file.hpp"

#include "base/atomic_file.hpp"
#include "base/text.hpp"

#include <vtkCallbackCommand.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkCommand.h>
#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkExecutive.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLImageDataWriter.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <cerrno>
#include <cmath>
#include <stdexcept>

namespace slideway::io {

namespace {

struct Shape {
    const char* name;
    int vtk_type;
    Index n_nodes;
};
constexpr Shape shapes[] = {{"point1", VTK_VERTEX, 1},
                            {"line2", VTK_LINE, 2},
                            {"quad4", VTK_QUAD, 4},
                            {"tri3", VTK_TRIANGLE, 3},
                            {"quad8", VTK_QUADRATIC_QUAD, 8},
                            {"tri6", VTK_QUADRATIC_TRIANGLE, 6},
                            {"hex8", VTK_HEXAHEDRON, 8},
                            {"tet4", VTK_TETRA, 4},
                            {"wedge6", VTK_WEDGE, 6},
                            {"hex20", VTK_QUADRATIC_HEXAHEDRON, 20},
                            {"tet10", VTK_QUADRATIC_TETRA, 10},
                            {"wedge15", VTK_QUADRATIC_WEDGE, 15}};

const Shape& shape_of(const fem::ElementBlock& block)
{
    for (const Shape& shape : shapes)
        if (block.shape == shape.name && block.nodes.cols() == shape.n_nodes)
            return shape;
    throw std::invalid_argument("vtu file: no cell type for " + block.shape + " with " +
                                std::to_string(block.nodes.cols()) + " nodes");
}

// Adds an array. Two columns become a vector with z = 0, because ParaView accepts only 3-vectors
// for warping and arrows.
void add_array(vtkDataSetAttributes* data, const VtkArray& array, Index n)
{
    if (array.values.rows() != n)
        throw std::invalid_argument("vtk file: array " + array.name + " has " +
                                    std::to_string(array.values.rows()) + " rows; expected " +
                                    std::to_string(n));
    const Index columns = array.values.cols();
    const Index components = columns == 2 ? 3 : columns;
    vtkNew<vtkDoubleArray> values;
    values->SetName(array.name.c_str());
    values->SetNumberOfComponents(static_cast<int>(components));
    values->SetNumberOfTuples(n);
    for (Index i = 0; i < n; ++i)
        for (Index c = 0; c < components; ++c)
            values->SetValue(i * components + c, c < columns ? array.values(i, c) : 0.0);
    data->AddArray(values);
}

vtkNew<vtkUnstructuredGrid> unstructured_grid(const VtkGrid& grid)
{
    if (grid.X.cols() != 3)
        throw std::invalid_argument("vtu file: X has " + std::to_string(grid.X.cols()) +
                                    " columns; expected 3");
    vtkNew<vtkPoints> points;
    points->SetDataTypeToDouble();
    points->SetNumberOfPoints(grid.X.rows());
    for (Index i = 0; i < grid.X.rows(); ++i)
        points->SetPoint(i, grid.X(i, 0), grid.X(i, 1), grid.X(i, 2));

    vtkNew<vtkCellArray> cells;
    vtkNew<vtkUnsignedCharArray> types;
    Index offset = 0;
    for (const fem::Mesh* mesh : grid.meshes) {
        const Index n_nodes = mesh->X.rows();
        for (const fem::ElementBlock& block : mesh->blocks) {
            const Shape& shape = shape_of(block);
            for (Index e = 0; e < block.nodes.rows(); ++e) {
                cells->InsertNextCell(shape.n_nodes);
                for (Index k = 0; k < shape.n_nodes; ++k) {
                    const int node = block.nodes(e, k);
                    if (node < 0 || node >= n_nodes)
                        throw std::invalid_argument("vtu file: node " + std::to_string(node) +
                                                    " of an element; the mesh has " +
                                                    std::to_string(n_nodes));
                    cells->InsertCellPoint(offset + node);
                }
                types->InsertNextValue(static_cast<unsigned char>(shape.vtk_type));
            }
        }
        offset += n_nodes;
    }
    if (offset != grid.X.rows())
        throw std::invalid_argument("vtu file: X has " + std::to_string(grid.X.rows()) +
                                    " rows; the meshes have " + std::to_string(offset) + " nodes");

    vtkNew<vtkUnstructuredGrid> result;
    result->SetPoints(points);
    result->SetCells(types, cells);
    for (const VtkArray& array : grid.point_arrays)
        add_array(result->GetPointData(), array, offset);
    for (const VtkArray& array : grid.cell_arrays)
        add_array(result->GetCellData(), array, cells->GetNumberOfCells());
    return result;
}

std::string escaped(const std::string& text)
{
    std::string result;
    for (const char c : text)
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '"':
            result += "&quot;";
            break;
        default:
            result += c;
        }
    return result;
}

// Writes data raw appended with LZ4, atomically.
void write_data(const std::filesystem::path& file, vtkDataSet* data, vtkXMLWriter* writer)
{
    write_atomically(file, [&](const std::filesystem::path& temporary) {
        writer->SetFileName(temporary.c_str());
        writer->SetInputData(data);
        writer->SetDataModeToAppended();
        writer->SetEncodeAppendedData(0);
        writer->SetCompressorTypeToLZ4();
        // An observer of errors keeps VTK from printing them; the exception contains the reason.
        vtkNew<vtkCallbackCommand> silence;
        silence->SetCallback([](vtkObject*, unsigned long, void*, void*) {});
        writer->AddObserver(vtkCommand::ErrorEvent, silence);
        writer->GetExecutive()->AddObserver(vtkCommand::ErrorEvent, silence);
        errno = 0;
        const int written = writer->Write();
        const int error = errno;
        if (written == 0 || writer->GetErrorCode() != vtkErrorCode::NoError)
            throw std::runtime_error(
                file.string() + ": cannot be written: " +
                (error != 0 ? reason_not_written(error)
                            : vtkErrorCode::GetStringFromErrorCode(writer->GetErrorCode())));
    });
}

} // namespace

void write_vtu(const std::filesystem::path& file, const VtkGrid& grid)
{
    const vtkNew<vtkUnstructuredGrid> data = unstructured_grid(grid);
    write_data(file, data, vtkNew<vtkXMLUnstructuredGridWriter>());
}

void write_vti(const std::filesystem::path& file, const VtkImage& image)
{
    vtkNew<vtkImageData> data;
    if (image.n[0] < 2 || image.n[1] < 2 || !(image.spacing[0] > 0) || !(image.spacing[1] > 0))
        throw std::invalid_argument("vti file: expected at least 2 x 2 points, apart");
    data->SetDimensions(image.n[0], image.n[1], 1);
    data->SetOrigin(image.origin[0], image.origin[1], 0);
    data->SetSpacing(image.spacing[0], image.spacing[1], 1);
    for (const VtkArray& array : image.point_arrays)
        add_array(data->GetPointData(), array, static_cast<Index>(image.n[0]) * image.n[1]);
    write_data(file, data, vtkNew<vtkXMLImageDataWriter>());
}

void write_pvd(const std::filesystem::path& file,
               const std::vector<std::pair<double, std::filesystem::path>>& steps)
{
    std::string text = "<?xml version=\"1.0\"?>\n"
                       "<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n";
    for (const auto& [time, step] : steps) {
        if (!std::isfinite(time))
            throw std::invalid_argument("pvd file: time of " + step.string() + " is " +
                                        number_text(time));
        text += "    <DataSet timestep=\"" + number_text(time) + "\" file=\"" +
                escaped(step.generic_string()) + "\"/>\n";
    }
    write_text_atomically(file, text + "  </Collection>\n</VTKFile>\n");
}

} // namespace slideway::io
