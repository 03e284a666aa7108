#pragma once

#include "fem/substructure.hpp"
#include "reduction/interface.hpp"
#include "reduction/spread.hpp"

#include <string>
#include <vector>

namespace slideway::reduction {

/// Combinations of motions, R c, that carry no force (rigid_motion) and leave the rows
/// constraints x at zero: columns c. Every length and every row counts by its own size, free of
/// units. No factorisation: cheap for large bodies, blind for parts that move alone.
/// @param R       whole, wherever the columns of K are
[[nodiscard]] Matrix free_combinations(const SparseMatrix& K, const Matrix& R,
                                       const SparseMatrix& constraints, const Spread& spread = {});

/// The same in words, of motions with these names: {"translation in x", "rotation"}.
[[nodiscard]] std::vector<std::string> free_rigid_motions(const SparseMatrix& K, const Matrix& R,
                                                          const std::vector<std::string>& names,
                                                          const SparseMatrix& constraints,
                                                          const Spread& spread = {});

/// What is said of a body of which only a part moves.
inline constexpr const char* internal_mechanism =
    "an internal mechanism (a part of the body is held by no spring, or meshes are not joined)";

/// How a body can move without deforming while what is `held` stays: "translation in x, rotation".
/// "" if it cannot; "an internal mechanism (...)" if only a part of it moves.
[[nodiscard]] std::string free_motions(const fem::Substructure& s, const Interface& held);
/// The same of a body that can, whose matrices may be spread.
[[nodiscard]] std::string free_motions_of(const fem::Substructure& s, const Interface& held,
                                          const Spread& spread);

} // namespace slideway::reduction
