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

/// @throws InputError  a port or component that the body does not have; without a place
[[nodiscard]] Resolved resolve(const fem::Substructure& body, const Address& address);

/// A joint on the dofs of `bodies`, at the place where it acts. @param second  none: ground
/// @throws InputError  with the place of the key at fault
[[nodiscard]] assembly::Joint make_joint(const Case& c, const JointEntry& entry,
                                         const std::vector<fem::Substructure>& bodies,
                                         const Address& first,
                                         const std::optional<Address>& second);

/// Rotations that the levers of a joint between single components use beside these: (body,
/// resolved rotation). Empty for a joint without levers, or between whole ports.
[[nodiscard]] std::vector<std::pair<std::size_t, Resolved>>
rotations_of_levers(const JointEntry& entry, const std::vector<fem::Substructure>& bodies,
                    const Address& first, const std::optional<Address>& second);

} // namespace slideway::app
