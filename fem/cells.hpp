#pragma once

#include "fem/elements/solid_cell.hpp"
#include "fem/mesh.hpp"

#include <vector>

namespace slideway::fem {

/// Cell of a solid shape. @pre shape.dimension == 3
[[nodiscard]] const SolidCell& cell_of(const Shape& shape);

/// Nodes of face i of a solid element: the corners, outward by the right-hand rule, then for second
/// order the mid nodes between successive corners. 3, 4, 6 or 8 nodes.
[[nodiscard]] std::vector<int> face_of(const ElementBlock& block, Index element, std::size_t i);

} // namespace slideway::fem
