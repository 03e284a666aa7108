#pragma once

#include "fem/recovery.hpp"
#include "reduction/interface.hpp"
#include "reduction/reduced_model.hpp"

#include <memory>
#include <vector>

/// Bases of which only some rows are stored.
namespace slideway::reduction {

/// Returns the dofs whose rows of the basis T with r columns a model may need, ascending:
/// those of the interface and of ports. Ports that are whole surfaces with a mean
/// (max_port_entries) are excluded.
[[nodiscard]] std::vector<Index> joined_dofs(const fem::Substructure& s, const Interface& interface,
                                             Index r);

/// Returns the recovery of T q. @param rows  rows of T for part.dofs, in their order
[[nodiscard]] std::shared_ptr<const fem::Recovery> in_basis(const fem::RecoveryPart& part,
                                                            Matrix rows);

/// Reduces the basis and the recovery to the rows of the part and of the connections
/// to other bodies.
/// @param s, interface  input of the reduction
void keep_part(ReducedModel& model, const fem::Substructure& s, const Interface& interface,
               const fem::RecoveryPart& part);

} // namespace slideway::reduction
