#pragma once

#include "app/case/case.hpp"
#include "fem/substructure.hpp"

namespace slideway::app {

/// Writes a body into a folder; its rigid motions are written about (0, 0).
/// @param pole  that those of `reduced` turn about [m]
/// @throws InputError  no dofs, or the folder cannot be written
void export_body(const std::filesystem::path& folder, fem::Substructure reduced,
                 const Eigen::Vector2d& pole);

/// Writes the reduced, damped body into the folder that the entry names; nothing if it names none.
/// @throws InputError  likewise, with the place of the key
void export_body(const SubstructureEntry& entry, const Case& c, fem::Substructure reduced,
                 const Eigen::Vector2d& pole);

} // namespace slideway::app
