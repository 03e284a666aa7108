#pragma once

#include "app/analyses/bifurcation_diagram/bifurcation_diagram.hpp"
#include "app/analyses/periodic_orbits/keyed_models.hpp"
#include "app/analyses/periodic_orbits/restart.hpp"

#include <memory>
#include <string>
#include <vector>

namespace slideway::app {

/// The system of a case at values of the parameter. Where the parameter is a key, models are made
/// anew, and states that go from one value to another are told on the modes of the case itself.
class SystemsOver {
public:
    /// @throws InputError  as parameter_of; a law that is not taken; a section that is none
    SystemsOver(const BifurcationDiagram& e, const Case& c, const BuiltModel& built,
                const Monitor& monitor);

    /// Without starts. @throws InputError  there is none
    [[nodiscard]] studies::DiagramSystem at(double value);
    /// With starts, those of the grid or the one. @throws InputError  also a start that cannot be
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
    dynamics::JointedSystem own_;                ///< at the least value, of a frequency
    StoredOrbitModel stored_;
    dynamics::OrbitParameter parameter_;
    std::shared_ptr<KeyedModels> models_; ///< where the parameter is a key
    dynamics::OrbitFamily family_;
    std::vector<std::string> watched_;
    std::vector<dynamics::Section> sections_;
};

} // namespace slideway::app
