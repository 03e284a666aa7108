#pragma once

#include "app/analyses/backbone/backbone.hpp"

namespace slideway::app {

/// Verifies a backbone with method = "conservative".
[[nodiscard]] std::string check_free_motions(const Backbone& e, const Case& c,
                                             const BuiltModel& built, const Monitor& monitor);
[[nodiscard]] Outcome run_free_motions(const Backbone& e, const Case& c, const BuiltModel& built,
                                       const Monitor& monitor);
void free_arrays(io::Entries& a, BackboneResults& r);
void free_quantities(io::Entries& q, BackboneResults& r);

/// Throws for a run without a curve.
/// @throws Interrupted  the run was interrupted
/// @throws InputError   there is nothing to follow
[[noreturn]] void refuse_nothing(const Backbone& e, const Case& c, bool interrupted,
                                 const std::vector<std::string>& left_out);

} // namespace slideway::app
