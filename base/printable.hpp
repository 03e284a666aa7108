#pragma once

#include <string>
#include <string_view>

namespace slideway {

/// The text as one line for a terminal, at most about 2000 bytes: control characters as in TOML
/// (\n, \t, \u001b, also \u0080 to \u009f), bytes that are not UTF-8 as \xff, the middle of a long
/// text as "...". Other characters stay as they are.
[[nodiscard]] std::string printable(std::string_view text);

/// The first control character or byte that is not UTF-8, as printable() shows it; "" if there is
/// none. Line ends and tabs do not count with `lines`.
[[nodiscard]] std::string control_character(std::string_view text, bool lines = false);

} // namespace slideway
