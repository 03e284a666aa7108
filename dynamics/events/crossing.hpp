#pragma once

#include "dynamics/events/first_sign_change.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// A guard over a step as a polynomial in x, from 0 to 1 over the step.
struct GuardPolynomial {
    StepPolynomial p;
    double scale = 0; ///< scale of the terms of the guard, for round-off and ties
    double error = 0; ///< share that its first coefficients may be wrong by beside round-off
};

struct Crossing {
    double x = 1;          ///< in [0, 1]
    std::size_t guard = 0; ///< index of the polynomial
};

/// The first guard that passes zero from above in a step. A guard that is zero where the step
/// begins has just been reached: it is divided by x as often as it begins with nothing, and if then
/// it falls its phase ends at once, at x = 0.
[[nodiscard]] std::optional<Crossing> first_crossing(const std::vector<GuardPolynomial>& guards);

/// Sets `hit` to the guards that take part in a crossing: those that fall through zero with it.
void take_part(const std::vector<GuardPolynomial>& guards, const Crossing& crossing,
               std::vector<bool>& hit);

} // namespace slideway::dynamics
