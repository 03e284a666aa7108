#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slideway {

/// Shortest decimal text that reads back to the same double: 0.1, 5e-08, 30.
[[nodiscard]] std::string number_text(double value);

/// `digits` significant digits, for messages: 7.345e-08.
[[nodiscard]] std::string number_text(double value, int digits);

/// "a, b, c"
[[nodiscard]] std::string join(std::span<const std::string> words,
                               std::string_view separator = ", ");

/// "a, b and c"
[[nodiscard]] std::string listed(std::span<const std::string> words, std::string_view last);

/// "1 start", "5 starts"
[[nodiscard]] std::string plural(std::size_t n, std::string_view word);

/// Letters of ASCII in lower case.
[[nodiscard]] std::string lower_case(std::string text);

/// Each in quotation marks.
[[nodiscard]] std::vector<std::string> quoted(std::vector<std::string> words);

/// The candidate with the smallest edit distance to `word` (a swap of neighbours counts as one); ""
/// if none is near (more than half of the letters differ).
[[nodiscard]] std::string nearest_name(std::string_view word,
                                       std::span<const std::string> candidates);

/// "did you mean X? Allowed: a, b, c" or "allowed: a, b, c".
[[nodiscard]] std::string name_advice(std::string_view word,
                                      std::span<const std::string> candidates);
/// "; " and the advice: the end of every wrong-name message.
[[nodiscard]] std::string name_hint(std::string_view word, std::span<const std::string> candidates);

} // namespace slideway
