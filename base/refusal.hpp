#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// Short lines for messages that refuse something.
namespace slideway {

/// Largest length of such a line [B].
inline constexpr std::size_t most_of_refusal = 400;

/// Returns a printable line of at most `most` bytes; "..." replaces the middle of a longer one.
[[nodiscard]] std::string shortened(const std::string& line, std::size_t most);

/// Returns "a, b, c", or for a long list "the 5 nearest of 45: a, b, c, d, e", chosen by their edit
/// distance to `word`.
[[nodiscard]] std::string name_list(std::string_view word, std::span<const std::string> candidates);

} // namespace slideway
