#pragma once

#include "base/types.hpp"

#include <array>
#include <memory>
#include <vector>

namespace slideway::fem {

/// The faces of a group as triangles in the plane of x and y.
struct Surface {
    Matrix X;                                  ///< vertices x 2 [m], from the place of the port
    std::vector<std::array<int, 3>> triangles; ///< rows of X
    bool level = true;                         ///< all vertices lie at one z
};

/// Faces of 3, 4, 6 or 8 nodes, in the order of their Shape, cut into triangles through all of
/// their nodes, counter-clockwise if the faces turn one way.
/// @param X      nodes x 2, or x 3 in space [m]
/// @param faces  rows of X
/// @param place  of the port
[[nodiscard]] std::shared_ptr<const Surface> surface_of(const Matrix& X,
                                                        const std::vector<std::vector<int>>& faces,
                                                        const Eigen::RowVector2d& place);

/// What each node takes of a uniform traction on the faces, the integrals of their shape functions:
/// nodes [m^2]. A face in space counts in its mean plane, that of its corners.
/// @param X, faces  as of surface_of
[[nodiscard]] Vector face_shares(const Matrix& X, const std::vector<std::vector<int>>& faces);

} // namespace slideway::fem
