#include "app/bodies/plane_stress.hpp"

#include "fem/elements/plane_element.hpp"
#include "fem/inertia.hpp"
#include "fem/readers/mesh_reader.hpp"

namespace slideway::app {

using io::Range;

void fields(io::Fields& f, PlaneBody& e, Placement& placement)
{
    mesh_fields(f, e.mesh, true);
    material_fields(f, e.options.material, e.options.materials, "surfaces", e.mesh.gives_material);
    if (f.has("thickness") && f.has("thicknesses"))
        f.refuse("thicknesses", "give either thickness or thicknesses");
    f.number({"thickness", "m", "out of the plane; or thicknesses", !f.has("thicknesses"),
              Range::positive()},
             e.options.thickness);
    f.named_numbers({"thicknesses", "m",
                     "out of the plane, of groups of surfaces, in place of thickness, e.g. "
                     "{ rib = 0.01, web = 0.004 }"},
                    e.options.thicknesses);
    element_fields(f, element_choices(fem::plane_elements()), e.options.elements);
    placement_fields(f, placement, "turns the mesh and moves it", "origin of the mesh");
}

Drawing draw(const PlaneBody& e, std::string_view type, const Placement& placement,
             const BodySource& source, const Monitor& monitor)
{
    Drawing drawing = read_drawing(source, e.mesh, monitor, {fem::read_mesh, fem::mesh_of});
    (void)deck_materials(e.mesh, drawing, type);
    drawing.dofs_per_node = 2;
    place_drawing(drawing, placement);
    return drawing;
}

MadeBody make(const PlaneBody& e, std::string_view type, const Placement& placement,
              const BodySource& source, Drawing drawing)
{
    fem::PlaneStressOptions options = e.options;
    if (e.mesh.gives_material)
        options.materials = deck_materials(e.mesh, drawing, type);
    turn_materials(options.material, options.materials, placement);
    options.fixed = source.fixed;
    options.share = source.share;
    options.state = type == PlaneStress::type ? fem::PlaneState::stress : fem::PlaneState::strain;
    return make_of_mesh(
        source, std::move(drawing), placement, [&](const fem::Mesh& mesh) -> MadeBody {
            return {fem::plane_stress(source.name, mesh, options), fem::inertia(mesh, options)};
        });
}

void fields(io::Fields& f, PlaneStress& e)
{
    fields(f, e.plane, e.placement);
}

std::vector<std::filesystem::path> input_files(const PlaneStress& e,
                                               const std::filesystem::path& folder)
{
    return e.plane.mesh.input_files(folder);
}

Drawing draw(const PlaneStress& e, const BodySource& source, const Monitor& monitor)
{
    return draw(e.plane, PlaneStress::type, e.placement, source, monitor);
}

MadeBody make(const PlaneStress& e, const BodySource& source, Drawing drawing)
{
    return make(e.plane, PlaneStress::type, e.placement, source, std::move(drawing));
}

} // namespace slideway::app
