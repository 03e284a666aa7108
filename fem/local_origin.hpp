#pragma once

#include "fem/plane.hpp"
#include "fem/substructure.hpp"

namespace slideway::fem {

/// A point near a box, relative to which positions in the box keep their digits however far it is
/// from (0, 0): a multiple of a power of two of at least four times its longer side, so that the
/// differences are exact. It is (0, 0) for a box near it, and for one that is a point or empty.
[[nodiscard]] Eigen::Vector2d local_origin(const Box& box);

/// Smallest box that holds the rows of X that are places; empty: none is.
[[nodiscard]] Box box_of(const Matrix& X);

/// The box of the ports of a body and of its drawing.
[[nodiscard]] Box box_of(const Substructure& s);

/// Moves ports and drawing of a body. Its matrices do not see it, nor do its rigid motions: they
/// turn about the point that was (0, 0) before.
void move(Substructure& s, const Eigen::Vector2d& by);

/// Turns the rigid motions about the point `by` in place of (0, 0).
void turn_about(Substructure& s, const Eigen::Vector2d& by);

} // namespace slideway::fem
