#include "app/animation.hpp"

#include "io/vtk_file.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace slideway::app {

namespace {

constexpr int n_phases = 24;            // frames of one period
constexpr double drawn_fraction = 0.05; // largest displacement drawn, of the size of the model

} // namespace

void write_animation(const std::filesystem::path& folder, const Scene& scene,
                     const std::filesystem::path& shapes, const std::string& stem,
                     const Oscillation& motion)
{
    std::filesystem::create_directories(folder / shapes);
    const bool complex = !motion.imaginary.empty();
    const Matrix real = scene.displacement(motion.real), stress = scene.stress(motion.real);
    const Matrix imaginary = complex ? scene.displacement(motion.imaginary) : Matrix(0 * real);
    const Matrix stress_im = complex ? scene.stress(motion.imaginary) : Matrix(0 * stress);
    const Matrix placed =
        motion.placed.empty() ? Matrix(0 * real) : scene.displacement(motion.placed);
    const double largest =
        (real.cwiseAbs2() + imaginary.cwiseAbs2()).rowwise().sum().cwiseSqrt().maxCoeff();
    const double scale = largest > 0 ? drawn_fraction * scene.size() / largest : 1;
    std::vector<std::pair<double, std::filesystem::path>> steps;
    for (int k = 0; k < n_phases; ++k) {
        const double phase = static_cast<double>(k) / n_phases;
        const double c = std::cos(2 * std::numbers::pi * phase),
                     s = std::sin(2 * std::numbers::pi * phase);
        std::array<char, 32> name{};
        std::snprintf(name.data(), name.size(), "phase_%02d.vtu", k);
        io::write_vtu(
            folder / shapes / name.data(),
            scene.grid(c * real - s * imaginary, c * stress - s * stress_im, scale, placed));
        steps.emplace_back(phase, shapes / name.data());
    }
    io::write_pvd(folder / (stem + ".pvd"), steps);
}

} // namespace slideway::app
