#pragma once

#include "base/types.hpp"

#include <array>
#include <memory>
#include <vector>

namespace slideway::fem {

/// The faces of a group as triangles in the x-y plane.
struct Surface {
    Matrix X; ///< vertices x 2 [m], relative to the position of the port
    std::vector<std::array<int, 3>> triangles; ///< rows of X
    bool level = true;                         ///< true if all vertices have the same z
};

/// Divides faces of 3, 4, 6 or 8 nodes, in the order of their Shape, into triangles through all of
/// their nodes. The triangles are counter-clockwise if all faces have the same orientation.
/// @param X      nodes x 3 [m]
/// @param faces  rows of X
/// @param place  position of the port
[[nodiscard]] std::shared_ptr<const Surface> surface_of(const Matrix& X,
                                                        const std::vector<std::vector<int>>& faces,
                                                        const Eigen::RowVector3d& place);

/// Distributes a uniform traction on the faces to their nodes by the integrals of the shape
/// functions: nodes [m^2]. A face in space counts in its mean plane, that of its corners.
/// @param X, faces  see surface_of
[[nodiscard]] Vector face_shares(const Matrix& X, const std::vector<std::vector<int>>& faces);

} // namespace slideway::fem
