#pragma once

#include "fem/mesh.hpp"

#include <filesystem>

namespace slideway::fem {

/// Reads the mesh of an Abaqus or CalculiX input file (.inp). Keywords, parameters and names are
/// matched without regard to case, as in Abaqus. Names stay as first written.
///
/// | keyword | becomes |
/// |---|---|
/// | *NODE | nodes |
/// | *ELEMENT of type CPS3, CPS4, CPS4R, CPS4I, CPS6, CPS6M, CPS8, CPS8R | triangles and
///   quadrilaterals; the number of nodes counts, not the integration of the type |
/// | *ELEMENT of type CPE3 to CPE8R (plane strain), CAX3 to CAX8R (of revolution) | the same;
///   DeckData::states names them |
/// | *ELEMENT of type S3, S3R, STRI3, S4, S4R, S4R5, S6, STRI65, S8, S8R, S8R5, M3D3, M3D4, M3D4R,
///   M3D6, M3D8, M3D8R in the plane z = 0 | the same, as plane stress |
/// | *ELEMENT of type MASS, ROTARYI, SPRING1, SPRING2, SPRINGA, DASHPOT1, DASHPOT2, DASHPOTA | left
///   out, with a note of their number and mass |
/// | *ELEMENT of type T2D2, T2D3, T3D2, T3D3 | lines: sides of the body that sets name, without
///   stiffness (Gmsh writes curves so) |
/// | *NSET | group of points, also when its nodes form a chain: a *SURFACE gives a curve |
/// | *ELSET | group of its plane elements, a surface; of lines only: a curve |
/// | *SURFACE, TYPE=ELEMENT | curve of element faces S1 to S4 (of shells and membranes: edges E1 to
///   E4) with the body on their right; without a face the free sides of plane elements |
/// | *SURFACE, TYPE=NODE | group of points |
/// | *INCLUDE, INPUT= | lines of another file |
/// | *PART, *INSTANCE, *ASSEMBLY | one part, one instance at the position of the drawing |
///
/// Sets may be named on *NODE and *ELEMENT, may be generated, may name other sets, and are extended
/// if they are named again. If several objects have the same name, the first in the order surface,
/// element set of lines, node set, element set keeps it, and the others get "_nodes" or
/// "_elements". Notes list materials and sections with their numbers, and element data other than
/// nodes. Any other keyword is noted with its line, except those of steps and output, which do not
/// change the model. Keywords that change the mesh or the motion (*NGEN, *NCOPY, *ELGEN, *SYSTEM,
/// *TRANSFORM, *MPC, *EQUATION, *TIE, *COUPLING, *RIGID BODY, ...) are refused.
///
/// Slideway has its own reader because no C++ package of Debian 12 reads the format: Gmsh 4.8 only
/// writes it, VTK 9.1 has no reader, libMesh is not packaged, and meshio is Python.
/// Source: Abaqus keywords reference; CalculiX CrunchiX user's manual.
///
/// @throws InputError  with file and line: not readable, wrong numbers, unknown or unsupported
///                     names, types and parameters; errors of body_mesh()
[[nodiscard]] Mesh read_abaqus(const std::filesystem::path& file);

} // namespace slideway::fem
