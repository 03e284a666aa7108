#include "fem/csv_table.hpp"

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

namespace slideway::fem {

namespace {

constexpr const char* blanks = " \t\r";

// Splits a line into its values. @throws InputError  a quote without its end
std::vector<std::string> split(const std::string& line, const SourceLine& where)
{
    std::vector<std::string> values;
    for (std::size_t position = 0;;) {
        std::string value;
        const auto first = line.find_first_not_of(blanks, position);
        if (first != std::string::npos && line[first] == '"') {
            for (position = first + 1;; ++position) {
                if (position >= line.size())
                    throw InputError(where, "a \" without its end");
                if (line[position] == '"') {
                    if (position + 1 >= line.size() || line[position + 1] != '"')
                        break;
                    ++position;
                }
                value += line[position];
            }
            position = line.find(',', position);
        } else {
            const auto end = line.find(',', position);
            value = line.substr(position, end == std::string::npos ? end : end - position);
            value.erase(0, std::min(value.find_first_not_of(blanks), value.size()));
            value.erase(value.find_last_not_of(blanks) + 1);
            position = end;
        }
        values.push_back(value);
        if (position == std::string::npos)
            return values;
        ++position;
    }
}

} // namespace

CsvTable::CsvTable(const std::filesystem::path& file, const std::vector<std::string>& required,
                   const std::vector<std::string>& optional)
    : file_(file.string())
{
    std::ifstream stream = open_input(file);
    std::vector<std::string> allowed = required;
    allowed.insert(allowed.end(), optional.begin(), optional.end());

    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        const auto first = line.find_first_not_of(blanks);
        if (first == std::string::npos || line[first] == '#')
            continue;
        const SourceLine place{file_, number};
        if (const std::string control = control_character(line, true); !control.empty())
            throw InputError(place, "the line holds " + control +
                                        "; expected text in UTF-8 without "
                                        "control characters");
        std::vector<std::string> values = split(line, place);
        if (columns_.empty()) {
            for (const std::string& column : values) {
                if (std::find(allowed.begin(), allowed.end(), column) == allowed.end())
                    throw InputError(place, "unknown column \"" + column + "\"" +
                                                name_hint(column, allowed));
                if (std::count(values.begin(), values.end(), column) > 1)
                    throw InputError(place, "column \"" + column + "\" is given twice");
            }
            for (const std::string& column : required)
                if (std::find(values.begin(), values.end(), column) == values.end())
                    throw InputError(place, "column \"" + column + "\" is missing; expected " +
                                                join(allowed));
            columns_ = std::move(values);
            continue;
        }
        if (values.size() != columns_.size())
            throw InputError(place, std::to_string(values.size()) + " values; expected " +
                                        std::to_string(columns_.size()) + ": " + join(columns_));
        rows_.push_back(std::move(values));
        lines_.push_back(number);
    }
    if (columns_.empty())
        throw InputError(file_ + ": empty; expected a line with the columns " + join(allowed));
}

bool CsvTable::has(const std::string& column) const
{
    return std::find(columns_.begin(), columns_.end(), column) != columns_.end();
}

const std::string& CsvTable::text(Index row, const std::string& column) const
{
    static const std::string none;
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    return found == columns_.end() ? none
                                   : rows_[static_cast<std::size_t>(row)]
                                          [static_cast<std::size_t>(found - columns_.begin())];
}

Index CsvTable::integer(Index row, const std::string& column, Index low, Index high) const
{
    const std::string& value = text(row, column);
    Index result = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, result);
    if (error != std::errc{} || stop != end || result < low || result > high)
        refuse(row, column + " = " + value + "; expected a whole number from " +
                        std::to_string(low) + " to " + std::to_string(high));
    return result;
}

double CsvTable::number(Index row, const std::string& column) const
{
    const std::string& value = text(row, column);
    const char* const first = value.data() + (value.starts_with("+") ? 1 : 0);
    const char* const end = value.data() + value.size();
    double result = 0;
    const auto [stop, error] = std::from_chars(first, end, result);
    if (error != std::errc{} || stop != end || !std::isfinite(result))
        refuse(row, column + " = " + value + "; expected a finite number");
    return result;
}

SourceLine CsvTable::where(Index row) const
{
    return {file_, lines_[static_cast<std::size_t>(row)]};
}

void CsvTable::refuse(Index row, const std::string& message) const
{
    throw InputError(where(row), message);
}

std::string csv_value(const std::string& value)
{
    const bool plain = value.find_first_of(",\"#") == std::string::npos &&
                       value.find_first_not_of(blanks) == 0 &&
                       value.find_last_not_of(blanks) + 1 == value.size();
    if (plain || value.empty())
        return value;
    std::string quoted = "\"";
    for (const char c : value)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

} // namespace slideway::fem
