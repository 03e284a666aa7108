#pragma once

#include "contact/patch/patch_law.hpp"

#include <vector>

namespace slideway::contact {

/// Point of a pressure where the friction force reverses if its slip passes near zero. Friction is
/// smooth on the scale of |v| if the point slips with v, and on the scale size |omega| if v is
/// smaller.
struct SlipTurn {
    Vector2 at;  ///< position relative to the port, in the axes of the map [m]
    double size; ///< arm of the torque of pure spin, or smallest radius [m]; 0 for a point
};

/// Distance of slip and spin of the port from rest of the point, |(v, size omega)| [m/s].
/// @param velocity  (u_x, u_y, omega) in the axes of the map
[[nodiscard]] double turn_size(const SlipTurn& turn, const Vector3& velocity);

/// Returns one point per part of the pressure.
[[nodiscard]] std::vector<SlipTurn> slip_turns(const PatchLaw& law);

} // namespace slideway::contact
