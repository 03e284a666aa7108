#pragma once

#include "assembly/coupled_model.hpp"
#include "contact/node_to_segment.hpp"

namespace slideway::assembly {

/// Where a contact stands: the segment in touch and the projection on it.
struct Configuration {
    Index segment = 0;
    contact::Projection projection;
};

/// Contact in the undeformed positions; the nearest segment is searched among all.
/// @throws InputError  slave beside the master surface, or not touching (names the distance)
[[nodiscard]] Configuration undeformed_configuration(const Sliding& sliding);

/// A row (B_C or B_E) of one contact on its two bodies, about a configuration.
struct CoupledRow {
    Vector master, slave; ///< n_master, n_slave
};
[[nodiscard]] CoupledRow expand(const Sliding& sliding, Index segment,
                                const contact::ContactRow& row);

} // namespace slideway::assembly
