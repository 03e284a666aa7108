#include "app/results/animation.hpp"

#include "io/vtk_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>

namespace slideway::app {

namespace {

constexpr int n_phases = 24; // frames of one period

struct Part {
    Matrix displacement, stress;
};

Part part_of(const Scene& scene, const std::vector<Vector>& u)
{
    return {scene.displacement(u), scene.stress(u)};
}

// Frames of one period that ends at `end`, as `part_at` has them by number: one picture, written
// whole.
void write_period(const PictureFolder& folder, const Scene& scene,
                  const std::filesystem::path& shapes_wanted, const std::string& stem_wanted,
                  int n_frames, double end, double scale, const Matrix& placed,
                  const std::function<Part(int)>& part_at)
{
    // Two peaks, or crossing curves, may have equal rounded values and therefore equal names.
    if (!folder.takes_next())
        return;
    std::filesystem::path shapes = shapes_wanted;
    std::string stem = stem_wanted;
    for (int k = 2; std::filesystem::exists(folder / (stem + ".pvd")); ++k) {
        stem = stem_wanted + "_" + std::to_string(k);
        shapes = shapes_wanted.string() + "_" + std::to_string(k);
    }
    std::filesystem::create_directories(folder / shapes);
    std::vector<std::pair<double, std::filesystem::path>> steps;
    for (int k = 0; k < n_frames; ++k) {
        const Part part = part_at(k);
        std::array<char, 32> name{};
        std::snprintf(name.data(), name.size(), "phase_%02d.vtu", k);
        io::write_vtu(folder / shapes / name.data(),
                      scene.grid(part.displacement, part.stress, scale, placed));
        steps.emplace_back(end * k / n_frames, shapes / name.data());
    }
    io::write_pvd(folder / (stem + ".pvd"), steps);
}

} // namespace

void write_animation(const PictureFolder& folder, const Scene& scene,
                     const std::filesystem::path& shapes, const std::string& stem,
                     const Oscillation& motion)
{
    const Part mean = part_of(scene, motion.mean);
    std::vector<std::array<Part, 2>> harmonics;
    Vector largest = mean.displacement.rowwise().norm(); // upper bound for each point
    for (const Oscillation::Harmonic& harmonic : motion.harmonics) {
        const auto& [real, imaginary] = harmonics.emplace_back(
            std::array{part_of(scene, harmonic.real), part_of(scene, harmonic.imaginary)});
        largest += (real.displacement.cwiseAbs2() + imaginary.displacement.cwiseAbs2())
                       .rowwise()
                       .sum()
                       .cwiseSqrt();
    }
    const double reach = largest.size() > 0 ? largest.maxCoeff() : 0;
    write_period(folder, scene, shapes, stem, n_phases, 1, scene.scale_to_be_seen(reach),
                 part_of(scene, motion.placed).displacement, [&](int k) -> Part {
                     const double phase = static_cast<double>(k) / n_phases;
                     Part part = mean;
                     for (std::size_t h = 0; h < harmonics.size(); ++h) {
                         const double angle =
                             2 * std::numbers::pi * phase * static_cast<double>(h + 1);
                         const double c = std::cos(angle), s = std::sin(angle);
                         const auto& [real, imaginary] = harmonics[h];
                         part.displacement += c * real.displacement - s * imaginary.displacement;
                         part.stress += c * real.stress - s * imaginary.stress;
                     }
                     return part;
                 });
}

void write_animation(const PictureFolder& folder, const Scene& scene,
                     const std::filesystem::path& shapes, const std::string& stem,
                     const MotionFrames& frames, double end)
{
    double reach = 0;
    for (const std::vector<Vector>& u : frames)
        reach = std::max(reach, scene.displacement(u).rowwise().norm().maxCoeff());
    write_period(
        folder, scene, shapes, stem, static_cast<int>(frames.size()), end,
        scene.scale_to_be_seen(reach), part_of(scene, {}).displacement,
        [&](int k) -> Part { return part_of(scene, frames[static_cast<std::size_t>(k)]); });
}

} // namespace slideway::app
