#include "dynamics/sliding/refusals.hpp"

#include "assembly/coupled_model.hpp"
#include "base/error.hpp"

namespace slideway::dynamics {

void refuse_raised(const assembly::CoupledModel& model)
{
    for (const assembly::Load& load : model.loads)
        if (std::holds_alternative<assembly::Raised>(load.signal))
            throw InputError(load.where, "load." + load.name +
                                             ": a force with a ramp is for transients; expected a "
                                             "constant one");
}

void refuse_turning(const assembly::CoupledModel& model, const std::string& why)
{
    for (const assembly::Motion& motion : model.motions)
        if (motion.turns())
            throw InputError(motion.where, "motion." + motion.name + ".velocity",
                             std::holds_alternative<assembly::HarmonicVelocity>(motion.turning)
                                 ? "{ amplitude, frequency_hz }"
                                 : "{ times, values, over }",
                             why + "; expected { value, ramp }");
}

} // namespace slideway::dynamics
