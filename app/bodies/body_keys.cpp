#include "app/bodies/body_keys.hpp"

#include "fem/plane.hpp"

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

void units_field(io::Fields& f, std::optional<fem::UnitSystem>& units, const std::string& what)
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
         false,
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

void space_placement_fields(io::Fields& f, Placement& placement)
{
    const auto three = [](io::Fields& p, const io::Key& key, std::array<double, 3>& values) {
        std::vector<double> list(values.begin(), values.end());
        p.numbers(key, list);
        if (p.has(key.name) && list.size() != 3)
            p.refuse(key.name, "expected three numbers");
        for (std::size_t i = 0; i < 3 && list.size() == 3; ++i)
            values[i] = list[i];
    };
    bool given = false;
    f.table({"placement", "", "turns the mesh and moves it"}, given, [&](io::Fields& p) {
        p.number({"angle_deg", "deg", "about z, counter-clockwise"}, placement.angle_deg);
        p.tables({"turns", "",
                  "rotations about fixed axes, one after the other, e.g. [{ axis = [0, 0, 1], "
                  "angle_deg = 30 }, ...], in place of angle_deg"},
                 [&](io::Fields& t) {
                     Turn turn;
                     three(t, {"axis", "", "direction of the axis", true}, turn.axis);
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
        three(p, {"at", "m", "new position of that point, [x, y, z]"}, placement.at);
    });
}

} // namespace slideway::app
