#pragma once

#include "fem/substructure.hpp"

#include <string>
#include <vector>

namespace slideway::reduction {

/// Rigid motions of a body that need no force while the dofs `held` stay: {"translation in x",
/// "rotation"}. No factorisation: cheap for large bodies, blind for parts that move alone.
/// @param tolerance  force that counts as none, relative to the largest stiffness
[[nodiscard]] std::vector<std::string> free_rigid_motions(const fem::Substructure& s,
                                                          const std::vector<Index>& held,
                                                          double tolerance = 1e-7);

/// What is said of a body of which only a part moves.
inline constexpr const char* internal_mechanism =
    "an internal mechanism (a part of the body is held by no spring, or meshes are not joined)";

/// How a body can move without deforming while the dofs `held` stay: "translation in x, rotation".
/// "" if it cannot; "an internal mechanism (...)" if only a part of it moves.
[[nodiscard]] std::string free_motions(const fem::Substructure& s, const std::vector<Index>& held);

} // namespace slideway::reduction
