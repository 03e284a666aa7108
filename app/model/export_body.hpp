#pragma once

#include "app/case/case.hpp"
#include "fem/substructure.hpp"

namespace slideway::app {

/// Writes a body into a folder; its rigid motions are written about (0, 0).
/// @param pole  that those of `reduced` turn about [m]
/// @throws InputError  no dofs, or the folder cannot be written
void export_body(const std::filesystem::path& folder, fem::Substructure reduced,
                 const Eigen::Vector2d& pole);

/// Verifies that the exports of a case may be written: inside of the folder of the case, unless the
/// user allows any folder, and over files of an earlier export alone. Links are followed first.
/// @throws InputError  with the place of the key
void check_exports(const Case& c);

/// Writes the reduced, damped body into the folder that the entry names; nothing if it names none.
/// @throws InputError  as check_exports and as above, with the place of the key
void export_body(const SubstructureEntry& entry, const Case& c, fem::Substructure reduced,
                 const Eigen::Vector2d& pole);

} // namespace slideway::app
