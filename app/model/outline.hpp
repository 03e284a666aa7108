#pragma once

#include "fem/substructure.hpp"

#include <string>
#include <vector>

namespace slideway::io {
class Entries; // visitor of results, io/entries.hpp
}

namespace slideway::app {

/// Points and straight lines that show a body in a picture: the boundary of its mesh, the edges of
/// a mesh in space, or the ports of a body without a mesh.
struct Outline {
    std::string name; ///< name of the body
    Matrix X; ///< p x d undeformed positions [m], d = 3 in space, else 2; empty without positions
    std::vector<int> first, second; ///< ends of each line, rows of X
    /// PORT.COMPONENT of every port; empty for a body with lines, which show its motion, unless
    /// other programs name its nodes.
    std::vector<std::string> components;
    std::vector<int> nodes;  ///< nodes of the mesh at X; empty without a mesh
    std::vector<int> labels; ///< their numbers in the file of the mesh; empty if there is none
};

/// Motions of a body as its outline shows them.
struct OutlineMotion {
    Matrix points;     ///< d p x n: x, y (and z) of each point in turn
    Matrix components; ///< c x n: mean over the nodes of the port
};

/// Returns the outline of a body. Lines of a plane mesh are the sides that belong to one element,
/// straight from corner to corner, or line elements. Those of a mesh in space are the edges of its
/// surface with an angle of more than 30 degrees, or all edges of a smooth surface, and line
/// elements. Nodes of a mesh on no element are points. Lines of ports are the segments of curves.
[[nodiscard]] Outline outline_of(const fem::Substructure& body);

/// Returns the motion of the outline for each column of u. @param u  dofs of the body x n
[[nodiscard]] OutlineMotion motion_of(const fem::Substructure& body, const Outline& outline,
                                      const Matrix& u);

/// Describes the undeformed outline as arrays.
void arrays(io::Entries& a, Outline& outline);

/// Condition of arrays with `components`, as documents state it.
constexpr std::string_view without_lines =
    "for a body with matrices, or without a mesh and without curves";
/// Condition of arrays with `points`, as documents state it.
constexpr std::string_view with_positions = "for a body with positions";

} // namespace slideway::app
