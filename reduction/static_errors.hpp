#pragma once

#include "base/progress.hpp"
#include "reduction/constraint_modes.hpp"
#include "reduction/reduced_model.hpp"
#include "reduction/truncation.hpp"

#include <functional>
#include <vector>

namespace slideway::reduction {

/// The truncation report of a reduced body. The static response of the full body comes from the
/// factor of K_ii and the constraint modes that the reduction made:
///
///   K^-1 f = T_b S^-1 T_b^T f + [0; K_ii^-1 f_i],  S = T_b^T K T_b
///
/// T_b = [I; Psi] and S = K_bb + K_bi Psi without means, else K_ii^-1 leaves them at rest. So
/// nothing is factorised again.
///
/// @param split   the interface whose constraint modes are the first columns of T; without
///                an interface K_ii is K
/// @param loaded  what carries the unit loads: the interface, or anything without one
[[nodiscard]] Truncation truncation(const fem::Substructure& s, const InterfaceSplit& split,
                                    const ReducedModel& model, const Interface& loaded,
                                    const Progress& progress = {});

/// What the static response of a body takes of its reduction.
struct StaticParts {
    Index n_interface = 0; ///< constraint modes, the first columns of T
    Matrix S;              ///< stiffness of them: T_b^T K T_b
    std::function<void(Eigen::Ref<Matrix> f)> solve_internal; ///< K_ii^-1 of own rows, in place;
                                                              ///< zero on the interface
};
/// The same of a body whose rows are spread; model.T has its own rows. Unit loads act on the
/// interface, `loads` on the inside.
[[nodiscard]] Truncation truncation(const fem::Substructure& s, const StaticParts& parts,
                                    const ReducedModel& model,
                                    const std::vector<InternalLoad>& loads, const Spread& spread,
                                    const Progress& progress);

/// The report of a free body or a mechanism, which has no static response.
[[nodiscard]] Truncation truncation_of_free_body(const ReducedModel& model,
                                                 const std::string& motions);

} // namespace slideway::reduction
