#pragma once

#include "base/types.hpp"

namespace slideway::contact {

/// Solution of a = b - G f with low <= f <= high in each row, where a = 0 inside of the bounds, a
/// >= 0 at `high` and a <= 0 at `low`. It is unique for a symmetric positive definite G. Bounds may
/// be infinite.
struct BoundedForces {
    Vector f, a;
};
[[nodiscard]] BoundedForces bounded_forces(const MatrixIn& G, const VectorIn& b,
                                           const VectorIn& low, const VectorIn& high);

} // namespace slideway::contact
