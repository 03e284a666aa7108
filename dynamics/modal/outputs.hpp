#pragma once

#include "base/measure.hpp"
#include "base/types.hpp"

#include <cstddef>
#include <string>

namespace slideway::dynamics {

/// A component to observe, a displacement or a rotation: y = row u of one body.
struct Probe {
    std::string name; ///< "lower.free_end.y"
    std::size_t body = 0;
    Vector row;                              ///< n
    Measure measure = Measure::displacement; ///< measure of y
};

/// Part of the response of an output to a force on an input that no dof of the model has:
/// flexibility / (1 + i Omega stiffness_damping + i loss_factor).
struct DirectResponse {
    std::size_t output = 0, input = 0;
    double flexibility = 0;       ///< [m/N]
    double stiffness_damping = 0; ///< [s]
    double loss_factor = 0;
};

/// A sampled component: y = row . q + Re(follow exp(j Omega t)).
struct ModalOutput {
    Vector row; ///< m
    Complex follow = 0;
    std::string name = {};
    Measure measure = Measure::displacement; ///< measure of y
};

} // namespace slideway::dynamics
