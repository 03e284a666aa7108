#pragma once

#include "app/model/build_model.hpp"
#include "dynamics/modal/driven_modes.hpp"
#include "dynamics/modal/start_state.hpp"
#include "io/fields.hpp"

#include <map>
#include <string>

namespace slideway::app {

/// A start that a case gives: values of "substructure.port.component" [m, m/s].
struct GivenStart {
    std::map<std::string, double> displacement, velocity;

    [[nodiscard]] bool empty() const { return displacement.empty() && velocity.empty(); }
};

void fields(io::Fields& f, GivenStart& start);

/// What it asks of the model as Needs::forced: its displacements, then its velocities.
[[nodiscard]] Needs::Ports ports_of(const GivenStart& start);

/// Of all states with these displacements and velocities at t that of least energy.
/// @param built  whose inputs are ports_of
/// @throws InputError  as dynamics::start_state
[[nodiscard]] dynamics::ModalState start_state(const GivenStart& start, const BuiltModel& built,
                                               const dynamics::ModalModel& modal,
                                               const dynamics::DrivenModes& system, double t);

} // namespace slideway::app
