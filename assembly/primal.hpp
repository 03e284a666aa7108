#pragma once

#include "base/types.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace slideway::assembly {

struct CoupledModel;
struct RowsOn;

/// Some bodies of a model in independent dofs q: u = L q + lift x, with all bodies
/// stacked. Their bonds are satisfied, their linear joints are included in C and K, and x
/// are their imposed motions.
struct PrimalModel {
    std::string name;                ///< names of the bodies: "lower + upper"
    std::vector<std::size_t> bodies; ///< body indices in the model, ascending
    std::vector<Index> offset;       ///< first row of each body in u; last entry: rows of u
    SparseMatrix M, C, K;            ///< L^T M_u L, ...: n x n
    /// Parts of the bodies beside C and K (fem::Substructure), n x n; without entries: none.
    SparseMatrix C_skew, K_skew, H;
    SparseMatrix K_skew_u;            ///< K_skew of the stacked bodies
    SparseMatrix L;                   ///< rows of u x n
    std::vector<std::size_t> motions; ///< indices in the model of motions of these bodies
    SparseMatrix lift;          ///< rows of u x motions: a displacement u per unit of each motion
    SparseMatrix M_u, C_u, K_u; ///< matrices of the stacked bodies, including joints
    SparseMatrix C_relative;    ///< part of C_u that acts relative to a moving frame
    SparseMatrix constraints;   ///< B u = 0: bonds, motions at rest, contacts
    Matrix rigid;               ///< rows of u x r: rigid motions of all bodies together
    std::vector<std::string> rigid_names;

    [[nodiscard]] Index n() const { return M.rows(); }
    /// Position of a body of the model in `bodies`.
    [[nodiscard]] std::size_t place(std::size_t body) const;
    /// Rows of one body in the stacked dofs: r x rows of u.
    [[nodiscard]] SparseMatrix stacked(const RowsOn& rows) const;
};

/// Assembles the whole model in primal form. With `coupled`, bonds are satisfied and frictionless
/// contacts at the undeformed positions stay closed, B_C L = 0. Joints then act with their tangents
/// at rest: a contact with preload sticks, a gap is open. Without it the bodies are independent. In
/// each constraint the dof with the largest entry is expressed by the others, so L stays sparse.
///
/// @throws InputError  a contact with friction (B_E differs from B_C: not symmetric); a slave that
///                     does not touch; a bond or a motion that over-constrains (names the row)
[[nodiscard]] PrimalModel primal_model(const CoupledModel& model, bool coupled = true);

/// Returns the groups of bodies that bonds and linear joints connect, with open contacts.
/// Time integration connects these groups by contacts and other joints. They are ordered by
/// their first body.
[[nodiscard]] std::vector<PrimalModel> components(const CoupledModel& model);

/// Describes how the bodies can move together without deformation: "translation in x, rotation"; ""
/// if they cannot.
[[nodiscard]] std::string free_motions(const PrimalModel& primal);

/// Rigid motions of components that `held` rows leave free, of several with the body: "translation
/// in x of body b". Empty if there are none.
/// @param held  rows x dofs of all components, stacked in the order of `parts`
[[nodiscard]] std::vector<std::string> free_motions(const std::vector<PrimalModel>& parts,
                                                    const SparseMatrix& held);

/// The rigid motion of the stacked bodies that goes with a unit of motion k (of primal.motions),
/// the others at rest; none if supports, bonds, joints or the other motions do not allow it.
[[nodiscard]] std::optional<Vector> rigid_follower(const PrimalModel& primal, std::size_t k);

} // namespace slideway::assembly
