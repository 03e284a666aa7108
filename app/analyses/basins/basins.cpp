#include "app/analyses/basins/basins.hpp"

#include "app/analyses/basins/basin_results.hpp"
#include "app/analyses/shared/driven_joints.hpp"
#include "app/analyses/shared/monitors.hpp"
#include "app/analyses/start/phase_zero.hpp"
#include "app/results/modal_outputs.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "dynamics/lanes/lane_run.hpp"
#include "dynamics/orbits/orbit_equations.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace slideway::app {

namespace {

constexpr double orbit_tolerance = 1e-13; // of Taylor steps along orbits

std::vector<PlaneAxis> axes_of(const StartGrid& plane)
{
    std::vector<PlaneAxis> axes;
    for (const auto& [name, axis] : plane.displacement)
        axes.push_back({name, false, "m", axis.from, axis.to, axis.n});
    for (const auto& [name, axis] : plane.velocity)
        axes.push_back({name, true, "m/s", axis.from, axis.to, axis.n});
    return axes;
}

// The corner of the plane that the two axes give these values.
StartEntry corner(const Basins& e, const std::array<bool, 2>& far)
{
    StartEntry start = e.start;
    start.given = true;
    std::size_t k = 0;
    for (const auto& [axes, values] : {std::pair{&e.plane.displacement, &StartEntry::displacement},
                                       {&e.plane.velocity, &StartEntry::velocity}})
        for (const auto& [name, axis] : *axes)
            (start.*values)[name] = far.at(k++) ? axis.to : axis.from;
    return start;
}

// The state of least energy is a linear function of what is given.
Matrix states_on(const Basins& e, const std::vector<PlaneAxis>& axes, const BuiltModel& built,
                 const dynamics::ModalModel& modal, const dynamics::OrbitFamily& family)
{
    const std::vector<Vector> z =
        states_of({corner(e, {false, false}), corner(e, {true, false}), corner(e, {false, true})},
                  built, modal, family);
    const Vector along = z[1] - z[0], up = z[2] - z[0];
    const int nx = axes[0].n, ny = axes[1].n;
    Matrix starts(z[0].size(), static_cast<Index>(nx) * ny);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
            starts.col(static_cast<Index>(j) * nx + i) =
                z[0] + (static_cast<double>(i) / (nx - 1)) * along +
                (static_cast<double>(j) / (ny - 1)) * up;
    return starts;
}

std::string orbit_key(const NamedOrbit& orbit)
{
    return "orbits." + orbit.name;
}

// @param first  of the inputs of the model that its start gives
void add_orbit(const NamedOrbit& named, std::size_t first, const Case& c, const BuiltModel& built,
               BasinModel& model)
{
    const dynamics::OrbitFamily& family = model.family;
    const Vector z =
        state_at_phase_zero(named.start, c, built, *model.modal, family, orbit_tolerance, first);
    const double p = family.value();
    const dynamics::PeriodicMotion motion = periodic_motion(family, z, p, named.periods);
    if (!motion.found)
        throw InputError(orbit_key(named), "\"" + named.name + "\"",
                         "Newton's method finds no periodic motion of " +
                             std::to_string(named.periods) + " periods there: " + motion.message);
    dynamics::KnownOrbit orbit = known_orbit(family, motion, p, orbit_tolerance);
    orbit.name = named.name;
    if (!orbit.stable)
        throw InputError(orbit_key(named), "\"" + named.name + "\"",
                         "the periodic motion there is not stable (largest multiplier " +
                             number_text(orbit.growth, 6) +
                             "): no start settles on it; leave it out");
    const Vector weight = family.energy_weights();
    for (const dynamics::KnownOrbit& known : model.orbits)
        if (same_orbit(weight, known, orbit))
            throw InputError(orbit_key(named), "\"" + named.name + "\"",
                             "is the same motion as \"" + known.name + "\"; expected another");
    model.orbits.push_back(std::move(orbit));
}

// Behind all that are named: mirrors may be among these.
void add_mirrors(BasinModel& model)
{
    const dynamics::OrbitFamily& family = model.family;
    if (!family.asymmetry().empty())
        return;
    const Vector weight = family.energy_weights();
    const std::vector<dynamics::KnownOrbit> named = model.orbits;
    for (const dynamics::KnownOrbit& orbit : named) {
        if (orbit.own_mirror)
            continue;
        dynamics::KnownOrbit mirror = mirror_of(family, orbit, family.value(), orbit_tolerance);
        const auto same = [&](const dynamics::KnownOrbit& known) {
            return same_orbit(weight, known, mirror);
        };
        if (std::any_of(model.orbits.begin(), model.orbits.end(), same))
            continue;
        mirror.name = "mirror of " + orbit.name;
        model.orbits.push_back(std::move(mirror));
    }
}

BasinModel setup(const Basins& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    refuse_laws(e.type, e.takes[0], c, built);
    std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
    BasinModel model{modal,     {dynamics::jointed_system(built.model, *modal), {}},
                     e.options, {},
                     {},        axes_of(e.plane),
                     {},        {}};
    model.watched = monitor_outputs(e.monitors, c, built, *modal);
    const std::vector<std::string> given = forced_names(corner(e, {false, false}));
    const std::vector<dynamics::ModalOutput> inputs =
        modal_outputs(built.model, *modal, built.inputs);
    for (PlaneAxis& axis : model.axes) {
        const auto at = std::find(given.begin(), given.end(), axis.of) - given.begin();
        model.plane.push_back(inputs.at(static_cast<std::size_t>(at)));
        axis.unit = unit_on(axis.unit, model.plane.back().measure);
    }
    model.starts = states_on(e, model.axes, built, *modal, model.family);
    if (e.all_again)
        model.options.sample = static_cast<int>(model.starts.cols());
    check(model.options);
    std::size_t first = forced_names(corner(e, {false, false})).size();
    for (const NamedOrbit& orbit : e.orbits) {
        add_orbit(orbit, first, c, built, model);
        first += forced_names(orbit.start).size();
    }
    add_mirrors(model);
    return model;
}

BasinModel basin_model(const Basins& e, const Case& c, const BuiltModel& built,
                       const Monitor& monitor)
{
    return located(c.analysis.places, "analysis",
                   [&]() -> BasinModel { return setup(e, c, built, monitor); });
}

// Extrema of the monitors over whole motions.
void tell_orbits(const BasinModel& model, BasinResults& results)
{
    const dynamics::JointedSystem& system = model.family.system();
    const auto n = static_cast<Index>(results.found.orbits.size()),
               w = static_cast<Index>(model.watched.size());
    dynamics::PassageOptions options;
    options.tolerance = orbit_tolerance;
    options.watched = model.watched;
    results.largest.resize(w, n);
    results.least.resize(w, n);
    for (Index k = 0; k < n; ++k) {
        const dynamics::KnownOrbit& orbit = results.found.orbits[static_cast<std::size_t>(k)];
        const double duration = orbit.periods() * 2 * std::numbers::pi / system.Omega;
        const dynamics::Passage whole =
            dynamics::passage(system, orbit.states.front(), duration, options);
        if (!whole.failure.empty())
            throw std::runtime_error("the motion " + orbit.name + ": " + whole.failure);
        for (Index i = 0; i < w; ++i) {
            const dynamics::ModalOutput& of = model.watched[static_cast<std::size_t>(i)];
            results.largest(i, k) = results.least(i, k) =
                of.row.dot(orbit.states.front().head(of.row.size())) + of.follow.real();
        }
        for (const dynamics::MotionExtremum& extremum : whole.extrema) {
            const auto of = static_cast<Index>(extremum.of);
            results.largest(of, k) = std::max(results.largest(of, k), extremum.value);
            results.least(of, k) = std::min(results.least(of, k), extremum.value);
        }
    }
}

} // namespace

