#pragma once

#include "app/model/built_model.hpp"

#include <string>

namespace slideway::app {

/// A body in words: kind, reduction, size, mass, ports. @param n  its dofs
[[nodiscard]] std::string describe_body(const BuiltBody& body, Index n);

/// The model in words, for `slideway check` and the head of a run.
[[nodiscard]] std::string describe_model(const Case& c, const BuiltModel& built);

} // namespace slideway::app
