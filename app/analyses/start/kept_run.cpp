#include "app/analyses/start/kept_run.hpp"

#include "app/results/branch_file.hpp"
#include "base/to_vector.hpp"

#include <stdexcept>

namespace slideway::app {

namespace {

void write_state(io::ArraySink& sink, const std::string& group, const KeptRun& run,
                 const dynamics::KeptState& state)
{
    sink.write(group + "time", std::vector{state.t}, "s", "of the state");
    sink.write(group + "q", state.q, "m sqrt(kg)",
               "displacements of the modes, relative to imposed motions");
    sink.write(group + "v", state.v, "m/s sqrt(kg)", "velocities of the modes, likewise");
    sink.write(group + "step", std::vector{state.phases.step}, "s",
               "to go on with; 0: of a scheme without steps");
    if (!run.modes.contacts.empty()) {
        sink.write(group + "contacts/state", state.phases.contacts, "0 sticking, +1 or -1 sliding");
        sink.write(group + "contacts/held", state.phases.held, "m",
                   "displacement at which contacts that stick are held");
    }
    for (std::size_t j = 0; j < run.modes.joints.size(); ++j) {
        const contact::JointPhases& phases = state.phases.joints[j];
        const std::string target = group + "joints/" + run.modes.joints[j] + "/";
        sink.write(target + "state", phases.of, "of each component, as in joints/");
        if (!phases.memory.empty())
            sink.write(target + "memory", phases.memory, "m", "position of the slider");
    }
}

dynamics::KeptState read_state(const io::Hdf5Reader& h5, const std::string& group,
                               const KeptRun& run)
{
    dynamics::KeptState state;
    state.t = h5.numbers(group + "time").at(0);
    state.q = to_vector(h5.numbers(group + "q"));
    state.v = to_vector(h5.numbers(group + "v"));
    state.phases.step = h5.numbers(group + "step").at(0);
    if (!run.modes.contacts.empty()) {
        state.phases.contacts = h5.integers(group + "contacts/state");
        state.phases.held = to_vector(h5.numbers(group + "contacts/held"));
    }
    for (const std::string& joint : run.modes.joints) {
        const std::string from = group + "joints/" + joint + "/";
        contact::JointPhases& phases = state.phases.joints.emplace_back();
        phases.of = h5.integers(from + "state");
        if (h5.holds(from + "memory"))
            phases.memory = h5.numbers(from + "memory");
    }
    return state;
}

} // namespace

void write_kept_run(io::ArraySink& sink, const KeptRun& run)
{
    write_modes(sink, "states", run.modes);
    for (std::size_t k = 0; k < run.states.size(); ++k)
        write_state(sink, numbered("states", k), run, run.states[k]);
}

KeptRun read_kept_run(const EarlierResults& results, const io::Hdf5Reader& h5)
{
    if (!h5.holds("states"))
        results.refuse("holds no state to start from; expected a transient with scheme "
                       "event-driven, runge-kutta or taylor");
    KeptRun run;
    run.modes = read_modes(h5, "states");
    for (std::size_t k = 0; h5.holds(numbered("states", k) + "time"); ++k)
        run.states.push_back(read_state(h5, numbered("states", k), run));
    if (run.states.empty())
        throw std::invalid_argument("states: there is none");
    return run;
}

} // namespace slideway::app
