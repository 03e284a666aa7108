#pragma once

#include "fem/substructure.hpp"

#include <string>

namespace slideway::fem {

/// Largest force against a rigid motion, relative to |K| |r| of its row, that counts as round-off
/// of the file: six digits.
inline constexpr double rigid_round_off = 1e-6;

/// Returns a note about the dof with the largest force against a rigid motion of a free body; ""
/// if K R = 0 up to rigid_round_off. A force means that the body is held in the file, or that
/// labels, positions, their units, or coordinate systems are wrong.
[[nodiscard]] std::string rigid_force_note(const Substructure& s);

/// Removes the forces of the stiffness and of the structural damping against rigid motions of a
/// free body that are round-off of a file, up to rigid_round_off. Its elastic motions, orthogonal
/// to rigid ones by the mass, keep their energies: K' = P^T K P with P = 1 - R (R^T M R)^-1 R^T M.
/// @return a note, "" if there are none
[[nodiscard]] std::string release_rigid_motions(Substructure& s);

} // namespace slideway::fem
