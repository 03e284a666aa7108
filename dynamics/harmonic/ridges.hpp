#pragma once

#include "dynamics/harmonic/extrema.hpp"
#include "dynamics/harmonic/peak_derivatives.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

struct RidgesOptions {
    std::vector<double> levels; ///< > 0: where extrema are listed; the curves span them
    /// At these levels, the lowest and the highest of `levels`, the forced response is computed,
    /// and curves start at its extrema that are on no curve yet.
    std::vector<double> responses;
    /// By which the extrema at the levels are differentiated.
    std::vector<PeakParameter> parameters;
    ExtremaOptions extrema; ///< without level_from and level_to
};

/// An extremum with its curve.
struct RidgePoint {
    Extremum at;
    std::size_t curve = 0;
    std::vector<PeakSlopes> derivatives; ///< by the parameters asked for
};

struct Ridges {
    std::vector<ExtremaCurve> curves;
    std::vector<std::vector<RidgePoint>> at_levels; ///< of each level, ascending in frequency
    std::vector<std::string> lost; ///< points, or derivatives, that are missing there, in words
    bool interrupted = false;
};

/// Backbone curves: all extrema of rms over frequency that lie on curves through an extremum of the
/// stuck system or of a forced response.
/// @throws InputError  options out of range, no extremum in the range
[[nodiscard]] Ridges ridges(const HarmonicBalance& model, const RidgesOptions& options,
                            const Progress& progress = {});

} // namespace slideway::dynamics
