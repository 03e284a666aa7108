#pragma once

#include "app/results/animation.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// The motion of all bodies at one point of a forced response.
struct ResponseShape {
    std::string name; ///< "level_2_208.73_Hz"
    Oscillation motion;
};

/// Motions at `points`, for bodies that have a mesh; none without.
/// @param model  on the modes of `modal`
[[nodiscard]] std::vector<ResponseShape> response_shapes(const BuiltModel& built,
                                                         const dynamics::ModalModel& modal,
                                                         const dynamics::HarmonicBalance& model,
                                                         const dynamics::ForcedResponse& response,
                                                         const std::vector<int>& points);

} // namespace slideway::app
