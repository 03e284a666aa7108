#pragma once

#include "fem/readers/mesh_text.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::fem {

/// Lines of a text file with matrices, which are read one after the other. The file may be large.
class MatrixText {
public:
    /// @throws InputError  file not readable
    explicit MatrixText(const std::filesystem::path& file);

    /// Goes to the next line; false if there is none.
    bool next() { return lines_.next(); }
    /// Text of the line without its end.
    [[nodiscard]] std::string_view text() const { return lines_.text(); }
    [[nodiscard]] MeshPlace place() const { return lines_.place(); }
    /// Name of the first file.
    [[nodiscard]] const std::string& file() const { return file_; }
    /// Lines of the file and of those that it includes.
    [[nodiscard]] MeshLines& lines() { return lines_; }
    [[nodiscard]] const MeshLines& lines() const { return lines_; }

    /// Parses a number of this line. @throws InputError  at the line
    [[nodiscard]] double number(std::string_view text) const;
    /// Parses a whole number from `low` to `high`; `what` names it in the message.
    /// @throws InputError  at the line
    [[nodiscard]] long long integer(std::string_view text, const char* what, long long low,
                                    long long high) const;
    /// @throws InputError  "file:line: message"
    [[noreturn]] void refuse(const std::string& message) const { lines_.refuse(message); }
    [[noreturn]] void refuse(MeshPlace place, const std::string& message) const
    {
        lines_.refuse(place, message);
    }

private:
    std::string file_;
    MeshLines lines_;
};

/// Splits a text at commas and blanks; several blanks, or a comma with blanks, separate once. The
/// memory of `fields` is reused.
void split_numbers(std::string_view text, std::vector<std::string_view>& fields);

} // namespace slideway::fem
