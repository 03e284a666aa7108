#pragma once

#include "app/case/case.hpp"
#include "fem/substructure.hpp"

namespace slideway::app {

/// Writes a body into a folder. Its rigid motions are written with the pole (0, 0).
/// @param pole  pole of the rigid motions of `reduced` [m]
/// @throws InputError  no dofs, or the folder cannot be written
void export_body(const std::filesystem::path& folder, fem::Substructure reduced,
                 const Eigen::Vector3d& pole);

/// Verifies that the exports of a case may be written. They must lie in the folder of the case,
/// unless the user allows any folder, and may replace only files of an earlier export. Links are
/// resolved first.
/// @throws InputError  with the place of the key
void check_exports(const Case& c);

/// Writes the reduced, damped body into the folder that the entry names, if any.
/// @throws InputError  as above and as check_exports, with the place of the key
void export_body(const SubstructureEntry& entry, const Case& c, fem::Substructure reduced,
                 const Eigen::Vector3d& pole);

} // namespace slideway::app
