#pragma once

#include "base/types.hpp"

#include <string>

namespace slideway::dynamics {

/// A displacement to observe: y = row u of one body.
struct Probe {
    std::string name; ///< "lower.free_end.y"
    std::size_t body = 0;
    Vector row; ///< n
};

/// A displacement to sample: y = row . q + Re(follow exp(j Omega t)).
struct ModalOutput {
    Vector row; ///< m
    Complex follow = 0;
    std::string name = {};
};

} // namespace slideway::dynamics
