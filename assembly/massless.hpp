#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace slideway::assembly {

struct CoupledModel;
struct PrimalModel;

/// Message about the independent dofs of the bodies that have no mass, with the remedy: "pad.tip.x
/// has no mass;
/// ...". Empty if all have one.
/// @param bodies  of the model, in the order of the stacked dofs of `primal`
[[nodiscard]] std::string massless_text(const CoupledModel& model,
                                        const std::vector<std::size_t>& bodies,
                                        const PrimalModel& primal);

} // namespace slideway::assembly
