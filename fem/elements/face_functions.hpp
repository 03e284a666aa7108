#pragma once

#include "fem/elements/solid_cell.hpp"

namespace slideway::fem {

/// Shape functions of a face at one reference place, and their derivatives by (xi, eta).
struct FaceFunctions {
    Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 8, 1> N;
    Eigen::Matrix<double, Eigen::Dynamic, 2, 0, 8, 2> dN;
};

/// Functions of a face of 3, 4, 6 or 8 nodes at (xi, eta): those of a solid cell on one of its
/// faces.
[[nodiscard]] FaceFunctions face_functions(Index n_nodes, const Eigen::Vector3d& p);

/// Rule of a face: 7 points of a triangle, 4 x 4 of a quadrilateral.
[[nodiscard]] CellRule face_rule(Index n_nodes);

} // namespace slideway::fem
