#include "app/results/animation.hpp"

#include "io/vtk_file.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace slideway::app {

namespace {

constexpr int n_phases = 24; // frames of one period

} // namespace

void write_animation(const std::filesystem::path& folder, const Scene& scene,
                     const std::filesystem::path& shapes_wanted, const std::string& stem_wanted,
                     const Oscillation& motion)
{
    // Two peaks, or crossing curves, may have the same number to the digits of a name.
    std::filesystem::path shapes = shapes_wanted;
    std::string stem = stem_wanted;
    for (int k = 2; std::filesystem::exists(folder / (stem + ".pvd")); ++k) {
        stem = stem_wanted + "_" + std::to_string(k);
        shapes = shapes_wanted.string() + "_" + std::to_string(k);
    }
    std::filesystem::create_directories(folder / shapes);
    struct Part {
        Matrix displacement, stress;
    };
    const auto part = [&](const std::vector<Vector>& u) -> Part {
        return u.empty()
                   ? Part{Matrix::Zero(scene.n_points(), 2), Matrix::Zero(scene.n_points(), 3)}
                   : Part{scene.displacement(u), scene.stress(u)};
    };
    const Part mean = part(motion.mean);
    std::vector<std::array<Part, 2>> harmonics;
    Vector largest = mean.displacement.rowwise().norm(); // of each point, at most
    for (const Oscillation::Harmonic& harmonic : motion.harmonics) {
        const auto& [real, imaginary] =
            harmonics.emplace_back(std::array{part(harmonic.real), part(harmonic.imaginary)});
        largest += (real.displacement.cwiseAbs2() + imaginary.displacement.cwiseAbs2())
                       .rowwise()
                       .sum()
                       .cwiseSqrt();
    }
    const Matrix placed = part(motion.placed).displacement;
    const double reach = largest.size() > 0 ? largest.maxCoeff() : 0;
    const double scale = scene.scale_to_be_seen(reach);
    std::vector<std::pair<double, std::filesystem::path>> steps;
    for (int k = 0; k < n_phases; ++k) {
        const double phase = static_cast<double>(k) / n_phases;
        Part at = mean;
        for (std::size_t h = 0; h < harmonics.size(); ++h) {
            const double angle = 2 * std::numbers::pi * phase * static_cast<double>(h + 1);
            const double c = std::cos(angle), s = std::sin(angle);
            const auto& [real, imaginary] = harmonics[h];
            at.displacement += c * real.displacement - s * imaginary.displacement;
            at.stress += c * real.stress - s * imaginary.stress;
        }
        std::array<char, 32> name{};
        std::snprintf(name.data(), name.size(), "phase_%02d.vtu", k);
        io::write_vtu(folder / shapes / name.data(),
                      scene.grid(at.displacement, at.stress, scale, placed));
        steps.emplace_back(phase, shapes / name.data());
    }
    io::write_pvd(folder / (stem + ".pvd"), steps);
}

} // namespace slideway::app
