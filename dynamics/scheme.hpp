#pragma once

#include "dynamics/modal_model.hpp"

namespace slideway::dynamics {

/// Coefficients of one mode per step in summed form, d = q_n - q_{n-1}:
///
///   d <- a d - b q + w h^2 f,   q <- q + d
struct SchemeCoefficients {
    Vector a, b, w;
};

/// Central differences with damping lagged by a backward difference: a = 1 - c h, b = omega^2 h^2,
/// w = 1. Stable for h below step_limit.
/// Source: Brunetti, D'Ambrogio & Fregolent, doi:10.1007/s11071-020-06081-9, eqs. (26)-(28), in the
/// modal coordinates of each body. The summed form keeps the digits that 2 q_n - q_{n-1} loses.
[[nodiscard]] SchemeCoefficients central_difference(const ModalBody& body, double h);

/// Exact solution of each mode over a step, with the force held: with the roots s of
/// s^2 + c s + omega^2 = 0, a = exp(-c h), b = (1 - e^{s1 h})(1 - e^{s2 h}), w = b / (omega h)^2.
/// A departure from eqs. (24)-(28) of the source above: no step limit from the modes.
[[nodiscard]] SchemeCoefficients exact_propagator(const ModalBody& body, double h);

/// Largest stable step of central_difference over all modes: (2/omega)(sqrt(1 + zeta^2) - zeta).
/// Eq. (25) of the source has sqrt(1 - zeta^2) - zeta and the crossing time of the smallest
/// element, which for a consistent mass is not conservative. Infinity without modes.
[[nodiscard]] double step_limit(const ModalModel& model);

} // namespace slideway::dynamics
