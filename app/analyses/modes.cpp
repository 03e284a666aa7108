#include "app/analyses/analyses.hpp"
#include "app/results/animation.hpp"
#include "assembly/primal.hpp"
#include "io/hdf5_file.hpp"

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

void write_files(const std::filesystem::path& folder, const Case& c, const BuiltModel& built,
                 const std::vector<dynamics::ModeSet>& sets)
{
    write_arrays(folder / "results.h5", c, built, sets);
    const Scene scene(built);
    if (scene.empty())
        return;
    for (const dynamics::ModeSet& set : sets)
        for (Index mode = 0; mode < set.frequency_hz.size(); ++mode) {
            Oscillation motion;
            Oscillation::Harmonic& swing = motion.harmonics.emplace_back();
            for (const Matrix& shape : set.shapes)
                swing.real.emplace_back(shape.col(mode));
            std::array<char, 64> stem{};
            std::snprintf(stem.data(), stem.size(), "mode_%02d_%.6g_Hz", static_cast<int>(mode) + 1,
                          set.frequency_hz(mode));
            write_animation(folder, scene, std::filesystem::path("shapes") / set.name / stem.data(),
                            set.name + "_" + stem.data(), motion);
        }
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
