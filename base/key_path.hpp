#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// Paths of keys in `--set`, maps and scripts: contact.rub.friction. A part that contains a dot or
/// an equals sign is enclosed in quotation marks of either kind, as in TOML:
/// analysis.plane.displacement."pair.left.x".n
namespace slideway {

/// Returns the parts without quotation marks; some are empty if the path is malformed.
[[nodiscard]] std::vector<std::string> split_key(const std::string& path);

/// Position of the first of `letters` outside quotation marks; npos if there is none.
[[nodiscard]] std::size_t find_unquoted(const std::string& text, const std::string& letters);

} // namespace slideway
