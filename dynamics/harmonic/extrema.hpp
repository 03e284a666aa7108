#pragma once

#include "base/progress.hpp"
#include "continuation/options.hpp"
#include "continuation/pieces.hpp"
#include "dynamics/harmonic/extremum_search.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

struct ExtremaOptions {
    double from = 0, to = 0;              ///< range of the parameter's values, 0 < from < to
    double Omega_low = 0, Omega_high = 0; ///< range of frequencies [rad/s], 0 < low < high
    std::vector<double> values;           ///< ascending: where curves have points, mostly
    std::size_t output = 0;               ///< output of the balance whose rms has the extrema
    double tolerance = 1e-10;             ///< tolerance of Newton's method
    double max_step = 0.5;                ///< longest step of p; displacements change by this share
    int max_points = 2000;                ///< largest number of points of a piece
    int max_pieces = 100;                 ///< largest number of pieces of a curve
};

/// Numbers of points along a piece: rows of Branch::monitors.
enum ExtremaMonitor {
    extrema_log_rms = 0, ///< ln of rms in m
    extrema_low = 1,     ///< Omega over its lower bound, minus 1: the curve ends at zero
    extrema_high = 2,    ///< upper bound of the frequency over Omega, minus 1
    /// Extremum: ds/dOmega, s the slope of ln rms: < 0 at a maximum, and a code of the states of
    /// the joints, which changes where their number in a cycle does. Kink: s on the side that
    /// sticks, and on the side that slips.
    extrema_first = 3,
    extrema_second = 4,
    /// Kink: change of the margin with the frequency: > 0, slip lies at higher frequencies.
    extrema_margin = 5,
};

/// Extrema of rms over frequency as they move with a parameter, mostly the level: a curve of
/// pieces, smooth extrema and kinks of it. Unknowns of a piece: (r, Omega).
struct ExtremaCurve {
    continuation::PiecewiseCurve curve;
    std::vector<std::optional<Kink>> kinks; ///< kink of each piece; empty for a smooth extremum
    std::string begins = "start";           ///< why the curve begins and ends
    std::string ends;
    bool closed = false; ///< it meets its beginning
    bool interrupted = false;
};

/// Where a curve of extrema begins: a motion that is one.
struct ExtremumStart {
    Vector x;                 ///< n + 1: r, Omega
    double value = 0;         ///< value of the parameter
    std::optional<Kink> kink; ///< on which it lies
    bool maximum = false;     ///< true for a maximum of rms over frequency
    double log_rms = 0;       ///< ln of rms in m
};

/// Follows an extremum over the parameter, through folds and through kinks, where a contact begins
/// to slip, until the curve leaves the range of values or of frequencies, closes, or cannot be
/// followed: `ends` says which.
/// @param direction  +1: towards larger values first
/// Formulas: docs/theory/backbones.md. Source: W. Wen, W. Qi & W. Wen, "Precise computation of
/// forced response backbone curves of frictional structures using analytical Hessian tensor of
/// contact elements", for smooth extrema; where a ridge has a kink the paper restarts behind it.
[[nodiscard]] ExtremaCurve extrema_curve(MotionFamily& motions, const ExtremumStart& start,
                                         int direction, const ExtremaOptions& options,
                                         const Progress& progress = {});

/// Steps along the pieces of a curve.
[[nodiscard]] continuation::Options steps_of(const ExtremaOptions& o);

/// Rotates a closed curve that ends with a kink, so that it ends with the lowest kink for any
/// start.
void begin_after_lowest_kink(ExtremaCurve& curve);

/// Returns the curve in reverse order.
[[nodiscard]] ExtremaCurve reversed(ExtremaCurve curve);

/// Points of a curve at a value of the parameter, in the order of the curve.
/// @param lost  receives descriptions of points that were not found between two points of the curve
[[nodiscard]] std::vector<Extremum> extrema_at(MotionFamily& motions, const ExtremaCurve& curve,
                                               double value, const ExtremaOptions& options,
                                               std::vector<std::string>& lost);

/// All extrema of the forced response at a value of the parameter, kinks among them, as far as its
/// points are close enough to separate them: maxima, then minima, ascending in frequency.
[[nodiscard]] std::vector<ExtremumStart> response_extrema(MotionFamily& motions, double value,
                                                          const ExtremaOptions& options,
                                                          const Progress& progress = {});

} // namespace slideway::dynamics
