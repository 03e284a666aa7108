#pragma once

#include "assembly/coupled_model.hpp"

namespace slideway::assembly {

/// The coupled bodies in independent dofs q: u = L q for all bodies stacked, imposed dofs held.
struct PrimalModel {
    SparseMatrix M, C, K;      ///< L^T M L, ...
    SparseMatrix L;            ///< n_total x n_q
    std::vector<Index> offset; ///< first row of each body in u; last entry n_total
};

/// Primal assembly about the undeformed positions with frictionless contacts, B_C L = 0: the dof
/// with the largest entry of each row of B_C is expressed by the others, so L stays sparse.
///
/// @param coupled  false: contacts left open, bodies side by side
/// @throws InputError  a contact with friction (B_E differs from B_C: not symmetric); a slave that
///                     does not touch
[[nodiscard]] PrimalModel primal_model(const CoupledModel& model, bool coupled = true);

} // namespace slideway::assembly
