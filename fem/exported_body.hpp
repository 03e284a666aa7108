#pragma once

#include "fem/substructure.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::fem {

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

} // namespace slideway::fem
