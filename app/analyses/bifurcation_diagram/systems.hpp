#pragma once

#include "app/analyses/bifurcation_diagram/bifurcation_diagram.hpp"
#include "app/motions/over_parameter/parameter_family.hpp"
#include "app/motions/over_parameter/stored_orbits.hpp"

#include <memory>
#include <string>
#include <vector>

namespace slideway::app {

/// System of a case as a function of the parameter. If the parameter is a key, the model is built
/// again at each value. States that pass from one value to another use the modes of the case
/// itself.
class SystemsOver {
public:
    /// @throws InputError  see parameter_of; a law that is not accepted; an invalid section
    SystemsOver(const BifurcationDiagram& e, const Case& c, const BuiltModel& built,
                const Monitor& monitor);

    /// Returns the system at a value, without starts.
    /// @throws InputError  there is no such system
    [[nodiscard]] studies::DiagramSystem at(double value);
    /// Returns the system at a value with starts: those of the grid, or the single one of the case.
    /// @throws InputError  also a start that the model cannot take
    [[nodiscard]] studies::DiagramSystem with_starts(double value,
                                                     const std::vector<StartEntry>& grid);
    [[nodiscard]] const std::vector<std::string>& watched() const { return watched_; }
    [[nodiscard]] const std::vector<dynamics::Section>& sections() const { return sections_; }
    /// Description of the model of the case for results.
    [[nodiscard]] const StoredOrbitModel& stored() const { return stored_; }

private:
    const BifurcationDiagram& e_;
    const Case& c_;
    const BuiltModel& built_;
    std::shared_ptr<const dynamics::ModalModel> modal_;
    std::vector<dynamics::ModalOutput> outputs_; ///< observed outputs
    dynamics::JointedSystem own_; ///< at the smallest frequency, if that is the parameter
    StoredOrbitModel stored_;
    ParameterFamily over_;
    std::vector<std::string> watched_;
    std::vector<dynamics::Section> sections_;
};

} // namespace slideway::app
