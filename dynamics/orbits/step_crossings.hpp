#pragma once

#include "dynamics/events/sign_changes.hpp"
#include "dynamics/events/taylor_scheme.hpp"
#include "dynamics/modal/outputs.hpp"

namespace slideway::dynamics {

/// Derivative p' of a polynomial p.
[[nodiscard]] StepPolynomial rate_of(const StepPolynomial& p);
/// Value p(x).
[[nodiscard]] double value_of(const StepPolynomial& p, double x);

/// Sign changes of a function that is a polynomial p(x) in each step, x from 0 to 1.
class Crossings {
public:
    /// A sign change within a step.
    struct At {
        double x = 0;
        bool rising = false; ///< from minus to plus
    };
    /// Finds the sign changes within the next step.
    /// @param scale  size of the terms of p; values below its round-off count as zero
    /// @return sign changes, ascending in x; valid until the next call
    const std::vector<At>& over(const StepPolynomial& p, double scale);

    [[nodiscard]] int first() const { return changes_.first(); } ///< first sign of p; 0: none yet
    [[nodiscard]] int sign() const { return changes_.sign(); }   ///< sign after the last step

private:
    SignChanges changes_;
    std::vector<At> at_;
};

/// Displacement of an output over the last step.
struct StepMotion {
    StepPolynomial displacement{};
    double size = 0; ///< sum of |coefficients| of the displacement
};
/// Computes the displacement of an output over the last step.
/// @param taken  length of the step [s]
void motion_of(const TaylorScheme& scheme, const ModalOutput& output, double taken,
               StepMotion& out);

} // namespace slideway::dynamics
