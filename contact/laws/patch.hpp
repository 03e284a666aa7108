#pragma once

#include "base/error.hpp"
#include "contact/laws/law.hpp"
#include "contact/laws/pressure_source.hpp"
#include "contact/patch/patch_law.hpp"
#include "contact/patch/patch_options.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace slideway::contact {

/// Pressures that a case names.
enum class MapShape {
    uniform,
    hertz,
    flat_punch,
    power,
    table,
    ellipse,
    triangles,
    surface,
    contact,
    point
};
constexpr auto choices(MapShape /*one of*/)
{
    using enum MapShape;
    return std::to_array<Choice<MapShape>>(
        {{uniform, "uniform", "the same over a disc"},
         {hertz, "hertz", "half an ellipsoid on a disc, nu = 1/2"},
         {flat_punch, "flat-punch", "nu = -1/2"},
         {power, "power", "(1 - r^2/R^2)^nu on a disc"},
         {table, "table", "over the radius of a disc, linear between"},
         {ellipse, "ellipse", "Hertz's on an ellipse, times 1 + skew . (x, y)"},
         {triangles, "triangles", "linear on each"},
         {surface, "surface",
          "on the faces of the group that the first port is made of, times 1 + skew . (x, y)"},
         {contact, "contact",
          "of a contact in the results of a static analysis, spread over the thickness: x along "
          "the master curve, origin at the centre of pressure"},
         {point, "point", "none: friction in two directions at once, without spin"}});
}

/// Values that a case gives of one pressure; those of its shape count.
struct MapEntry {
    MapShape shape = MapShape::uniform;
    double radius = 0, nu = 0, normal_force = 0;
    std::vector<double> radii, pressures;
    Vector2 half_axes = Vector2::Zero(), skew = Vector2::Zero(), at = Vector2::Zero();
    std::vector<TrianglePressure::Vertex> vertices;
    std::vector<double> triangles; ///< corners, three each, from 1
    std::string results, contact;  ///< results of an earlier run, and name of its contact

    [[nodiscard]] bool is_external() const
    {
        return shape == MapShape::surface || shape == MapShape::contact;
    }
};
/// @throws InputError  of one of its keys, without a place
[[nodiscard]] PressurePart part_of(const MapEntry& entry);
/// The part of an entry with an external pressure, on the axes of the ports.
/// @param angle  from these to the axes in which the entry is given [rad]
[[nodiscard]] PressurePart part_of(const MapEntry& entry, ExternalPressure pressure,
                                   double angle = 0);

/// Friction of a contact area on the rows (x, y, rotation) of two ports: contact/patch.
class Patch final : public Law {
public:
    PatchLaw law;
    PatchOptions options;           ///< options that it is made of
    std::vector<MapEntry> external; ///< pressures from outside the case: without them, no law

    Patch() = default;
    explicit Patch(PatchLaw patch_law) : law(std::move(patch_law)) {}

    /// True if the law depends on the surroundings of the joint: on external pressures, or on axes
    /// of the first body in which the case gives the pressure.
    [[nodiscard]] bool needs_surroundings() const { return !external.empty() || law.turns(); }
    /// The law with its external pressures, on the axes of the ports.
    /// @throws InputError  of a key of the joint
    [[nodiscard]] Patch completed(const PressureSource& source) const;
    /// Results that pressures are taken from, as the case names them.
    [[nodiscard]] std::vector<std::string> results() const;

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    [[nodiscard]] const PatchLaw* patch() const override { return &law; }
};

/// Key, help and range of a length that scales a spin axis.
template <class F>
void spin_length_field(F& f, const std::string& help, bool required,
                       const std::string& default_text, SpinLength& rho)
{
    using Range = typename F::Range;
    bool number = false;
    f.choice_or_number({"rho", "m", help, required, Range::positive(), default_text}, rho.of,
                       number, rho.length);
    if (number)
        rho.of = SpinLength::Of::length;
}

/// Runs `work`; errors of keys of the table of `f` get its place.
template <class F, class Work>
auto placed_in(const F& f, Work&& work)
{
    try {
        return work();
    } catch (const InputError& error) {
        const std::string table = f.path("");
        throw error.placed(f.where(error.key().substr(0, error.key().find('.'))),
                           table.substr(0, table.size() - 1));
    }
}

