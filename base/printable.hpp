#pragma once

#include <string>
#include <string_view>

namespace slideway {

/// Returns the text as one line for a terminal, at most about 2000 bytes. Control characters are
/// written as in TOML (\n, \t, \u001b, also \u0080 to \u009f), bytes that are not UTF-8 as \xff,
/// and the middle of a long text as "...". Other characters do not change.
[[nodiscard]] std::string printable(std::string_view text);

/// Returns the first control character or invalid byte of UTF-8, in the form of printable(); "" if
/// there is none. With `lines`, line ends and tabs are allowed.
[[nodiscard]] std::string control_character(std::string_view text, bool lines = false);

} // namespace slideway
