#include "app/analyses/basins/basins.hpp"

#include "app/analyses/basins/basin_results.hpp"
#include "app/case/located.hpp"
#include "app/motions/driven_joints.hpp"
#include "app/motions/monitors.hpp"
#include "app/motions/start/long_period.hpp"
#include "app/motions/start/phase_zero.hpp"
#include "app/results/modal_outputs.hpp"
#include "app/results/quantities.hpp"
#include "app/results/stored_modes.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/passage.hpp"

#include <algorithm>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace slideway::app {

namespace {

// The state of least energy is a linear function of what is given.
studies::StartPlane plane_of(const Basins& e, const BuiltModel& built,
                             const dynamics::ModalModel& modal, const dynamics::OrbitFamily& family)
{
    const std::vector<Vector> z =
        states_of("plane",
                  {corner_of(e.plane, e.start), corner_of(e.plane, e.start, 0),
                   corner_of(e.plane, e.start, 1)},
                  built, modal, family);
    const std::vector<PlaneAxis> axes = axes_of(e.plane);
    return {z[0], z[1] - z[0], z[2] - z[0], {axes[0].n, axes[1].n}, e.refine};
}

BasinModel setup(const Basins& e, SoughtOrbits sought, const Case& c, const BuiltModel& built,
                 const Monitor& monitor)
{
    refuse_laws(e.type, e.takes[0], c, built);
    std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
    BasinModel model{modal,     {dynamics::jointed_system(built.model, *modal), {}},
                     e.options, {},
                     {},        axes_of(e.plane),
                     {},        {}};
    refuse_long_period(model.family.system(), c);
    model.family.set_go_on(monitor.until_stopped());
    model.watched = monitor_outputs(e.monitors, c, built, *modal);
    const std::vector<std::string> given = forced_names(corner_of(e.plane, e.start));
    const std::vector<dynamics::ModalOutput> inputs =
        modal_outputs(built.model, *modal, built.inputs);
    for (PlaneAxis& axis : model.axes) {
        const auto found = std::find(given.begin(), given.end(), axis.of) - given.begin();
        model.plane.push_back(inputs.at(static_cast<std::size_t>(found)));
        axis.unit = unit_on(axis.unit, model.plane.back().measure);
    }
    model.starts = plane_of(e, built, *modal, model.family);
    for (std::size_t k = 0; k < 2; ++k)
        model.axes[k].n = model.starts.fine()[k];
    if (e.all_again)
        model.options.sample = model.axes[0].n * model.axes[1].n;
    check(model.options);
    add_orbits(e, sought, given.size(), c, built, monitor, model);
    return model;
}

BasinModel basin_model(const Basins& e, SoughtOrbits sought, const Case& c, const BuiltModel& built,
                       const Monitor& monitor)
{
    return located(c.analysis.places, "analysis",
                   [&]() -> BasinModel { return setup(e, sought, c, built, monitor); });
}

// Largest and least displacements of the monitors over a whole motion.
void add_extrema(const BasinModel& model, const dynamics::KnownOrbit& orbit, BasinOrbit& reported)
{
    const dynamics::JointedSystem& system = model.family.system();
    dynamics::PassageOptions options;
    options.tolerance = known_orbit_tolerance;
    options.watched = model.watched;
    const double duration = orbit.periods() * 2 * std::numbers::pi / system.Omega;
    const dynamics::Passage whole =
        dynamics::passage(system, orbit.states.front(), duration, options);
    if (!whole.failure.empty())
        throw std::runtime_error("the motion " + orbit.name + ": " + whole.failure);
    for (MonitoredOrbit& monitor : reported.monitors)
        monitor.largest = monitor.least = monitor.displacement(0);
    for (const dynamics::MotionExtremum& extremum : whole.extrema) {
        MonitoredOrbit& monitor = reported.monitors[extremum.of];
        monitor.largest = std::max(monitor.largest, extremum.value);
        monitor.least = std::min(monitor.least, extremum.value);
    }
}

// 2 x points: places in this measure, the first axis fastest.
Matrix points_of(const std::vector<PlaneAxis>& axes, const Vector& scale)
{
    const Vector x = scale(0) * axes[0].values(), y = scale(1) * axes[1].values();
    Matrix points(2, x.size() * y.size());
    for (Index i = 0; i < points.cols(); ++i)
        points.col(i) << x(i % x.size()), y(i / x.size());
    return points;
}

// Computes the integrity of all orbits in the plane of starts.
void add_integrity(BasinResults& results)
{
    const Vector& scale = results.measure.scale;
    const Matrix starts = points_of(results.axes, scale);
    for (std::size_t k = 0; k < results.orbits.size(); ++k) {
        BasinOrbit& orbit = results.orbits[k];
        Matrix states(2, orbit.x.size());
        states << orbit.x.transpose(), orbit.y.transpose();
        orbit.integrity = studies::integrity(starts, results.grid.label, static_cast<int>(k),
                                             scale.asDiagonal() * states);
    }
}

} // namespace

