#pragma once

#include "app/case/case.hpp"
#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"

#include <string_view>

namespace slideway::app {

/// Common checks of analyses with harmonic drives. @param type  type of the analysis

/// @throws InputError  no load or motion is harmonic
void refuse_without_drive(std::string_view type, const Case& c);
/// @throws InputError  a law that is not taken
void refuse_laws(std::string_view type, const Takes& takes, const Case& c, const BuiltModel& built);

} // namespace slideway::app
