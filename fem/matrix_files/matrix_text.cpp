#include "fem/matrix_files/matrix_text.hpp"

#include "fem/readers/fortran_number.hpp"

#include <charconv>

namespace slideway::fem {

namespace {

constexpr std::size_t longest_number = 64; // in messages

} // namespace

MatrixText::MatrixText(const std::filesystem::path& file) : file_(file.string()), lines_(file) {}

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