void add_motions(const Basins& e, const BasinModel& model, BasinResults& results)
{
    const double Omega = model.family.system().Omega;
    for (std::size_t k = 0; k < results.found.orbits.size(); ++k) {
        const dynamics::KnownOrbit& orbit = results.found.orbits[k];
        BasinOrbit& reported = results.orbits.emplace_back();
        reported.name = orbit.name;
        reported.growth = orbit.growth;
        reported.starts = static_cast<int>(
            std::count(results.grid.label.begin(), results.grid.label.end(), static_cast<int>(k)));
        reported.states.resize(2 * model.family.m(), orbit.periods());
        for (Index i = 0; i < reported.states.cols(); ++i)
            reported.states.col(i) = orbit.states[static_cast<std::size_t>(i)];
        for (std::size_t axis = 0; axis < 2; ++axis)
            (axis == 0 ? reported.x : reported.y) = at_phase_zero(model.plane[axis], orbit, Omega)
                                                        .row(model.axes[axis].velocity ? 1 : 0);
        for (std::size_t w = 0; w < e.monitors.size(); ++w) {
            const Matrix motion = at_phase_zero(model.watched[w], orbit, Omega);
            reported.monitors.push_back(
                {e.monitors[w], model.watched[w].measure, motion.row(0), motion.row(1)});
        }
        add_extrema(model, orbit, reported);
    }
}

Needs needs(const Basins& e)
{
    return {.forced = forced_ports(e.plane, "plane", e.start, e.orbits),
            .observed = {"monitor", e.monitors}};
}

std::vector<std::filesystem::path> input_files(const Basins& e, const Case& c)
{
    return input_files(e.orbits, c);
}

void refuse(const Basins& e, const Case& c)
{
    refuse_without_drive(e.type, c);
}

std::string check(const Basins& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    // Newton's method from any start may take minutes on a model that makes no sense.
    const BasinModel model = basin_model(e, SoughtOrbits::of_branches, c, built, monitor);
    std::vector<std::string> sought;
    for (const BasinOrbitEntry& orbit : e.orbits)
        if (!of_branches(orbit, c))
            sought.push_back(orbit.name);
    Settings all = settings(e, model);
    if (!sought.empty())
        all.emplace_back("orbits to be found from a start", join(sought));
    return check_text(e.type, all);
}

Outcome run(const Basins& e, const Case& c, const BuiltModel& built, const Monitor& monitor,
            const OwnResults& own)
{
    const auto model =
        std::make_shared<const BasinModel>(basin_model(e, SoughtOrbits::all, c, built, monitor));
    const auto results = std::make_shared<BasinResults>();
    studies::Basins earlier = read_interrupted(own, *model, monitor);
    results->gone_on_with = studies::Basins::done(earlier.starts);
    results->found = studies::basins(model->family, model->starts, model->orbits, model->options,
                                     monitor, std::move(earlier));
    if (studies::Basins::done(results->found.starts) == 0)
        throw Interrupted();
    results->monitor = e.monitors.front();
    results->axes = model->axes;
    results->measure = plane_measure(model->axes);
    results->grid = studies::on_grid(model->starts, results->found);
    results->refined = e.refine > 0;
    if (!results->refined)
        results->grid.round.clear(); // absent from the file
    for (const std::size_t i : results->found.sample)
        results->again.push_back(static_cast<int>(results->found.points[i]));
    add_motions(e, *model, *results);
    if (results->found.interrupted)
        add_resume(*model, *results, own.source);
    else
        add_integrity(*results);
    return {
        .summary = summarise(e, *model, *results),
        .arrays = writer_of(results),
        .pictures = [model, results](const auto& folder) { write_image(folder, *model, *results); },
        .complete =
            [&built, model, results] {
                results->modes = stored_modes(built, *model->modal, model->family.system());
            }};
}

} // namespace slideway::app
