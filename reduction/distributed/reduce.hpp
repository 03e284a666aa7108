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

/// Whether reduce_over has a method.
[[nodiscard]] bool is_offered(std::string_view method);

/// What of the body is to be shown.
struct ToRecover {
    std::shared_ptr<const fem::RecoveryPart> part = {}; ///< the same in all processes; null: none
    bool here = true;                                   ///< by this process
};

/// A reduction over the processes of a run: each has the columns of its share of the body and makes
/// this call, and each gets the same reduced model, to the last bit. MUMPS factorises the stiffness
/// of the internal dofs once, for the constraint modes and for SLEPc's search for modes.
///
/// Of the basis each process keeps the rows that ports and the interface read (T_rows), and those
/// of what it is to show: the recovery is that of a part of the mesh, or null.
/// ReducedModel::processes tells memory.
///
/// @param method  "craig-bampton", "hintz-herting" or "guyan"
/// @param s       has the columns of the share of this process, { rank, size }, in M, C and K
/// @throws InputError   another method; what that method throws; processes that do not have the
///                      same body; more memory needed than a machine has
/// @throws Interrupted  where one process is
[[nodiscard]] ReducedModel reduce_over(const Processes& processes, const std::string& method,
                                       const fem::Substructure& s, const Interface& interface,
                                       Index n_modes, const Progress& progress = {},
                                       const ToRecover& recover = {});

} // namespace slideway::reduction
