#pragma once

#include "base/source_line.hpp"
#include "base/types.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::fem {

/// A text file of comma-separated values with named columns. Blanks around a value are ignored. A
/// value in quotes "..." may contain commas, and "" in it is a quote. Empty lines and lines that
/// begin with # are skipped.
class CsvTable {
public:
    /// @param required, optional  columns, in any order in the file
    /// @throws InputError  missing file; unknown, repeated or missing column; a line with too few
    ///                     or too many values (with its line)
    CsvTable(const std::filesystem::path& file, const std::vector<std::string>& required,
             const std::vector<std::string>& optional = {});

    [[nodiscard]] Index n_rows() const { return static_cast<Index>(rows_.size()); }
    [[nodiscard]] bool has(const std::string& column) const;
    /// Returns "" if the file lacks the optional column.
    [[nodiscard]] const std::string& text(Index row, const std::string& column) const;
    /// @throws InputError  not a whole number from `low` to `high`
    [[nodiscard]] Index integer(Index row, const std::string& column, Index low, Index high) const;
    /// @throws InputError  not a finite number
    [[nodiscard]] double number(Index row, const std::string& column) const;

    [[nodiscard]] SourceLine where(Index row) const;
    [[noreturn]] void refuse(Index row, const std::string& message) const;

private:
    std::string file_;
    std::vector<std::string> columns_;
    std::vector<std::vector<std::string>> rows_;
    std::vector<int> lines_; // number of each row in the file
};

/// Returns a value as written in such a file, in quotes if necessary.
[[nodiscard]] std::string csv_value(const std::string& value);

} // namespace slideway::fem
