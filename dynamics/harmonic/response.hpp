#pragma once

#include "continuation/branch.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

struct ForcedResponseOptions {
    double level = 1;                    ///< factor of the harmonic drive, > 0
    double Omega_from = 0, Omega_to = 0; ///< [rad/s], > 0: begins there and goes towards there
    double tolerance = 1e-10; ///< tolerance of Newton's method, relative to the amplitude
    /// Longest step > 0, as a share of the frequency range, or of twice the frequency if that is
    /// less. Amplitudes change by five times this share at most, in comparison with what they are
    /// there. A resonance narrower than a step may be passed over.
    double max_step = 0.02;
    /// 1 to 4: steps may turn the curve, and change the rms of output 0, by so much more.
    double coarseness = 1;
    int max_points = 5000; ///< >= 2
    bool stability = true; ///< true: compute the stability of points, and locate its changes
    bool branches =
        false; ///< also the curves that cross at branch points, and those that cross them
};

/// Numbers of points along a curve: rows of Branch::monitors.
enum ResponseMonitor {
    monitor_rms = 0,            ///< rms of output 0 [m]; its maxima are located
    monitor_log_rms = 1,        ///< keeps steps short
    monitor_flip = 2,           ///< with stability: HarmonicStability's tests, zeros are located
    monitor_neimark_sacker = 3, ///< test function of Neimark-Sacker points
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
    /// With `branches`: the curves that cross `branch` or one another, until there are
    /// `most_crossing`; each begins at a branch point. One that does not close has a second part,
    /// the other way.
    std::vector<continuation::Branch> crossing;
    /// Why a branch point was left out.
    std::vector<std::string> not_followed;
    long long n_evaluations = 0;

    static constexpr std::size_t most_crossing = 16;
};

} // namespace slideway::dynamics
