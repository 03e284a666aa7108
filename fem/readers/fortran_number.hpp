#pragma once

#include <optional>
#include <string_view>

namespace slideway::fem {

/// Parses a number as Fortran writes it: "1.5", ".5", "+2", "1.5D+3", "1.5d3", and "1.5+3" without
/// a letter. Numbers that are too small for a double become 0. Empty for any other text, and for a
/// number that is not finite.
[[nodiscard]] std::optional<double> fortran_number(std::string_view text);

} // namespace slideway::fem
