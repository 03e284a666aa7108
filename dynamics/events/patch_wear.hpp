#pragma once

#include "contact/patch/map_cells.hpp"
#include "contact/patch/patch_law.hpp"

namespace slideway::dynamics {

/// Energy that friction dissipates in the cells of the map of a patch, which are fixed to its axes:
/// mu p |v| integrated over time, with the slip v of the centre of each cell.
struct PatchWear {
    contact::MapCells cells;
    Vector dissipated; ///< dissipated energy per cell [J]

    /// @param n  about how many cells
    PatchWear(const contact::PatchLaw& law, int n);
    /// @param velocity  (u_x, u_y, omega) on the axes of the map, over `time` [s]
    void add(const contact::Vector3& velocity, double time);

private:
    double friction_;
};

} // namespace slideway::dynamics
