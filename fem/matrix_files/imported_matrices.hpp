#pragma once

#include "base/types.hpp"
#include "fem/readers/labelled_nodes.hpp"

#include <compare>
#include <string>
#include <vector>

/// Matrices of other programs, as their files have them.
namespace slideway::fem {

/// A dof of a file: the label of its node, and its component. Ordered by label, then component.
struct FileDof {
    long long label = 0; ///< negative: internal node of Abaqus, for example a retained mode
    int component = 0;   ///< 1 to 6: x, y, z and the rotations about them; 0: modal coordinate

    friend auto operator<=>(const FileDof&, const FileDof&) = default;
    /// True for a dof of a node with a position. Other dofs are coordinates of modes.
    [[nodiscard]] bool on_node() const { return label > 0 && component > 0; }
};

/// Returns "node 7, component 3" for messages.
[[nodiscard]] std::string dof_text(const FileDof& dof);

/// Quantity of a matrix in a file.
enum class FileQuantity { stiffness, mass, damping, structural, unknown };

/// A square matrix of a file.
struct FileMatrix {
    std::string name; ///< name in the file, or that of the quantity
    FileQuantity quantity = FileQuantity::unknown;
    SparseMatrix A;     ///< both triangles
    std::string source; ///< file
};

/// Content of a file, or of several files with the same dofs.
struct ImportedMatrices {
    std::string format;        ///< "MATRIX INPUT of Abaqus"
    std::vector<FileDof> dofs; ///< one per row; empty if the file does not name its rows
    std::vector<FileMatrix> matrices;
    LabelledNodes nodes; ///< positions in the file, if it has any
    std::vector<std::string> notes;

    [[nodiscard]] Index n() const { return matrices.empty() ? 0 : matrices.front().A.rows(); }
};

/// Joins the content of several files. Dofs are the union of those of the files, ascending; a
/// matrix that lacks a dof gets an empty row and column. Matrices of files without named rows keep
/// their sizes.
/// @throws InputError  a file with named rows beside one without
[[nodiscard]] ImportedMatrices joined(std::vector<ImportedMatrices> parts);

/// Removes the dofs with 1e36 on the diagonal of the stiffness matrix, by which other programs hold
/// them. Adds a note with their number.
/// @return the removed dofs
std::vector<FileDof> remove_held(ImportedMatrices& imported);

} // namespace slideway::fem
