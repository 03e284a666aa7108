#pragma once

#include "dynamics/events/sign_changes.hpp"
#include "dynamics/events/taylor_scheme.hpp"
#include "dynamics/modal/outputs.hpp"

namespace slideway::dynamics {

/// p' of a polynomial p.
[[nodiscard]] StepPolynomial rate_of(const StepPolynomial& p);
[[nodiscard]] double value_of(const StepPolynomial& p, double x);

/// Where a polynomial of a step, from 0 to 1 over it, changes its sign, step after step.
class Crossings {
public:
    struct At {
        double x = 0;
        bool rising = false;
    };
    /// @param scale  of its terms: what is round-off of it is zero
    /// @return each, ascending, until the next call
    const std::vector<At>& over(const StepPolynomial& p, double scale);

    [[nodiscard]] int first() const { return changes_.first(); } ///< the first sign; 0: none yet
    [[nodiscard]] int sign() const { return changes_.sign(); }   ///< behind the last step

private:
    SignChanges changes_;
    std::vector<At> at_;
};

/// The displacement of an output over the last step, and the sizes of its terms together.
struct StepMotion {
    StepPolynomial displacement{};
    double size = 0;
};
void motion_of(const TaylorScheme& scheme, const ModalOutput& output, double taken,
               StepMotion& out);

} // namespace slideway::dynamics
