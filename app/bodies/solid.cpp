#include "app/bodies/solid.hpp"

#include "fem/elements/solid_element.hpp"
#include "fem/inertia.hpp"
#include "fem/readers/mesh_reader.hpp"

namespace slideway::app {

namespace {

void solid_element_fields(io::Fields& f, std::vector<std::string>& chosen)
{
    bool given = false;
    f.table({"elements", "", "formulation of elements by their shape"}, given, [&](io::Fields& t) {
        element_fields(t, element_choices(fem::solid_elements()), chosen);
    });
}

} // namespace

void fields(io::Fields& f, Solid& e)
{
    mesh_fields(f, e.mesh, true);
    material_fields(f, e.options.material, e.options.materials, "volumes", e.mesh.gives_material);
    solid_element_fields(f, e.options.elements);
    space_placement_fields(f, e.placement);
}

std::vector<std::filesystem::path> input_files(const Solid& e, const std::filesystem::path& folder)
{
    return e.mesh.input_files(folder);
}

Drawing draw(const Solid& e, const BodySource& source, const Monitor& monitor)
{
    Drawing drawing =
        read_drawing(source, e.mesh, monitor, {fem::read_solid_mesh, fem::solid_mesh_of});
    drawing.dofs_per_node = 3;
    fem::SolidOptions options = e.options;
    if (e.mesh.gives_material)
        options.materials = deck_materials(e.mesh, drawing, Solid::type);
    for (std::string& note : fem::solid_notes(drawing.mesh, options))
        drawing.notes.push_back(std::move(note));
    place_drawing(drawing, e.placement);
    return drawing;
}

MadeBody make(const Solid& e, const BodySource& source, Drawing drawing)
{
    fem::SolidOptions options = e.options;
    if (e.mesh.gives_material)
        options.materials = deck_materials(e.mesh, drawing, Solid::type);
    turn_materials(options.material, options.materials, e.placement);
    options.fixed = source.fixed;
    options.share = source.share;
    return make_of_mesh(
        source, std::move(drawing), e.placement, [&](const fem::Mesh& mesh) -> MadeBody {
            return {fem::solid(source.name, mesh, options), fem::inertia(mesh, options)};
        });
}

} // namespace slideway::app
