#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::fem {

/// Parses a number as Fortran writes it: "1.5", ".5", "+2", "1.5D+3", "1.5d3", and "1.5+3" without
/// a letter. Numbers that are too small for a double become 0. Empty for any other text, and for a
/// number that is not finite.
[[nodiscard]] std::optional<double> fortran_number(std::string_view text);

/// Lines of a text file with matrices, which are read one after the other. The file may be large.
class MatrixText {
public:
    /// @throws InputError  file not readable
    explicit MatrixText(const std::filesystem::path& file);

    /// Goes to the next line; false if there is none.
    bool next();
    /// Text of the line without its end.
    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] int line() const { return line_; }
    [[nodiscard]] const std::string& file() const { return file_; }

    /// Parses a number of this line. @throws InputError  at the line
    [[nodiscard]] double number(std::string_view text) const;
    /// Parses a whole number from `low` to `high`; `what` names it in the message.
    /// @throws InputError  at the line
    [[nodiscard]] long long integer(std::string_view text, const char* what, long long low,
                                    long long high) const;
    /// @throws InputError  "file:line: message"
    [[noreturn]] void refuse(const std::string& message) const { refuse(line_, message); }
    [[noreturn]] void refuse(int line, const std::string& message) const;

private:
    std::string file_;
    std::ifstream stream_;
    std::string text_;
    int line_ = 0;
};

/// Splits a text at commas and blanks; several blanks, or a comma with blanks, separate once. The
/// memory of `fields` is reused.
void split_numbers(std::string_view text, std::vector<std::string_view>& fields);

} // namespace slideway::fem
