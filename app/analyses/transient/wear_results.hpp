#pragma once

#include "app/analyses/transient/transient.hpp"
#include "app/results/picture_folder.hpp"
#include "dynamics/modal/jointed_system.hpp"

#include <filesystem>

namespace slideway::app {

/// Returns EventDrivenOptions::wear_cells for the patches that the case names.
/// @throws InputError  a name is not that of a patch with an area
[[nodiscard]] std::vector<int> wear_cells(const Transient& e, const Case& c,
                                          const std::vector<dynamics::PatchContact>& patches);

/// Writes the energies dissipated per area of patches to wear/NAME of the results. The next two
/// functions write the quantities NAME.wear and the pictures wear_NAME.vtu.
void write_wear(io::ArraySink& sink, const std::vector<dynamics::PatchContact>& patches,
                const dynamics::MotionRecord& result);
void summarise_wear(Summary& s, const std::vector<dynamics::PatchContact>& patches,
                    const dynamics::MotionRecord& result);
void draw_wear(const PictureFolder& folder, const std::vector<dynamics::PatchContact>& patches,
               const dynamics::MotionRecord& result);

} // namespace slideway::app