Needs needs(const Basins& e)
{
    Needs::Ports forced{"plane", forced_names(corner(e, {false, false}))};
    for (const NamedOrbit& orbit : e.orbits)
        for (std::string& name : forced_names(orbit.start))
            forced.names.push_back(std::move(name));
    return {.forced = std::move(forced), .observed = {"monitor", e.monitors}};
}

std::vector<std::filesystem::path> input_files(const Basins& e, const Case& c)
{
    std::vector<std::filesystem::path> files;
    for (const NamedOrbit& orbit : e.orbits)
        for (std::filesystem::path& file : input_files(orbit.start, c))
            files.push_back(std::move(file));
    return files;
}

void refuse(const Basins& e, const Case& c)
{
    refuse_without_drive(e.type, c);
}

std::string check(const Basins& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const BasinModel model = basin_model(e, c, built, monitor);
    const std::string why = lanes_refuse(model.family.system());
    return "analysis basins of " + join(e.monitors) + ": " + std::to_string(model.axes[0].n) +
           " x " + std::to_string(model.axes[1].n) + " starts on " + model.axes[0].name() +
           " and " + model.axes[1].name() + ", " + std::to_string(model.orbits.size()) +
           " orbits known, " + std::to_string(e.options.periods) +
           " periods of the drive at most, " + std::to_string(model.family.m()) + " modes\n" +
           (why.empty() ? "" : "  one motion after another: " + why + "\n");
}

Outcome run(const Basins& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto model = std::make_shared<const BasinModel>(basin_model(e, c, built, monitor));
    const auto results = std::make_shared<BasinResults>();
    results->found =
        studies::basins(model->family, model->starts, model->orbits, model->options,
                        monitor.part("starts", static_cast<double>(model->starts.cols())));
    const std::vector<int>& labels = results->found.starts.label;
    if (std::all_of(labels.begin(), labels.end(),
                    [](int label) { return label == studies::not_run; }))
        throw Interrupted();
    tell_orbits(*model, *results);
    return {.summary = summarise(e, *model, *results),
            .arrays = [&e, model,
                       results](io::ArraySink& sink) { write_basins(sink, e, *model, *results); },
            .pictures =
                [model, results](const std::filesystem::path& folder) {
                    write_image(folder, *model, *results);
                }};
}

} // namespace slideway::app
