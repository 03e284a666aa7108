#pragma once

#include "fem/mesh.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace slideway::fem {

/// An element with the numbers of its file. Its nodes are in the order of its Shape, which follows
/// from their number and the dimension of the mesh.
struct FileElement {
    std::size_t tag = 0;
    std::vector<std::size_t> nodes;
};

struct FileGroup {
    std::string name;
    int dimension = 0;                           ///< 0 points, 1 curves, 2 surfaces, 3 volumes
    std::vector<std::vector<std::size_t>> cells; ///< nodes of each point, of each side (ends, then
                                                 ///< the mid node if any), or of each element
};

/// A mesh as in its file; every reader passes it to body_mesh().
struct FileMesh {
    std::string source;                                       ///< file name, for messages
    std::unordered_map<std::size_t, std::array<double, 3>> X; ///< positions by node number [m]
    std::vector<FileElement> elements;                        ///< elements of the body
    std::vector<FileGroup> groups;
    std::vector<std::string> notes; ///< see Mesh
    int dimension = 2;              ///< dimension of the elements: 2 plane, 3 solid
    DeckData deck = {};             ///< see Mesh
};

/// Verifies the coordinates of node `tag`.
/// @throws InputError  a coordinate that is not finite or beyond 1e100, because squares and
///                     products of such numbers overflow
void check_position(const std::string& source, std::size_t tag, std::span<const double, 3> x);

/// Makes the mesh of the body. It
/// - numbers the nodes of the body in the order of their numbers in the file;
/// - reverses clockwise elements, with a note if others are not clockwise;
/// - omits elements with the corners of earlier ones, with a note;
/// - gives groups their nodes and edges;
/// - reports in notes how the elements are connected (connectivity.hpp).
/// Edges have the body on their right; those inside the body keep the direction of the file. A side
/// takes the mid node of its element. Cells that are not on the body are omitted with a note.
/// In a solid mesh the order of the elements stays, a cell of a surface takes order and normal of
/// the face of the element behind it, and an edge keeps the direction of the file. Groups without a
/// cell, and groups whose name contains a control character or is not UTF-8, are omitted in the
/// same way.
///
/// @throws InputError  no elements, a node that the file does not define, errors of
///                     check_position(), plane: nodes out of z = 0, two groups of one name, a
///                     side with another mid node than its element
[[nodiscard]] Mesh body_mesh(FileMesh file);

} // namespace slideway::fem
