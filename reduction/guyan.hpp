#pragma once

#include "base/memory.hpp"
#include "base/progress.hpp"
#include "reduction/interface.hpp"
#include "reduction/reduced_model.hpp"

namespace slideway::reduction {

/// Condenses a body statically to its interface.
///
///   T = [ I ; Psi ],  Psi = -K_ii^-1 K_ib
///
/// K_r is the Schur complement of K, so static solutions for interface loads are exact. The
/// constraint modes distribute the mass, so frequencies are too high.
///
/// @param interface  dofs and means (least energy with a unit of one of them); the body must not
///                   move while it is held
/// @param available  memory that the reduction may take [B]
/// @throws InputError  no interface; the body can move with its interface held; more memory
///                     needed than available
/// Source: Guyan, AIAA J. 3(2), 1965, doi:10.2514/3.2874.
[[nodiscard]] ReducedModel guyan(const fem::Substructure& s, const Interface& interface,
                                 double available = available_memory(),
                                 const Progress& progress = {});

} // namespace slideway::reduction
