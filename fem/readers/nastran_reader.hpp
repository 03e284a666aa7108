#pragma once

#include "fem/mesh.hpp"

#include <filesystem>

namespace slideway::fem {

/// Reads the mesh of Nastran bulk data (.bdf, .nas): fields of 8, of 16 (`GRID*`) or between
/// commas, continued lines, INCLUDE; what stands before BEGIN BULK is left out.
///
/// | card | becomes |
/// |---|---|
/// | GRID, GRDSET | node; its supports (PS) and displacement system (CD) are noted where they
/// matter
///   in the plane |
/// | CORD1R, CORD2R, CORD1C, CORD2C | coordinate systems of grids and of each other |
/// | CTRIA3, CTRIAR, CTRIA6, CQUAD4, CQUADR, CQUAD8 | triangle or quadrilateral |
/// | CBAR, CBEAM, CROD, CTUBE, CONROD, PLOTEL | line: a side of the body, without stiffness |
///
/// Bulk data has no names: the elements of property N make the group "pid_N", a surface, and the
/// lines of property N the curve "pid_N" ("pid_N_lines" if plane elements have that property too).
/// An element without a property has its own number as N, as in Nastran; CONROD and PLOTEL, which
/// have none, make "conrod" and "plotel". Point masses, springs and dampers are left out, with
/// notes of their numbers; so are materials and properties. Other cards that are not read (loads,
/// supports, sets, ...) are noted by name.
///
/// Own reader: that of Gmsh 4.8.4 keeps no groups, ignores coordinate systems and loses a field
/// where one is blank, so that nodes slip, all without a word.
/// Source: the quick reference guides of MSC and NX Nastran.
///
/// @throws InputError  file and line: not readable; other elements, rigid elements and MPC; a
///                     coordinate system that is not read (nastran_systems.hpp); an element without
///                     a mid node; a bar that is no side of the body; a node that is not in the
///                     file; and what body_mesh() refuses
[[nodiscard]] Mesh read_nastran(const std::filesystem::path& file);

} // namespace slideway::fem
