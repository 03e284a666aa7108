#pragma once

#include "fem/elements/solid_cell.hpp"
#include "fem/mesh.hpp"

#include <vector>

namespace slideway::fem {

/// Cell of a solid shape. @pre shape.dimension == 3
[[nodiscard]] const SolidCell& cell_of(const Shape& shape);

/// Places of the nodes of face i of a solid shape among the nodes of its element: the corners,
/// outward by the right-hand rule, then for second order the mid nodes between successive corners.
/// 3, 4, 6 or 8 nodes. @pre shape.dimension == 3
[[nodiscard]] std::vector<int> face_places(const Shape& shape, std::size_t i);

/// Nodes of face i of a solid element, in the order of face_places.
[[nodiscard]] std::vector<int> face_of(const ElementBlock& block, Index element, std::size_t i);

} // namespace slideway::fem
