#include "app/case/case.hpp"

#include "fem/elements/plane_element.hpp"
#include "reduction/methods.hpp"

// The keys of [[substructure]].

namespace slideway::app {

using io::Key;
using io::Range;

namespace {

void scale_field(io::Fields& f, SubstructureEntry& e, const std::string& of,
                 const std::string& default_text)
{
    double scale = 1;
    f.number({"scale", "m", "metres per unit of " + of + ": 0.001 if it is in mm", false,
              Range::positive(), default_text},
             scale);
    if (f.has("scale"))
        e.scale = scale;
}

void mesh_fields(io::Fields& f, SubstructureEntry& e, bool required)
{
    const std::string formats =
        required
            ? "mesh: .geo of Gmsh (meshed here), .msh 2.2 / 4.1, .med, .inp of Abaqus, .bdf or "
              ".nas of Nastran, .unv of I-deas; relative to the case file"
            : "in place of length and elements: a Gmsh file (.geo, .msh, .med), which needs no "
              "surface; relative to the case file";
    f.text({"mesh", "", formats, required}, e.mesh);
    f.named_numbers({"mesh_parameters", "",
                     "numbers that replace those of DefineConstant in a .geo, e.g. { nx = 150 }"},
                    e.mesh_parameters);
    scale_field(f, e, "the mesh file", required ? "1; of a .unv what its dataset 164 states" : "1");
}

void material_fields(io::Fields& f, fem::Material& material, bool with_poisson)
{
    bool given = false;
    f.table({"material", "", "linear elastic, isotropic", true}, given, [&](io::Fields& m) {
        m.number({"young", "Pa", "Young's modulus", true, Range::positive()}, material.young);
        m.number({"poisson",
                  "",
                  with_poisson ? "Poisson's ratio" : "Poisson's ratio, which a beam does not need",
                  with_poisson,
                  {.min = -1, .max = 0.5, .min_open = true, .max_open = true}},
                 material.poisson);
        m.number({"density", "kg/m^3", "mass density", true, Range::positive()}, material.density);
    });
}

void placement_fields(io::Fields& f, PlacementEntry& placement, const std::string& help,
                      const std::string& origin)
{
    bool given = false;
    f.table({"placement", "", help}, given, [&](io::Fields& p) {
        p.number({"angle_deg", "deg", "counter-clockwise"}, placement.angle_deg);
        if (!origin.empty())
            p.text({"put", "", "port with one node that comes to `at`", false, {}, origin},
                   placement.put);
        p.pair(
            {"at", "m", origin.empty() ? "position of the centre" : "new position of that point"},
            placement.at[0], placement.at[1]);
    });
}

void plane_stress_fields(io::Fields& f, SubstructureEntry& e)
{
    mesh_fields(f, e, true);
    material_fields(f, e.plane_stress.material, true);
    f.number({"thickness", "m", "out of the plane", true, Range::positive()},
             e.plane_stress.thickness);
    std::vector<std::string> quadrilaterals;
    for (const fem::PlaneElement& element : fem::plane_elements())
        if (element.shape == "quad4")
            quadrilaterals.emplace_back(element.name);
    f.choice({"quadrilateral", "",
              "qm6: with incompatible modes (right in bending); q4: plain bilinear"},
             e.plane_stress.quadrilateral, quadrilaterals);
    placement_fields(f, e.placement, "turns the mesh and moves it", "origin of the mesh");
    f.texts({"fixed", "", "supports: groups (\"clamp\") or components (\"clamp.x\")"}, e.fixed);
}

void lumped_fields(io::Fields& f, SubstructureEntry& e)
{
    f.named_tables(
        {"masses", "kg", "points with a mass per component, e.g. { blade = { x = 0.1 } }"},
        [&e](const std::string& name, io::Fields& m) {
            fem::LumpedMass mass{name, {}};
            for (const std::string component : {"x", "y", "rotation"}) {
                double value = 0;
                m.number({component, component == "rotation" ? "kg m^2" : "kg",
                          "mass of this component; 0 is allowed where a motion holds it", false,
                          Range::not_negative(), "no such dof"},
                         value);
                if (m.has(component))
                    mass.components.emplace_back(component, value);
            }
            e.network.masses.push_back(mass);
        });
    auto links = [&f](const char* key, const char* value, const char* unit, const char* help,
                      std::vector<fem::LumpedLink>& list) {
        f.tables({key, "", help}, [&](io::Fields& l) {
            std::vector<std::string> between;
            fem::LumpedLink link;
            l.texts({"between", "", "two of \"mass.component\" and \"ground\"", true}, between);
            l.number({value, unit, "of the link", true, Range::not_negative()}, link.value);
            if (l.has("between") && between.size() != 2)
                l.refuse("between", "expected two names");
            if (between.size() == 2) {
                link.first = between[0];
                link.second = between[1];
            }
            list.push_back(link);
        });
    };
    links("springs", "stiffness", "N/m", "springs between dofs", e.network.springs);
    links("dashpots", "damping", "N s/m", "dashpots between dofs", e.network.dashpots);
    bool chain = e.chain.has_value();
    fem::ChainOptions options;
    f.table(
        {"chain", "", "masses m1, m2, ... in a row, in place of masses and springs"}, chain,
        [&options](io::Fields& c) {
            c.text({"from", "", "\"ground\", or the name of a massless point"}, options.from);
            c.text({"to", "", "the same for the far end, with one more spring", false, {}, "free"},
                   options.to);
            c.numbers({"masses", "kg", "m1, m2, ...", true, Range::positive()}, options.masses);
            c.numbers({"springs", "N/m", "one per mass, and one more with `to`", true,
                       Range::not_negative()},
                      options.springs);
            c.numbers(
                {"dashpots", "N s/m", "beside the springs", false, Range::not_negative(), "none"},
                options.dashpots);
        });
    if (chain)
        e.chain = options;
    f.texts({"fixed", "", "supports: masses (\"m3\") or components (\"m3.x\")"}, e.fixed);
}

// A section by its shape, or by its numbers.
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
        "give width and height, or diameter, or area and second_moment, and nothing else";
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

void beam_fields(io::Fields& f, SubstructureEntry& e)
{
    const bool meshed = f.has("mesh") || f.has("curve");
    if (!meshed) {
        f.number({"length", "m", "of a straight beam", true, Range::positive()},
                 e.beam.line.length);
        f.integer({"elements", "", "of equal length", true, {.min = 1}}, e.beam.line.elements);
        f.named_numbers({"points", "",
                         "named nodes as fraction of the length, e.g. { mid = 0.5 }; start and end "
                         "are there",
                         false, Range::between(0, 1)},
                        e.beam.line.points);
    } else {
        for (const std::string key : {"length", "elements", "points"})
            if (f.has(key))
                f.refuse(key, "belongs to a straight beam without a mesh");
    }
    mesh_fields(f, e, false);
    f.text(
        {"curve", "", "named curve of the mesh that becomes the beam, with `mesh`", f.has("mesh")},
        e.beam.curve);
    if (f.has("curve") && !f.has("mesh"))
        f.refuse("curve", "needs mesh");
    if (f.has("scale") && !f.has("mesh"))
        f.refuse("scale", "needs mesh; length is in metres");
    bool given = false;
    f.table({"section", "", "rectangle, circle, or area and second moment", true}, given,
            [&e](io::Fields& s) { section_fields(s, e.beam.options.section); });
    material_fields(f, e.beam.options.material, false);
    f.flag({"axial", "",
            "false: stiff along its axis, two dofs per node in place of three; straight beams"},
           e.beam.options.axial);
    placement_fields(f, e.placement, "turns the beam, which lies along x, and moves it",
                     "start of the beam, origin of a mesh");
    f.texts({"fixed", "", "supports: points (\"start\") or components (\"end.y\")"}, e.fixed);
}

void rigid_fields(io::Fields& f, SubstructureEntry& e)
{
    double mass = 0, inertia = 0;
    f.number({"mass", "kg", "needed unless x and y are fixed; 0 where a motion holds them", false,
              Range::not_negative(), "none"},
             mass);
    f.number({"inertia", "kg m^2",
              "about the centre; needed unless rotation is fixed; 0 where a motion holds it", false,
              Range::not_negative(), "none"},
             inertia);
    if (f.has("mass"))
        e.rigid.mass = mass;
    if (f.has("inertia"))
        e.rigid.inertia = inertia;
    placement_fields(f, e.placement, "where the centre of mass lies", "");
    f.named_tables(
        {"points", "", "named points, e.g. { foot = { at = [0.1, -0.2] } }"},
        [&e](const std::string& name, io::Fields& p) {
            std::array<double, 2>& at = e.rigid.points[name];
            p.pair({"at", "m", "from the centre, before the body is turned", true}, at[0], at[1]);
        });
    f.named_tables(
        {"polylines", "",
         "named curves, e.g. { track = { x = [0, 1], y = [0, 0] } }; the body lies on the right of "
         "the way from the first point to the last"},
        [&e](const std::string& name, io::Fields& p) {
            std::vector<double> x, y;
            p.numbers({"x", "m", "of the points, from the centre", true}, x);
            p.numbers({"y", "m", "as many", true}, y);
            if (p.has("x") && p.has("y") && (x.size() != y.size() || x.size() < 2))
                p.refuse("y", "expected as many numbers as x has (" + std::to_string(x.size()) +
                                  "), at least 2");
            Matrix& points = e.rigid.polylines[name];
            points.resize(static_cast<Index>(x.size()), 2);
            for (std::size_t i = 0; i < x.size() && i < y.size(); ++i)
                points.row(static_cast<Index>(i)) << x[i], y[i];
        });
    f.number({"thickness", "m", "out of the plane, for the area of polylines", false,
              Range::not_negative()},
             e.rigid.thickness);
    f.texts({"fixed", "", "\"centre\": all; or of \"x\", \"y\", \"rotation\""}, e.fixed);
}

void matrices_fields(io::Fields& f, SubstructureEntry& e)
{
    const bool files = !f.has("folder");
    f.text({"folder",
            "",
            "written by `export`; in place of the files M, C, K and dofs",
            false,
            {},
            "none"},
           e.matrices.folder);
    if (files) {
        f.text({"M", "kg", "Matrix Market file of the mass matrix", true}, e.matrices.M);
        f.text({"C", "N s/m", "of the damping matrix", false, {}, "no damping"}, e.matrices.C);
        f.text({"K", "N/m", "of the stiffness matrix", true}, e.matrices.K);
        f.text({"dofs", "",
                "table of comma-separated values, a line per row of the matrices, with the columns "
                "dof, node, component, X, Y and, if needed, Z and groups",
                true},
               e.matrices.dofs);
        scale_field(f, e, "X, Y and Z in dofs", "1");
    } else {
        for (const std::string key : {"M", "C", "K", "dofs"})
            if (f.has(key))
                f.refuse(key, "give either folder or the files M, C, K and dofs");
        if (f.has("scale"))
            f.refuse("scale", "what `export` writes is in metres");
    }
    f.texts({"fixed", "", "supports: nodes and groups (\"n3\") or components (\"n3.x\")"}, e.fixed);
}

void damping_fields(io::Fields& d, SubstructureEntry& e)
{
    d.number(
        {"alpha", "1/s", "C = alpha M + beta K: mass proportional", false, Range::not_negative()},
        e.alpha);
    d.number({"beta", "s", "stiffness proportional", false, Range::not_negative()}, e.beta);
    double ratio = 0;
    d.number({"ratio",
              "",
              "damping ratio of all modes of the (reduced) body by itself; its rigid motions have "
              "none",
              false,
              {.min = 0, .max = 1, .max_open = true},
              "none"},
             ratio);
    d.numbers({"ratios",
               "",
               "of its lowest modes, one each; higher modes have none",
               false,
               {.min = 0, .max = 1, .max_open = true},
               "none"},
              e.damping_ratios);
    if (d.has("ratio"))
        e.damping_ratio = ratio;
    if (d.has("ratio") && d.has("ratios"))
        d.refuse("ratios", "give either ratio or ratios");
}

} // namespace

void fields(io::Fields& f, SubstructureEntry& e)
{
    name_fields(f, e.name, e.like);
    f.choice({"type", "", "kind of body", true}, e.type,
             {"plane-stress", "beam", "lumped", "rigid", "matrices"});
    if (e.type == "plane-stress")
        plane_stress_fields(f, e);
    if (e.type == "beam")
        beam_fields(f, e);
    if (e.type == "lumped")
        lumped_fields(f, e);
    if (e.type == "rigid")
        rigid_fields(f, e);
    if (e.type == "matrices")
        matrices_fields(f, e);
    f.named_tables({"ports", "", "further ports, e.g. { face = { group = \"end\" } }"},
                   [&e](const std::string& name, io::Fields& p) {
                       fem::GroupPort port{name, "", "rigid"};
                       p.text(
                           {"group", "", "a port of the body whose nodes it takes together", true},
                           port.group);
                       p.choice({"motion", "",
                                 "rigid: x, y and rotation, nearest in the mean; mean: the mean of "
                                 "each component"},
                                port.motion, {"rigid", "mean"});
                       e.ports.push_back(port);
                   });
    bool given = false;
    f.table({"damping", "", "viscous: Rayleigh, and by ratios of modes; they add up"}, given,
            [&e](io::Fields& d) { damping_fields(d, e); });
    f.table(
        {"reduction", "", "fewer dofs; the interface is what contacts, motions and loads touch"},
        given, [&e](io::Fields& r) {
            std::vector<std::string> names;
            std::string help;
            for (const reduction::Method& m : reduction::methods()) {
                names.emplace_back(m.name);
                help += (help.empty() ? "" : "; ") + names.back() + ": " + std::string(m.help);
            }
            r.choice({"method", "", help}, e.reduction.method, names);
            r.integer(
                {"n_modes", "", "modes beside the constraint modes", false, Range::not_negative()},
                e.reduction.n_modes);
            r.texts({"boundary", "", "further interface ports or components"},
                    e.reduction.boundary);
        });
    f.text({"export",
            "",
            "folder for the matrices and ports of the (reduced) body, relative to the case file; a "
            "body of type matrices reads it",
            false,
            {},
            "none"},
           e.export_folder);
}

} // namespace slideway::app
