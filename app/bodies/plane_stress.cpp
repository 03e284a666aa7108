#include "app/bodies/plane_stress.hpp"

#include "base/text.hpp"
#include "fem/elements/plane_element.hpp"
#include "fem/readers/mesh_reader.hpp"

namespace slideway::app {

using io::Range;

namespace {

// One key per element shape with a choice of elements; the key is the name of the shape.
void element_fields(io::Fields& f, std::vector<std::string>& chosen)
{
    chosen.clear();
    for (const fem::Shape& shape : fem::shapes()) {
        std::vector<std::string> names, abouts;
        for (const fem::PlaneElement& element : fem::plane_elements())
            if (element.shape == shape.name) {
                names.emplace_back(element.name);
                abouts.push_back(names.back() + ": " + std::string(element.about));
            }
        if (names.size() < 2)
            continue;
        const std::string key(shape.name == "quad4" ? "quadrilateral" : shape.name);
        f.choice({key, "", join(abouts, "; ")}, chosen.emplace_back(names.front()), names);
    }
}

} // namespace

void fields(io::Fields& f, PlaneStress& e)
{
    mesh_fields(f, e.mesh, true);
    material_fields(f, e.options.material, e.options.materials, "surfaces");
    if (f.has("thickness") && f.has("thicknesses"))
        f.refuse("thicknesses", "give either thickness or thicknesses");
    f.number({"thickness", "m", "out of the plane; or thicknesses", !f.has("thicknesses"),
              Range::positive()},
             e.options.thickness);
    f.named_numbers({"thicknesses", "m",
                     "out of the plane, of groups of surfaces, in place of thickness, e.g. "
                     "{ rib = 0.01, web = 0.004 }"},
                    e.options.thicknesses);
    element_fields(f, e.options.elements);
    placement_fields(f, e.placement, "turns the mesh and moves it", "origin of the mesh");
}

std::vector<std::filesystem::path> input_files(const PlaneStress& e,
                                               const std::filesystem::path& folder)
{
    return e.mesh.input_files(folder);
}

Drawing draw(const PlaneStress& e, const BodySource& source, const Monitor& monitor)
{
    Drawing drawing = read_drawing(source, e.mesh, monitor, {fem::read_mesh, fem::mesh_of});
    drawing.dofs_per_node = 2;
    place_drawing(drawing, e.placement);
    return drawing;
}

MadeBody make(const PlaneStress& e, const BodySource& source, Drawing drawing)
{
    fem::PlaneStressOptions options = e.options;
    turn_materials(options.material, options.materials, e.placement);
    options.fixed = source.fixed;
    options.share = source.share;
    return make_of_mesh(
        source, std::move(drawing), e.placement, [&](const fem::Mesh& mesh) -> MadeBody {
            return {fem::plane_stress(source.name, mesh, options), fem::inertia(mesh, options)};
        });
}

} // namespace slideway::app
