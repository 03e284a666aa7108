#include "app/bodies/body_keys.hpp"

#include "base/text.hpp"
#include "fem/mesh.hpp"
#include "fem/plane.hpp"

#include <algorithm>
#include <numbers>

namespace slideway::app {

using io::Range;

double Placement::angle() const
{
    return angle_deg * std::numbers::pi / 180;
}

Eigen::Matrix3d Placement::turn() const
{
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    R.topLeftCorner<2, 2>() = fem::rotation(angle());
    for (const Turn& turn : turns)
        R = (fem::rotation({turn.axis[0], turn.axis[1], turn.axis[2]},
                           turn.angle_deg * std::numbers::pi / 180) *
             R)
                .eval();
    return R;
}

void scale_field(io::Fields& f, std::optional<double>& scale, const std::string& prefix,
                 const std::string& default_text)
{
    double value = 1;
    f.number({"scale", "m", "metres per unit of " + prefix + ": 0.001 if it is in mm", false,
              Range::positive(), default_text},
             value);
    if (f.has("scale"))
        scale = value;
}

void units_field(io::Fields& f, std::optional<fem::UnitSystem>& units, const std::string& what,
                 bool required)
{
    fem::UnitSystem given;
    std::vector<std::string> names;
    for (const fem::UnitSystem& system : fem::unit_systems())
        names.push_back(system.name);
    bool is_table = false;
    f.choice_or_table(
        {"units",
         "",
         "units of " + what +
             ", which are converted to SI; keys of the case are SI always. Or "
             "{ length, mass, time }",
         required,
         {},
         "SI"},
        given.name, names, is_table, [&given](io::Fields& u) {
            u.number({"length", "m", "unit of length", true, Range::positive()}, given.length);
            u.number({"mass", "kg", "unit of mass", true, Range::positive()}, given.mass);
            u.number({"time", "s", "unit of time", true, Range::positive()}, given.time);
        });
    if (!f.has("units"))
        return;
    if (f.has("scale"))
        f.refuse("scale", "give either units, which convert positions too, or scale");
    if (is_table)
        given.name.clear();
    else
        for (const fem::UnitSystem& system : fem::unit_systems())
            if (system.name == given.name)
                given = system;
    units = given;
}

namespace {

std::array<double, 3> three(io::Fields& f, const io::Key& key, std::array<double, 3> values)
{
    std::vector<double> list(values.begin(), values.end());
    f.numbers(key, list);
    if (f.has(key.name) && list.size() != 3)
        f.refuse(key.name, "expected three numbers");
    if (list.size() == 3)
        std::copy(list.begin(), list.end(), values.begin());
    return values;
}

// Sets the axes of a material from two directions; the second one is made normal to the first.
void axes_fields(io::Fields& o, Eigen::Matrix3d& axes)
{
    const std::array<double, 3> first =
        three(o, {"axis_1", "", "direction 1 in coordinates of the mesh"}, {1, 0, 0});
    const std::array<double, 3> second =
        three(o, {"axis_2", "", "direction 2; its part along axis 1 is left out"}, {0, 1, 0});
    const Eigen::Vector3d given_1(first.data()), given_2(second.data());
    if (!(given_1.norm() > 0))
        o.refuse("axis_1", "expected a direction, not zero");
    axes.col(0) = given_1 / given_1.norm();
    const Eigen::Vector3d across = given_2 - axes.col(0).dot(given_2) * axes.col(0);
    constexpr double parallel = 1e-9;
    if (!(across.norm() > parallel * given_2.norm()))
        o.refuse(o.has("axis_2") ? "axis_2" : "axis_1",
                 "expected directions axis_1 and axis_2 that are not parallel");
    axes.col(1) = across / across.norm();
    const auto u = axes.col(0), v = axes.col(1);
    axes.col(2) << u(1) * v(2) - u(2) * v(1), u(2) * v(0) - u(0) * v(2), u(0) * v(1) - u(1) * v(0);
}

void orthotropic_fields(io::Fields& o, fem::Orthotropic& material)
{
    const Range positive = Range::positive();
    material.young = three(o, {"young", "Pa", "[E_1, E_2, E_3]", true, positive}, material.young);
    material.poisson =
        three(o,
              {"poisson", "",
               "[nu_12, nu_23, nu_13]; nu_ij = -strain j / strain i under stress along i", true},
              material.poisson);
    material.shear =
        three(o, {"shear", "Pa", "[G_12, G_23, G_13]", true, positive}, material.shear);
    axes_fields(o, material.axes);
}

void one_material(io::Fields& m, fem::Material& material)
{
    const bool isotropic = !m.has("orthotropic");
    for (const char* key : {"young", "poisson"})
        if (!isotropic && m.has(key))
            m.refuse(key, "give either young and poisson, or orthotropic");
    m.number({"young", "Pa", "Young's modulus", isotropic, Range::positive()}, material.young);
    m.number({"poisson",
              "",
              "Poisson's ratio",
              isotropic,
              {.min = -1, .max = 0.5, .min_open = true, .max_open = true}},
             material.poisson);
    fem::Orthotropic orthotropic;
    bool given = false;
    m.table({"orthotropic", "",
             "three planes of symmetry, in place of young and poisson; the axes turn with the "
             "placement of the body"},
            given, [&](io::Fields& o) { orthotropic_fields(o, orthotropic); });
    if (given)
        material.orthotropic = orthotropic;
    m.number({"density", "kg/m^3", "mass density", true, Range::positive()}, material.density);
    m.number({"beta", "s", "damping beta K of its elements, besides that of the body", false,
              Range::not_negative()},
             material.beta);
}

} // namespace

void element_fields(io::Fields& f, const std::vector<ElementChoice>& elements,
                    std::vector<std::string>& chosen)
{
    chosen.clear();
    for (const fem::Shape& shape : fem::shapes()) {
        std::vector<std::string> names, abouts;
        for (const ElementChoice& element : elements)
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

void beam_material_fields(io::Fields& f, fem::Material& material)
{
    bool given = false;
    f.table({"material", "", "linear elastic, isotropic", true}, given, [&](io::Fields& m) {
        m.number({"young", "Pa", "Young's modulus", true, Range::positive()}, material.young);
        m.number({"poisson",
                  "",
                  "Poisson's ratio, which a beam does not need",
                  false,
                  {.min = -1, .max = 0.5, .min_open = true, .max_open = true}},
                 material.poisson);
        m.number({"density", "kg/m^3", "mass density", true, Range::positive()}, material.density);
    });
}

void material_fields(io::Fields& f, fem::Material& material,
                     std::map<std::string, fem::Material>& materials, const std::string& elements,
                     bool of_mesh)
{
    if (f.has("material") && f.has("materials"))
        f.refuse("materials", "give either material or materials");
    bool given = false;
    f.table({"material", "",
             "linear elastic material of all elements; or materials. Without both, an Abaqus or "
             "Nastran deck gives the materials, in its units",
             !f.has("materials") && !of_mesh},
            given, [&](io::Fields& m) { one_material(m, material); });
    materials.clear();
    f.named_tables(
        {"materials", "",
         "materials of groups of " + elements +
             ", in place of material: { lining = { young, poisson, density }, ... }"},
        [&](const std::string& name, io::Fields& m) { one_material(m, materials[name]); });
    if (f.has("materials") && materials.empty())
        f.refuse("materials", "expected at least one group");
}

void turn_materials(fem::Material& material, std::map<std::string, fem::Material>& materials,
                    const Placement& placement)
{
    fem::turn(material, placement.turn());
    for (auto& [name, one] : materials)
        fem::turn(one, placement.turn());
}

void placement_fields(io::Fields& f, Placement& placement, const std::string& help,
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

void shift_fields(io::Fields& f, Placement& placement, const std::string& help)
{
    bool given = false;
    f.table({"placement", "", help}, given, [&](io::Fields& p) {
        p.text(
            {"put", "", "port with one node that comes to `at`", false, {}, "origin of the mesh"},
            placement.put);
        p.pair({"at", "m", "new position of that point"}, placement.at[0], placement.at[1]);
    });
}

void space_placement_fields(io::Fields& f, Placement& placement)
{
    bool given = false;
    f.table({"placement", "", "turns the mesh and moves it"}, given, [&](io::Fields& p) {
        p.number({"angle_deg", "deg", "about z, counter-clockwise"}, placement.angle_deg);
        p.tables({"turns", "",
                  "rotations about fixed axes, one after the other, e.g. [{ axis = [0, 0, 1], "
                  "angle_deg = 30 }, ...], in place of angle_deg"},
                 [&](io::Fields& t) {
                     Turn turn;
                     turn.axis = three(t, {"axis", "", "direction of the axis", true}, turn.axis);
                     if (t.has("axis") && turn.axis == std::array<double, 3>{0, 0, 0})
                         t.refuse("axis", "expected a direction, not zero");
                     t.number({"angle_deg", "deg", "by the right-hand rule", true}, turn.angle_deg);
                     placement.turns.push_back(turn);
                 });
        if (p.has("turns") && p.has("angle_deg"))
            p.refuse("angle_deg", "give either turns or angle_deg");
        p.text(
            {"put", "", "port with one node that comes to `at`", false, {}, "origin of the mesh"},
            placement.put);
        placement.at = three(p, {"at", "m", "new position of that point, [x, y, z]"}, placement.at);
    });
}

} // namespace slideway::app
