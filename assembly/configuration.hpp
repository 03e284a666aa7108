#pragma once

#include "base/types.hpp"
#include "contact/node_to_segment.hpp"

#include <string>
#include <vector>

namespace slideway::assembly {

struct Sliding;

/// Position of a slave node: the nearest segment and the projection on it.
struct Configuration {
    Index segment = 0;
    contact::Projection projection;
    bool touches = false; ///< within the tolerance of the contact
};

/// Returns the configuration of every slave node of a contact in the undeformed positions. All
/// segments are searched.
/// @param may_be_open  true if all nodes may be open
/// @throws InputError  no node touches; a node inside the master (names it and the distance)
[[nodiscard]] std::vector<Configuration> undeformed_configuration(const Sliding& sliding,
                                                                  bool may_be_open = false);

/// A row (B_C or B_E) of one slave node on its two bodies, for one configuration.
struct CoupledRow {
    Vector master, slave; ///< n_master, n_slave
};
[[nodiscard]] CoupledRow expand(const Sliding& sliding, Index slave, Index segment,
                                const contact::ContactRow& row);

/// Returns "contact.pad" or, for several slave nodes, "contact.pad, slave node 3 at (0.1, 0) m,".
[[nodiscard]] std::string slave_name(const Sliding& sliding, Index slave);

} // namespace slideway::assembly
