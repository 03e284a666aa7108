#pragma once

#include "dynamics/harmonic/damped_modes.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Balance of the motions in which joints alike move alike (symmetric_part): fewer unknowns, and no
/// motions near them in which only some of these joints slip.
struct AlikeBalance {
    HarmonicBalance balance;
    std::vector<std::size_t> joint_of; ///< joint of `balance` for each joint of the whole
};

/// Empty if no joints move alike.
[[nodiscard]] std::optional<AlikeBalance> alike_balance(const HarmonicBalance& whole);

/// A damped mode of the part as one of the whole, whose joints it moves. All else is equal.
[[nodiscard]] DampedMode of_whole(const HarmonicBalance& whole, const AlikeBalance& part,
                                  DampedMode mode);

} // namespace slideway::dynamics
