#pragma once

#include "fem/dof_table.hpp"
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
    MatrixSource(std::shared_ptr<const SparseMatrix> matrix) : given(std::move(matrix)) {}

    std::filesystem::path file;
    std::shared_ptr<const SparseMatrix> given; ///< in place of the content of the file

    [[nodiscard]] bool empty() const { return file.empty() && !given; }
};

/// Options of a body whose matrices come from another program. C may be omitted.
///
/// `dofs` is a table of comma-separated values with one line per row of the matrices
/// and the columns
///   dof, node, component, X, Y [, Z] [, groups]
/// dof counts from 1. node is a name, or empty for a dof that nothing connects to. component is
/// any name ("x", "y", "z", "rotation", "rotation_x", ...). groups are names separated by
/// blanks. Lines that begin with # are skipped. `faces` is a second table, for the faces of
/// groups: see face_table.hpp.
struct MatricesOptions {
    MatrixSource M, C, K; ///< C empty: no damping
    std::filesystem::path dofs;
    std::vector<std::string> fixed;       ///< nodes, groups or "node.component"
    double scale = 1;                     ///< metres per unit of X, Y, Z, > 0
    std::optional<UnitSystem> units = {}; ///< units of matrices and positions, in place of `scale`
    std::filesystem::path faces = {};     ///< empty: groups are nodes without faces
    std::optional<NamedDofs> names = {};  ///< alternative to the file `dofs`
    std::optional<DofTable> table = {};   ///< alternative to both; positions in metres
};

/// Creates a body from matrices. make_port makes a named node a port with its components in the
/// order of the dofs. Each group of nodes with equal components is a port: its shares are areas or
/// lengths if it has faces or sides, and equal otherwise. The rigid motions follow from the
/// components x, y, z, rotation (about z, also rotation_z), rotation_x and rotation_y. Without
/// `units` the matrices are not modified. Dofs with a name other than that of a rotation are
/// lengths for `units`, and dofs without a name are coordinates of modes.
///
/// @throws InputError  with file and line, or with the key (M, C, K, dofs) of values in memory:
///                     sizes that differ; an entry that differs from its transpose by more than
///                     symmetry_tolerance of sqrt(A_ii A_jj); M not positive definite; a table
///                     that does not name every dof once; a node at two positions or with a
///                     repeated component; groups of nodes with different components; unknown
///                     names in `fixed`; errors of read_faces, for example a node of a group on
///                     none of its faces
[[nodiscard]] Substructure matrices(const std::string& name, const MatricesOptions& options);
/// Relative asymmetry allowed, for the round-off of statically condensed matrices
/// of other programs.
inline constexpr double symmetry_tolerance = 1e-8;

/// Writes a body into a folder, which is created if necessary:
/// - M.mtx, C.mtx, K.mtx: the matrices
/// - rows.mtx: the rows W of all ports, stacked
/// - ports.csv: one line per row with port, node (from 1), component, X, Y, Z, share and area
/// - edges.csv: the edges of ports by their nodes (middle 0: none)
/// - surfaces.csv: the triangles of ports that are faces in one plane
/// - rigid.mtx: the rigid motions
/// - body.csv: mass_damping, stiffness_damping and the names of the rigid motions
/// Numbers keep all their digits. Recovery, the drawing of the body, is not written. The files
/// replace those of an earlier export once all of them are written. Meanwhile body.csv is absent,
/// and without it no export can be read.
/// @throws InputError          a body without dofs; errors of refuse_foreign_export
/// @throws std::runtime_error  a file cannot be written
void export_matrices(const std::filesystem::path& folder, const Substructure& s);

/// Verifies that an export into a folder replaces only an earlier export.
/// @throws InputError  another program's file has the name of one of the files
void refuse_foreign_export(const std::filesystem::path& folder);

/// Reads the files of export_matrices and returns the same body, without Recovery.
/// @param fixed  named nodes, ports or "port.component" whose rows are single dofs
/// @throws InputError  see matrices()
[[nodiscard]] Substructure read_exported(const std::string& name,
                                         const std::filesystem::path& folder,
                                         const std::vector<std::string>& fixed = {});

/// Adds supports: eliminates the dofs that the named nodes and ports in `fixed` ("port" or
/// "port.component") move.
/// @throws InputError  unknown port or component; a row that combines several dofs; no dof left
void hold(Substructure& s, const std::vector<std::string>& fixed);

} // namespace slideway::fem
