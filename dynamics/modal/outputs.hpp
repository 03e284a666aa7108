#pragma once

#include "base/measure.hpp"
#include "base/types.hpp"

#include <string>

namespace slideway::dynamics {

/// A component to observe, a displacement or a rotation: y = row u of one body.
struct Probe {
    std::string name; ///< "lower.free_end.y"
    std::size_t body = 0;
    Vector row;                              ///< n
    Measure measure = Measure::displacement; ///< measure of y
};

/// A sampled component: y = row . q + Re(follow exp(j Omega t)).
struct ModalOutput {
    Vector row; ///< m
    Complex follow = 0;
    std::string name = {};
    Measure measure = Measure::displacement; ///< measure of y
};

} // namespace slideway::dynamics
