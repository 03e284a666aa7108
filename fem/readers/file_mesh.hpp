#pragma once

#include "fem/mesh.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace slideway::fem {

/// A plane element by the numbers of its file; nodes in the order of its Shape, which their count
/// tells.
struct FileElement {
    std::size_t tag = 0;
    std::vector<std::size_t> nodes;
};

struct FileGroup {
    std::string name;
    int dimension = 0;                           ///< 0 points, 1 curves, 2 surfaces
    std::vector<std::vector<std::size_t>> cells; ///< nodes of each point, side (ends first, then
                                                 ///< the mid node if it has one) or element
};

/// A mesh as its file tells it: what every reader hands to body_mesh().
struct FileMesh {
    std::string source;                                       ///< file name, for messages
    std::unordered_map<std::size_t, std::array<double, 3>> X; ///< positions by node number [m]
    std::vector<FileElement> elements;                        ///< of the body
    std::vector<FileGroup> groups;
    std::vector<std::string> notes; ///< see Mesh
};

/// @throws InputError  a coordinate of node `tag` that is no number, or beyond 1e100: squares and
///                     products of such have no number
void check_position(const std::string& source, std::size_t tag, std::span<const double, 3> x);

/// Numbers the nodes of the body in the order of their numbers in the file, turns clockwise
/// elements over (with a note if others are not), leaves out elements on the corners of earlier
/// ones, with a note, and gives groups their nodes and edges. Notes report how the elements hang
/// together (connectivity.hpp). Edges have the body on their right; those inside the body keep the
/// sense of the file. A side takes the mid node of its element. Cells that are not on the body are
/// left out, groups without a cell too, and groups whose name holds a control character or is not
/// UTF-8, each with a note.
///
/// @throws InputError  no elements, a node that the file does not define, as check_position(),
/// nodes out of the plane
///                     z = 0, two groups of one name, a side with another
///                     mid node than its element
[[nodiscard]] Mesh body_mesh(FileMesh file);

} // namespace slideway::fem
