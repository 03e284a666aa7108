#pragma once

#include "app/case/case.hpp"
#include "contact/laws/pressure_source.hpp"
#include "fem/substructure.hpp"

#include <filesystem>
#include <vector>

namespace slideway::app {

/// Provides the pressure on a joint from its surroundings.
/// @param first  port of the first body
/// @param body   index of the first body
[[nodiscard]] contact::PressureSource pressure_source(const Case& c, const JointEntry& entry,
                                                      const fem::Port& first, std::size_t body);

/// Existing results of earlier runs that pressures are read from.
[[nodiscard]] std::vector<std::filesystem::path> pressure_files(const Case& c);

} // namespace slideway::app
