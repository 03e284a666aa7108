#pragma once

#include "base/progress.hpp"
#include "reduction/constraint_modes.hpp"
#include "reduction/reduced_model.hpp"
#include "reduction/truncation.hpp"

#include <functional>
#include <vector>

namespace slideway::reduction {

/// Computes the truncation report of a reduced body. The static response of the full body follows
/// from the factor of K_ii and the constraint modes of the reduction:
///
///   K^-1 f = T_b S^-1 T_b^T f + [0; K_ii^-1 f_i],  S = T_b^T K T_b
///
/// Without means, T_b = [I; Psi] and S = K_bb + K_bi Psi. With means, K_ii^-1 is the inverse with
/// held means. No further factorisation is necessary.
///
/// @param split   interface whose constraint modes are the first columns of T; without an interface
///                K_ii is K
/// @param loaded  points of the unit loads: the interface, or any dofs if there is none
[[nodiscard]] Truncation truncation(const fem::Substructure& s, const InterfaceSplit& split,
                                    const ReducedModel& model, const Interface& loaded,
                                    const Progress& progress = {});

/// Data of a reduction for the static response of its body.
struct StaticParts {
    Index n_interface = 0; ///< number of constraint modes, the first columns of T
    Matrix S;              ///< stiffness of the constraint modes: T_b^T K T_b
    std::function<void(Eigen::Ref<Matrix> f)> solve_internal; ///< K_ii^-1 of own rows, in place;
                                                              ///< zero on the interface
};
/// Computes the report of a body with distributed rows; model.T has its own rows. Unit loads act
/// on the interface.
[[nodiscard]] Truncation truncation(const fem::Substructure& s, const StaticParts& parts,
                                    const ReducedModel& model,
                                    const std::vector<InternalLoad>& loads, const Spread& spread,
                                    const Progress& progress);

/// Returns the report of a free body or a mechanism, which has no static response.
[[nodiscard]] Truncation truncation_of_free_body(const ReducedModel& model,
                                                 const std::string& motions);

} // namespace slideway::reduction
