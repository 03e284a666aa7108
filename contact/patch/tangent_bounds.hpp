#pragma once

#include "contact/patch/patch_force.hpp"

#include <array>
#include <optional>
#include <vector>

namespace slideway::contact {

struct PressurePart;
using PressureMap = std::vector<PressurePart>;

using Interval3 = std::array<Interval, 3>;
using Interval33 = std::array<Interval3, 3>;

/// Range of ratios of slip and spin in a box of (u_x, u_y, length omega).
struct SlipSpinArc {
    SlipSpin low, high;
};
[[nodiscard]] SlipSpinArc arc_of(const Interval3& box);

/// Returns bounds of the tangent of an axisymmetric law with limit 1, on a box of
/// (u_x, u_y, length omega) without the origin.
/// @param m  bounds of the meridian on arc_of(box)
[[nodiscard]] Interval33 axisymmetric_bounds(const MeridianBounds& m, const Interval3& box);

/// True if every part of the map is a disc. Only discs have bounds.
[[nodiscard]] bool has_bounds(const PressureMap& map);
/// Returns bounds of the tangent of a sum of discs, each with a limit equal to its normal force, on
/// a box of (u_x, u_y, length omega) of the port. Empty if slip and spin of a part may both be 0 in
/// the box.
[[nodiscard]] std::optional<Interval33> map_bounds(const PressureMap& map, double length,
                                                   const Interval3& box);

} // namespace slideway::contact
