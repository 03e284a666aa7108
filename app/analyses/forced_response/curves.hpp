#pragma once

#include "app/analyses/forced_response/forced_response.hpp"
#include "app/analyses/forced_response/response_shapes.hpp"
#include "dynamics/harmonic/response_points.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// A curve of forced response with what is told of it.
struct ResponseCurve {
    dynamics::ForcedResponse response;
    dynamics::ResponsePoints points;
    std::vector<ResponseShape> shapes; ///< of bodies with a mesh, at points.loops
    int crossing = 0;       ///< 0: from an end of the range or a restart; else of its level, from 1
    bool other_end = false; ///< from where the range ends
};

/// A level that could not be computed, and why.
struct FailedLevel {
    double level;
    std::string message;
};

/// All of a run.
struct ResponseCurves {
    std::vector<ResponseCurve> levels; ///< those begun, each before those that cross it
    std::vector<std::string> not_followed;
    std::vector<std::string> not_reached; ///< levels of which a part of the range is missing
    Vector stuck_hz;                      ///< in the range
    Index n_unknowns = 0, n_modes = 0;
    std::vector<double> not_begun; ///< levels
    std::vector<FailedLevel> failed;
    std::vector<double> left_out; ///< levels of the results gone on with
    bool new_points = false;      ///< that the results gone on with do not hold
    dynamics::HarmonicBalance::Form form = dynamics::HarmonicBalance::Form::modes;
    bool rubs = false; ///< a contact with friction
    std::vector<std::string> joints;
    std::vector<std::vector<Measure>> joint_rows; ///< of each joint
    std::vector<Measure> monitors;
};

[[nodiscard]] bool has_stability(const ResponseCurve& curve);

/// "natural frequencies with the contacts stuck, in the range"
[[nodiscard]] std::string name_of_stuck(const ResponseCurves& curves);

[[nodiscard]] Summary summarise(const ForcedResponse& e, const ResponseCurves& curves);

/// Where results have curve k, from 0: "levels/0001/".
[[nodiscard]] std::string group_of_curve(std::size_t k);

void write_curves(io::ArraySink& sink, const ForcedResponse& e, const ResponseCurves& curves);

} // namespace slideway::app
