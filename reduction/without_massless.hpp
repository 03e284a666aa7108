#pragma once

#include "reduction/interface.hpp"
#include "reduction/reduced_model.hpp"

#include <functional>
#include <vector>

namespace slideway::reduction {

/// Reduces a body whose motions without mass follow the others: u = P y + N z with M N = 0, where y
/// are the dofs without one for each motion. No force acts along N, so that
///
///   N^T K N z = -N^T K P y
///
/// holds exactly, and y is reduced. Without such motions, or if the body has no mass at all, this
/// is `reduce` of the body itself.
/// @param acted   dofs on which joints, contacts, loads or motions act, ascending; motions without
///                mass that move them stay in the body
/// @param reduce  reduction of the body in y, with the interface in y
/// @throws InputError  a motion with neither mass nor stiffness, or with damping; names its dof
[[nodiscard]] ReducedModel without_massless(
    const fem::Substructure& s, const Interface& interface, const std::vector<Index>& acted,
    const std::function<ReducedModel(const fem::Substructure& s, const Interface& interface)>&
        reduce);

} // namespace slideway::reduction
