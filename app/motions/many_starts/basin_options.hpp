#pragma once

#include "app/results/results.hpp"
#include "io/fields.hpp"
#include "studies/basins.hpp"

#include <string>
#include <vector>

/// Common options of `basins` and `basin-shares`.
namespace slideway::app {

inline constexpr double known_orbit_tolerance = 1e-13; ///< tolerance of Taylor steps along orbits

/// Describes the keys for settled starts.
void settling_fields(io::Fields& f, studies::BasinOptions& o);
void lanes_field(io::Fields& f, studies::BasinOptions& o);

/// Describes how starts run and settle.
[[nodiscard]] Settings settling_settings(const studies::BasinOptions& options,
                                         const dynamics::OrbitFamily& family);
/// Adds the instruction set to the source of a run, because the results of basins depend on it.
[[nodiscard]] std::vector<std::string> with_kernel(std::vector<std::string> source,
                                                   const dynamics::OrbitFamily& family,
                                                   const studies::BasinOptions& options);

} // namespace slideway::app
