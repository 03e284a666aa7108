#include "app/analyses/transient/transient_results.hpp"

#include "app/analyses/transient/wear_results.hpp"
#include "app/case/joint_entry.hpp"
#include "app/case/located.hpp"
#include "app/results/frames.hpp"
#include "app/results/modal_outputs.hpp"
#include "assembly/joint.hpp"
#include "base/text.hpp"
#include "dynamics/events/event_driven.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace slideway::app {

namespace {

using dynamics::Scheme;

// Model and options of the simulation.
struct Setup {
    Scheme scheme = Scheme::event_driven; // or another that locates events
    dynamics::JointedSystem system;
    dynamics::EventDrivenOptions options;
    double tolerance = 0; // of a scheme that has one
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

void add_periods(const Setup& setup, TransientFound& found, Summary& s)
{
    const dynamics::MotionRecord& motion = found.motion;
    const double cycles =
        (setup.options.t_end - setup.options.t_start) * setup.system.Omega / (2 * pi);
    const bool driven = setup.system.Omega > 0, whole_period = cycles >= 1 - 1e-9;
    if (driven && !whole_period && !setup.system.names.empty())
        s.lines.push_back("regimes and stops per period are not given: " + number_text(cycles, 3) +
                          " of a period of the excitation");
    found.has_whole_period =
        driven && whole_period && !motion.interrupted && motion.failure.empty();
    for (std::size_t k = 0; k < setup.system.names.size() && found.has_whole_period; ++k) {
        const dynamics::ContactPeriod& last = motion.last_period[k];
        s.lines.push_back("contact " + setup.system.names[k] + ": " + regime_name(last.regime) +
                          ", " + std::to_string(last.stops) + " stops per period, amplitude " +
                          number_text(last.amplitude, 6) + " " +
                          unit_on("m", measure_at(setup.system.measures, static_cast<Index>(k))) +
                          ", " + number_text(last.dissipation, 6) + " J per cycle");
    }
}

void add_energies(const Setup& setup, TransientFound& found, Summary& s)
{
    constexpr double at_rest = 1e-14;
    found.energy = energy_account(found.motion.history, found.motion.energy,
                                  !setup.system.joints.empty(), at_rest * free_energy(setup));
    const double share = std::abs(found.energy->residual.value_or(0));
    const bool steps = has_tolerance(setup.scheme);
    const double most = steps ? open_by_steps(setup.tolerance) : open_exact;
    if (share > most)
        s.warnings.push_back("that the energy account is open by " + number_text(share, 2) +
                             " of the energy exchanged, more than " + number_text(most, 2) +
                             ", shows that the motion is inaccurate" +
                             (steps ? "; lower analysis.tolerance" : ""));
}

Settings settings(const dynamics::TransientOptions& options, const Setup& setup)
{
    const dynamics::JointedSystem& system = setup.system;
    Settings all = scheme_settings(options, *setup.modal);
    all.emplace_back("Omega", system.Omega > 0 ? number_text(system.Omega, 10) + " rad/s" : "none");
    all.emplace_back("contacts", std::to_string(system.n_contacts()));
    all.emplace_back("joints of other laws", std::to_string(system.joints.size()));
    all.emplace_back("start", setup.start);
    all.emplace_back("history_rate", number_text(setup.options.history_rate_hz, 10) + " Hz");
    for (const dynamics::PatchContact& patch : system.patches) {
        all.emplace_back(patch.name + ".law", text(patch.law));
        all.emplace_back(patch.name + ".potential", "convex"); // others are refused
        if (const std::string sources = sources_text(patch.law); !sources.empty())
            all.emplace_back(patch.name + ".pressure", sources);
    }
    if (has_tolerance(setup.scheme))
        all.emplace_back("tolerance", number_text(setup.tolerance));
    return all;
}

Summary summarise(const dynamics::TransientOptions& options, const Setup& setup,
                  TransientFound& found)
{
    const dynamics::MotionRecord& motion = found.motion;
    Summary s;
    if (motion.interrupted) {
        s.status = Status::interrupted;
        s.message = "interrupted at t = " + number_text(motion.t_stop, 9) +
                    " s; everything up to there is kept";
    }
    if (!motion.failure.empty()) {
        s.status = Status::instability;
        s.message = motion.failure + "; everything up to there is kept";
    }
    s.used = settings(options, setup);
    add_periods(setup, found, s);
    add_energies(setup, found, s);
    s.extent =
        std::to_string(found.n_events()) + " events to t = " + number_text(motion.t_stop, 6) + " s";
    return s;
}

} // namespace

Outcome run_event_scheme(const Transient& e, const Case& c, const BuiltModel& built,
                         const Monitor& monitor)
{
    const Plan p = plan(e, c);
    const dynamics::TransientOptions& t = p.options;
    check_signals(c, t, built); // before the work of a run
    const Progress progress = monitor.part("s of motion", t.t_end - t.t_start);
    const auto found = std::make_shared<TransientFound>();
    found->how = Integration::events;
    Setup s;
    located_in(c, [&] {
        s = setup(e, c, p, built, monitor);
        found->motion = simulate(s, progress);
    });
    dynamics::History& history = found->motion.history;
    found->frames = s.frames.take(built, *s.modal, s.system.Omega, history);
    found->signals = signals(c, built, history, s.options.history_rate_hz);
    Summary summary = summarise(t, s, *found);
    found->counts_steps = has_tolerance(s.scheme);
    found->modal = s.modal;
    found->system = std::move(s.system);
    return outcome_of(built, found, std::move(summary));
}

std::string check_event_scheme(const Transient& e, const Case& c, const BuiltModel& built,
                               const Monitor& monitor)
{
    const Plan p = plan(e, c);
    const dynamics::TransientOptions& t = p.options;
    check_signals(c, t, built);
    const Setup s = located_in(c, [&]() -> Setup { return setup(e, c, p, built, monitor); });
    return check_text(e.type, settings(t, s));
}

} // namespace slideway::app
