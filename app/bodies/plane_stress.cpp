#include "app/bodies/plane_stress.hpp"

#include "fem/elements/plane_element.hpp"
#include "fem/readers/mesh_reader.hpp"

namespace slideway::app {

using io::Range;

void fields(io::Fields& f, PlaneStress& e)
{
    mesh_fields(f, e.mesh, true);
    material_fields(f, e.options.material, true);
    f.number({"thickness", "m", "out of the plane", true, Range::positive()}, e.options.thickness);
    std::vector<std::string> quadrilaterals;
    for (const fem::PlaneElement& element : fem::plane_elements())
        if (element.shape == "quad4")
            quadrilaterals.emplace_back(element.name);
    f.choice({"quadrilateral", "",
              "qm6: with incompatible modes (right in bending); q4: plain bilinear"},
             e.options.quadrilateral, quadrilaterals);
    placement_fields(f, e.placement, "turns the mesh and moves it", "origin of the mesh");
}

std::vector<std::filesystem::path> input_files(const PlaneStress& e,
                                               const std::filesystem::path& folder)
{
    return e.mesh.input_files(folder);
}

Drawing draw(const PlaneStress& e, const BodySource& source, const Monitor& monitor)
{
    Drawing drawing = read_drawing(source, e.mesh, monitor, fem::read_mesh);
    drawing.dofs_per_node = 2;
    place_drawing(drawing, e.placement);
    return drawing;
}

MadeBody make(const PlaneStress& e, const BodySource& source, Drawing drawing)
{
    fem::PlaneStressOptions options = e.options;
    options.fixed = source.fixed;
    return make_of_mesh(
        source, std::move(drawing), e.placement, [&](const fem::Mesh& mesh) -> MadeBody {
            return {fem::plane_stress(source.name, mesh, options), fem::inertia(mesh, options)};
        });
}

} // namespace slideway::app
