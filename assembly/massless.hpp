#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace slideway::assembly {

struct CoupledModel;
struct PrimalModel;

/// Returns a message that names independent dofs without mass, and a remedy: "pad.tip.x has no
/// mass; ...". It is empty if all independent dofs have mass.
/// @param bodies  bodies of the model, in the order of the stacked dofs of `primal`
[[nodiscard]] std::string massless_text(const CoupledModel& model,
                                        const std::vector<std::size_t>& bodies,
                                        const PrimalModel& primal);

} // namespace slideway::assembly
