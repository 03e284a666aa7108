#pragma once

#include "app/model/built_model.hpp"
#include "app/results/results.hpp"
#include "dynamics/sliding/transient_plan.hpp"

#include <string>

namespace slideway::app {

/// Transients in equal time steps; `options` with the rates of [output].
[[nodiscard]] Outcome run_stepping_scheme(const dynamics::TransientOptions& options, const Case& c,
                                          const BuiltModel& built, const Monitor& monitor);
[[nodiscard]] std::string check_stepping_scheme(const dynamics::TransientOptions& options,
                                                const Case& c, const BuiltModel& built,
                                                const Monitor& monitor);

} // namespace slideway::app
