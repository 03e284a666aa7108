#pragma once

#include "fem/dof_table.hpp"
#include "fem/substructure.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace slideway::fem {

/// A matrix in a file of Matrix Market, or one that is there.
struct MatrixSource {
    MatrixSource() = default;
    MatrixSource(std::filesystem::path of) : file(std::move(of)) {}
    MatrixSource(const char* of) : file(of) {}
    MatrixSource(std::shared_ptr<const SparseMatrix> matrix) : given(std::move(matrix)) {}

    std::filesystem::path file;
    std::shared_ptr<const SparseMatrix> given; ///< in place of the file

    [[nodiscard]] bool empty() const { return file.empty() && !given; }
};

/// A body whose matrices come from another program. C may be left out.
///
/// `dofs` is a table of comma-separated values, a line per row of the matrices, with the columns
///   dof, node, component, X, Y [, Z] [, groups]
/// dof counts from 1; node is a name, or empty for a dof that nothing touches; component any name
/// ("x", "y", "z", "rotation", "rotation_x", ...); groups are names separated by blanks. Lines that
/// begin with # are left out. `faces` is another, of the faces of groups: see face_table.hpp.
struct MatricesOptions {
    MatrixSource M, C, K; ///< C "": no damping
    std::filesystem::path dofs;
    std::vector<std::string> fixed;      ///< ports or "port.component"
    double scale = 1;                    ///< metres per unit of X, Y, Z, > 0
    std::filesystem::path faces = {};    ///< "": groups of nodes alone
    std::optional<NamedDofs> names = {}; ///< in place of the file `dofs`
};

/// Body from matrices: a port per named node with its components in the order of the dofs, a port
/// per group of nodes with the same components (shares by area or length if it has faces or sides,
/// else equal). Positions of ports are X, Y; Z only
/// enters the rigid motions, which come from the components x, y, z, rotation (about z, also
/// rotation_z), rotation_x, rotation_y. The matrices are taken as they are.
///
/// @throws InputError  with the file, and the line where there is one, of what is given with its
///                     key (M, C, K, dofs): sizes that differ, an entry
///                     that differs from its transposed by more than symmetry_tolerance of
///                     sqrt(A_ii A_jj), M not positive definite, a table that does not name every
///                     dof once, a node at two places or with one component twice, groups of nodes
///                     with different components, unknown names in `fixed`; as read_faces, a node
///                     of a group on none of its faces
[[nodiscard]] Substructure matrices(const std::string& name, const MatricesOptions& options);
/// Statically condensed matrices of other programs carry so much round-off.
inline constexpr double symmetry_tolerance = 1e-8;

/// Writes a body into a folder, which is made if needed: M.mtx, C.mtx, K.mtx; rows.mtx, the rows W
/// of all ports one below the other; ports.csv, a line per row with port, node (from 1), component,
/// X, Y, share and area; edges.csv, the edges of ports by their nodes (middle 0: none);
/// surfaces.csv, the triangles of those that are faces in one plane; rigid.mtx, the rigid motions;
/// body.csv, mass_damping, stiffness_damping and the names of the rigid motions. Numbers keep all
/// their digits. How the body is drawn (Recovery) is not written. The files replace those of an
/// earlier export when all of them are written; body.csv, without which none is read, is gone while
/// they do.
/// @throws InputError          a body without dofs; as refuse_foreign_export
/// @throws std::runtime_error  a file cannot be written
void export_matrices(const std::filesystem::path& folder, const Substructure& s);

/// Verifies that an export into a folder replaces nothing but an earlier export.
/// @throws InputError  a file of somebody else has the name of one of the files
void refuse_foreign_export(const std::filesystem::path& folder);

/// Reads what export_matrices wrote: the same body, without Recovery.
/// @param fixed  ports or "port.component" whose rows are single dofs
/// @throws InputError as matrices()
[[nodiscard]] Substructure read_exported(const std::string& name,
                                         const std::filesystem::path& folder,
                                         const std::vector<std::string>& fixed = {});

/// Supports: the dofs that the ports in `fixed` ("port" or "port.component") move are taken out.
/// @throws InputError  unknown port or component; a row that combines several dofs; no dof left
void hold(Substructure& s, const std::vector<std::string>& fixed);

} // namespace slideway::fem
