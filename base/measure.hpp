#pragma once

#include "base/types.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slideway {

/// Returns the axis (0: x, 1: y, 2: z) about which a component of a port rotates: "rotation"
/// and "rotation_z" about z, "rotation_x", "rotation_y". Any other name is a displacement and
/// has no axis.
[[nodiscard]] std::optional<Index> rotation_axis(std::string_view component);

/// Quantity that a component of a port measures; the load on a rotation is a moment.
enum class Measure { displacement, rotation };
[[nodiscard]] Measure measure_of(std::string_view component);
/// Returns the measure of one of several rows. @param rows  empty: all are displacements
[[nodiscard]] Measure measure_at(const std::vector<Measure>& rows, Index row);

/// Converts a unit of displacements to the unit of a component: for a rotation "m/s" becomes
/// "rad/s", "N" becomes "N m", and "N/m" becomes "N m/rad".
[[nodiscard]] std::string unit_on(std::string_view unit, Measure measure);
/// Lists the units of several components, each once: "N, N m". @param rows  empty: displacements
[[nodiscard]] std::string unit_on(std::string_view unit, const std::vector<Measure>& rows);

} // namespace slideway
