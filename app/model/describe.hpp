#pragma once

#include "app/model/build_model.hpp"

#include <string>

namespace slideway::app {

/// The model in words, for `slideway check` and the head of a run.
[[nodiscard]] std::string describe_model(const Case& c, const BuiltModel& built);

} // namespace slideway::app
