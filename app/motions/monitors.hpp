#pragma once

#include "app/model/built_model.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "io/fields.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// `monitor`, "substructure.port.component", one or several. @param help  what they are for
void monitor_field(io::Fields& f, std::vector<std::string>& monitors, const std::string& help);

/// The displacements of the monitors of a case. @param built  whose outputs they are
/// @throws InputError  one that a support holds
[[nodiscard]] std::vector<dynamics::ModalOutput>
monitor_outputs(const std::vector<std::string>& monitors, const Case& c, const BuiltModel& built,
                const dynamics::ModalModel& modal);

} // namespace slideway::app
