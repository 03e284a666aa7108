#pragma once

#include "dynamics/events/first_sign_change.hpp"

#include <vector>

namespace slideway::dynamics {

/// Where the rate of a motion changes its sign, step by step: none is told twice or left out
/// because it falls on the end of a step.
class SignChanges {
public:
    /// The rate over the next step, as a polynomial in x from 0 to 1.
    /// @param scale  of its terms: what is round-off of it is zero
    /// @return x of each change, ascending, until the next call
    const std::vector<double>& over(const StepPolynomial& rate, double scale);

    [[nodiscard]] int first() const { return first_; } ///< the first sign; 0: none yet
    [[nodiscard]] int sign() const { return sign_; }   ///< behind the last step

private:
    int first_ = 0, sign_ = 0;
    std::vector<double> at_;
};

} // namespace slideway::dynamics
