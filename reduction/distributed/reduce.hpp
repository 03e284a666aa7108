#pragma once

#include "base/progress.hpp"
#include "fem/recovery.hpp"
#include "fem/substructure.hpp"
#include "reduction/distributed/processes.hpp"
#include "reduction/interface.hpp"
#include "reduction/reduced_model.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace slideway::reduction {

/// True if reduce_over supports the method.
[[nodiscard]] bool is_offered(std::string_view method);

/// Part of the body to recover.
struct ToRecover {
    std::shared_ptr<const fem::RecoveryPart> part = {}; ///< identical in all processes; null: none
    bool here = true;                                   ///< true if this process recovers it
};

/// Reduces a body over the processes of a run. Each process has the columns of its share of the
/// body and makes this call, and all get exactly the same reduced model. MUMPS factorises the
/// stiffness of the internal dofs once, for the constraint modes and for SLEPc's search for modes.
///
/// Each process keeps only some rows of the basis: those that ports and the interface need
/// (T_rows), and those of the part that it recovers. The recovery is that of a part of the mesh, or
/// null. ReducedModel::processes reports the memory.
///
/// @param method  "craig-bampton", "hintz-herting" or "guyan"
/// @param s       M, C and K with the columns of the share { rank, size } of this process
/// @throws InputError   unsupported method; errors of that method; processes with different bodies;
///                      more memory needed than a machine has
/// @throws Interrupted  one process is interrupted
[[nodiscard]] ReducedModel reduce_over(const Processes& processes, const std::string& method,
                                       const fem::Substructure& s, const Interface& interface,
                                       Index n_modes, const Progress& progress = {},
                                       const ToRecover& recover = {});

} // namespace slideway::reduction
