#pragma once

#include "dynamics/response_level.hpp"

/// The curves of a level beside the one that was followed first.
namespace slideway::dynamics {

/// The curve from one end of the range towards the other; empty without a motion there.
[[nodiscard]] continuation::Branch from_end(ResponseLevel& level, double from, double to);

/// Whether a curve that began at Omega_from left the range there.
[[nodiscard]] bool turned_back(const continuation::Branch& branch, const ForcedResponseOptions& o);

/// The rest of the range where the curve turned back, and what crosses it.
void complete(ResponseLevel& level, const ForcedResponseOptions& o, bool from_an_end,
              ForcedResponse& result);

} // namespace slideway::dynamics
