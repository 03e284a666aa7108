#pragma once

#include <numbers>

namespace slideway {

/// Factor from cycles to radians: omega = two_pi f.
inline constexpr double two_pi = 2 * std::numbers::pi;

} // namespace slideway
