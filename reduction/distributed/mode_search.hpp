#pragma once

#include "fem/substructure.hpp"
#include "reduction/distributed/processes.hpp"
#include "reduction/distributed/spread_over_processes.hpp"

#include <functional>
#include <vector>

namespace slideway::reduction {

/// What modes of a body that is spread over processes are looked for.
struct ModeProblem {
    std::vector<Index> held; ///< dofs at rest, ascending
    Index n = 0;             ///< how many modes there are
    /// K^-1 f on what is not held, own rows of all dofs in place; zero on what is. f of motions is
    /// zero where it is not asked for.
    std::function<void(Matrix& f)> solve;
    Matrix rigid; ///< own rows x motions without force, M-orthonormal: modes are orthogonal to them
};

/// The `count` lowest modes, mass-normalised, own rows of all dofs; each has a positive product
/// with one vector that depends on the number of a dof alone.
/// @param system  of this body: whose search it is
/// @throws Interrupted
[[nodiscard]] SymmetricModes lowest_modes(const Processes& processes,
                                          const SpreadOverProcesses& spread, SpreadSystem& system,
                                          const fem::Substructure& s, const ModeProblem& problem,
                                          Index count, const Progress& progress);

/// Vectors of own rows that it keeps at a time.
[[nodiscard]] Index vectors_of_modes(Index count);

} // namespace slideway::reduction
