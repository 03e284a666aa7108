#pragma once

#include "base/types.hpp"
#include "fem/plane_stress.hpp"
#include "fem/units.hpp"
#include "io/fields.hpp"

#include <array>
#include <optional>
#include <string>

/// Keys that several kinds of bodies have.
namespace slideway::app {

struct Placement {
    double angle_deg = 0;
    std::string put; ///< port (point) that is moved to `at`; "": the origin of the mesh
    std::array<double, 2> at{0, 0};

    [[nodiscard]] double angle() const; ///< [rad]
    [[nodiscard]] Eigen::Matrix2d turn() const;
    [[nodiscard]] Eigen::Vector2d position() const { return {at[0], at[1]}; } ///< `at` [m]
};

/// @param origin  point that is moved to `at` without `put`; "": the centre of the body, and no key
///                `put`
void placement_fields(io::Fields& f, Placement& placement, const std::string& help,
                      const std::string& origin);
/// @param prefix  quantity in that unit, for the help text
void scale_field(io::Fields& f, std::optional<double>& scale, const std::string& prefix,
                 const std::string& default_text);
/// Reads `units`, a name or { length, mass, time }, and refuses it beside `scale`.
/// @param what  converted quantities, for the help text
void units_field(io::Fields& f, std::optional<fem::UnitSystem>& units, const std::string& what);
void material_fields(io::Fields& f, fem::Material& material, bool with_poisson);

} // namespace slideway::app
