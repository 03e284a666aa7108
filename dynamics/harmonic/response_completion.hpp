#pragma once

#include "continuation/network.hpp"
#include "dynamics/harmonic/response_level.hpp"

#include <vector>

/// The curves of a level beside the one that was followed first.
namespace slideway::dynamics {

/// The curve that was followed first, the one from the other end, those that cross.
[[nodiscard]] std::vector<const continuation::Branch*> curves_of(const ForcedResponse& response);

/// These curves as they meet at branch points. Refers to both.
[[nodiscard]] continuation::Network network(const HarmonicBalance& model,
                                            const ForcedResponse& response);

/// The curve from one end of the range towards the other; empty without a motion there.
[[nodiscard]] continuation::Branch from_end(ResponseLevel& level, double from, double to);

/// Whether a curve that began at Omega_from left the range there.
[[nodiscard]] bool turned_back(const continuation::Branch& branch, const ForcedResponseOptions& o);

/// The rest of the range where the curve turned back, and what crosses it, as far as `result` does
/// not hold them.
void complete(ResponseLevel& level, const ForcedResponseOptions& o, bool from_an_end,
              ForcedResponse& result);

} // namespace slideway::dynamics
