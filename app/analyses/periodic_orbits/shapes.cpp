#include "app/analyses/periodic_orbits/orbit_results.hpp"

#include "app/results/animation.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <complex>
#include <numbers>

namespace slideway::app {

namespace {

constexpr int frames_per_period = 24;

MotionFrames frames_of(const PeriodicOrbits& e, const OrbitModel::Built& built,
                       const OrbitModel& model, const dynamics::WholeOrbit& orbit)
{
    const assembly::CoupledModel& coupled = built.built->model;
    const dynamics::SampledOrbit& samples = orbit.samples;
    dynamics::OrbitFamily family = model.family;
    family.move_to(orbit.p);
    const Matrix z = family.on_modes(samples.z);
    const Index m = family.m(), n = frames_per_period * orbit.periods,
                every = (samples.phase.size() - 1) / n;
    const double level = e.over == "level" ? orbit.p : 1;
    MotionFrames frames;
    Vector imposed = Vector::Zero(static_cast<Index>(coupled.motions.size()));
    for (Index k = 0; k < n; ++k) {
        const double phase = samples.phase(k * every);
        for (std::size_t j = 0; j < coupled.motions.size(); ++j)
            if (const auto& x = coupled.motions[j].harmonic)
                imposed(static_cast<Index>(j)) =
                    level * std::polar(x->amplitude, x->phase + phase).real();
        frames.push_back(built.modal->displacements(coupled, z.col(k * every).head(m), imposed));
    }
    return frames;
}

} // namespace

void write_shapes(const PictureFolder& folder, const BuiltModel& built, const OrbitResults& results)
{
    const PeriodicOrbits& e = *results.e;
    const OrbitModel& model = *results.model;
    const Scene own(built);
    if (own.empty())
        return;
    for (const ReportedOrbit& reported : results.orbits) {
        if (!folder.takes_next())
            continue;
        std::string name =
            (reported.label == dynamics::OrbitLabel::none ? "orbit"
                                                          : std::string(name_of(reported.label))) +
            " " + e.result_name + " " + number_text(e.reported_value(reported.orbit.p), 6);
        std::replace(name.begin(), name.end(), ' ', '_');
        const OrbitModel::Built built_model = model.built_at(reported.orbit.p, built);
        const std::optional<Scene> changed =
            model.models ? std::optional<Scene>(*built_model.built) : std::nullopt;
        write_animation(folder, changed ? *changed : own, std::filesystem::path("shapes") / name,
                        name, frames_of(e, built_model, model, reported.orbit),
                        reported.orbit.periods);
    }
}

} // namespace slideway::app
