#include "fem/matrix_files/abaqus_matrix_input.hpp"

#include "base/error.hpp"
#include "fem/matrix_files/dof_numbers.hpp"
#include "fem/matrix_files/entry_list.hpp"
#include "fem/matrix_files/matrix_text.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

namespace slideway::fem {

namespace {

constexpr long long most_rows = std::numeric_limits<int>::max() - 1;

// Goes to the next line with fields; false at the end.
bool next_fields(MatrixText& lines, std::vector<std::string_view>& fields)
{
    while (lines.next()) {
        if (lines.text().starts_with("**"))
            continue;
        split_numbers(lines.text(), fields);
        if (!fields.empty())
            return true;
    }
    return false;
}

FileDof dof_of(const MatrixText& lines, std::string_view node, std::string_view dof)
{
    FileDof result;
    result.label = lines.integer(node, "node", -most_rows, most_rows);
    if (result.label == 0)
        lines.refuse("node 0; expected a label of a node, or one below zero of an internal node");
    result.component = static_cast<int>(
        lines.integer(dof, "dof", 1, result.label > 0 ? 6 : std::numeric_limits<int>::max()));
    return result;
}

} // namespace

ImportedMatrices read_abaqus_matrix_input(const std::filesystem::path& file)
{
    MatrixText lines(file);
    DofNumbers numbers;
    std::vector<FileEntry> entries;
    std::vector<std::string_view> fields;
    while (next_fields(lines, fields)) {
        if (fields.size() != 5)
            lines.refuse(std::to_string(fields.size()) +
                         " fields; expected node, dof, node, dof, value");
        const int row = numbers.of(dof_of(lines, fields[0], fields[1]));
        const int column = numbers.of(dof_of(lines, fields[2], fields[3]));
        entries.push_back({row, column, lines.place(), lines.number(fields[4])});
    }
    if (entries.empty())
        throw InputError::in_file(lines.file(), "no entries");
    ImportedMatrices imported;
    imported.format = "MATRIX INPUT of Abaqus";
    imported.dofs = sort_dofs(numbers.dofs(), entries);
    const auto name = [&imported](Index row) -> std::string {
        const FileDof& dof = imported.dofs[static_cast<std::size_t>(row)];
        return std::to_string(dof.label) + ", " + std::to_string(dof.component);
    };
    imported.matrices.push_back(
        {"", FileQuantity::unknown,
         matrix_of(std::move(entries), static_cast<Index>(imported.dofs.size()),
                   {lines.lines(), name}),
         lines.file()});
    return imported;
}

ImportedMatrices read_coordinate_matrix(const std::filesystem::path& file)
{
    MatrixText lines(file);
    std::vector<FileEntry> entries;
    std::vector<std::string_view> fields;
    int n = 0;
    while (next_fields(lines, fields)) {
        if (fields.size() != 3)
            lines.refuse(std::to_string(fields.size()) + " fields; expected row column value");
        const auto index = [&](std::string_view text, const char* what) -> int {
            return static_cast<int>(lines.integer(text, what, 1, most_rows)) - 1;
        };
        const int row = index(fields[0], "row"), column = index(fields[1], "column");
        entries.push_back({row, column, lines.place(), lines.number(fields[2])});
        n = std::max({n, row + 1, column + 1});
    }
    if (entries.empty())
        throw InputError::in_file(lines.file(), "no entries");
    // A row number far beyond the number of entries is an error of the file, not a size.
    if (n / 2 > static_cast<long long>(entries.size())) {
        const auto far = std::find_if(entries.begin(), entries.end(), [n](const FileEntry& e) {
            return std::max(e.row, e.column) + 1 == n;
        });
        lines.refuse(far->place, "row " + std::to_string(n) + " in a file of " +
                                     std::to_string(entries.size()) +
                                     " entries; expected an entry in every row");
    }
    ImportedMatrices imported;
    imported.format = "COORDINATE of Abaqus";
    const auto name = [](Index row) -> std::string { return std::to_string(row + 1); };
    imported.matrices.push_back({"", FileQuantity::unknown,
                                 matrix_of(std::move(entries), n, {lines.lines(), name}),
                                 lines.file()});
    return imported;
}

} // namespace slideway::fem
