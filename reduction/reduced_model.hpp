#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"
#include "fem/substructure.hpp"
#include "reduction/spread.hpp"
#include "reduction/truncation.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::reduction {

/// Memory of a reduction in several processes, by rank [B].
struct ProcessMemory {
    std::vector<double> estimated, peak; ///< before the factorisation; of the process so far
};

/// A body in fewer dofs: u = T q, q = (u_b, eta). It is a substructure again.
struct ReducedModel {
    fem::Substructure
        substructure; ///< M, C, K: r x r; ports W T; recovery and rigid motions of T q
    std::shared_ptr<const Matrix> T; ///< n x r, shared with the recovery; null: not reduced
    std::vector<Index> T_rows;       ///< ascending: T has the rows of these dofs alone; {}: all
    Vector omega;                    ///< frequencies of the added modes, ascending [rad/s]
    std::string method = "none";     ///< name of the reduction
    std::string modes;               ///< what the added modes are: "fixed-interface"
    Index n_full = 0;                ///< dofs before the reduction
    Index n_constraint = 0;          ///< constraint modes = interface dofs
    double condition_M = 0; ///< largest over smallest eigenvalue of the reduced mass matrix
    Truncation truncation;  ///< what is left out
    std::optional<ProcessMemory> processes; ///< none: reduced by one, with the embedded solver
};

/// Dofs of a body that a port component moves: the columns of its rows. Ascending.
/// @param component  -1: all components
[[nodiscard]] std::vector<Index> port_dofs(const fem::Port& port, Index component = -1);

/// The body as its own "reduction", T = I: for bodies small enough, and to compare with.
[[nodiscard]] ReducedModel unreduced(const fem::Substructure& s);

/// The reduced model of a body in the basis T, whose first n_constraint columns belong to interface
/// dofs; the caller adds what its other columns are (method, modes, omega).
/// @param T  own rows of the spread, as those of model.T; the recovery is then left out
/// @throws Interrupted
[[nodiscard]] ReducedModel reduce_to(const fem::Substructure& s, Matrix T, Index n_constraint,
                                     const Progress& progress = {}, const Spread& spread = {});

/// Body in the basis T: matrices T^T M T, ports W T, recovery and rigid motions carried over.
/// A rigid motion r of the body is kept if r = T q has a solution (1e-6 relative).
///
/// A port whose rows W T would hold more than max_port_entries numbers (a whole surface of a large
/// body) keeps only its mean: one node at the weighted centre, as loads and probes see it.
[[nodiscard]] fem::Substructure project(const fem::Substructure& s, const Matrix& T);
inline constexpr Index max_port_entries = 10'000'000;

/// Rows on the dofs of a body, on those of its reduced model: rows T.
/// @throws std::invalid_argument  they touch dofs whose rows T has not
[[nodiscard]] SparseMatrix in_basis(const ReducedModel& model, const SparseMatrix& rows);

/// Largest over smallest eigenvalue of a symmetric positive definite matrix; infinity if it is not.
/// @throws Interrupted
[[nodiscard]] double condition(const Matrix& M, const Progress& progress = {});

} // namespace slideway::reduction
