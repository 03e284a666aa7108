#pragma once

#include "base/types.hpp"

#include <limits>

/// Box and rotation in the plane, without the decompositions that Eigen/Geometry includes.
namespace slideway::fem {

/// Smallest rectangle along x and y that contains some points [m]; empty if there are none.
struct Box {
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    Eigen::Vector2d min{infinite, infinite}, max{-infinite, -infinite};

    [[nodiscard]] bool empty() const;
    [[nodiscard]] Eigen::Vector2d sizes() const; ///< requires a box that is not empty
    void extend(const Eigen::Vector2d& place);
    void extend(const Box& other);
};

/// Rotation matrix from x to y. @param angle  [rad]
[[nodiscard]] Eigen::Matrix2d rotation(double angle);

} // namespace slideway::fem
