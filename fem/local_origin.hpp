#pragma once

#include "fem/plane.hpp"
#include "fem/substructure.hpp"

namespace slideway::fem {

/// Returns a point near a box. Positions in the box relative to it keep their digits, however far
/// the box is from the origin. The point is a multiple of a power of two of at least four times the
/// longest side, so the differences are exact. It is the origin for a box near it, and for one that
/// is a point or empty.
[[nodiscard]] Eigen::Vector3d local_origin(const Box& box);

/// Smallest box that contains the finite rows of X (points x 3); empty if there are none.
[[nodiscard]] Box box_of(const Matrix& X);

/// Smallest box that contains the ports, the named nodes and the drawing of a body.
[[nodiscard]] Box box_of(const Substructure& s);

/// Moves the ports, the named nodes and the drawing of a body. Its matrices and rigid motions do
/// not change: the rigid motions rotate about the point that was the origin before.
void move(Substructure& s, const Eigen::Vector3d& offset);

/// Changes the centre of the rigid rotations from the origin to `centre`.
void turn_about(Substructure& s, const Eigen::Vector3d& centre);

} // namespace slideway::fem
