#include "app/bodies/axisymmetric.hpp"

#include "base/error.hpp"
#include "fem/readers/mesh_reader.hpp"
#include "fem/ring/ring_element.hpp"

namespace slideway::app {

void fields(io::Fields& f, Axisymmetric& e)
{
    mesh_fields(f, e.mesh, true);
    material_fields(f, e.options.material, e.options.materials, "surfaces", e.mesh.gives_material);
    element_fields(f, element_choices(fem::ring_elements()), e.options.elements);
    shift_fields(f, e.placement, "moves the mesh; x stays the radius");
}

std::vector<std::filesystem::path> input_files(const Axisymmetric& e,
                                               const std::filesystem::path& folder)
{
    return e.mesh.input_files(folder);
}

Drawing draw(const Axisymmetric& e, const BodySource& source, const Monitor& monitor)
{
    Drawing drawing = read_drawing(source, e.mesh, monitor, {fem::read_mesh, fem::mesh_of});
    drawing.dofs_per_node = 2;
    (void)deck_materials(e.mesh, drawing, Axisymmetric::type);
    place_drawing(drawing, e.placement);
    const double axis = drawing.pivot.x() - e.placement.position().x(); // in the mesh
    try {
        if (const auto n = fem::nodes_on_axis(drawing.mesh, axis).size(); n > 0)
            drawing.notes.push_back(std::to_string(n) + (n == 1 ? " node" : " nodes") +
                                    " on the axis, held along x");
    } catch (const InputError& error) {
        throw InputError("mesh", e.mesh.mesh.text(), error.what());
    }
    return drawing;
}

MadeBody make(const Axisymmetric& e, const BodySource& source, Drawing drawing)
{
    fem::AxisymmetricOptions options = e.options;
    if (e.mesh.gives_material)
        options.materials = deck_materials(e.mesh, drawing, Axisymmetric::type);
    options.fixed = source.fixed;
    options.share = source.share;
    options.axis = -source.origin.x();
    return make_of_mesh(
        source, std::move(drawing), e.placement, [&](const fem::Mesh& mesh) -> MadeBody {
            return {fem::axisymmetric(source.name, mesh, options), fem::inertia(mesh, options)};
        });
}

} // namespace slideway::app
