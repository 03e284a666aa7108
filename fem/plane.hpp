#pragma once

#include "base/types.hpp"

#include <limits>
#include <string>

/// Box and rotation, without the decompositions that Eigen/Geometry includes.
namespace slideway::fem {

/// Smallest box along x, y and z that contains some points [m]; empty if there are none.
struct Box {
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    Eigen::Vector3d min{infinite, infinite, infinite}, max{-infinite, -infinite, -infinite};

    [[nodiscard]] bool empty() const;
    [[nodiscard]] Eigen::Vector3d sizes() const; ///< requires a box that is not empty
    void extend(const Eigen::Vector3d& place);
    void extend(const Box& other);
};

/// Returns "(0.1, 0.2)", with a third coordinate if it is not zero.
[[nodiscard]] std::string position_text(const Eigen::Vector3d& position);

/// Position with z = 0.
[[nodiscard]] Eigen::Vector3d in_space(const Eigen::Vector2d& position);
/// Positions with z = 0: n x 3. @param plane  n x 2
[[nodiscard]] Matrix positions_in_space(const Matrix& plane);

/// Rotation matrix from x to y. @param angle  [rad]
[[nodiscard]] Eigen::Matrix2d rotation(double angle);
/// Rotation matrix about an axis by the right-hand rule (Rodrigues). @param axis  any length above
/// 0
[[nodiscard]] Eigen::Matrix3d rotation(const Eigen::Vector3d& axis, double angle);

} // namespace slideway::fem
