#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slideway {

/// Shortest decimal text that reads back to the same double: 0.1, 5e-08, 30.
[[nodiscard]] std::string number_text(double value);

/// Text with `digits` significant digits, for messages: 7.345e-08.
[[nodiscard]] std::string number_text(double value, int digits);

/// Returns "a, b, c".
[[nodiscard]] std::string join(std::span<const std::string> words,
                               std::string_view separator = ", ");

/// Returns "a, b and c".
[[nodiscard]] std::string listed(std::span<const std::string> words, std::string_view last);

/// Returns "1 start" or "5 starts".
[[nodiscard]] std::string plural(std::size_t n, std::string_view word);

/// Converts ASCII letters to lower case.
[[nodiscard]] std::string lower_case(std::string text);

/// Puts each word in quotation marks.
[[nodiscard]] std::vector<std::string> quoted(std::vector<std::string> words);

/// Returns the candidate with the smallest edit distance to `word` (a swap of neighbours counts as
/// one edit); "" if none is near (more than half of the letters differ).
[[nodiscard]] std::string nearest_name(std::string_view word,
                                       std::span<const std::string> candidates);

/// Returns "did you mean X? Allowed: a, b, c" or "allowed: a, b, c".
[[nodiscard]] std::string name_advice(std::string_view word,
                                      std::span<const std::string> candidates);
/// Returns "; " and the advice, the end of every message about a wrong name.
[[nodiscard]] std::string name_hint(std::string_view word, std::span<const std::string> candidates);

} // namespace slideway
