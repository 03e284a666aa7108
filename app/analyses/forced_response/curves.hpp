#pragma once

#include "app/analyses/forced_response/forced_response.hpp"
#include "app/analyses/forced_response/verified_stability.hpp"
#include "app/analyses/harmonic/response_curves.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// A level that could not be computed, and why.
struct FailedLevel {
    double level;
    std::string message;
};

/// All of a run.
struct ResponseCurves {
    std::vector<ResponseCurve> levels;        ///< curves begun, each before curves that cross it
    std::vector<VerifiedStability> stability; ///< one per curve
    std::vector<std::string> not_followed;
    std::vector<std::string> not_reached; ///< levels of which a part of the range is missing
    Vector stuck_hz;                      ///< in the range
    Index n_unknowns = 0, n_modes = 0;
    std::vector<double> not_begun; ///< levels
    std::vector<FailedLevel> failed;
    std::vector<double> left_out; ///< levels of the results gone on with
    bool new_points = false;      ///< that the results gone on with do not hold
    dynamics::HarmonicBalance::Form form = dynamics::HarmonicBalance::Form::modes;
    Recorded recorded;
};

[[nodiscard]] Summary summarise(const ForcedResponse& e, const ResponseCurves& curves);

void write_curves(io::ArraySink& sink, const ForcedResponse& e, const ResponseCurves& curves);

} // namespace slideway::app
