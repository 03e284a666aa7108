#pragma once

#include "app/motions/over_parameter/keyed_models.hpp"

#include <memory>
#include <string>
#include <vector>

namespace slideway::app {

/// Range of a parameter: [rad/s] for Omega, otherwise values of the level or key.
struct ParameterRange {
    std::string over; ///< "Omega", "level" or a key of the case
    double from = 0, to = 0;
    double begin = 0; ///< value at which the family begins, if the parameter is a key
    /// True if the models at both ends are verified first. Not needed if all models are built.
    bool ends_checked = true;
};

/// System of a case as a function of a parameter.
struct ParameterFamily {
    dynamics::OrbitParameter parameter;
    std::shared_ptr<KeyedModels> models; ///< models, if the parameter is a key, otherwise null
    dynamics::OrbitFamily family;
};

/// Creates the family of a parameter.
/// @param needs, monitors  see KeyedModels
/// @param system  system of the case
/// @throws InputError  see parameter_of and KeyedModels
[[nodiscard]] ParameterFamily
parameter_family(const ParameterRange& range, Needs needs, std::vector<std::string> monitors,
                 const Case& c, const BuiltModel& built,
                 const std::shared_ptr<const dynamics::ModalModel>& modal,
                 dynamics::JointedSystem system);

} // namespace slideway::app
