#pragma once

#include "app/analyses/backbone/backbone.hpp"

namespace slideway::app {

/// Verifies a backbone with method = "conservative".
[[nodiscard]] std::string check_free_motions(const Backbone& e, const Case& c,
                                             const BuiltModel& built, const Monitor& monitor);
[[nodiscard]] Outcome run_free_motions(const Backbone& e, const Case& c, const BuiltModel& built,
                                       const Monitor& monitor);

} // namespace slideway::app
