#pragma once

#include "app/case/case.hpp"
#include "base/error.hpp"
#include "dynamics/modal/driven_modes.hpp"

#include <string>

namespace slideway::app {

/// Refuses a drive whose period takes more than dynamics::most_steps_a_period steps.
/// @param Omega      the lowest frequency of the drive [rad/s]
/// @param rad_per_s  of the unit in which `key` gives it
/// @throws InputError  with the number of steps and the lowest frequency that is taken
void refuse_long_period(const dynamics::DrivenModes& system, double Omega, const SourceLine& place,
                        const std::string& key, double rad_per_s, const std::string& unit);

/// Refuses the drive of [excitation] in the same way.
void refuse_long_period(const dynamics::DrivenModes& system, const Case& c);

} // namespace slideway::app
