#pragma once

#include "fem/plane.hpp"
#include "fem/substructure.hpp"

namespace slideway::fem {

/// Returns a point near a box. Positions in the box relative to it keep their digits, however far
/// the box is from (0, 0). The point is a multiple of a power of two of at least four times the
/// longer side, so the differences are exact. It is (0, 0) for a box near it, and for one that is a
/// point or empty.
[[nodiscard]] Eigen::Vector2d local_origin(const Box& box);

/// Smallest box that contains the finite rows of X; empty if there are none.
[[nodiscard]] Box box_of(const Matrix& X);

/// Smallest box that contains the ports and the drawing of a body.
[[nodiscard]] Box box_of(const Substructure& s);

/// Moves the ports and the drawing of a body. Its matrices and rigid motions do not change: the
/// rigid motions rotate about the point that was (0, 0) before.
void move(Substructure& s, const Eigen::Vector2d& offset);

/// Changes the centre of the rigid rotations from (0, 0) to `centre`.
void turn_about(Substructure& s, const Eigen::Vector2d& centre);

} // namespace slideway::fem
