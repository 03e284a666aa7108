#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// Paths of keys as --set, maps and scripts write them: contact.rub.friction. A part that holds a
/// dot or an equals sign stands in quotation marks of either kind, as in TOML:
/// analysis.plane.displacement."pair.left.x".n
namespace slideway {

/// The parts, without quotation marks; empty ones where the path is not well formed.
[[nodiscard]] std::vector<std::string> split_key(const std::string& path);

/// Position of the first of `letters` outside of quotation marks; npos if there is none.
[[nodiscard]] std::size_t find_unquoted(const std::string& text, const std::string& letters);

} // namespace slideway
