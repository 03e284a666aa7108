#include "io/two_columns.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string>
#include <string_view>

namespace slideway::io {

namespace {

constexpr std::string_view blank = " \t\r", separators = ",; \t\r";

std::string_view trimmed(std::string_view text)
{
    const auto from = text.find_first_not_of(blank);
    if (from == std::string_view::npos)
        return {};
    return text.substr(from, text.find_last_not_of(blank) - from + 1);
}

// Any number of C++, nan and inf too.
bool read_number(std::string_view text, double& value)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

// No digits, and no nan or inf.
bool is_names(std::string_view line)
{
    double ignored = 0;
    return std::none_of(line.begin(), line.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
           !read_number(line.substr(0, line.find_first_of(separators)), ignored);
}

// Two finite numbers and nothing else.
bool read_pair(std::string_view line, double& first, double& second)
{
    const auto end = line.find_first_of(separators);
    if (end == std::string_view::npos)
        return false;
    std::string_view rest = trimmed(line.substr(end));
    if (rest.starts_with(',') || rest.starts_with(';'))
        rest = trimmed(rest.substr(1));
    return read_number(line.substr(0, end), first) && read_number(rest, second) &&
           std::isfinite(first) && std::isfinite(second);
}

} // namespace

void read_two_columns(const std::filesystem::path& file, std::vector<double>& first,
                      std::vector<double>& second)
{
    std::ifstream in(file);
    const std::string name = file.filename().string();
    if (!in || std::filesystem::is_directory(file))
        throw InputError(name + ": no such file, or it cannot be read");
    std::string line;
    bool names = true; // may stand before the numbers
    for (int number = 1; std::getline(in, line); ++number) {
        std::string_view text(line);
        if (number == 1 && text.starts_with("\xEF\xBB\xBF"))
            text.remove_prefix(3); // mark of UTF-8
        text = trimmed(text);
        if (text.empty() || text.starts_with('#'))
            continue;
        double a = 0, b = 0;
        if (read_pair(text, a, b)) {
            first.push_back(a);
            second.push_back(b);
        } else if (!names || !is_names(text)) {
            throw InputError(name + ":" + std::to_string(number) +
                             ": expected two finite numbers, found \"" +
                             std::string(text.substr(0, 60)) + "\"");
        }
        names = false;
    }
    if (first.empty())
        throw InputError(name + ": no numbers");
}

} // namespace slideway::io
