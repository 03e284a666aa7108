#include "app/analyses/start/kept_run.hpp"

#include "app/results/branch_file.hpp"
#include "app/results/modal_outputs.hpp"
#include "base/text.hpp"
#include "base/to_vector.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace slideway::app {

namespace {

// Of the highest frequency, and of what a mode moves most: round-off of modes, whoever compiled the
// program.
constexpr double same_modes = 1e-9;

std::vector<dynamics::ModalOutput> port_outputs(const BuiltModel& built,
                                                const dynamics::ModalModel& modal)
{
    std::vector<dynamics::Probe> probes;
    for (std::size_t b = 0; b < built.model.bodies.size(); ++b)
        for (const fem::Port& port : built.model.bodies[b].ports)
            for (Index i = 0; i < port.n_components(); ++i)
                probes.push_back({built.bodies[b].name + "." + port.name + "." +
                                      port.components[static_cast<std::size_t>(i)],
                                  b, fem::mean_row(port, i)});
    return modal_outputs(built.model, modal, probes);
}

void write_state(io::ArraySink& sink, const std::string& at, const KeptRun& run,
                 const dynamics::KeptState& state)
{
    sink.write(at + "time", std::vector{state.t}, "s", "of the state");
    sink.write(at + "q", state.q, "m sqrt(kg)",
               "displacements of the modes, relative to imposed motions");
    sink.write(at + "v", state.v, "m/s sqrt(kg)", "velocities of the modes, likewise");
    sink.write(at + "step", std::vector{state.phases.step}, "s",
               "to go on with; 0: of a scheme without steps");
    if (!run.contacts.empty()) {
        sink.write(at + "contacts/state", state.phases.contacts, "0 sticking, +1 or -1 sliding");
        sink.write(at + "contacts/held", state.phases.held, "m",
                   "displacement at which contacts that stick are held");
    }
    for (std::size_t j = 0; j < run.joints.size(); ++j) {
        const contact::JointPhases& phases = state.phases.joints[j];
        const std::string to = at + "joints/" + run.joints[j] + "/";
        sink.write(to + "state", phases.of, "of each component, as in joints/");
        if (!phases.memory.empty())
            sink.write(to + "memory", phases.memory, "m", "where the slider stands");
    }
}

dynamics::KeptState read_state(const io::Hdf5Reader& h5, const std::string& at, const KeptRun& run)
{
    dynamics::KeptState state;
    state.t = h5.numbers(at + "time").at(0);
    state.q = to_vector(h5.numbers(at + "q"));
    state.v = to_vector(h5.numbers(at + "v"));
    state.phases.step = h5.numbers(at + "step").at(0);
    if (!run.contacts.empty()) {
        state.phases.contacts = h5.integers(at + "contacts/state");
        state.phases.held = to_vector(h5.numbers(at + "contacts/held"));
    }
    for (const std::string& joint : run.joints) {
        const std::string from = at + "joints/" + joint + "/";
        contact::JointPhases& phases = state.phases.joints.emplace_back();
        phases.of = h5.integers(from + "state");
        if (h5.holds(from + "memory"))
            phases.memory = h5.numbers(from + "memory");
    }
    return state;
}

void refuse_other_names(const EarlierResults& results, const std::string& what,
                        const std::vector<std::string>& stored,
                        const std::vector<std::string>& here)
{
    auto names = [&](const std::vector<std::string>& of) -> std::string {
        return of.empty() ? "no " + what : "the " + what + " " + join(of);
    };
    if (stored != here)
        results.refuse("has " + names(stored) + ", this case " + names(here) +
                       "; they must be the same, in the same order");
}

} // namespace

KeptRun kept_run(const BuiltModel& built, const dynamics::ModalModel& modal,
                 const dynamics::JointedSystem& system)
{
    KeptRun run;
    run.Omega = system.Omega;
    run.omega = system.modes.omega;
    const std::vector<dynamics::ModalOutput> outputs = port_outputs(built, modal);
    run.shapes.resize(static_cast<Index>(outputs.size()), system.n_modes());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        run.ports.push_back(outputs[i].name);
        run.shapes.row(static_cast<Index>(i)) = outputs[i].row.transpose();
    }
    run.contacts = system.names;
    for (const dynamics::ModalLaw& joint : system.joints) {
        run.joints.push_back(joint.name);
        run.laws.emplace_back(contact::keyword(joint.law));
    }
    return run;
}

