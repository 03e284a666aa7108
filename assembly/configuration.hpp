#pragma once

#include "base/types.hpp"
#include "contact/node_to_segment.hpp"

#include <string>
#include <vector>

namespace slideway::assembly {

struct Sliding;

/// Where a slave node stands: the segment nearest to it and the projection on that.
struct Configuration {
    Index segment = 0;
    contact::Projection projection;
    bool touches = false; ///< within the tolerance of the contact
};

/// Every slave node of a contact in the undeformed positions; the nearest segment is searched among
/// all.
/// @param may_be_open  whether no node at all may touch
/// @throws InputError  no node touches; a node inside the master (names it and the distance)
[[nodiscard]] std::vector<Configuration> undeformed_configuration(const Sliding& sliding,
                                                                  bool may_be_open = false);

/// A row (B_C or B_E) of one slave node on its two bodies, about a configuration.
struct CoupledRow {
    Vector master, slave; ///< n_master, n_slave
};
[[nodiscard]] CoupledRow expand(const Sliding& sliding, Index slave, Index segment,
                                const contact::ContactRow& row);

/// "contact.pad" or, if it has several slave nodes, "contact.pad, slave node 3 at (0.1, 0) m,".
[[nodiscard]] std::string slave_name(const Sliding& sliding, Index slave);

} // namespace slideway::assembly
