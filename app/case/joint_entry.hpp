#pragma once

#include "app/case/places.hpp"
#include "contact/laws/law.hpp"
#include "contact/laws/pressure_source.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

struct JointEntry {
    std::string name, like, law;
    SourceLine where;
    Places places;
    std::vector<std::string> between; ///< two ports or port components; the second may be "ground"
    std::optional<double> normal_deg;
    std::optional<std::vector<double>> at; ///< two or three coordinates [m]; empty: default place
    contact::JointLaw chosen;              ///< `law` with its parameters
    /// Completes a law that depends on the surroundings of the joint (pressures, axes). Null if
    /// `chosen` does not depend on them.
    std::function<contact::JointLaw(const contact::PressureSource& source)> complete;
    std::vector<std::string>
        results; ///< results that pressures are read from, as the case names them
};

} // namespace slideway::app
