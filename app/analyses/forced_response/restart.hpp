#pragma once

#include "app/analyses/forced_response/forced_response.hpp"
#include "dynamics/harmonic/restart.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace slideway::app {

/// Returns the results.h5 that analysis.restart names.
/// @throws InputError  the file does not exist
[[nodiscard]] std::filesystem::path restart_file(const ForcedResponse& e, const Case& c);

/// Points of earlier results from which the curves of the levels of a case continue.
struct Restarts {
    std::vector<std::optional<dynamics::Restart>> levels; ///< empty without restart
    std::vector<double> left_out; ///< levels of the results that the case lacks, for a restart at
                                  ///< an end
};

/// Reads the point from which analysis.restart continues the curve of each level of the case. If
/// the case has several levels, a level without a curve in the results is empty and starts anew.
/// @throws InputError  the file holds no forced response, or has other harmonics, another static
///                     part, other joints or another model; it lacks the level, curve or label; no
///                     curve can be continued from the point
[[nodiscard]] Restarts read_restarts(const ForcedResponse& e, const Case& c,
                                     const dynamics::HarmonicBalance& model);

} // namespace slideway::app