void write_kept_run(io::ArraySink& sink, const KeptRun& run)
{
    sink.write("states/Omega", std::vector{run.Omega}, "rad/s", "of the drive; 0: none");
    sink.write("states/omega", run.omega, "rad/s", "of the modes");
    sink.write("states/ports", run.ports, "in the order of the rows of shapes");
    sink.write(
        "states/shapes", run.shapes, "1/sqrt(kg)",
        "means over the ports x modes: displacement relative to imposed motions is shapes q");
    if (!run.contacts.empty())
        sink.write("states/contacts", run.contacts, "that rub, in the order of their states");
    if (!run.joints.empty()) {
        sink.write("states/joints", run.joints, "of other laws that are not linear");
        sink.write("states/laws", run.laws, "of these joints");
    }
    for (std::size_t k = 0; k < run.states.size(); ++k)
        write_state(sink, numbered("states", k), run, run.states[k]);
}

KeptRun read_kept_run(const EarlierResults& results, const io::Hdf5Reader& h5)
{
    if (!h5.holds("states"))
        results.refuse("holds no state to start from; expected a transient with scheme "
                       "event-driven, runge-kutta or taylor");
    KeptRun run;
    run.Omega = h5.numbers("states/Omega").at(0);
    run.omega = to_vector(h5.numbers("states/omega"));
    run.ports = h5.texts("states/ports");
    const std::vector<double> shapes = h5.numbers("states/shapes");
    const auto P = static_cast<Index>(run.ports.size()), m = run.omega.size();
    if (static_cast<Index>(shapes.size()) != P * m)
        throw std::invalid_argument("states: arrays do not fit together");
    run.shapes = Eigen::Map<const dynamics::RowMatrix>(shapes.data(), P, m);
    for (const auto& [name, texts] : {std::pair{"states/contacts", &run.contacts},
                                      {"states/joints", &run.joints},
                                      {"states/laws", &run.laws}})
        if (h5.holds(name))
            *texts = h5.texts(name);
    for (std::size_t k = 0; h5.holds(numbered("states", k) + "time"); ++k)
        run.states.push_back(read_state(h5, numbered("states", k), run));
    if (run.states.empty())
        throw std::invalid_argument("states: there is none");
    return run;
}

void refuse_other_model(const EarlierResults& results, const KeptRun& stored, const KeptRun& here)
{
    const std::string same =
        "; bodies, their reductions, supports, bonds and linear joints must be "
        "the same";
    refuse_other_names(results, "ports", stored.ports, here.ports);
    refuse_other_names(results, "dry contacts", stored.contacts, here.contacts);
    refuse_other_names(results, "joints", stored.joints, here.joints);
    refuse_other_names(results, "laws of joints", stored.laws, here.laws);
    if (stored.omega.size() != here.omega.size())
        results.refuse("has " + std::to_string(stored.omega.size()) + " modes, this case " +
                       std::to_string(here.omega.size()) + same);
    const double highest = here.omega.size() > 0 ? here.omega.maxCoeff() : 0;
    for (Index i = 0; i < here.omega.size(); ++i) {
        const std::string mode = "mode " + std::to_string(i + 1);
        if (!(std::abs(stored.omega(i) - here.omega(i)) <= same_modes * highest))
            results.refuse("has " + mode + " at " + number_text(stored.omega(i), 9) +
                           " rad/s, this case at " + number_text(here.omega(i), 9) + " rad/s" +
                           same);
        const double most = here.shapes.col(i).cwiseAbs().maxCoeff();
        if (!((stored.shapes.col(i) - here.shapes.col(i)).cwiseAbs().maxCoeff() <=
              same_modes * most))
            results.refuse("has another shape of " + mode + " than this case" + same);
    }
}

} // namespace slideway::app
