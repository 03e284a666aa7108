#pragma once

#include "fem/dof_table.hpp"
#include "fem/node_drawing.hpp"
#include "fem/substructure.hpp"
#include "fem/units.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace slideway::fem {

/// A matrix in a Matrix Market file, or one in memory, which may have been read from another file.
struct MatrixSource {
    MatrixSource() = default;
    MatrixSource(std::filesystem::path path) : file(std::move(path)) {}
    MatrixSource(const char* path) : file(path) {}
    MatrixSource(std::shared_ptr<const SparseMatrix> matrix)
        : given(std::move(matrix)), rows(given->rows()), cols(given->cols())
    {
    }
    /// Replaces the content of the file by a matrix whose content the reader may take.
    void take(const std::shared_ptr<SparseMatrix>& matrix)
    {
        given = taken = matrix;
        rows = matrix->rows();
        cols = matrix->cols();
    }

    std::filesystem::path file;
    std::shared_ptr<const SparseMatrix> given; ///< in place of the content of the file
    std::shared_ptr<SparseMatrix> taken; ///< `given`, if its content may be taken, without a copy
    Index rows = 0, cols = 0;            ///< size of `given`, before its content was taken
    std::optional<double> precision;     ///< relative, of its numbers; none: from the numbers

    [[nodiscard]] bool empty() const { return file.empty() && !given; }
};

/// Options of a body whose matrices come from another program. C may be omitted.
///
/// `dofs` is a table of comma-separated values with one line per row of the matrices
/// and the columns
///   dof, node, component [, X, Y [, Z]] [, groups]
/// Without X and Y the nodes have no positions. dof counts from 1. node is a name, or empty for a
/// dof that nothing connects to. component is any name ("x", "y", "z", "rotation", "rotation_x",
/// ...). groups are names separated by blanks. Lines that begin with # are skipped. `faces` is a
/// second table, for the faces of groups: see face_table.hpp.
struct MatricesOptions {
    MatrixSource M, C, K; ///< C empty: no damping; M empty: a body for static analyses
    std::filesystem::path dofs;
    std::vector<std::string> fixed;       ///< nodes, groups or "node.component"
    double scale = 1;                     ///< metres per unit of X, Y, Z, > 0
    std::optional<UnitSystem> units = {}; ///< units of matrices and positions, in place of `scale`
    std::filesystem::path faces = {};     ///< empty: groups are nodes without faces
    std::optional<NamedDofs> names = {};  ///< alternative to the file `dofs`
    std::optional<DofTable> table = {};   ///< alternative to both; positions in metres
    NodeDrawing drawing = {};             ///< nodes and cells that show the body
    MatrixSource H = {};                  ///< imaginary part of the stiffness; empty: none
};

/// Creates a body from matrices. make_port makes a named node a port with its components in the
/// order of the dofs. Each group of nodes with equal components is a port: its shares are areas or
/// lengths if it has faces or sides, and equal otherwise. The rigid motions follow from the
/// components x, y, z, rotation (about z, also rotation_z), rotation_x and rotation_y. Without
/// `units` the matrices are not modified. K and C may be unsymmetric: their antisymmetric parts are
/// K_skew and C_skew of the body. Dofs with empty rows in all matrices are left out; a group whose
/// nodes then have different components is removed. M may have motions without mass
/// (massless_motions), but no negative mass. Dofs with a name other than that of a rotation are
/// lengths for `units`, and dofs without a name are coordinates of modes.
///
/// @throws InputError  with file and line, or with the key (M, C, K, dofs) of values in memory:
///                     sizes that differ; an entry that differs from its transpose by more than
///                     symmetry_tolerance of sqrt(A_ii A_jj) in M or H; a negative mass in M; a
///                     translation without mass of a node whose others have some; a table that does
///                     not name every dof once; a node at two positions or with a repeated
///                     component; groups of nodes with different components; unknown names in
///                     `fixed`; errors of read_faces, for example a node of a group on none of its
///                     faces
/// @param notes  what was left out is appended; may be null
[[nodiscard]] Substructure matrices(const std::string& name, const MatricesOptions& options,
                                    std::vector<std::string>* notes = nullptr);
/// Relative asymmetry allowed, for the round-off of statically condensed matrices
/// of other programs.
inline constexpr double symmetry_tolerance = 1e-8;

/// Reads M, C and K of a body, and H if it is given. Without M it has no mass.
/// @throws InputError  see matrices()
void read_body(Substructure& s, const MatrixSource& M, const MatrixSource& C, const MatrixSource& K,
               const MatrixSource& H = {});

/// Returns "3 x 4".
[[nodiscard]] std::string size_text(const SparseMatrix& A);

/// Adds supports: eliminates the dofs that the named nodes and ports in `fixed` ("port" or
/// "port.component") move.
/// @throws InputError  unknown port or component; a row that combines several dofs; no dof left
void hold(Substructure& s, const std::vector<std::string>& fixed);

} // namespace slideway::fem
