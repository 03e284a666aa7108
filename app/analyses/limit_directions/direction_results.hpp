#pragma once

#include "app/results/results.hpp"
#include "dynamics/resting/direction_diagram.hpp"

#include <optional>
#include <string>

namespace slideway::app {

struct LimitDirections;

struct DirectionResults {
    dynamics::RestingPatch patch; ///< under the loads of the case
    std::string joint;
    dynamics::LimitDirections set;
    std::string load, load_unit; ///< name of the load of the diagram; "N", or "N m" for a moment
    std::optional<dynamics::DirectionDiagram> diagram; ///< none: not requested
};

void arrays(io::Entries& a, DirectionResults& r);
void quantities(io::Entries& q, DirectionResults& r);
/// Describes the patch and the diagram. @param joint  name of the patch
[[nodiscard]] Settings settings(const LimitDirections& e, const dynamics::RestingPatch& patch,
                                const std::string& joint);
[[nodiscard]] Summary summarise(const LimitDirections& e, DirectionResults& r);

} // namespace slideway::app
