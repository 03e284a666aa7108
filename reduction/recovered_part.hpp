#pragma once

#include "fem/recovery.hpp"
#include "reduction/interface.hpp"
#include "reduction/reduced_model.hpp"

#include <memory>
#include <vector>

/// Bases of which some rows are kept.
namespace slideway::reduction {

/// Dofs whose rows of the basis T of r columns the model of a body may ask for, ascending: those of
/// the interface and of ports, unless these are whole surfaces that a mean stands for
/// (max_port_entries).
[[nodiscard]] std::vector<Index> joined_dofs(const fem::Substructure& s, const Interface& interface,
                                             Index r);

/// Recovery of T q. @param rows  those of T of part.dofs, in their order
[[nodiscard]] std::shared_ptr<const fem::Recovery> in_basis(const fem::RecoveryPart& part,
                                                            Matrix rows);

/// Leaves of the basis, and of the recovery, what shows the part and what joins the body to others.
/// @param s, interface  what the model was made of
void keep_part(ReducedModel& model, const fem::Substructure& s, const Interface& interface,
               const fem::RecoveryPart& part);

} // namespace slideway::reduction
