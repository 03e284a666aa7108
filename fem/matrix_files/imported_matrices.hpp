#pragma once

#include "base/types.hpp"
#include "fem/readers/grid_cards.hpp"
#include "fem/readers/labelled_nodes.hpp"

#include <compare>
#include <map>
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
    SparseMatrix A;                ///< both triangles
    std::string source;            ///< file
    double precision = 0;          ///< relative precision of its numbers, see relative_precision
    std::string imaginary_of = {}; ///< name of the matrix whose imaginary part it is; "": none
};

/// Rows of a matrix of displacements that belong to a node or to a scalar point.
struct OutputRows {
    bool scalar = false;
    long long label = 0;
    Index count = 0; ///< components, from 1
    Index first = 0; ///< first row
};

/// Forces of one load case in a file.
struct FileLoad {
    std::string source;                             ///< "PAX, column 2"
    std::vector<std::pair<FileDof, double>> forces; ///< dof and force
    std::vector<std::pair<Index, double>> rows;     ///< row and force, if rows have no names
};

/// Content of a file, or of several files with the same dofs. A file may have dofs and positions
/// without matrices, which belong to matrices of another file without named rows.
struct ImportedMatrices {
    std::string format;        ///< "MATRIX INPUT of Abaqus"
    std::vector<FileDof> dofs; ///< one per row; empty if the file does not name its rows
    std::vector<FileMatrix> matrices;
    std::vector<FileLoad> loads;
    std::vector<FileMatrix> outputs; ///< rectangular: displacements of nodes per dof, such as MUG1
    LabelledNodes nodes;             ///< positions in the file, if it has any
    std::map<long long, NodeAxes> axes; ///< nodes that do not move in the basic directions
    std::vector<std::string> notes;
    std::vector<OutputRows> output_rows; ///< rows of MUG1 of Nastran, from TUG1
    std::string source;                  ///< file, or the first of several

    [[nodiscard]] Index n() const { return matrices.empty() ? 0 : matrices.front().A.rows(); }
};

/// Joins the content of several files. Dofs are the union of those of the files, ascending; a
/// matrix that lacks a dof gets an empty row and column. Matrices without named rows keep their
/// sizes. A file that has dofs and no matrices names their rows.
/// @throws InputError  a file with named rows beside one without; no matrix; another number of
///                     dofs than of rows
[[nodiscard]] ImportedMatrices joined(std::vector<ImportedMatrices> parts);

/// Turns matrices, loads and outputs to the basic directions, u_basic = Q u for each node with
/// axes.
/// @throws InputError  axes that are unknown; a node without the components that Q combines
void turn_to_basic(ImportedMatrices& imported);

/// Removes the dofs with 1e36 on the diagonal of the stiffness matrix, by which other programs hold
/// them. Adds a note with their number.
/// @return the removed dofs
std::vector<FileDof> remove_held(ImportedMatrices& imported);

} // namespace slideway::fem
