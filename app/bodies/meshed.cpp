#include "app/bodies/meshed.hpp"

#include "base/text.hpp"
#include "fem/local_origin.hpp"
#include "fem/readers/mesh_reader.hpp"

namespace slideway::app {

namespace {

Eigen::Vector2d pivot_of(const Placement& placement, const fem::Mesh& mesh)
{
    const std::string& put = placement.put;
    if (put.empty())
        return Eigen::Vector2d::Zero();
    return of_value("placement.put", put, [&]() -> Eigen::Vector2d {
        const std::vector<int>& nodes = fem::group(mesh, put).nodes;
        if (nodes.size() != 1)
            throw InputError("has " + std::to_string(nodes.size()) +
                             " nodes; expected a named point");
        return mesh.X.row(nodes.front()).transpose();
    });
}

// The mesh turned and moved. What a mesh far from its own (0, 0) is turned about is near it.
fem::Mesh placed(const BodySource& source, Drawing drawing, const Placement& placement)
{
    Eigen::Vector2d pivot = drawing.pivot, at = placement.position() - source.origin;
    if (placement.put.empty()) {
        pivot = fem::local_origin(fem::box_of(drawing.mesh.X));
        at += placement.turn() * pivot;
    }
    return fem::placed(std::move(drawing.mesh), placement.angle(), pivot, at);
}

// What is wrong with the body of a mesh, which was computed near the origin of the model, told with
// the places of the case.
InputError in_place(const BodySource& source, fem::Mesh mesh, const MakeOfMesh& make,
                    const InputError& error)
{
    if (source.origin.isZero(0))
        return error;
    mesh.X.rowwise() += source.origin.transpose();
    try {
        (void)make(mesh);
    } catch (const InputError& there) {
        return there;
    }
    return error;
}

} // namespace

std::vector<std::filesystem::path> MeshFile::input_files(const std::filesystem::path& folder) const
{
    if (file.empty())
        return {};
    return {folder / file};
}

void mesh_fields(io::Fields& f, MeshFile& mesh, bool required)
{
    std::vector<std::string> formats, of_gmsh;
    for (const fem::MeshFormat& format : fem::mesh_formats()) {
        const std::string endings = listed(format.endings, "or");
        formats.push_back(endings + (format.about.empty() ? "" : " " + format.about));
        if (!format.read)
            of_gmsh.push_back(endings);
    }
    const std::string help = required ? "mesh: " + join(formats)
                                      : "in place of length and elements: a Gmsh file (" +
                                            join(of_gmsh) + "), which needs no surface";
    f.text({"mesh", "", help + "; relative to the case file", required, {}, {}, true}, mesh.file);
    f.named_numbers({"mesh_parameters", "",
                     "numbers that replace those of DefineConstant in a .geo, e.g. { nx = 150 }"},
                    mesh.parameters);
    scale_field(f, mesh.scale, "the mesh file",
                required ? "1; of a .unv what its dataset 164 states" : "1");
}

Drawing read_drawing(const BodySource& source, const MeshFile& file, const Monitor& monitor,
                     const MeshReader& read)
{
    fem::GmshOptions options;
    options.trusted = source.trust_meshes;
    options.progress = monitor.until_stopped();
    Drawing drawing;
    drawing.file = file.file;
    drawing.mesh = of_value("mesh", file.file, [&]() -> fem::Mesh {
        return read(source.folder / file.file, file.parameters, file.scale, options);
    });
    drawing.notes = drawing.mesh.notes;
    return drawing;
}

void place_drawing(Drawing& drawing, const Placement& placement)
{
    drawing.pivot = pivot_of(placement, drawing.mesh);
    const fem::Box box = fem::box_of(drawing.mesh.X);
    for (const double x : {box.min.x(), box.max.x()})
        for (const double y : {box.min.y(), box.max.y()})
            drawing.box.extend(placement.position() +
                               placement.turn() * (Eigen::Vector2d(x, y) - drawing.pivot));
}

MadeBody make_of_mesh(const BodySource& source, Drawing drawing, const Placement& placement,
                      const MakeOfMesh& make)
{
    const std::string file = drawing.file;
    const fem::Mesh mesh = placed(source, std::move(drawing), placement);
    try {
        return make(mesh);
    } catch (const InputError& error) {
        const InputError told = in_place(source, mesh, make, error);
        if (file.empty() || told.file().file != mesh.source)
            throw told;
        throw InputError("mesh", "\"" + file + "\"", told.what());
    }
}

} // namespace slideway::app
