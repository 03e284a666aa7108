#pragma once

#include <string>
#include <vector>

namespace slideway::dynamics {
struct ContactPoint;
}
namespace slideway::io {
class Entries;
}

namespace slideway::app {

struct BuiltModel;

/// Slave nodes of a contact, in their order.
struct ContactNodes {
    std::vector<double> force, segment, alpha, closed; ///< [N], -, -, 1 or 0
};
[[nodiscard]] ContactNodes contact_nodes(const BuiltModel& built, const std::string& contact,
                                         const std::vector<dynamics::ContactPoint>& points);
/// Describes force, segment and position of the slave nodes. @param when  end of the names
void node_quantities(io::Entries& q, const std::string& when, ContactNodes& nodes);

} // namespace slideway::app
