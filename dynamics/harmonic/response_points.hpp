#pragma once

#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/harmonic/response.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// Quantities of the N points of a branch, besides its unknowns.
struct ResponsePoints {
    struct Output {
        Matrix coefficients; ///< harmonics().size() x N [m]
        Vector rms;          ///< N [m], about the mean
        Vector peak;         ///< N [m]: largest |y - mean| of the cycle
        Vector phase_lag;    ///< N [rad] of the first harmonic behind cos(Omega t), in (-pi, pi]
        std::vector<char> rests; ///< N: true where its motion is round-off of that of the modes
    };
    struct Joint {
        Matrix force;      ///< (rows size) x N [N]: Fourier coefficients, truncated as balanced
        Vector dissipated; ///< N [J] per cycle; empty with sampled forces, as share and states
        /// elastic-coulomb alone, else empty: share of the cycle in stick, slip, separation (3 x N)
        Matrix share;
        /// N: "stick", "slip", "separation" joined by "/", those of at least `shortest_state`
        std::vector<std::string> states;
        /// Changes of state, flat: at which point, phase in [0, 2 pi), contact::FrictionState.
        std::vector<int> event_point, event_before, event_after;
        std::vector<double> event_phase;
        /// One cycle in time at the points of `loops`: rows of the joint x (cycle_samples + 1), one
        /// below the other.
        Matrix loop_displacement, loop_force; ///< [m, N]
    };
    static constexpr Index cycle_samples = 512;
    /// Share of the cycle: a peak at the very onset of slip slips or not by round-off, for up to
    /// 1e-5 of the cycle, the square root of the error of its place.
    static constexpr double shortest_state = 1e-4;
    std::vector<Output> outputs;
    std::vector<Joint> joints;
    std::vector<int> loops;   ///< points: the maxima of the rms of output 0, or its largest value
    std::vector<Index> first; ///< index of each joint's first coefficient in the x of the branch
};
[[nodiscard]] ResponsePoints response_points(const HarmonicBalance& model,
                                             const ForcedResponse& response);

} // namespace slideway::dynamics
