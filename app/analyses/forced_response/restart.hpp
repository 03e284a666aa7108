#pragma once

#include "app/analyses/forced_response/forced_response.hpp"
#include "dynamics/harmonic/restart.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace slideway::app {

/// results.h5 that analysis.restart names. @throws InputError  there is none
[[nodiscard]] std::filesystem::path restart_file(const ForcedResponse& e, const Case& c);

/// Levels of the results that a restart at an end goes on with which the case does not have.
[[nodiscard]] std::vector<double> levels_left_out(const ForcedResponse& e, const Case& c);

/// Where analysis.restart takes up the curve of each level of the case. With several levels one of
/// which the results have no curve is none: it is begun anew.
/// @throws InputError  a file that is none of a forced response, or of other harmonics, static
///                     part, joints or model; a level, curve or label that it does not have; points
///                     from none of which anything leads on
[[nodiscard]] std::vector<std::optional<dynamics::Restart>>
read_restarts(const ForcedResponse& e, const Case& c, const dynamics::HarmonicBalance& model);

} // namespace slideway::app
