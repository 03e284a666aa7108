#pragma once

#include "app/case/case.hpp"
#include "app/model/joins.hpp"
#include "assembly/joint.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace slideway::app {

/// A port of a body, whole (component -1) or one of its components.
struct Resolved {
    const fem::Port* port = nullptr;
    Index component = -1;
};

/// Finds a port or component of a body.
/// @throws InputError  the body does not have it; without a place
[[nodiscard]] Resolved resolve(const fem::Substructure& body, const Address& address);

/// Makes a joint on the dofs of `bodies`, at the place where it acts.
/// @param second  second end; empty: ground
/// @throws InputError  with the place of the wrong key
[[nodiscard]] assembly::Joint make_joint(const Case& c, const JointEntry& entry,
                                         const std::vector<fem::Substructure>& bodies,
                                         const Address& first,
                                         const std::optional<Address>& second);

/// Rotations (body, component) that the levers of a joint between single components need. Empty for
/// a joint without levers, or between whole ports.
[[nodiscard]] std::vector<std::pair<std::size_t, Resolved>>
rotations_of_levers(const JointEntry& entry, const std::vector<fem::Substructure>& bodies,
                    const Address& first, const std::optional<Address>& second);

} // namespace slideway::app
