#include "fem/matrix_files/matrix_text.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"

#include <algorithm>
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
    std::string letters;
    for (const char c : text) {
        const bool sign = c == '+' || c == '-';
        if (sign && !letters.empty() && letters.back() != 'e')
            letters += 'e'; // "1.5+3" has no letter
        if (!(c == '+' && !letters.empty()))
            letters += c == 'D' || c == 'd' || c == 'E' ? 'e' : c;
    }
    if (letters.find_first_not_of("+-0123456789.e") != std::string::npos)
        return std::nullopt;
    return plain_number(letters);
}

MatrixText::MatrixText(const std::filesystem::path& file)
    : file_(file.string()), stream_(open_input(file))
{
}

bool MatrixText::next()
{
    if (!std::getline(stream_, text_))
        return false;
    if (text_.ends_with('\r'))
        text_.pop_back();
    ++line_;
    return true;
}

double MatrixText::number(std::string_view text) const
{
    const std::optional<double> value = fortran_number(text);
    if (!value)
        refuse("\"" + std::string(text.substr(0, longest_number)) + "\"; expected a finite number");
    return *value;
}

long long MatrixText::integer(std::string_view text, const char* what, long long low,
                              long long high) const
{
    long long value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value < low || value > high)
        refuse(std::string(what) + " \"" + std::string(text.substr(0, longest_number)) +
               "\"; expected a whole number from " + std::to_string(low) + " to " +
               std::to_string(high));
    return value;
}

void MatrixText::refuse(int line, const std::string& message) const
{
    throw InputError({file_, line}, message);
}

void split_numbers(std::string_view text, std::vector<std::string_view>& fields)
{
    const auto is_blank = [](char c) -> bool { return c == ' ' || c == '\t'; };
    fields.clear();
    for (std::size_t at = 0;;) {
        while (at < text.size() && is_blank(text[at]))
            ++at;
        if (at == text.size())
            return;
        const std::size_t start = at;
        while (at < text.size() && !is_blank(text[at]) && text[at] != ',')
            ++at;
        fields.push_back(text.substr(start, at - start));
        while (at < text.size() && is_blank(text[at]))
            ++at;
        if (at < text.size() && text[at] == ',')
            ++at;
    }
}

} // namespace slideway::fem
