#pragma once

#include <string>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

/// @throws InputError  of a force with a ramp, which is for transients
void refuse_raised(const assembly::CoupledModel& model);
/// @param why  "positions are those of one velocity"
/// @throws InputError  of a motion whose velocity varies beyond its ramp
void refuse_turning(const assembly::CoupledModel& model, const std::string& why);

} // namespace slideway::dynamics
