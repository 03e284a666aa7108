#pragma once

#include "app/results/paraview.hpp"
#include "app/results/picture_folder.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::app {

/// A periodic motion of all bodies, mean + Re sum_k u_k exp(j k phase), k = 1, 2, ...
struct Oscillation {
    struct Harmonic {
        std::vector<Vector> real, imaginary; ///< of each body of the model; imaginary may be empty
    };
    std::vector<Harmonic> harmonics;
    std::vector<Vector> mean;   ///< empty: none
    std::vector<Vector> placed; ///< displacement about which it moves; empty: as drawn
};

/// Writes FOLDER/STEM.pvd: one period in 24 frames, scaled to be seen; the frames lie in
/// FOLDER/SHAPES/. Growth and decay are left out.
void write_animation(const PictureFolder& folder, const Scene& scene,
                     const std::filesystem::path& shapes, const std::string& stem,
                     const Oscillation& motion);

/// A periodic motion of all bodies at even steps of its period, of each body of the model.
using MotionFrames = std::vector<std::vector<Vector>>;

/// The same of a motion given frame by frame. @param end  time of the .pvd after the last one
void write_animation(const PictureFolder& folder, const Scene& scene,
                     const std::filesystem::path& shapes, const std::string& stem,
                     const MotionFrames& frames, double end);

} // namespace slideway::app
