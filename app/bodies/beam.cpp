#include "app/bodies/beam.hpp"

#include "app/bodies/named_value.hpp"
#include "fem/readers/line_reader.hpp"

namespace slideway::app {

using io::Range;

namespace {

// Keys of a section: a shape, or its properties.
void section_fields(io::Fields& f, fem::BeamSection& section)
{
    const bool rectangle = f.has("width") || f.has("height"), circle = f.has("diameter");
    double width = 0, height = 0, diameter = 0;
    f.number({"width", "m", "rectangle: out of the plane", rectangle, Range::positive(), "none"},
             width);
    f.number({"height", "m", "rectangle: in the plane", rectangle, Range::positive(), "none"},
             height);
    f.number({"diameter", "m", "full circle", false, Range::positive(), "none"}, diameter);
    f.number({"area", "m^2", "any other section", false, Range::positive(), "none"}, section.area);
    f.number({"second_moment", "m^4", "any other section: of area, about the axis of bending",
              false, Range::positive(), "none"},
             section.second_moment);
    f.number({"extreme_fibre", "m",
              "any other section: distance from the neutral axis, for the stress shown; without it "
              "the axial part alone is shown",
              false, Range::not_negative()},
             section.extreme_fibre);
    const bool numbers = f.has("area") || f.has("second_moment") || f.has("extreme_fibre");
    const std::string allowed =
        "give width and height, or diameter, or area and second_moment, and no other key";
    if (static_cast<int>(rectangle) + static_cast<int>(circle) + static_cast<int>(numbers) > 1)
        f.refuse(circle ? "diameter" : "width", allowed);
    if (numbers)
        for (const std::string key : {"area", "second_moment"})
            if (!f.has(key))
                f.refuse(key, allowed);
    if (width > 0 && height > 0)
        section = fem::rectangle_section(width, height);
    if (circle)
        section = fem::circle_section(diameter);
}

Drawing axis_of(const Beam& e, const BodySource& source, const Monitor& monitor)
{
    if (e.mesh.mesh.empty()) {
        Drawing drawing;
        drawing.mesh = fem::beam_line(e.line);
        return drawing;
    }
    Drawing drawing = read_drawing(source, e.mesh, monitor, {fem::read_lines, fem::lines_of});
    drawing.mesh = name_value_in_errors(
        "curve", e.curve, [&]() -> fem::Mesh { return fem::beam_curve(drawing.mesh, e.curve); });
    return drawing;
}

} // namespace

void fields(io::Fields& f, Beam& e)
{
    const bool meshed = f.has("mesh") || f.has("curve");
    if (!meshed) {
        f.number({"length", "m", "of a straight beam", true, Range::positive()}, e.line.length);
        f.integer({"elements", "", "of equal length", true, {.min = 1}}, e.line.elements);
        f.named_numbers({"points", "",
                         "named nodes as fraction of the length, e.g. { mid = 0.5 }; start and end "
                         "are there",
                         false, Range::between(0, 1)},
                        e.line.points);
    } else {
        for (const std::string key : {"length", "elements", "points"})
            if (f.has(key))
                f.refuse(key, "belongs to a straight beam without a mesh");
    }
    mesh_fields(f, e.mesh, false);
    f.text(
        {"curve", "", "named curve of the mesh that becomes the beam, with `mesh`", f.has("mesh")},
        e.curve);
    if (f.has("curve") && !f.has("mesh"))
        f.refuse("curve", "needs mesh");
    if (f.has("scale") && !f.has("mesh"))
        f.refuse("scale", "needs mesh; length is in metres");
    if (f.has("units") && !f.has("mesh"))
        f.refuse("units", "needs mesh; length is in metres");
    bool given = false;
    f.table({"section", "", "rectangle, circle, or area and second moment", true}, given,
            [&e](io::Fields& s) { section_fields(s, e.options.section); });
    beam_material_fields(f, e.options.material);
    f.flag({"axial", "",
            "false: stiff along its axis, two dofs per node in place of three; straight beams"},
           e.options.axial);
    placement_fields(f, e.placement, "turns the beam, which lies along x, and moves it",
                     "start of the beam, origin of a mesh");
}

std::vector<std::filesystem::path> input_files(const Beam& e, const std::filesystem::path& folder)
{
    return e.mesh.input_files(folder);
}

Drawing draw(const Beam& e, const BodySource& source, const Monitor& monitor)
{
    Drawing drawing = axis_of(e, source, monitor);
    drawing.dofs_per_node = e.options.axial ? 3 : 2;
    place_drawing(drawing, e.placement);
    return drawing;
}

MadeBody make(const Beam& e, const BodySource& source, Drawing drawing)
{
    if (!(e.options.section.area > 0))
        throw InputError("section", "{ }",
                         "give width and height, or diameter, or area and second_moment");
    fem::BeamOptions options = e.options;
    options.fixed = source.fixed;
    return make_of_mesh(
        source, std::move(drawing), e.placement, [&](const fem::Mesh& mesh) -> MadeBody {
            return {fem::beam(source.name, mesh, options), fem::inertia(mesh, options)};
        });
}

} // namespace slideway::app
