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

/// Labelled points of all curves, one entry per point.
struct LabelledPoints {
    std::string name; ///< "peaks"
    std::vector<double> level, frequency, rms, phase_lag;
    std::vector<double> stable, multiplicity; ///< empty without stability
    std::vector<std::string> states;          ///< empty without states
};

/// All results of the analysis.
struct ResponseCurves : ResponseSet {
    std::vector<VerifiedStability> stability; ///< one per curve
    std::vector<std::string> not_followed;
    std::vector<std::string> not_reached; ///< levels without a part of the range
    Index n_unknowns = 0, n_modes = 0;
    std::vector<double> not_begun; ///< levels that were not started
    std::vector<FailedLevel> failed;
    std::vector<double> left_out; ///< levels of the earlier results that the case lacks
    bool new_points = false;      ///< true if the earlier results lack some points
    dynamics::HarmonicBalance::Form form = dynamics::HarmonicBalance::Form::modes;
};

void arrays(io::Entries& a, ResponseCurves& r);
void quantities(io::Entries& q, ResponseCurves& r);

/// Returns the labels of all curves, in the order of the summary.
[[nodiscard]] std::vector<LabelledPoints> labelled_points(const ResponseCurves& r);

[[nodiscard]] Summary summarise(const ForcedResponse& e, ResponseCurves& curves);

} // namespace slideway::app
