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

void arrays(io::Entries& a, DirectionResults& r);
void quantities(io::Entries& q, DirectionResults& r);
[[nodiscard]] Summary summarise(DirectionResults& r);

} // namespace slideway::app
