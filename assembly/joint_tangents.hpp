#pragma once

#include "assembly/coupled_model.hpp"

namespace slideway::assembly {

/// Stiffness and damping of a joint on its rows for small motions at rest: n_rows x n_rows.
struct JointTangents {
    Matrix k; ///< [N/m]
    Matrix c; ///< [N s/m]
};

/// Computes the tangents at rest. @throws InputError  a law without a force: rigid dry friction
[[nodiscard]] JointTangents tangents_at_rest(const Joint& joint);

} // namespace slideway::assembly
