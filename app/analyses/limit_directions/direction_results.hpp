#pragma once

#include "app/results/results.hpp"
#include "dynamics/resting/direction_diagram.hpp"

#include <optional>
#include <string>

namespace slideway::app {

struct DirectionResults {
    dynamics::RestingPatch patch; ///< under the loads of the case
    std::string joint;
    dynamics::LimitDirections set;
    std::string load, load_unit; ///< name of the load of the diagram; "N", or "N m" for a moment
    std::optional<dynamics::DirectionDiagram> diagram; ///< none: not requested
};

[[nodiscard]] Summary summarise(const DirectionResults& r);
void write_arrays(io::ArraySink& sink, const DirectionResults& r);

} // namespace slideway::app
