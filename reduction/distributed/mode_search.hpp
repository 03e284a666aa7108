#pragma once

#include "fem/substructure.hpp"
#include "reduction/distributed/processes.hpp"
#include "reduction/distributed/spread_over_processes.hpp"

#include <functional>
#include <vector>

namespace slideway::reduction {

/// Eigenvalue problem of a body that is distributed over processes.
struct ModeProblem {
    std::vector<Index> held; ///< dofs at rest, ascending
    Index n = 0;             ///< number of all modes of the problem
    /// Replaces f by K^-1 f on dofs that are not held, and by zero on held ones. f has the rows of
    /// this process, for all dofs. For loads M x of the rigid motions x the result may be zero.
    std::function<void(Matrix& f)> solve;
    /// Motions without force, M-orthonormal: rows of this process x motions. Modes are orthogonal
    /// to them.
    Matrix rigid;
};

/// Computes the `count` lowest modes, mass-normalised, as the rows of this process for all dofs.
/// The sign of a mode makes its product with a fixed vector positive. The entries of that vector
/// depend only on the numbers of the dofs.
/// @param system  system of this body, which performs the search
/// @throws Interrupted
[[nodiscard]] SymmetricModes lowest_modes(const Processes& processes,
                                          const SpreadOverProcesses& spread, SpreadSystem& system,
                                          const fem::Substructure& s, const ModeProblem& problem,
                                          Index count, const Progress& progress);

/// Largest number of vectors (of the rows of this process) that the search stores at once.
[[nodiscard]] Index vectors_of_modes(Index count);

} // namespace slideway::reduction
