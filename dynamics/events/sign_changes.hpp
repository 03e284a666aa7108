#pragma once

#include "dynamics/events/first_sign_change.hpp"

#include <vector>

namespace slideway::dynamics {

/// Sign changes of the rate of a motion, step by step. A sign change at the end of a step is
/// neither missed nor reported twice.
class SignChanges {
public:
    /// Finds the sign changes within the next step.
    /// @param rate   polynomial in x from 0 to 1
    /// @param scale  size of its terms; values below its round-off count as zero
    /// @return x of each sign change, ascending; valid until the next call
    const std::vector<double>& over(const StepPolynomial& rate, double scale);

    [[nodiscard]] int first() const { return first_; } ///< first sign of the rate; 0: none yet
    [[nodiscard]] int sign() const { return sign_; }   ///< sign at the end of the last step

private:
    int first_ = 0, sign_ = 0;
    std::vector<double> at_;
};

} // namespace slideway::dynamics
