#include "app/analyses/transient/event_schemes.hpp"

#include "app/analyses/transient/wear_results.hpp"
#include "app/case/joint_entry.hpp"
#include "app/case/located.hpp"
#include "app/results/frames.hpp"
#include "app/results/histories.hpp"
#include "app/results/modal_outputs.hpp"
#include "app/results/quantities.hpp"
#include "app/results/signals.hpp"
#include "assembly/joint.hpp"
#include "base/text.hpp"
#include "dynamics/events/event_driven.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

namespace slideway::app {

namespace {

using dynamics::Extremes;
using dynamics::Scheme;

// Model and options of the simulation.
struct Setup {
    Scheme scheme = Scheme::event_driven; // or another that locates events
    dynamics::JointedSystem system;
    dynamics::EventDrivenOptions options;
    double tolerance = 0; // of a scheme that has one
    bool classical = true;
    std::shared_ptr<const dynamics::ModalModel> modal;
    ModalFrames frames;
    std::string start; // in words
};

// When it runs, and what it starts from: known before a model is built.
struct Plan {
    StartSource source;
    dynamics::TransientOptions options;
};

using std::numbers::pi;

// Part of the exchanged energy (energy.scale) that the account may miss. Exact motion: round-off
// of the quadrature and of many events. Steps: their errors add up to some hundreds of tolerances,
// works of joints are outside the control of errors; a hundredth is too much at every tolerance.
constexpr double open_exact = 1e-8;
double open_by_steps(double tolerance)
{
    return std::min(open_exact + 1e3 * tolerance, 1e-2);
}

// Energy that the loads would exchange in the modes without contacts. Round-off relative to it is
// no motion.
double free_energy(const Setup& setup)
{
    const dynamics::DrivenModes& s = setup.system;
    const double slowest =
        std::max(s.Omega, 1 / (setup.options.t_end - setup.options.t_start)); // rigid modes too
    return (s.p0.cwiseAbs() + s.p.cwiseAbs())
        .cwiseQuotient(s.modes.omega.cwiseMax(slowest))
        .squaredNorm();
}

void refuse_start(const dynamics::TransientOptions& t, const Case& c)
{
    if (t.start != dynamics::Start::automatic && t.start != dynamics::Start::rest)
        throw InputError(c.analysis.places.of("start"), "analysis.start", quoted_name(t.start),
                         std::string(name_of(t.scheme)) + " starts at rest; expected auto or rest");
}

// Calls `work` as located(). An error of a joint, "joint.NAME.KEY", gets the line of that key.
template <class Work>
decltype(auto) located_in(const Case& c, const Work& work)
{
    return located(c.analysis.places, "analysis", [&]() -> decltype(auto) {
        try {
            return work();
        } catch (const InputError& error) {
            for (const JointEntry& entry : c.joints) {
                const std::string table = "joint." + entry.name + ".";
                if (!error.has_place() && error.key().rfind(table, 0) == 0)
                    throw error.moved(entry.places.of(error.key().substr(table.size())), "");
            }
            throw;
        }
    });
}

void check_scheme(const Setup& s)
{
    if (s.scheme == Scheme::runge_kutta)
        dynamics::check_runge_kutta(s.system, {s.options, s.tolerance});
    else if (s.scheme == Scheme::taylor)
        dynamics::check_taylor(s.system, {s.options, s.tolerance});
    else
        dynamics::check_event_driven(s.system, s.options);
}

dynamics::MotionRecord simulate(const Setup& s, const Progress& progress)
{
    if (s.scheme == Scheme::runge_kutta)
        return dynamics::runge_kutta(s.system, {s.options, s.tolerance}, progress);
    if (s.scheme == Scheme::taylor)
        return dynamics::taylor(s.system, {s.options, s.tolerance}, progress);
    return dynamics::event_driven(s.system, s.options, progress);
}

Plan plan(const Transient& e, const Case& c)
{
    Plan p{read_start(e.start, c), {}};
    p.options = options_of(e, c, start_time(p.source, e.t_start, c.excitation.Omega));
    return p;
}

Setup setup(const Transient& e, const Case& c, const Plan& p, const BuiltModel& built,
            const Monitor& monitor)
{
    const dynamics::TransientOptions& t = p.options;
    refuse_start(t, c);
    const std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
    const bool exact = t.scheme == Scheme::event_driven;
    Setup s{t.scheme,
            exact ? dynamics::JointedSystem{dynamics::dry_system(built.model, *modal), {}}
                  : dynamics::jointed_system(built.model, *modal),
            {},
            e.tolerance,
            modal->classical(),
            modal,
            {},
            std::string(name_of(dynamics::Start::rest))};
    s.options.t_start = t.t_start;
    s.options.t_end = t.t_end;
    s.options.history_rate_hz = t.history_rate_hz;
    refuse_frames_without_mesh(c, built);
    s.options.outputs = modal_outputs(built.model, *modal, built.probes);
    s.frames = ModalFrames(built, *modal, t, s.options.outputs);
    s.options.keep_at = e.keep_at;
    s.options.wear_cells = wear_cells(e, c, s.system.patches);
    if (e.start.given) {
        Start start = start_on(e.start, p.source, c, built, *modal, s.system, t.t_start);
        s.options.q = std::move(start.state.q);
        s.options.v = std::move(start.state.v);
        s.options.phases = std::move(start.phases);
        s.start = std::move(start.text);
    }
    check_scheme(s);
    return s;
}

// Extremes over all rows of a Coulomb joint.
Extremes dry_extremes(const dynamics::History& history, const assembly::Joint& joint,
                      std::vector<double> dynamics::DryHistory::*values)
{
    Extremes range;
    for (Index row = 0; row < joint.n_rows(); ++row)
        if (const auto* dry = dry_history(history, joint, row))
            for (const double value : dry->*values)
                range.include(value);
    return range;
}

void summarise_joints(const BuiltModel& built, const dynamics::History& history, Summary& s)
{
    using dynamics::DryHistory;
    auto next = history.joints.begin();
    for (const assembly::Joint& joint : built.model.joints)
        if (joint.law->is_dry()) {
            add_range(s, joint.name + ".force", dry_extremes(history, joint, &DryHistory::force),
                      unit_on("N", joint.measures));
            add_range(s, joint.name + ".displacement",
                      dry_extremes(history, joint, &DryHistory::displacement),
                      unit_on("m", joint.measures));
        } else if (joint.law->is_nonlinear()) {
            add_ranges(s, *next);
            ++next;
        }
    for (; next != history.joints.end(); ++next)
        add_patch_ranges(s, *next);
}

// Infinite in pure slip: directions are exact to about 1e-12, and a smaller spin is round-off.
double slip_over_spin(const Eigen::Vector3d& direction, double radius)
{
    constexpr double no_spin = 1e-9;
    const double slip = direction.head<2>().norm(), spin = radius * std::abs(direction(2));
    return spin > no_spin * slip ? slip / spin : std::numeric_limits<double>::infinity();
}

// Time, place and direction of every stop and start of a patch.
void summarise_patches(const Setup& setup, const dynamics::History& history, Summary& s)
{
    for (std::size_t p = 0; p < setup.system.patches.size(); ++p)
        for (const bool slides : {false, true}) {
            const dynamics::PatchContact& patch = setup.system.patches[p];
            std::vector<double> time, x, y, rotation, along_x, along_y, spin, eps, dissipated;
            for (const dynamics::PatchEvent& event : history.patch_events) {
                if (event.patch != p || event.slides != slides)
                    continue;
                time.push_back(event.time);
                x.push_back(event.place(0));
                y.push_back(event.place(1));
                rotation.push_back(event.place(2));
                along_x.push_back(event.direction(0));
                along_y.push_back(event.direction(1));
                spin.push_back(event.direction(2));
                eps.push_back(slip_over_spin(event.direction, patch.law.radius()));
                dissipated.push_back(event.dissipated);
            }
            const std::string name = patch.name + (slides ? ".starts" : ".stops");
            s.quantities.push_back({name + ".time", time, "s"});
            s.quantities.push_back({name + ".x", x, "m"});
            s.quantities.push_back({name + ".y", y, "m"});
            s.quantities.push_back({name + ".direction_x", along_x, ""});
            s.quantities.push_back({name + ".direction_y", along_y, ""});
            if (!patch.law.is_point()) {
                s.quantities.push_back({name + ".rotation", rotation, "rad"});
                s.quantities.push_back({name + ".direction_rotation", spin, "rad/m"});
                // Pure slip has no finite number; the direction states it.
                if (std::all_of(eps.begin(), eps.end(), [](double e) { return std::isfinite(e); }))
                    s.quantities.push_back({name + ".slip_over_spin", eps, ""});
            }
            s.quantities.push_back({name + ".dissipated", dissipated, "J"});
        }
}

Summary summarise(const BuiltModel& built, const Setup& setup, const dynamics::MotionRecord& result)
{
    Summary s;
    if (result.interrupted) {
        s.status = Status::interrupted;
        s.message = "interrupted at t = " + number_text(result.t_stop, 9) +
                    " s; everything up to there is kept";
    }
    if (!result.failure.empty()) {
        s.status = Status::instability;
        s.message = result.failure + "; everything up to there is kept";
    }
    const bool steps = has_tolerance(setup.scheme);
    const bool driven = setup.system.Omega > 0;
    s.used = {{"scheme", std::string(name_of(setup.scheme))},
              {"form", setup.classical ? "modal, classical damping"
                                       : "modal; damping is not classical and couples the modes "
                                         "(first-order form)"},
              {"modes", std::to_string(setup.system.n_modes())},
              {"Omega", driven ? number_text(setup.system.Omega, 10) + " rad/s" : "none"},
              {"start", setup.start},
              {"history_rate", number_text(setup.options.history_rate_hz, 10) + " Hz"}};
    for (const dynamics::PatchContact& patch : setup.system.patches) {
        s.used.emplace_back(patch.name + ".law", text(patch.law));
        s.used.emplace_back(patch.name + ".potential", "convex"); // others are refused
        if (const std::string sources = sources_text(patch.law); !sources.empty())
            s.used.emplace_back(patch.name + ".pressure", sources);
    }
    add(s, "time.end", result.t_stop, "s");
    const std::size_t n_events = result.history.events.size() + result.history.joint_events.size() +
                                 result.history.patch_events.size();
    add(s, "events", static_cast<double>(n_events), "");
    if (steps) {
        s.used.emplace_back("tolerance", number_text(setup.tolerance));
        add(s, "steps", static_cast<double>(result.n_steps), "");
    }
    const double cycles =
        (setup.options.t_end - setup.options.t_start) * setup.system.Omega / (2 * pi);
    const bool whole_period = cycles >= 1 - 1e-9;
    if (driven && !whole_period && !setup.system.names.empty())
        s.lines.push_back("regimes and stops per period are not given: " + number_text(cycles, 3) +
                          " of a period of the excitation");
    for (std::size_t k = 0; k < setup.system.names.size(); ++k) {
        if (result.interrupted || !result.failure.empty() || !driven || !whole_period)
            break; // there is no last period before the end
        const std::string& name = setup.system.names[k];
        const dynamics::ContactPeriod& last = result.last_period[k];
        s.quantities.push_back({name + ".regime", {}, "", {regime_name(last.regime)}});
        add(s, name + ".stops_per_period", last.stops, "");
        const std::string unit =
            unit_on("m", measure_at(setup.system.measures, static_cast<Index>(k)));
        add(s, name + ".amplitude", last.amplitude, unit);
        add(s, name + ".dissipation_per_cycle", last.dissipation, "J");
        add(s, name + ".sticking", last.sticking, "");
        s.lines.push_back("contact " + name + ": " + regime_name(last.regime) + ", " +
                          std::to_string(last.stops) + " stops per period, amplitude " +
                          number_text(last.amplitude, 6) + " " + unit + ", " +
                          number_text(last.dissipation, 6) + " J per cycle");
    }
    summarise_joints(built, result.history, s);
    summarise_patches(setup, result.history, s);
    summarise_wear(s, setup.system.patches, result);
    for (const dynamics::PointHistory& probe : result.history.points) {
        add_displacements(s, probe);
        const std::string unit = unit_on("m/s^2", probe.measure);
        double most = 0;
        for (const double a : probe.a)
            most = std::max(most, std::abs(a));
        add(s, probe.name + ".acceleration.max_abs", most, unit);
        if (!probe.a.empty())
            add(s, probe.name + ".acceleration.rms", rms(probe.a), unit);
    }
    constexpr double at_rest = 1e-14;
    if (const auto residual =
            add_energies(s, result.history, result.energy, !setup.system.joints.empty(),
                         at_rest * free_energy(setup))) {
        const double share = std::abs(*residual);
        const double most = steps ? open_by_steps(setup.tolerance) : open_exact;
        if (share > most)
            s.warnings.push_back("that the energy account is open by " + number_text(share, 2) +
                                 " of the energy exchanged, more than " + number_text(most, 2) +
                                 ", shows that the motion is inaccurate" +
                                 (steps ? "; lower analysis.tolerance" : ""));
    }
    s.extent = std::to_string(n_events) + " events to t = " + number_text(result.t_stop, 6) + " s";
    return s;
}

} // namespace

Outcome run_event_scheme(const Transient& e, const Case& c, const BuiltModel& built,
                         const Monitor& monitor)
{
    struct Run {
        Setup setup;
        dynamics::MotionRecord result;
        std::vector<dynamics::FieldFrame> frames;
        std::vector<Signal> signals;
    };
    const Plan p = plan(e, c);
    const dynamics::TransientOptions& t = p.options;
    check_signals(c, t, built); // before the work of a run
    const Progress progress = monitor.part("s of motion", t.t_end - t.t_start);
    const auto r = std::make_shared<Run>();
    located_in(c, [&] {
        r->setup = setup(e, c, p, built, monitor);
        r->result = simulate(r->setup, progress);
    });
    dynamics::History& history = r->result.history;
    r->frames = r->setup.frames.take(built, *r->setup.modal, r->setup.system.Omega, history);
    Summary summary = summarise(built, r->setup, r->result);
    r->signals = signals(c, built, history, r->setup.options.history_rate_hz);
    summarise(r->signals, summary);
    return {
        .summary = std::move(summary),
        .arrays =
            [&built, r](io::ArraySink& sink) {
                write_history(sink, built, r->result.history, Integration::events);
                write_signals(sink, r->signals);
                write_wear(sink, r->setup.system.patches, r->result);
                KeptRun kept{stored_modes(built, *r->setup.modal, r->setup.system), r->result.kept};
                io::write_arrays(sink, [&](io::Entries& a) { arrays(a, kept); });
            },
        .pictures =
            [&built, r](const auto& folder) {
                write_frames(folder, built, r->frames);
                draw_wear(folder, r->setup.system.patches, r->result);
            }};
}

std::string check_event_scheme(const Transient& e, const Case& c, const BuiltModel& built,
                               const Monitor& monitor)
{
    const Plan p = plan(e, c);
    const dynamics::TransientOptions& t = p.options;
    check_signals(c, t, built);
    const Setup s = located_in(c, [&]() -> Setup { return setup(e, c, p, built, monitor); });
    const dynamics::DrySystem& dry = s.system;
    std::string text = "analysis transient, " + std::string(name_of(s.scheme)) +
                       ": t = " + number_text(t.t_start, 9) + " to " + number_text(t.t_end, 9) +
                       " s, ";
    if (dry.Omega > 0)
        text += "Omega = " + number_text(dry.Omega, 9) + " rad/s, ";
    text += std::to_string(dry.n_contacts()) + " contacts, ";
    if (!s.system.patches.empty())
        text += std::to_string(s.system.patches.size()) + " patches, ";
    if (!s.system.joints.empty())
        text += std::to_string(s.system.joints.size()) + " joints of other laws, ";
    return text + std::to_string(dry.n_modes()) + " modes\n";
}

} // namespace slideway::app
