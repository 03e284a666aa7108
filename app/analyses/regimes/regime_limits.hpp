#pragma once

#include "app/analyses/regimes/regimes.hpp"
#include "dynamics/orbits/regime_boundaries.hpp"
#include "io/array_sink.hpp"

#include <vector>

namespace slideway::app {

/// Whether `boundary` is one of those that the case asks for.
[[nodiscard]] bool wanted(const Regimes& e, const std::string& boundary);

/// Writes boundaries/NAME for each boundary that the case asks for, and boundaries/S.
/// @param limits  with S and no_motion
void write_limits(io::ArraySink& sink, const Regimes& e,
                  const std::vector<dynamics::RegimeLimits>& limits);

} // namespace slideway::app
