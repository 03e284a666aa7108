#pragma once

#include "base/progress.hpp"
#include "continuation/trace.hpp"
#include "dynamics/harmonic_balance.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

struct ForcedResponseOptions {
    double level = 1;                    ///< factor of the harmonic drive, > 0
    double Omega_from = 0, Omega_to = 0; ///< [rad/s], > 0: begins there and goes towards there
    double tolerance = 1e-10; ///< of Newton's method: displacements, relative to their amplitude
    /// Longest step, > 0: share of the frequency range, or of twice the frequency if that is less.
    /// Amplitudes change by five times this share at most, in comparison with what they are there.
    /// A resonance narrower than a step may be passed over.
    double max_step = 0.02;
    int max_points = 5000; ///< >= 2
    bool stability = true; ///< of each point, with the points where it is lost to another motion
    bool branches =
        false; ///< also the curves that cross at branch points, and those that cross them
};

/// Numbers of points along a curve: rows of Branch::monitors.
enum ResponseMonitor {
    monitor_rms = 0,            ///< of output 0 [m]: its maxima are located
    monitor_log_rms = 1,        ///< keeps steps short
    monitor_flip = 2,           ///< with stability: HarmonicStability's tests, zeros are located
    monitor_neimark_sacker = 3, ///< likewise
    monitor_growth = 4,         ///< with stability: magnitude of the largest Floquet multiplier
    monitor_stable = 5,         ///< with stability: 1 or 0
};

/// The motions over frequency at one level: a curve that may turn back in frequency.
struct [[nodiscard]] ForcedResponse {
    double level = 1;
    /// p: Omega [rad/s]; x: coefficients of the joints' displacements [m]; monitors: those of
    /// ResponseMonitor. s is measured in the scales of each stretch.
    continuation::Branch branch;
    /// If `branch` turns back to where it began: the curve from Omega_to towards Omega_from.
    std::optional<continuation::Branch> other_end;
    /// With `branches`: the curves that cross `branch` or one another, at most `most_crossing`;
    /// each begins at a branch point. One that neither closes nor leads to another known branch
    /// point has a second part, the other way.
    std::vector<continuation::Branch> crossing;
    /// Why a branch point was left out.
    std::vector<std::string> not_followed;
    long long n_evaluations = 0;

    static constexpr std::size_t most_crossing = 16;
};

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
[[nodiscard]] ForcedResponse forced_response(HarmonicBalance& model,
                                             const ForcedResponseOptions& options,
                                             const Progress& progress = {});

/// Of forced_response: what of the range lies between the curve that turned back and the one from
/// the other end [rad/s]; empty: nothing, or no curve turned back.
[[nodiscard]] std::optional<std::array<double, 2>> unreached(const ForcedResponse& response,
                                                             const ForcedResponseOptions& options);

/// Refuses what forced_response refuses.
void check_forced_response(const HarmonicBalance& model, const ForcedResponseOptions& options);

/// Natural frequencies of small vibrations about the equilibrium under the constant loads, with the
/// joints as they are there: closed contacts stick (without friction: stay closed), open ones and
/// open gaps are without stiffness. Ascending [rad/s], undamped.
/// @param Omega  [rad/s] of evaluations, > 0: no matter which
[[nodiscard]] Vector stuck_frequencies(HarmonicBalance& model, double Omega);

} // namespace slideway::dynamics
