#pragma once

#include "base/progress.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/harmonic/response.hpp"

#include <array>
#include <optional>

namespace slideway::dynamics {

/// Follows the motion from one frequency towards another, through folds, by pseudo-arclength
/// continuation. Unknowns are compared with their amplitude where the branch is, so that a motion
/// of micrometres and a resonance a thousand times higher are followed alike; dp is compared with
/// the range. The start is the stuck linear motion corrected by Newton's method; where that fails
/// (deep in slip), the level is raised from zero along a branch of its own. A curve that cannot go
/// on is returned with the reason in `branch.back`; it is empty if there is no start. One that
/// turns back to where it began is followed by one from the other end.
///
/// Maxima of the rms of output 0 are located where its derivative, which is exact, changes its
/// sign: also where it jumps, at the onset of slip.
///
/// @param model  with at least one output
/// @throws InputError  options out of range; a mode without damping whose resonance, k Omega =
///                     omega, lies in the range
[[nodiscard]] ForcedResponse forced_response(const HarmonicBalance& model,
                                             const ForcedResponseOptions& options,
                                             const Progress& progress = {});

/// Part of the range between the curve that turned back and the curve from the other end [rad/s].
/// Empty if there is none, or if no curve turned back.
[[nodiscard]] std::optional<std::array<double, 2>> unreached(const ForcedResponse& response,
                                                             const ForcedResponseOptions& options);

/// Refuses what forced_response refuses.
void check_forced_response(const HarmonicBalance& model, const ForcedResponseOptions& options);

/// Natural frequencies of small vibrations about the equilibrium under the constant loads, with the
/// joints as they are there: closed contacts stick (without friction: stay closed), open ones and
/// open gaps are without stiffness. Ascending [rad/s], undamped.
/// @param Omega  [rad/s] of evaluations, > 0: no matter which
[[nodiscard]] Vector stuck_frequencies(const HarmonicBalance& model, double Omega);

} // namespace slideway::dynamics
