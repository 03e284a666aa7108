#pragma once

#include "app/case/case.hpp"
#include "base/monitor.hpp"
#include "fem/substructure.hpp"

namespace slideway::app {

/// Damping ratios of an entry on its body as reduced; nothing if the entry gives none.
/// @throws InputError with the place of the key at fault
void add_damping_ratios(const SubstructureEntry& entry, fem::Substructure& reduced,
                        const Monitor& monitor = {});

} // namespace slideway::app
