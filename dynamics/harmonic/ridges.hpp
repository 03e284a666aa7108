#pragma once

#include "dynamics/harmonic/extrema.hpp"
#include "dynamics/harmonic/peak_derivatives.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

struct RidgesOptions {
    std::vector<double> values; ///< > 0: where extrema are listed; the curves span them
    /// At these values, the lowest and the highest of `values`, the forced response is computed,
    /// and curves start at its extrema that are on no curve yet. They also start at the largest
    /// maxima of the responses at up to eight of the other `values`.
    std::vector<double> responses;
    /// By which the extrema listed are differentiated.
    std::vector<PeakParameter> parameters;
    ExtremaOptions extrema; ///< without `from` and `to`
};

/// An extremum with its curve.
struct RidgePoint {
    Extremum at;
    std::optional<std::size_t> curve; ///< empty: found on the forced response of that value alone
    std::optional<Kink> kink = {};    ///< kink on which it lies; empty: smooth
    std::vector<PeakSlopes> derivatives = {}; ///< by the requested parameters; none: no bound
};

/// Gap of a forced response that supplies maxima beside curves.
struct ResponseGap {
    double value = 0; ///< value of the parameter
    std::string text;
};

struct Ridges {
    std::vector<ExtremaCurve> curves;
    std::vector<double> values; ///< requested values at which to list extrema
    /// Number of `values` whose largest maximum was compared with that of the forced response. A
    /// closed curve that passes none of them is not found.
    std::size_t n_searched = 0;
    std::vector<std::vector<RidgePoint>>
        points_at_values;               ///< points at each value, ascending in frequency
    std::vector<std::string> lost;      ///< points of curves that are missing there, in words
    std::vector<ResponseGap> gaps;      ///< values whose responses supply extrema and have gaps
    std::vector<std::string> unbounded; ///< descriptions of points without derivatives
    bool interrupted = false;
};

/// An end of a curve within the ranges of values and frequencies, where it could not be followed.
struct LostEnd {
    std::size_t curve = 0;
    double value = 0; ///< value of the parameter
    double Omega = 0; ///< [rad/s]
    std::string why;
};

/// Returns the ends of curves that lie inside the ranges. Maxima may be missing beyond them.
[[nodiscard]] std::vector<LostEnd> lost_ends(const Ridges& found);

/// Backbone curves: all extrema of rms over frequency that lie on curves over the parameter through
/// an extremum of the stuck system or of a forced response. If a curve was lost, or a requested
/// value has no maximum, the forced response at each requested value supplies the maxima that are
/// on no curve.
/// @throws InputError  options out of range, no extremum in the range
[[nodiscard]] Ridges ridges(MotionFamily& motions, const RidgesOptions& options,
                            const Progress& progress = {});
/// Over the level.
[[nodiscard]] Ridges ridges(const HarmonicBalance& model, const RidgesOptions& options,
                            const Progress& progress = {});

} // namespace slideway::dynamics
