#pragma once

#include "app/results/animation.hpp"
#include "app/results/picture_folder.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <string>

namespace slideway::app {

/// Motion of all bodies at one point of a forced response.
struct ResponseShape {
    std::string name; ///< "level_2_208.73_Hz"
    Oscillation motion;
};

/// Returns the motion of all bodies at a point.
/// @param model  harmonic balance on the modes of `modal`
/// @param r      unknowns of the motion
[[nodiscard]] ResponseShape response_shape(const BuiltModel& built,
                                           const dynamics::ModalModel& modal,
                                           const dynamics::HarmonicBalance& model,
                                           const VectorIn& r, double Omega, double level);

/// Writes the shape to "NAME.pvd" in the folder.
void write_shape(const PictureFolder& folder, const Scene& scene, const ResponseShape& shape);

} // namespace slideway::app
