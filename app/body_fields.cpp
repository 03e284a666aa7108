#include "app/case.hpp"

#include "fem/plane_element.hpp"
#include "reduction/methods.hpp"

// The keys of [[substructure]].

namespace slideway::app {

using io::Key;
using io::Range;

namespace {

void plane_stress_fields(io::Fields& f, SubstructureEntry& e)
{
    f.text({"mesh", "",
            "Gmsh file, .geo (meshed here) or .msh 2.2 / 4.1; relative to the case file", true},
           e.mesh);
    f.named_numbers({"mesh_parameters", "",
                     "numbers that replace those of DefineConstant in a .geo, e.g. { nx = 150 }"},
                    e.mesh_parameters);
    bool given = false;
    f.table({"material", "", "linear elastic, isotropic", true}, given, [&e](io::Fields& m) {
        m.number({"young", "Pa", "Young's modulus", true, Range::positive()},
                 e.plane_stress.material.young);
        m.number({"poisson",
                  "",
                  "Poisson's ratio",
                  true,
                  {.min = -1, .max = 0.5, .min_open = true, .max_open = true}},
                 e.plane_stress.material.poisson);
        m.number({"density", "kg/m^3", "mass density", true, Range::positive()},
                 e.plane_stress.material.density);
    });
    f.number({"thickness", "m", "out of the plane", true, Range::positive()},
             e.plane_stress.thickness);
    std::vector<std::string> quadrilaterals;
    for (const fem::PlaneElement& element : fem::plane_elements())
        if (element.shape == "quad4")
            quadrilaterals.emplace_back(element.name);
    f.choice({"quadrilateral", "",
              "qm6: with incompatible modes (right in bending); q4: plain bilinear"},
             e.plane_stress.quadrilateral, quadrilaterals);
    f.table({"placement", "", "turns the mesh and moves it"}, given, [&e](io::Fields& p) {
        p.number({"angle_deg", "deg", "counter-clockwise"}, e.placement.angle_deg);
        p.text(
            {"put", "", "port with one node that comes to `at`", false, {}, "origin of the mesh"},
            e.placement.put);
        p.pair({"at", "m", "new position of that point"}, e.placement.at[0], e.placement.at[1]);
    });
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

} // namespace

void fields(io::Fields& f, SubstructureEntry& e)
{
    name_fields(f, e.name, e.like);
    f.choice({"type", "", "kind of body", true}, e.type, {"plane-stress", "lumped"});
    if (e.type == "plane-stress")
        plane_stress_fields(f, e);
    if (e.type == "lumped")
        lumped_fields(f, e);
    bool given = false;
    f.table({"damping", "", "Rayleigh damping, C = alpha M + beta K"}, given, [&e](io::Fields& d) {
        d.number({"alpha", "1/s", "mass proportional", false, Range::not_negative()}, e.alpha);
        d.number({"beta", "s", "stiffness proportional", false, Range::not_negative()}, e.beta);
    });
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
}

} // namespace slideway::app