/// Keys of one pressure. @param sum  parts stand in its place
template <class F>
void part_fields(F& p, bool required, bool sum, PressureMap& map, std::vector<MapEntry>& external)
{
    using Range = typename F::Range;
    MapEntry e;
    p.choice({"shape", "", "", required, {}, "none; or parts"}, e.shape);
    bool complete = p.has("shape");
    const MapShape shape = e.shape;
    // Whether the shape, if the case gives one, has a key and needs it; a key of others is refused.
    auto describe = [&](const char* key, std::initializer_list<MapShape> shapes,
                        bool needed) -> bool {
        if (sum && p.has(key))
            p.refuse(key, "give either one pressure or parts");
        const bool takes = std::find(shapes.begin(), shapes.end(), shape) != shapes.end();
        if (!takes && p.has("shape") && p.has(key))
            p.refuse(key, "a pressure of shape " + quoted_name(shape) + " has none; leave it out");
        if (takes && needed && !p.has(key))
            complete = false;
        return p.has("shape") && takes && needed;
    };
    using enum MapShape;
    const auto discs = {uniform, hertz, flat_punch, power};
    const auto own = {uniform, hertz, flat_punch, power, table, ellipse, triangles, surface, point};
    const auto placed = {uniform, hertz, flat_punch, power, table, ellipse, triangles, contact};
    p.number({"radius", "m", "uniform, hertz, flat-punch, power: of the disc",
              describe("radius", discs, true), Range::positive(), "none"},
             e.radius);
    p.number({"nu", "", "power: exponent", describe("nu", {power}, true),
              Range{.min = -1, .max = 1000, .min_open = true}, "none"},
             e.nu);
    p.numbers({"radii", "m", "table: ascending from 0", describe("radii", {table}, true),
               Range::not_negative(), "none"},
              e.radii);
    p.numbers({"pressures", "", "table: one per radius, of any unit",
               describe("pressures", {table}, true), Range::not_negative(), "none"},
              e.pressures);
    p.pair({"half_axes", "m", "ellipse: along x and y of the frame",
            describe("half_axes", {ellipse}, true), Range::positive(), "none"},
           e.half_axes(0), e.half_axes(1));
    describe("skew", {ellipse, surface}, false);
    p.pair({"skew", "1/m", "ellipse, surface: slopes of the pressure over x and y of the frame"},
           e.skew(0), e.skew(1));
    p.tables(
        {"vertices", "", "triangles: their corners, each once",
         describe("vertices", {triangles}, true)},
        [&e](F& v) {
            TrianglePressure::Vertex vertex{Vector2::Zero(), 0};
            v.pair({"at", "m", "from the origin of the pressure, along x and y of the frame", true},
                   vertex.at(0), vertex.at(1));
            v.number({"pressure", "", "of any unit, linear between", true, Range::not_negative()},
                     vertex.pressure);
            e.vertices.push_back(vertex);
        });
    p.numbers({"triangles", "",
               "triangles: numbers of three vertices each, from 1, counter-clockwise",
               describe("triangles", {triangles}, true), Range{.min = 1}, "none"},
              e.triangles);
    p.text({.name = "results",
            .help = "contact: results.h5 of a static analysis or its folder",
            .required = describe("results", {contact}, true),
            .file = true},
           e.results);
    p.text({"contact", "", "contact: its name there", describe("contact", {contact}, true)},
           e.contact);
    describe("at", placed, false);
    p.pair({"at", "m", "its origin from the first port, along x and y of the frame"}, e.at(0),
           e.at(1));
    p.number({"normal_force", "N", "resultant of the pressure", describe("normal_force", own, true),
              Range::positive(), "none; contact: that of the results"},
             e.normal_force);
    if (complete && e.is_external())
        external.push_back(e);
    else if (complete)
        map.push_back(placed_in(p, [&e]() -> PressurePart { return part_of(e); }));
}

template <class F>
void fields(F& f, Patch& joint)
{
    using Range = typename F::Range;
    PatchOptions options;
    bool pressed = false, expanded = false, complete = true;
    f.number({"friction", "", "Coulomb coefficient mu", true, Range::positive()}, options.friction);
    f.table({"pressure", "", "about the first port; or a sum of parts", true}, pressed, [&](F& p) {
        const bool sum = p.has("parts");
        if (sum && p.has("shape"))
            p.refuse("shape", "give either one pressure or parts");
        part_fields(p, f.has("pressure") && !sum, sum, options.map, joint.external);
        p.tables({"parts", "", "a sum: each with the keys of one pressure, in place of them"},
                 [&](F& part) { part_fields(part, true, false, options.map, joint.external); });
        if (sum && options.map.empty() && joint.external.empty())
            p.refuse("parts", "expected one or more tables");
    });
    f.choice({"frame", "", ""}, options.frame);
    f.table({"expand", "", "how force and torque follow from slip and spin", false, {}, "exact"},
            expanded, [&](F& e) {
                e.choice({"form", "", "", true}, options.form);
                const FormTakes form = takes(options.form);
                e.integer({"n", "",
                           "terms of harmonic and potential, degree of pade and "
                           "spherical-harmonics, number of points",
                           form.n_max > 0,
                           form.n_max > 0 ? Range::between(form.n_min, form.n_max)
                                          : Range::between(1, takes(PatchForm::points).n_max),
                           "none"},
                          options.n);
                spin_length_field(e,
                                  "length that scales the spin axis of a series; ellipsoid, "
                                  "harmonic, potential and spherical-harmonics need it",
                                  form.rho, "none", options.rho);
                complete = (form.n_max == 0 || e.has("n")) && (!form.rho || e.has("rho"));
                for (const auto& [key, taken] : {std::pair{"n", form.n_max > 0}, {"rho", form.rho}})
                    if (!taken && e.has("form") && e.has(key))
                        e.refuse(key, "the form " + quoted_name(options.form) +
                                          " has none; leave it out");
            });
    // Otherwise keys are only described, or a missing key was reported.
    joint.options = options;
    if (options.friction > 0 && !options.map.empty() && joint.external.empty() && complete)
        joint.law = placed_in(f, [&options]() -> PatchLaw { return PatchLaw(options); });
}

} // namespace slideway::contact
