#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// Lines that refuse something stay short.
namespace slideway {

/// The most bytes of such a line.
inline constexpr std::size_t most_of_refusal = 400;

/// A printable line of at most so many bytes; of a longer one the middle is "...".
[[nodiscard]] std::string shortened(const std::string& line, std::size_t most);

/// "a, b, c"; of a long list "the 5 nearest of 45: a, b, c, d, e", by their edit distance to
/// `word`.
[[nodiscard]] std::string name_list(std::string_view word, std::span<const std::string> candidates);

} // namespace slideway
