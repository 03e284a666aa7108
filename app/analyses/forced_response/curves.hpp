#pragma once

#include "app/analyses/forced_response/forced_response.hpp"
#include "app/analyses/forced_response/verified_stability.hpp"
#include "app/motions/harmonic/response_curves.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// A level that could not be computed, with the reason.
struct FailedLevel {
    double level;
    std::string message;
};

/// All results of the analysis.
struct ResponseCurves {
    std::vector<ResponseCurve> levels;        ///< computed curves, each before curves that cross it
    std::vector<VerifiedStability> stability; ///< one per curve
    std::vector<std::string> not_followed;
    std::vector<std::string> not_reached; ///< levels without a part of the range
    Vector stuck_hz;                      ///< frequencies of stuck modes in the range [Hz]
    Index n_unknowns = 0, n_modes = 0;
    std::vector<double> not_begun; ///< levels that were not started
    std::vector<FailedLevel> failed;
    std::vector<double> left_out; ///< levels of the earlier results that the case lacks
    bool new_points = false;      ///< true if the earlier results lack some points
    dynamics::HarmonicBalance::Form form = dynamics::HarmonicBalance::Form::modes;
    Recorded recorded;
};

[[nodiscard]] Summary summarise(const ForcedResponse& e, const ResponseCurves& curves);

void write_curves(io::ArraySink& sink, const ForcedResponse& e, const ResponseCurves& curves);

} // namespace slideway::app
