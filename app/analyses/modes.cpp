#include "app/analyses/analyses.hpp"
#include "app/results/paraview.hpp"
#include "assembly/primal.hpp"
#include "io/hdf5_file.hpp"
#include "io/vtk_file.hpp"

#include <array>
#include <cstdio>

namespace slideway::app {

namespace {

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

// One series per set: a step per mode, the time of a step is the number of its mode.
void write_shapes(const std::filesystem::path& folder, const Scene& scene,
                  const dynamics::ModeSet& set)
{
    const std::filesystem::path shapes = std::filesystem::path("shapes") / set.name;
    std::filesystem::create_directories(folder / shapes);
    std::vector<std::pair<double, std::filesystem::path>> steps;
    for (Index mode = 0; mode < set.frequency_hz.size(); ++mode) {
        std::vector<Vector> u;
        for (const Matrix& shape : set.shapes)
            u.emplace_back(shape.col(mode));
        const Matrix displacement = scene.displacement(u);
        std::array<char, 64> name{};
        std::snprintf(name.data(), name.size(), "mode_%02d_%.6g_Hz.vtu", static_cast<int>(mode) + 1,
                      set.frequency_hz(mode));
        io::write_vtu(folder / shapes / name.data(),
                      scene.grid(displacement, scene.stress(u),
                                 scene.scale_to_be_seen(displacement.rowwise().norm().maxCoeff())));
        steps.emplace_back(static_cast<double>(mode + 1), shapes / name.data());
    }
    io::write_pvd(folder / (set.name + "_modes.pvd"), steps);
}

void write_files(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                 const std::vector<dynamics::ModeSet>& sets)
{
    write_arrays(folder / "results.h5", c, built, sets);
    const Scene scene(built);
    if (scene.empty())
        return;
    for (const dynamics::ModeSet& set : sets)
        write_shapes(folder, scene, set);
}

} // namespace

Outcome run_modes(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    dynamics::ModesOptions options = c.analysis.modes;
    if (options.of == "free") // the model was built without supports
        options.of = "bodies";
    auto sets = located(c.analysis.places, "analysis", [&]() -> std::vector<dynamics::ModeSet> {
        return modes(built.model, options, monitor.until_stopped());
    });
    Summary summary = summarise(sets);
    return {std::move(summary), [&c, &built, sets = std::move(sets)](const auto& folder) {
                write_files(folder, c, built, sets);
            }};
}

void check_modes(const Case& c, const BuiltModel& built, const Monitor& /*monitor*/)
{
    if (c.analysis.modes.of == "coupled") // refuses what the analysis refuses
        (void)assembly::primal_model(built.model);
    std::printf("analysis modes of %s: %d\n", c.analysis.modes.of.c_str(),
                c.analysis.modes.n_modes);
}

} // namespace slideway::app
