#include "fem/readers/fortran_number.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace slideway::fem {

namespace {

constexpr std::size_t longest_number = 64;

// Parses a text with the exponent letter e; empty if something else follows.
std::optional<double> plain_number(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end || text.empty() || error == std::errc::invalid_argument)
        return std::nullopt;
    if (error == std::errc::result_out_of_range)
        return text.find("e-") == std::string_view::npos ? std::nullopt : std::optional(0.0);
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<double> fortran_number(std::string_view text)
{
    if (const auto value = plain_number(text))
        return value;
    if (text.size() > longest_number)
        return std::nullopt;
    std::array<char, 2 * longest_number> letters{}; // without memory of the heap
    std::size_t n = 0;
    for (const char c : text) {
        const bool sign = c == '+' || c == '-';
        if (sign && n > 0 && letters[n - 1] != 'e')
            letters[n++] = 'e'; // "1.5+3" has no letter
        if (!(c == '+' && n > 0))
            letters[n++] = c == 'D' || c == 'd' || c == 'E' ? 'e' : c;
    }
    const std::string_view plain(letters.data(), n);
    if (plain.find_first_not_of("+-0123456789.e") != std::string_view::npos)
        return std::nullopt;
    return plain_number(plain);
}

} // namespace slideway::fem
