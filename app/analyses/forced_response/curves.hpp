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

struct LabelledPoint {
    double level = 0, frequency = 0, rms = 0,
           phase_lag = 0; ///< -, [Hz], unit of the monitor, [deg]
    double stable = 0;    ///< 1 or 0, with stability
    int multiplicity = 0; ///< with stability; 0 without a label
    std::string states;   ///< empty without friction contacts
};
/// Points of all curves with a label.
struct LabelledPoints {
    std::string name; ///< "peaks"
    std::vector<LabelledPoint> points;
};

/// All results of the analysis.
struct ResponseCurves : ResponseSet {
    std::vector<VerifiedStability> stability; ///< one per curve
    std::vector<std::string> not_followed;
    std::vector<std::string> not_reached; ///< levels without a part of the range
    std::vector<double> not_begun;        ///< levels that were not started
    std::vector<FailedLevel> failed;
    std::vector<double> left_out; ///< levels of the earlier results that the case lacks
    bool new_points = false;      ///< true if the earlier results lack some points
    Settings used = {};
};

void arrays(io::Entries& a, ResponseCurves& r);
void quantities(io::Entries& q, ResponseCurves& r);

/// Returns the labels of all curves, in the order of the summary.
[[nodiscard]] std::vector<LabelledPoints> labelled_points(const ResponseCurves& r);

[[nodiscard]] Settings settings(const ForcedResponse& e, const dynamics::HarmonicBalance& model);
[[nodiscard]] Summary summarise(const ForcedResponse& e, ResponseCurves& curves);

} // namespace slideway::app
