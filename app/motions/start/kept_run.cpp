#include "app/motions/start/start.hpp"

#include "io/entries.hpp"

#include <stdexcept>

namespace slideway::app {

void arrays(io::Entries& a, KeptRun& run)
{
    a.group("states", [&] { arrays(a, run.modes); });
    a.numbered(run.states, "states", "N", "the number of a state", [&](dynamics::KeptState& state) {
        dynamics::MotionPhases& phases = state.phases;
        const std::string dry = "with dry contacts";
        a.array(state.t, "time", "s", "time of the state");
        a.array(state.q, "q", "m sqrt(kg)",
                "displacements of the modes, relative to imposed motions", "m");
        a.array(state.v, "v", "m/s sqrt(kg)", "velocities of the modes", "m");
        a.array(phases.step, "step", "s", "length of the next step; 0: of a scheme without steps");
        a.array(phases.contacts, "contacts/state", "", "0 sticking, +1 or -1 sliding", "c", dry);
        a.array(phases.held, "contacts/held", "m",
                "displacements at which contacts that stick are held", "c", dry);
        phases.joints.resize(run.modes.joints.size());
        a.each_member(phases.joints, run.modes.joints, "joints", "J", "a joint of another law",
                      [&](contact::JointPhases& joint) {
                          a.array(joint.codes, "state", "", "state of each component", "rows");
                          a.array(joint.memory, "memory", "m", "position of the slider", "rows",
                                  "of laws with a slider");
                      });
    });
}

KeptRun read_kept_run(const EarlierResults& results, const io::Hdf5Reader& h5)
{
    if (!h5.holds("states"))
        results.refuse("holds no state to start from; expected a transient with scheme "
                       "event-driven, runge-kutta or taylor");
    KeptRun run;
    io::read_arrays(h5, [&](io::Entries& a) { arrays(a, run); });
    if (run.states.empty())
        throw std::invalid_argument("states: there is none");
    return run;
}

} // namespace slideway::app
