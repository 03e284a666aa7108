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
    std::vector<double> estimated, peak; ///< estimate before the factorisation; peak of the
                                         ///< process so far
};

/// Motions without mass that follow the other dofs of a body, u = T q + N z: a force f on them
/// displaces them besides by N (N^T K N)^-1 N^T f / (1 + i Omega stiffness_damping + i
/// loss_factor).
struct FollowingMotions {
    /// Dofs without mass by name, one for each motion. Names after the first fem::massless_listed
    /// are empty.
    std::vector<std::string> names;
    SparseMatrix N;               ///< n x k
    SparseMatrix K;               ///< N^T K N, positive definite
    double stiffness_damping = 0; ///< [s]
    double loss_factor = 0;
};

/// A body in fewer dofs, u = T q with q = (u_b, eta), which is again a substructure.
struct ReducedModel {
    fem::Substructure
        substructure; ///< M, C, K: r x r; ports W T; recovery and rigid motions of T q
    std::shared_ptr<const Matrix> T; ///< n x r, shared with the recovery; null: not reduced
    std::vector<Index> T_rows;       ///< dofs of the rows of T, ascending; empty: all dofs
    Vector omega;                    ///< frequencies of the added modes, ascending [rad/s]
    std::string method = "none";     ///< name of the reduction
    std::string modes;               ///< kind of the added modes: "fixed-interface"
    Index n_full = 0;                ///< dofs before the reduction
    Index n_constraint = 0;          ///< constraint modes = interface dofs
    double condition_M = 0; ///< largest over smallest eigenvalue of the reduced mass matrix
    Truncation truncation;  ///< errors of the reduction
    std::optional<FollowingMotions> following; ///< none: no motion without mass follows
    std::optional<ProcessMemory> processes; ///< none: reduced in one process by the embedded solver
};

/// Returns the dofs that a port component moves, that is, the columns of its rows, ascending.
/// @param component  -1: all components
[[nodiscard]] std::vector<Index> port_dofs(const fem::Port& port, Index component = -1);

/// Returns the body itself with T = I, for small bodies and for comparisons.
[[nodiscard]] ReducedModel unreduced(const fem::Substructure& s);

/// Returns the reduced model of a body in the basis T, whose first n_constraint columns belong to
/// interface dofs. The caller describes the other columns (method, modes, omega).
/// @param T  own rows if the body is distributed, also in model.T; recovery is then omitted
/// @throws Interrupted
[[nodiscard]] ReducedModel reduce_to(const fem::Substructure& s, Matrix T, Index n_constraint,
                                     const Progress& progress = {}, const Spread& spread = {});

/// Projects a body on the basis T: matrices T^T M T, ports W T, recovery and rigid motions. A rigid
/// motion r of the body is kept if r = T q has a solution (1e-6 relative).
///
/// A port whose rows W T would need more than max_port_entries numbers (a whole surface of a large
/// body) keeps only its mean: one node at the weighted centre, as used by loads and probes.
[[nodiscard]] fem::Substructure project(const fem::Substructure& s, const Matrix& T);
inline constexpr Index max_port_entries = 10'000'000;

/// Converts rows on the dofs of a body to rows on those of its reduced model: rows T.
/// @throws std::invalid_argument  they need rows that T lacks
[[nodiscard]] SparseMatrix in_basis(const ReducedModel& model, const SparseMatrix& rows);

/// Adds the antisymmetric parts of C and K and the structural damping of a body to its reduced
/// model, whose basis is that of the symmetric part: T^T K_skew T, ...
void add_other_parts(const fem::Substructure& s, ReducedModel& model);

/// Returns the largest over the smallest eigenvalue of a symmetric matrix; infinity if it is
/// not positive definite.
/// @throws Interrupted
[[nodiscard]] double condition(const Matrix& M, const Progress& progress = {});

} // namespace slideway::reduction
