#pragma once

#include "base/types.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slideway {

/// The axis (0: x, 1: y, 2: z) about which a component of a port turns: "rotation" and "rotation_z"
/// about z, "rotation_x", "rotation_y". None: a displacement, as every other name is.
[[nodiscard]] std::optional<Index> rotation_axis(std::string_view component);

/// What a component of a port measures; what acts on a rotation is a moment.
enum class Measure { displacement, rotation };
[[nodiscard]] Measure measure_of(std::string_view component);
/// Of one of several rows. @param rows  empty: all are displacements
[[nodiscard]] Measure measure_at(const std::vector<Measure>& rows, Index row);

/// A unit in which displacements are measured, on a component: "m/s" of a rotation is "rad/s", "N"
/// is "N m", "N/m" is "N m/rad".
[[nodiscard]] std::string unit_on(std::string_view unit, Measure measure);
/// On several in one list, none of them twice: "N, N m". @param rows  empty: displacements
[[nodiscard]] std::string unit_on(std::string_view unit, const std::vector<Measure>& rows);

} // namespace slideway
