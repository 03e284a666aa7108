#pragma once

#include "base/types.hpp"

namespace slideway::contact {

/// The solution of a = b - G f with, per row, low <= f <= high and a = 0 inside, a >= 0 at high,
/// a <= 0 at low. G symmetric positive definite: exactly one. Bounds may be infinite.
struct BoundedForces {
    Vector f, a;
};
[[nodiscard]] BoundedForces bounded_forces(const MatrixIn& G, const VectorIn& b,
                                           const VectorIn& low, const VectorIn& high);

} // namespace slideway::contact
