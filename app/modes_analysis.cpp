#include "app/analyses.hpp"
#include "app/paraview.hpp"
#include "assembly/primal.hpp"
#include "io/hdf5_file.hpp"
#include "io/vtk_file.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace slideway::app {

namespace {

constexpr int n_phases = 24;            // frames of one period
constexpr double drawn_fraction = 0.05; // largest displacement drawn, of the size of the model

void write_arrays(const std::filesystem::path& file, const Case& c, const BuiltModel& built,
                  const std::vector<dynamics::ModeSet>& sets)
{
    io::Hdf5Writer h5(file);
    h5.attribute("title", c.title);
    h5.attribute("analysis", "modes");
    for (const dynamics::ModeSet& set : sets) {
        h5.write("modes/" + set.name + "/frequency", set.frequency_hz, "Hz", "ascending");
        if (set.damping_ratio.size() > 0)
            h5.write("modes/" + set.name + "/damping_ratio", set.damping_ratio, "",
                     "share of critical damping");
        for (std::size_t b = 0; b < set.shapes.size(); ++b)
            if (set.name == "coupled" || set.name == built.bodies[b].name)
                h5.write("modes/" + set.name + "/shape/" + built.bodies[b].name, set.shapes[b],
                         "kg^-1/2", "mass-normalised; dofs of the (reduced) body x modes");
    }
    h5.close();
}

// One .pvd per mode, a period in n_phases frames: play it.
void write_shape(const std::filesystem::path& folder, const Scene& scene, const std::string& set,
                 Index mode, double frequency_hz, const std::vector<Vector>& u)
{
    std::array<char, 64> stem{};
    std::snprintf(stem.data(), stem.size(), "mode_%02d_%.6g_Hz", static_cast<int>(mode) + 1,
                  frequency_hz);
    const std::filesystem::path shapes = std::filesystem::path("shapes") / set / stem.data();
    std::filesystem::create_directories(folder / shapes);
    const Matrix displacement = scene.displacement(u), stress = scene.stress(u);
    const double largest = displacement.rowwise().norm().maxCoeff();
    const double scale = largest > 0 ? drawn_fraction * scene.size() / largest : 1;
    std::vector<std::pair<double, std::filesystem::path>> steps;
    for (int k = 0; k < n_phases; ++k) {
        const double phase = static_cast<double>(k) / n_phases;
        const double cosine = std::cos(2 * std::numbers::pi * phase);
        std::array<char, 32> name{};
        std::snprintf(name.data(), name.size(), "phase_%02d.vtu", k);
        io::write_vtu(folder / shapes / name.data(),
                      scene.grid(cosine * displacement, cosine * stress, scale));
        steps.emplace_back(phase, shapes / name.data());
    }
    io::write_pvd(folder / (set + "_" + stem.data() + ".pvd"), steps);
}

void write_files(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                 const std::vector<dynamics::ModeSet>& sets)
{
    write_arrays(folder / "results.h5", c, built, sets);
    const Scene scene(built);
    if (scene.empty())
        return;
    for (const dynamics::ModeSet& set : sets)
        for (Index mode = 0; mode < set.frequency_hz.size(); ++mode) {
            std::vector<Vector> u;
            for (const Matrix& shape : set.shapes)
                u.emplace_back(shape.col(mode));
            write_shape(folder, scene, set.name, mode, set.frequency_hz(mode), u);
        }
}

} // namespace

Outcome run_modes(const Case& c, const BuiltModel& built, bool)
{
    dynamics::ModesOptions options = c.analysis.modes;
    if (options.of == "free") // the model was built without supports
        options.of = "bodies";
    auto sets = located(c.analysis.places, "analysis", [&]() -> std::vector<dynamics::ModeSet> {
        return modes(built.model, options);
    });
    Summary summary = summarise(sets);
    return {std::move(summary), [&c, &built, sets = std::move(sets)](const auto& folder) {
                write_files(folder, c, built, sets);
            }};
}

void check_modes(const Case& c, const BuiltModel& built)
{
    if (c.analysis.modes.of == "coupled") // refuses what the analysis refuses
        (void)assembly::primal_model(built.model);
    std::printf("analysis modes of %s: %d\n", c.analysis.modes.of.c_str(),
                c.analysis.modes.n_modes);
}

} // namespace slideway::app
