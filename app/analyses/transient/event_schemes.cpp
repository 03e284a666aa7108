#include "app/analyses/transient/event_schemes.hpp"

#include "app/results/frames.hpp"
#include "app/results/histories.hpp"
#include "app/results/modal_outputs.hpp"
#include "app/results/quantities.hpp"
#include "app/results/signals.hpp"
#include "base/text.hpp"
#include "dynamics/events/event_driven.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace slideway::app {

namespace {

// What the simulation runs on.
struct Setup {
    std::string scheme;
    dynamics::JointedSystem system;
    dynamics::RungeKuttaOptions options;
    bool classical = true;
    std::shared_ptr<const dynamics::ModalModel> modal;
    ModalFrames frames;
};

constexpr double pi = std::numbers::pi;

// What of the energy turned over the account may miss. Exact motion: round-off of the quadrature
// and of many events. Steps: their errors add up to some hundreds of tolerances, works of joints
// are outside the control of errors; a hundredth is too much at every tolerance.
constexpr double open_exact = 1e-8;
double open_by_steps(double tolerance)
{
    return std::min(open_exact + 1e3 * tolerance, 1e-2);
}

double turned_over(const dynamics::CoulombEnergy& e)
{
    return std::abs(e.stored) + std::abs(e.loads) + std::abs(e.drive) + std::abs(e.friction) +
           std::abs(e.damping) + std::abs(e.joints);
}

// The most at any sample: what comes back at the end of a free vibration counts too.
double turned_over(const dynamics::RungeKuttaResult& result)
{
    double most = turned_over(result.energy);
    for (const dynamics::CoulombEnergy& e : result.energies)
        most = std::max(most, turned_over(e));
    return most;
}

// What the loads would turn over in the modes without contacts: beside it round-off is no motion.
double free_energy(const Setup& setup)
{
    const dynamics::DrivenModes& s = setup.system;
    const double slowest =
        std::max(s.Omega, 1 / (setup.options.t_end - setup.options.t_start)); // rigid modes too
    return (s.p0.cwiseAbs() + s.p.cwiseAbs())
        .cwiseQuotient(s.modes.omega.cwiseMax(slowest))
        .squaredNorm();
}

void refuse_others(const dynamics::TransientOptions& t, const Case& c)
{
    if (t.start != "auto" && t.start != "rest")
        throw InputError(c.analysis.places.of("start"), "analysis.start", "\"" + t.start + "\"",
                         t.scheme + " starts at rest; expected auto or rest");
}

Setup setup(const Transient& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const dynamics::TransientOptions t = options_of(e, c);
    refuse_others(t, c);
    const std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
    const bool exact = t.scheme == "event-driven";
    Setup s{t.scheme,
            exact ? dynamics::JointedSystem{dynamics::dry_system(built.model, *modal), {}}
                  : dynamics::jointed_system(built.model, *modal),
            {},
            modal->classical(),
            modal,
            {}};
    s.options.tolerance = e.tolerance;
    s.options.t_start = t.t_start;
    s.options.t_end = t.t_end;
    s.options.history_rate_hz = t.history_rate_hz;
    refuse_frames_without_mesh(c, built);
    s.options.outputs = modal_outputs(built.model, *modal, built.probes);
    s.frames = ModalFrames(built, *modal, t, s.options.outputs);
    return s;
}

dynamics::RungeKuttaResult simulate(const Setup& s, const Progress& progress)
{
    if (s.scheme == "runge-kutta")
        return dynamics::runge_kutta(s.system, s.options, progress);
    dynamics::RungeKuttaResult result;
    static_cast<dynamics::EventDrivenResult&>(result) =
        dynamics::event_driven(s.system, s.options, progress);
    return result;
}

// The histories as those of the other schemes, for signals.
dynamics::TransientResult histories(const BuiltModel& built, const Setup& setup,
                                    const dynamics::RungeKuttaResult& result)
{
    dynamics::TransientResult r;
    r.history_rate_hz = setup.options.history_rate_hz;
    r.t_stop = result.t_stop;
    r.time = result.time;
    for (std::size_t k = 0; k < built.probes.size(); ++k)
        r.probes.push_back(
            {built.probes[k].name, result.u[k], result.output_v[k], result.output_a[k]});
    r.frames = setup.frames.of(built, *setup.modal, setup.system.Omega, result);
    std::size_t row = 0, law = 0;
    for (const assembly::Joint& joint : built.model.joints) {
        if (contact::is_linear(joint.law))
            continue;
        const auto n = static_cast<std::size_t>(joint.n_rows());
        dynamics::JointHistory& history = r.joints.emplace_back();
        history.name = joint.name;
        history.n_rows = joint.n_rows();
        if (!contact::is_dry(joint.law)) {
            history.force = result.joints[law].force;
            history.displacement = result.joints[law].displacement;
            ++law;
            continue;
        }
        for (std::size_t i = 0; i < result.time.size(); ++i)
            for (std::size_t k = row; k < row + n; ++k) {
                history.force.push_back(result.contacts[k].force[i]);
                history.displacement.push_back(result.contacts[k].displacement[i]);
            }
        row += n;
    }
    return r;
}

Summary summarise(const Setup& setup, const dynamics::RungeKuttaResult& result,
                  const dynamics::TransientResult& r)
{
    Summary s;
    if (result.interrupted) {
        s.status = "interrupted";
        s.message = "interrupted at t = " + number_text(result.t_stop, 9) +
                    " s; everything up to there is kept";
    }
    if (!result.failure.empty()) {
        s.status = "instability";
        s.message = result.failure + "; everything up to there is kept";
    }
    const bool steps = setup.scheme == "runge-kutta";
    const bool driven = setup.system.Omega > 0;
    s.used = {{"scheme", setup.scheme},
              {"form", setup.classical ? "modal, classical damping"
                                       : "modal; damping is not classical and couples the modes "
                                         "(first-order form)"},
              {"modes", std::to_string(setup.system.n_modes())},
              {"Omega", driven ? number_text(setup.system.Omega, 10) + " rad/s" : "none"},
              {"start", "rest"},
              {"history_rate", number_text(r.history_rate_hz, 10) + " Hz"}};
    add(s, "time.end", result.t_stop, "s");
    const std::size_t n_events = result.events.size() + result.joint_events.size();
    add(s, "events", static_cast<double>(n_events), "");
    if (steps) {
        s.used.emplace_back("tolerance", number_text(setup.options.tolerance));
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
        add(s, name + ".amplitude", last.amplitude, "m");
        add(s, name + ".dissipation_per_cycle", last.dissipation, "J");
        add(s, name + ".sticking", last.sticking, "");
        s.lines.push_back("contact " + name + ": " + regime_name(last.regime) + ", " +
                          std::to_string(last.stops) + " stops per period, amplitude " +
                          number_text(last.amplitude, 6) + " m, " +
                          number_text(last.dissipation, 6) + " J per cycle");
    }
    for (const dynamics::JointHistory& joint : r.joints) {
        add_range(s, joint.name + ".force", extremes(joint.force), "N");
        add_range(s, joint.name + ".displacement", extremes(joint.displacement), "m");
    }
    for (const dynamics::ProbeHistory& probe : r.probes) {
        add_range(s, probe.name + ".displacement", extremes(probe.u), "m");
        if (!probe.u.empty())
            add(s, probe.name + ".displacement.end", probe.u.back(), "m");
        double most = 0;
        for (const double a : probe.a)
            most = std::max(most, std::abs(a));
        add(s, probe.name + ".acceleration.max_abs", most, "m/s^2");
        if (!probe.a.empty())
            add(s, probe.name + ".acceleration.rms", rms(probe.a), "m/s^2");
    }
    const dynamics::CoulombEnergy& e = result.energy;
    add(s, "energy.stored", e.stored, "J");
    add(s, "energy.loads", e.loads, "J");
    add(s, "energy.drive", e.drive, "J");
    add(s, "energy.friction", e.friction, "J");
    add(s, "energy.damping", e.damping, "J");
    if (!setup.system.joints.empty())
        add(s, "energy.joints", e.joints, "J");
    constexpr double at_rest = 1e-14;
    const double turnover = turned_over(result);
    if (turnover > at_rest * free_energy(setup)) {
        const double share = std::abs(e.residual()) / turnover;
        const double most = steps ? open_by_steps(setup.options.tolerance) : open_exact;
        add(s, "energy.residual", e.residual() / turnover, "");
        s.checks.push_back("the energy account closes to " + number_text(share, 1) +
                           " of the energy turned over");
        if (share > most)
            s.warnings.push_back("that the energy account is open by " + number_text(share, 2) +
                                 " of the energy turned over, more than " + number_text(most, 2) +
                                 ", says that the motion is inaccurate" +
                                 (steps ? "; lower analysis.tolerance" : ""));
    }
    s.extent = std::to_string(n_events) + " events to t = " + number_text(result.t_stop, 6) + " s";
    return s;
}

template <class Get>
std::vector<double> column(const std::vector<dynamics::CoulombEnergy>& energies, Get get)
{
    std::vector<double> values;
    for (const dynamics::CoulombEnergy& e : energies)
        values.push_back(get(e));
    return values;
}

Vector vector(const std::vector<double>& values)
{
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

void write_contact(io::ArraySink& sink, const std::string& at, Index k,
                   const dynamics::RungeKuttaResult& result)
{
    const dynamics::CoulombHistory& history = result.contacts[static_cast<std::size_t>(k)];
    sink.write(at + "force", vector(history.force), "N", "of the first body on the second");
    sink.write(at + "displacement", vector(history.displacement), "m", "first body minus second");
    sink.write(at + "velocity", vector(history.velocity), "m/s", "first body minus second");
    sink.write(at + "state", history.state, "0 sticking, +1 or -1 sliding");
    std::vector<double> time;
    std::vector<int> kind;
    for (const dynamics::ContactEvent& event : result.events)
        if (event.contact == k) {
            time.push_back(event.time);
            kind.push_back(static_cast<int>(event.kind));
        }
    sink.write(at + "events/time", vector(time), "s", "of every event, exact");
    sink.write(at + "events/kind", kind, "0 stick, 1 slip, 2 reversal without a stop");
}

// A law that does not stick rigidly: samples x rows, and its changes of phase.
void write_law(io::ArraySink& sink, const std::string& at, std::size_t j, Index n_rows,
               const contact::JointLaw& law, const dynamics::RungeKuttaResult& result)
{
    const dynamics::LawHistory& history = result.joints[j];
    dynamics::JointHistory arrays;
    arrays.force = history.force;
    arrays.displacement = history.displacement;
    for (const auto& array : joint_arrays())
        sink.write(at + array.name, by_sample(arrays.*array.values, n_rows), array.unit,
                   array.about);
    const std::string phases(law.info().phase_codes);
    if (phases.empty())
        return;
    std::vector<double> time, state{history.state.begin(), history.state.end()};
    std::vector<int> row, after;
    for (const dynamics::JointEvent& event : result.joint_events)
        if (event.joint == j) {
            time.push_back(event.time);
            row.push_back(event.row);
            after.push_back(event.after);
        }
    sink.write(at + "state", by_sample(state, n_rows), "", phases);
    sink.write(at + "events/time", vector(time), "s", "of every change of state");
    sink.write(at + "events/row", row, "component, from 0");
    sink.write(at + "events/state", after, "from then on");
}

void write_arrays(io::ArraySink& sink, const BuiltModel& built, const Setup& setup,
                  const dynamics::RungeKuttaResult& result, const std::vector<Signal>& signals)
{
    sink.write("time", vector(result.time), "s", "time of each sample");
    for (std::size_t k = 0; k < built.probes.size(); ++k) {
        const std::string at = "points/" + built.probes[k].name + "/";
        sink.write(at + "displacement", vector(result.u[k]), "m",
                   "mean over the port, fixed frame");
        sink.write(at + "velocity", vector(result.output_v[k]), "m/s", "exact");
        sink.write(at + "acceleration", vector(result.output_a[k]), "m/s^2",
                   "exact; jumps at events");
    }
    Index row = 0;
    std::size_t law = 0;
    for (const assembly::Joint& joint : built.model.joints) {
        if (contact::is_linear(joint.law))
            continue;
        if (!contact::is_dry(joint.law)) {
            if (built.recorded_contacts.contains(joint.name))
                write_law(sink, "joints/" + joint.name + "/", law, joint.n_rows(), joint.law,
                          result);
            ++law;
            continue;
        }
        for (Index k = row; k < row + joint.n_rows(); ++k)
            if (built.recorded_contacts.contains(joint.name))
                write_contact(sink,
                              "joints/" + setup.system.names[static_cast<std::size_t>(k)] + "/", k,
                              result);
        row += joint.n_rows();
    }
    using Energy = dynamics::CoulombEnergy;
    auto write = [&](const std::string& name, auto get, const std::string& about) {
        sink.write("energy/" + name, vector(column(result.energies, get)), "J", about);
    };
    sink.write("energy/time", vector(result.time), "s", "of each sample");
    write(
        "stored", [](const Energy& e) { return e.stored; },
        "kinetic and elastic, relative to the imposed motions, since the start");
    write(
        "loads", [](const Energy& e) { return e.loads; }, "work of the constant loads");
    write(
        "drive", [](const Energy& e) { return e.drive; }, "work of harmonic loads and motions");
    write(
        "friction", [](const Energy& e) { return e.friction; }, "dissipated in the contacts");
    write(
        "damping", [](const Energy& e) { return e.damping; }, "dissipated in the bodies");
    if (!setup.system.joints.empty())
        write(
            "joints", [](const Energy& e) { return e.joints; },
            "gone into joints that are neither linear nor coulomb");
    write(
        "residual", [](const Energy& e) { return e.residual(); },
        "stored - loads - drive + friction + damping + joints");
    write_signals(sink, signals);
}

} // namespace

Outcome run_event_scheme(const Transient& e, const Case& c, const BuiltModel& built,
                         const Monitor& monitor)
{
    struct Run {
        Setup setup;
        dynamics::RungeKuttaResult result;
        dynamics::TransientResult histories;
        std::vector<Signal> signals;
    };
    const dynamics::TransientOptions t = options_of(e, c);
    check_signals(c, t, built); // before the work of a run
    const Progress progress = monitor.part("s of motion", t.t_end - t.t_start);
    const auto r = std::make_shared<Run>();
    located(c.analysis.places, "analysis", [&] {
        r->setup = setup(e, c, built, monitor);
        r->result = simulate(r->setup, progress);
    });
    r->histories = histories(built, r->setup, r->result);
    Summary summary = summarise(r->setup, r->result, r->histories);
    r->signals = signals(c, built, r->histories);
    summarise(r->signals, summary);
    return {
        .summary = std::move(summary),
        .arrays =
            [&built, r](io::ArraySink& sink) {
                write_arrays(sink, built, r->setup, r->result, r->signals);
            },
        .pictures = [&built, r](const auto& folder) { write_frames(folder, built, r->histories); }};
}

std::string check_event_scheme(const Transient& e, const Case& c, const BuiltModel& built,
                               const Monitor& monitor)
{
    const dynamics::TransientOptions t = options_of(e, c);
    check_signals(c, t, built);
    const Setup s = located(c.analysis.places, "analysis",
                            [&]() -> Setup { return setup(e, c, built, monitor); });
    const dynamics::DrySystem& dry = s.system;
    std::string text = "analysis transient, " + s.scheme + ": t = " + number_text(t.t_start, 9) +
                       " to " + number_text(t.t_end, 9) + " s, ";
    if (dry.Omega > 0)
        text += "Omega = " + number_text(dry.Omega, 9) + " rad/s, ";
    text += std::to_string(dry.n_contacts()) + " contacts, ";
    if (!s.system.joints.empty())
        text += std::to_string(s.system.joints.size()) + " joints of other laws, ";
    return text + std::to_string(dry.n_modes()) + " modes\n";
}

} // namespace slideway::app
