#pragma once

#include "app/case/case.hpp"
#include "fem/substructure.hpp"

namespace slideway::app {

/// Writes the reduced, damped body into the folder that the entry names; nothing if it names none.
/// Rigid motions are written about (0, 0).
/// @param pole  that those of `reduced` turn about [m]
/// @throws InputError with the place of the key: no dofs, or the folder cannot be written
void export_body(const SubstructureEntry& entry, const Case& c, fem::Substructure reduced,
                 const Eigen::Vector2d& pole);

} // namespace slideway::app
