#pragma once

#include "app/model/built_model.hpp"
#include "app/model/joins.hpp"

#include <memory>
#include <vector>

namespace slideway::app {

/// Forces of a load per unit of its signal.
struct UnitLoad {
    Vector row;                             ///< on the dofs of the body, n
    std::shared_ptr<const Matrix> at_nodes; ///< see BuiltLoad
};

/// Forces of a pressure, of an acceleration, or of a force on a port.
/// @throws InputError  without a place
[[nodiscard]] UnitLoad unit_load(const LoadEntry& entry, const fem::Substructure& body,
                                 const Address& address);

/// Signal of a load: its constant value, or how it varies.
void set_signal(const LoadEntry& entry, assembly::Load& load);

/// Centrifugal forces of [rotation] on a body, per square of the angular velocity.
/// @throws InputError  with the place of the wrong key
[[nodiscard]] UnitLoad unit_centrifugal_load(const Case& c, const fem::Substructure& body);

/// Units of the loads of a model and their forces at the nodes, in the order of its loads: those of
/// the case, then the centrifugal loads of the bodies.
[[nodiscard]] std::vector<BuiltLoad> built_loads(const Case& c, const Attachments& attachments,
                                                 const std::vector<fem::Substructure>& bodies);

} // namespace slideway::app
