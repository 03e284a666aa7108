#pragma once

#include "base/types.hpp"

#include <limits>

/// What Eigen/Geometry has for the plane, without the decompositions that come with it.
namespace slideway::fem {

/// Smallest rectangle along x and y that holds some places [m]; empty: it holds none.
struct Box {
    static constexpr double infinite = std::numeric_limits<double>::infinity();
    Eigen::Vector2d min{infinite, infinite}, max{-infinite, -infinite};

    [[nodiscard]] bool empty() const;
    [[nodiscard]] Eigen::Vector2d sizes() const; ///< not of an empty one
    void extend(const Eigen::Vector2d& place);
    void extend(const Box& other);
};

/// Turns from x to y. @param angle  [rad]
[[nodiscard]] Eigen::Matrix2d rotation(double angle);

} // namespace slideway::fem
