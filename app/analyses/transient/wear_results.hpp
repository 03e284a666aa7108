#pragma once

#include "app/analyses/transient/transient.hpp"
#include "app/results/picture_folder.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "io/entries.hpp"

#include <vector>

namespace slideway::app {

/// Returns EventDrivenOptions::wear_cells for the patches that the case names.
/// @throws InputError  a name is not that of a patch with an area
[[nodiscard]] std::vector<int> wear_cells(const Transient& e, const Case& c,
                                          const std::vector<dynamics::PatchContact>& patches);

/// Describes the energies dissipated per area of patches in wear/NAME, and the quantities
/// NAME.wear.
void wear_arrays(io::Entries& a, const std::vector<dynamics::PatchContact>& patches,
                 const dynamics::MotionRecord& result);
void wear_quantities(io::Entries& q, const std::vector<dynamics::PatchContact>& patches,
                     const dynamics::MotionRecord& result);
/// Writes the pictures wear_NAME.vtu.
void draw_wear(const PictureFolder& folder, const std::vector<dynamics::PatchContact>& patches,
               const dynamics::MotionRecord& result);

} // namespace slideway::app
