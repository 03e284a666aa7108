#include "app/bodies/meshed.hpp"

#include "app/bodies/named_value.hpp"
#include "base/text.hpp"
#include "fem/local_origin.hpp"
#include "fem/readers/mesh_reader.hpp"

#include <algorithm>

namespace slideway::app {

namespace {

constexpr const char* given = "the mesh"; // name of a mesh in memory, for messages

// Text of the key `mesh` for messages.
std::string shown(const std::string& file, const std::string& source)
{
    return source == given ? file : "\"" + file + "\"";
}

fem::Mesh mesh_of(const BodySource& source, const MeshFile& file, const MeshReader& reader,
                  const fem::GmshOptions& options)
{
    if (!file.mesh.given)
        return reader.read(source.folder / file.mesh.file, file.parameters, file.metres(), options);
    fem::Mesh mesh = reader.of(given, file.mesh.given->mesh());
    mesh.X *= file.metres().value_or(1);
    return mesh;
}

Eigen::Vector3d pivot_of(const Placement& placement, const fem::Mesh& mesh)
{
    const std::string& put = placement.put;
    if (put.empty())
        return Eigen::Vector3d::Zero();
    return name_value_in_errors("placement.put", put, [&]() -> Eigen::Vector3d {
        const std::vector<int>& nodes = fem::group(mesh, put).nodes;
        if (nodes.size() != 1)
            throw InputError("has " + std::to_string(nodes.size()) +
                             " nodes; expected a named point");
        return mesh.X.row(nodes.front()).transpose();
    });
}

// Rotates and moves the mesh. It is rotated about a point near the mesh, for accuracy.
fem::Mesh placed(const BodySource& source, Drawing drawing, const Placement& placement)
{
    Eigen::Vector3d pivot = drawing.pivot, at = placement.position() - source.origin;
    if (placement.put.empty()) {
        pivot = fem::local_origin(fem::box_of(drawing.mesh.X));
        at += placement.turn() * pivot;
    }
    return fem::placed(std::move(drawing.mesh), placement.turn(), pivot, at);
}

// Error of a body that was computed near the origin of the model, with the positions of the case.
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
    if (mesh.file.empty())
        return {};
    return {folder / mesh.file};
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
    f.file_or({"mesh", "", help + "; relative to the case file", required, {}, {}, true},
              mesh.mesh);
    f.named_numbers({"mesh_parameters", "",
                     "numbers that replace those of DefineConstant in a .geo, e.g. { nx = 150 }"},
                    mesh.parameters);
    if (mesh.mesh.given && !mesh.parameters.empty())
        f.refuse("mesh_parameters", "parameters belong to a .geo");
    scale_field(f, mesh.scale, "the mesh file",
                required ? "1; for .unv files the value of dataset 164" : "1");
    const fem::MeshFormat* const format =
        mesh.mesh.file.empty() ? nullptr : fem::mesh_format(mesh.mesh.file);
    mesh.gives_material =
        required && format && format->materials && !f.has("material") && !f.has("materials");
    units_field(f, mesh.units,
                mesh.gives_material ? "the mesh file and its materials" : "the mesh file",
                mesh.gives_material);
}

Drawing read_drawing(const BodySource& source, const MeshFile& file, const Monitor& monitor,
                     const MeshReader& reader)
{
    fem::GmshOptions options;
    options.trusted = source.trust_meshes;
    options.progress = monitor.until_stopped();
    Drawing drawing;
    drawing.file = file.mesh.given ? file.mesh.given->text() : file.mesh.file;
    try {
        drawing.mesh = mesh_of(source, file, reader, options);
    } catch (const InputError& error) {
        throw InputError("mesh", file.mesh.text(), error.what());
    }
    drawing.notes = drawing.mesh.notes;
    if (file.units)
        drawing.units = fem::units_text(*file.units);
    return drawing;
}

std::map<std::string, fem::Material> deck_materials(const MeshFile& file, Drawing& drawing,
                                                    std::string_view state)
{
    const auto refuse = [&file](const std::string& reason) {
        throw InputError("mesh", file.mesh.text(), reason);
    };
    fem::DeckData& deck = drawing.mesh.deck;
    for (const auto& [type, where] : deck.states)
        if (type != state)
            refuse(where + " belong to a body of type = \"" + type + "\"");
    std::map<std::string, fem::Material> materials;
    if (!file.gives_material)
        return materials;
    if (deck.materials.empty())
        refuse("gives no material to its elements; expected the key material or materials");
    for (const auto& [group, name, of_deck, missing] : deck.materials) {
        if (!missing.empty())
            refuse(missing + "; expected the key material or materials");
        fem::Material& m = materials[group] = of_deck;
        const fem::UnitSystem& u = *file.units;
        m.young *= u.mass / (u.length * u.time * u.time);
        m.density *= u.mass / (u.length * u.length * u.length);
        drawing.notes.push_back("material of " + group + " from the mesh: " + name + ", young " +
                                number_text(m.young, 6) + " Pa, poisson " +
                                number_text(m.poisson, 6) + ", density " +
                                number_text(m.density, 6) + " kg/m^3");
    }
    std::erase_if(drawing.notes, [&deck](const std::string& note) -> bool {
        return std::count(deck.notes.begin(), deck.notes.end(), note) > 0;
    });
    return materials;
}

void place_drawing(Drawing& drawing, const Placement& placement)
{
    drawing.pivot = pivot_of(placement, drawing.mesh);
    const fem::Box box = fem::box_of(drawing.mesh.X);
    for (const double x : {box.min.x(), box.max.x()})
        for (const double y : {box.min.y(), box.max.y()})
            for (const double z : {box.min.z(), box.max.z()})
                drawing.box.extend(placement.position() +
                                   placement.turn() * (Eigen::Vector3d(x, y, z) - drawing.pivot));
}

MadeBody make_of_mesh(const BodySource& source, Drawing drawing, const Placement& placement,
                      const MakeOfMesh& make)
{
    const std::string file = drawing.file;
    const fem::Mesh mesh = placed(source, std::move(drawing), placement);
    try {
        return make(mesh);
    } catch (const InputError& error) {
        const InputError reported = in_place(source, mesh, make, error);
        if (file.empty() || reported.file().file != mesh.source)
            throw reported;
        throw InputError("mesh", shown(file, mesh.source), reported.what());
    }
}

} // namespace slideway::app
