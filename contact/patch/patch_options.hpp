#pragma once

#include "base/choice.hpp"
#include "contact/patch/pressure_map.hpp"

#include <string>
#include <vector>

namespace slideway::contact {

enum class PatchForm { exact, ellipsoid, harmonic, potential, pade, spherical, points };
constexpr auto choices(PatchForm /*one of*/)
{
    using enum PatchForm;
    return std::to_array<Choice<PatchForm>>(
        {{exact, "exact", "from the pressure, in closed form or by quadrature to round-off"},
         {ellipsoid, "ellipsoid", "right for pure slip and pure spin"},
         {harmonic, "harmonic", "n terms of the force and n of the torque"},
         {potential, "potential", "n terms of the dissipation"},
         {pade, "pade", "fractions of degree n in slip over spin"},
         {spherical, "spherical-harmonics", "of the dissipation, up to degree n, even"},
         {points, "points", "the pressure on about n points; for limit-directions alone"}});
}

/// The length rho that scales the spin axis of a sphere of directions (u_x, u_y, rho omega).
struct SpinLength {
    enum class Of { kappa, radius, length } of = Of::kappa;
    double length = 0; ///< length for Of::length [m]
};
constexpr auto choices(SpinLength::Of /*one of*/)
{
    using enum SpinLength::Of;
    return std::to_array<Choice<SpinLength::Of>>({{kappa, "kappa"}, {radius, "R"}});
}

/// Axes in which the pressure is defined.
enum class MapFrame { first_body, fixed };
constexpr auto choices(MapFrame /*one of*/)
{
    using enum MapFrame;
    return std::to_array<Choice<MapFrame>>(
        {{first_body, "first-body",
          "x and y of the pressure (at, half_axes, skew, vertices) belong to the first body and "
          "turn with its placement.angle_deg and its motion, as feet of a stool"},
         {fixed, "fixed",
          "they are x and y of space, whatever the body does, as the touching area of two curved "
          "bodies"}});
}

/// A pressure and the form of its friction law.
struct PatchOptions {
    /// A disc about the port, unless `map` has parts:
    PressureShape shape = PressureShape::uniform;
    double radius = 0;       ///< R [m], > 0
    double normal_force = 0; ///< P [N], > 0
    double friction = 0;     ///< mu, > 0
    PatchForm form = PatchForm::exact;
    int n = 1;      ///< order of the form, within its range
    SpinLength rho; ///< length of a series
    MapFrame frame = MapFrame::first_body;
    PressureMap map; ///< parts of a general map; series other than spherical harmonics need a disc
                     ///< about the port
    std::vector<std::string> sources = {}; ///< origin of pressures that are not in the case file
};

/// Options of a form.
struct FormTakes {
    int n_min = 0, n_max = 0; ///< range of n; 0 if the form has no n
    bool rho = false;         ///< true if a length scales its spin axis
    bool any_map = false;     ///< true if any map is possible, not only a disc about the port
};
[[nodiscard]] FormTakes takes(PatchForm form);

} // namespace slideway::contact
