#pragma once

#include "app/case/case.hpp"
#include "base/monitor.hpp"
#include "fem/substructure.hpp"

namespace slideway::app {

/// Adds the damping ratios of an entry to its reduced body. Does nothing if the entry has none.
/// @throws InputError  with the place of the wrong key
void add_damping_ratios(const SubstructureEntry& entry, fem::Substructure& reduced,
                        const Monitor& monitor = {});

} // namespace slideway::app
