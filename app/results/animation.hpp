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
        std::vector<Vector> real,
            imaginary; ///< one vector per body of the model; imaginary may be empty
    };
    std::vector<Harmonic> harmonics;
    std::vector<Vector> mean;   ///< mean displacement; may be empty
    std::vector<Vector> placed; ///< static displacement of the drawing; may be empty
};

/// Writes FOLDER/STEM.pvd: one period in 24 frames, scaled to be visible. The frames lie in
/// FOLDER/SHAPES/. Growth and decay are left out.
void write_animation(const PictureFolder& folder, const Scene& scene,
                     const std::filesystem::path& shapes, const std::string& stem,
                     const Oscillation& motion);

/// A periodic motion at equal steps of its period: frames, each with one vector per body.
using MotionFrames = std::vector<std::vector<Vector>>;

/// Writes the animation of a motion given by frames. @param end  time in the .pvd after the last
/// frame
void write_animation(const PictureFolder& folder, const Scene& scene,
                     const std::filesystem::path& shapes, const std::string& stem,
                     const MotionFrames& frames, double end);

} // namespace slideway::app
