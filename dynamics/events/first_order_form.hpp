#pragma once

#include "base/types.hpp"
#include "dynamics/events/slow_mode.hpp"

#include <vector>

namespace slideway::dynamics {

/// Damped modes y'' + C y' + omega^2 y = h in coordinates that do not see each other,
///
///   z' = s z + to_z (0, h),      z = to_z (y, y'),      (y, y') = Re(from_z z),
///
/// exact for every time. Undamped rigid modes and slow ones, which no damping couples to others,
/// stand apart. A mode within 1e-5 of critical damping is moved that far away (relative error of
/// its stiffness 1e-10).
struct FirstOrderForm {
    ComplexVector s;          ///< n_z [1/s], Re s <= 0, Im s >= 0
    ComplexMatrix from_z;     ///< 2 n x n_z
    ComplexMatrix to_z;       ///< n_z x 2 n
    std::vector<Index> rigid; ///< modes without stiffness and damping
    std::vector<SlowMode> slow;
};

/// @param omega  n [rad/s]
/// @param C      n x n [1/s], symmetric
/// @param Omega  of the drive, with which slow ones compare [rad/s]
/// @throws std::runtime_error  a damped system without a complete set of modes
[[nodiscard]] FirstOrderForm first_order_form(const Vector& omega, const Matrix& C, double Omega);

} // namespace slideway::dynamics
