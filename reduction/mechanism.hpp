#pragma once

#include "fem/substructure.hpp"
#include "reduction/interface.hpp"
#include "reduction/spread.hpp"

#include <string>
#include <vector>

namespace slideway::reduction {

/// Returns the combinations R c of motions without force (rigid_motion), with `constraints` x = 0
/// for x = R c, as columns c. Every length and every row is scaled by its own size, independently
/// of units. No factorisation is needed, so it is fast for large bodies. It does not detect parts
/// that move alone.
/// @param R       all rows, even if the columns of K are distributed
[[nodiscard]] Matrix free_combinations(const SparseMatrix& K, const Matrix& R,
                                       const SparseMatrix& constraints, const Spread& spread = {});

/// Describes these combinations by the names of the motions: {"translation in x", "rotation"}.
[[nodiscard]] std::vector<std::string> free_rigid_motions(const SparseMatrix& K, const Matrix& R,
                                                          const std::vector<std::string>& names,
                                                          const SparseMatrix& constraints,
                                                          const Spread& spread = {});

/// Description of a body of which only a part moves.
inline constexpr const char* internal_mechanism =
    "an internal mechanism (a part of the body is held by no spring, or meshes are not joined)";

/// Describes how a body can move without deformation while `held` is fixed: "translation
/// in x, rotation". The result is "" if it cannot, and "an internal mechanism (...)" if
/// only a part moves.
[[nodiscard]] std::string free_motions(const fem::Substructure& s, const Interface& held);
/// Describes the motions of a body that can move; its matrices may be distributed.
[[nodiscard]] std::string free_motions_of(const fem::Substructure& s, const Interface& held,
                                          const Spread& spread);

} // namespace slideway::reduction
