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
    Index n = 0;             ///< number of modes
    /// Replaces f by K^-1 f on dofs that are not held and by zero on held ones; own rows of all
    /// dofs. For loads M x of the rigid motions the result may be zero.
    std::function<void(Matrix& f)> solve;
    Matrix rigid; ///< own rows x motions without force, M-orthonormal; modes are orthogonal to them
};

/// Computes the `count` lowest modes, mass-normalised, own rows of all dofs. Their signs make the
/// product with a fixed vector positive; its entries depend only on the numbers of the dofs.
/// @param system  system of this body, which performs the search
/// @throws Interrupted
[[nodiscard]] SymmetricModes lowest_modes(const Processes& processes,
                                          const SpreadOverProcesses& spread, SpreadSystem& system,
                                          const fem::Substructure& s, const ModeProblem& problem,
                                          Index count, const Progress& progress);

/// Number of vectors of own rows that the search stores at once.
[[nodiscard]] Index vectors_of_modes(Index count);

} // namespace slideway::reduction
