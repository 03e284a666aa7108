#pragma once

#include "app/case/case.hpp"
#include "dynamics/orbits/regime_boundaries.hpp"
#include "io/hdf5_file.hpp"

#include <vector>

namespace slideway::app {

/// Whether `boundary` is one of those that the case asks for.
[[nodiscard]] bool wanted(const RegimesEntry& entry, const std::string& boundary);

/// Writes boundaries/NAME for each boundary that the case asks for, and boundaries/S.
/// @param limits  with S and no_motion
void write_limits(io::Hdf5Writer& h5, const RegimesEntry& entry,
                  const std::vector<dynamics::RegimeLimits>& limits);

} // namespace slideway::app
