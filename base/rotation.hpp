#pragma once

#include "base/types.hpp"

#include <optional>
#include <string_view>

namespace slideway {

/// The axis (0: x, 1: y, 2: z) about which a component of a port turns: "rotation" and "rotation_z"
/// about z, "rotation_x", "rotation_y". None: a displacement, as every other name is.
[[nodiscard]] std::optional<Index> rotation_axis(std::string_view component);

} // namespace slideway
