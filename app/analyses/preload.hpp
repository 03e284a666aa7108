#pragma once

#include "app/model/built_model.hpp"
#include "dynamics/sliding/linearised_contacts.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// Role of constant loads in an analysis of small vibrations.
enum class StaticLoads {
    left_out,
    press,         ///< they give the normal forces of the contacts
    press_and_bend ///< they also deform the model, about whose state the analysis is
};

/// Role of constant loads in an analysis of bodies frozen along a slide.
/// @param friction_given  the analysis has coefficients of friction of its own, in place of the
///                        laws
[[nodiscard]] StaticLoads static_loads(const BuiltModel& built, dynamics::About about,
                                       bool friction_given);

/// Note that the constant loads of the model do not stiffen it; empty if there are none.
[[nodiscard]] std::vector<std::string> preload_notes(const BuiltModel& built, StaticLoads role);

} // namespace slideway::app
