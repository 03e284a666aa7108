#pragma once

#include "fem/mesh.hpp"

#include <filesystem>

namespace slideway::fem {

/// Reads the mesh of Nastran bulk data (.bdf, .nas): fields of 8 or 16 characters (`GRID*`) or
/// between commas, continued lines, INCLUDE. Text before BEGIN BULK is skipped.
///
/// | card | becomes |
/// |---|---|
/// | GRID, GRDSET | node; its supports (PS) and displacement system (CD) are noted if they matter
///   in the plane |
/// | CORD1R, CORD2R, CORD1C, CORD2C | coordinate systems of grids and of each other |
/// | CTRIA3, CTRIAR, CTRIA6, CQUAD4, CQUADR, CQUAD8 | triangle or quadrilateral |
/// | CBAR, CBEAM, CROD, CTUBE, CONROD, PLOTEL | line: a side of the body, without stiffness |
///
/// Bulk data has no names. The elements of property N form the surface group "pid_N". The lines of
/// property N form the curve "pid_N", or "pid_N_lines" if plane elements have that property too. An
/// element without a property uses its own number as N, as in Nastran. CONROD and PLOTEL, which
/// have no property, form "conrod" and "plotel". Point masses, springs, dampers, materials and
/// properties are omitted, with notes of their numbers. Other cards that are not read (loads,
/// supports, sets, ...) are noted by name.
///
/// Slideway has its own reader, because that of Gmsh 4.8.4 keeps no groups, ignores coordinate
/// systems and drops blank fields, so that nodes move, all without a message.
/// Source: the quick reference guides of MSC and NX Nastran.
///
/// @throws InputError  with file and line: not readable; other elements, rigid elements and MPC; a
///                     coordinate system that is not supported (nastran_systems.hpp); an element
///                     without a mid node; a bar that is no side of the body; a node that is not in
///                     the file; errors of body_mesh()
[[nodiscard]] Mesh read_nastran(const std::filesystem::path& file);

/// Reads the solid elements of Nastran bulk data in the same way: CTETRA of 4 or 10, CPENTA of 6 or
/// 15, CHEXA of 8 or 20 nodes. The elements of property N form the volume group "pid_N". Plane
/// elements name faces of the body, the surface group "pid_N", or "pid_N_faces" if solids have that
/// property too.
/// @throws InputError  with file and line: an element with some of its mid nodes alone; a pyramid
///                     and other elements; what read_nastran() refuses
[[nodiscard]] Mesh read_nastran_solids(const std::filesystem::path& file);

} // namespace slideway::fem
