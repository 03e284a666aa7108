#pragma once

#include "app/case/case.hpp"
#include "base/monitor.hpp"
#include "fem/substructure.hpp"

namespace slideway::app {

/// Damping ratios of an entry on its body as reduced; nothing if the entry gives none.
/// @throws InputError with the place of the key at fault
void add_damping_ratios(const SubstructureEntry& entry, fem::Substructure& reduced,
                        const Monitor& monitor = {});

/// Writes the reduced, damped body into the folder that the entry names; nothing if it names none.
/// Rigid motions are written about (0, 0).
/// @param pole  that those of `reduced` turn about [m]
/// @throws InputError with the place of the key: no dofs, or the folder cannot be written
void export_body(const SubstructureEntry& entry, const Case& c, fem::Substructure reduced,
                 const Eigen::Vector2d& pole);

} // namespace slideway::app
