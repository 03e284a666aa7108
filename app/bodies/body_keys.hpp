#pragma once

#include "base/types.hpp"
#include "fem/material.hpp"
#include "fem/units.hpp"
#include "io/fields.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Keys that several kinds of bodies have.
namespace slideway::app {

/// Rotation about an axis through the moved point.
struct Turn {
    std::array<double, 3> axis{0, 0, 1};
    double angle_deg = 0;
};

struct Placement {
    double angle_deg = 0; ///< about z
    std::string put;      ///< port (point) that is moved to `at`; "": the origin of the mesh
    std::array<double, 3> at{0, 0, 0};
    std::vector<Turn> turns; ///< in space, one after the other, about fixed axes

    [[nodiscard]] double angle() const; ///< about z [rad]
    [[nodiscard]] Eigen::Matrix3d turn() const;
    [[nodiscard]] Eigen::Vector3d position() const { return {at[0], at[1], at[2]}; } ///< `at` [m]
};

/// @param origin  point that is moved to `at` without `put`; "": the centre of the body, and no key
///                `put`
void placement_fields(io::Fields& f, Placement& placement, const std::string& help,
                      const std::string& origin);
/// Keys of a placement without rotation: `put` and `at`.
void shift_fields(io::Fields& f, Placement& placement, const std::string& help);
/// Keys of a placement in space: `at` has three coordinates, and `turns` rotate about any axes.
void space_placement_fields(io::Fields& f, Placement& placement);
/// @param prefix  quantity in that unit, for the help text
void scale_field(io::Fields& f, std::optional<double>& scale, const std::string& prefix,
                 const std::string& default_text);
/// Reads `units`, a name or { length, mass, time }, and refuses it beside `scale`.
/// @param what  converted quantities, for the help text
/// @param required  true if other data of the file need them
void units_field(io::Fields& f, std::optional<fem::UnitSystem>& units, const std::string& what,
                 bool required = false);
/// Reads the material of a beam: Young's modulus and density.
void beam_material_fields(io::Fields& f, fem::Material& material);
/// Turns the axes of orthotropic materials with the body.
void turn_materials(fem::Material& material, std::map<std::string, fem::Material>& materials,
                    const Placement& placement);
/// An element for the choice of its shape.
struct ElementChoice {
    std::string_view name, about, shape;
};
/// Reads a key per shape with more than one element; the first of a shape is its default. The key
/// is the name of the shape, "quadrilateral" for quad4.
void element_fields(io::Fields& f, const std::vector<ElementChoice>& elements,
                    std::vector<std::string>& chosen);
/// Choices of a list of elements.
template <class Element>
[[nodiscard]] std::vector<ElementChoice> element_choices(std::span<const Element> elements)
{
    std::vector<ElementChoice> all;
    for (const Element& element : elements)
        all.push_back({element.name, element.about, element.shape});
    return all;
}
/// Reads `material`, or `materials` by groups of elements.
/// @param elements  kind of these groups: "surfaces"
/// @param of_mesh   true: the mesh gives the materials
void material_fields(io::Fields& f, fem::Material& material,
                     std::map<std::string, fem::Material>& materials, const std::string& elements,
                     bool of_mesh);

} // namespace slideway::app
