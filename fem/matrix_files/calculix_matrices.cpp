#include "fem/matrix_files/calculix_matrices.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/matrix_files/abaqus_matrix_input.hpp"
#include "fem/matrix_files/matrix_text.hpp"
#include "fem/readers/mesh_text.hpp"

#include <limits>
#include <set>
#include <system_error>

namespace slideway::fem {

namespace {

namespace fs = std::filesystem;

// Reads lines "node.component". The number is text: as a decimal number, 11.10 would be 11.1.
std::vector<FileDof> read_dofs(const fs::path& file)
{
    MatrixText lines(file);
    std::vector<FileDof> dofs;
    std::set<FileDof> known;
    while (lines.next()) {
        const std::string_view text = trimmed(lines.text());
        if (text.empty())
            continue;
        const auto dot = text.find('.');
        if (dot == std::string_view::npos)
            lines.refuse("\"" + std::string(text.substr(0, 40)) +
                         "\"; expected node.component, as CalculiX writes");
        const FileDof dof{
            lines.integer(text.substr(0, dot), "node", 1, std::numeric_limits<int>::max()),
            static_cast<int>(lines.integer(text.substr(dot + 1), "component", 1, 6))};
        if (!known.insert(dof).second)
            lines.refuse(dof_text(dof) + " comes twice");
        dofs.push_back(dof);
    }
    return dofs;
}

ImportedMatrices read_one(const fs::path& file, const std::vector<FileDof>& dofs,
                          const fs::path& table, FileQuantity quantity)
{
    ImportedMatrices imported = read_coordinate_matrix(file);
    FileMatrix& matrix = imported.matrices.front();
    matrix.quantity = quantity;
    const Index n = matrix.A.rows();
    const auto expected = static_cast<Index>(dofs.size());
    if (n == 2 * expected)
        throw InputError::in_file(file.string(), std::to_string(n) + " rows, twice those of " +
                                                     table.string() +
                                                     ": matrices of a cyclic model are not read");
    if (n > expected)
        throw InputError::in_file(file.string(), std::to_string(n) + " rows, but " +
                                                     table.string() + " has " +
                                                     std::to_string(expected));
    matrix.A.conservativeResize(expected, expected); // the last rows of a mass matrix may be empty
    imported.format = "CalculiX";
    imported.dofs = dofs;
    return imported;
}

} // namespace

ImportedMatrices read_calculix_or_coordinate(const fs::path& file)
{
    const fs::path table = fs::path(file).replace_extension(".dof");
    std::error_code error;
    if (!fs::is_regular_file(table, error))
        return read_coordinate_matrix(file);
    const std::vector<FileDof> dofs = read_dofs(table);
    const std::string ending = lower_case(file.extension().string());
    if (ending == ".mas")
        return read_one(file, dofs, table, FileQuantity::mass);
    ImportedMatrices stiffness = read_one(
        file, dofs, table, ending == ".sti" ? FileQuantity::stiffness : FileQuantity::unknown);
    const fs::path mass = fs::path(file).replace_extension(".mas");
    if (ending == ".sti" && fs::is_regular_file(mass, error))
        stiffness.matrices.push_back(
            std::move(read_one(mass, dofs, table, FileQuantity::mass).matrices.front()));
    return stiffness;
}

} // namespace slideway::fem
