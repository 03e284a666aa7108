#include "dynamics/sliding/integrator.hpp"

namespace slideway::dynamics {

// Displacements at the end of the step without contact forces.
void Integrator::predict()
{
    state_.apply_forces(elapsed());
    if (n_steps() == 0)
        first_.predict();
    else
        for (StepBody& body : state_.bodies)
            account_.sums().damping += body.advance();
    ++state_.n_steps;
    state_.advance_drives();
}

StepEvent Integrator::step()
{
    const bool is_first = n_steps() == 0;
    predict();
    const StepEvent event = contacts_.take();
    if (is_first) {
        first_.finish(account_);
        account_.begin(first_.increments());
    }
    if (event == StepEvent::none || event == StepEvent::reversal)
        account_.add_step();
    state_.advance_joints(account_.sums().joints);
    if (is_first)
        account_.count_from_start();
    return event;
}

} // namespace slideway::dynamics
