#pragma once

#include "app/analyses/transient/transient.hpp"
#include "app/results/picture_folder.hpp"
#include "dynamics/modal/jointed_system.hpp"

#include <filesystem>

namespace slideway::app {

/// EventDrivenOptions::wear_cells of the patches that the case names.
/// @throws InputError  a name that is not a patch with an area
[[nodiscard]] std::vector<int> wear_cells(const Transient& e, const Case& c,
                                          const std::vector<dynamics::PatchContact>& patches);

/// Energies dissipated per area of patches: wear/NAME of results, NAME.wear of quantities, and
/// wear_NAME.vtu.
void write_wear(io::ArraySink& sink, const std::vector<dynamics::PatchContact>& patches,
                const dynamics::MotionRecord& result);
void summarise_wear(Summary& s, const std::vector<dynamics::PatchContact>& patches,
                    const dynamics::MotionRecord& result);
void draw_wear(const PictureFolder& folder, const std::vector<dynamics::PatchContact>& patches,
               const dynamics::MotionRecord& result);

} // namespace slideway::app
