#pragma once

#include "assembly/coupled_model.hpp"

namespace slideway::assembly {

/// Stiffness and damping of a joint on its rows, for small motions about rest: n_rows x n_rows.
struct JointTangents {
    Matrix k; ///< [N/m]
    Matrix c; ///< [N s/m]
};

/// @throws InputError  a law without a force: rigid dry friction
[[nodiscard]] JointTangents tangents_at_rest(const Joint& joint);

} // namespace slideway::assembly
