#pragma once

#include "contact/patch/patch_law.hpp"

#include <vector>

namespace slideway::contact {

/// Place of a pressure where friction turns while the slip there passes by zero: it is smooth on
/// the scale of |v| where the place slips with v, and of size |omega| where v is smaller.
struct SlipTurn {
    Vector2 at;  ///< place from the port, on the axes of the map [m]
    double size; ///< [m]: arm of the torque of pure spin, or the smallest radius; 0 of a point
};

/// Distance of slip and spin of the port from where the place rests, |(v, size omega)| [m/s].
/// @param velocity  (u_x, u_y, omega) on the axes of the map
[[nodiscard]] double turn_size(const SlipTurn& turn, const Vector3& velocity);

/// One place for each part of the pressure.
[[nodiscard]] std::vector<SlipTurn> slip_turns(const PatchLaw& law);

} // namespace slideway::contact
