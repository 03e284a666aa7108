#pragma once

#include "base/progress.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"

#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

class SharedModes;

/// Displacements under the constant loads and the imposed displacements of the motions.
struct StaticResult {
    std::vector<Vector> u;            ///< displacements of each body of the model [m]
    std::vector<double> reactions;    ///< per motion: force on the body that holds it there [N]
    std::vector<ContactPoint> points; ///< slave nodes, contact after contact
    std::vector<double> direction;    ///< per contact: of sliding, +1 along the master polyline
};

/// K u = f with bonds, linear joints and imposed displacements; noise does not act.
///
/// Without contacts by sparse Cholesky, of any size. With contacts by dynamics::sliding_equilibrium
/// (the closed set from complementarity; with friction the motions say in which direction it acts,
/// as at the start of a transient); the motions are at rest then.
///
/// @param shared  has the modes that contacts need, or null
/// @throws InputError  a body that can still move (names how); joints that are not linear; contacts
///                     together with an imposed displacement; what sliding_equilibrium refuses
/// @throws Interrupted
[[nodiscard]] StaticResult static_solution(const assembly::CoupledModel& model,
                                           const Progress& progress = {},
                                           SharedModes* shared = nullptr);

} // namespace slideway::dynamics
