#pragma once

#include "app/paraview.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::app {

/// A harmonic motion Re(u exp(j phase)) of all bodies.
struct Oscillation {
    std::vector<Vector> real, imaginary; ///< of each body of the model; imaginary may be empty
    std::vector<Vector> placed;          ///< displacement about which it moves; empty: as drawn
};

/// Writes FOLDER/STEM.pvd: one period in 24 frames, scaled to be seen; the frames lie in
/// FOLDER/SHAPES/. Growth and decay are left out.
void write_animation(const std::filesystem::path& folder, const Scene& scene,
                     const std::filesystem::path& shapes, const std::string& stem,
                     const Oscillation& motion);

} // namespace slideway::app
