#include "app/motions/many_starts/motion_outcome.hpp"

#include "studies/outcomes.hpp"

#include <algorithm>

namespace slideway::app {

MotionOutcome outcome_of(const studies::StartedMotion& motion, int discard)
{
    switch (motion.label(0)) {
    case studies::broke_off:
        return MotionOutcome::broke_off;
    case studies::not_run:
        return MotionOutcome::not_run;
    case studies::not_settled:
        return MotionOutcome::not_settled;
    default:
        return motion.motion.transient(discard) ? MotionOutcome::transient
                                                : MotionOutcome::periodic;
    }
}

OutcomeCounts counted(const std::vector<MotionOutcome>& outcomes)
{
    OutcomeCounts counts;
    for (const MotionOutcome outcome : outcomes)
        ++counts[outcome];
    return counts;
}

void outcome_quantities(io::Entries& q, const std::string& what, const OutcomeCounts& counts)
{
    for (const Choice<MotionOutcome>& choice : choices(MotionOutcome())) {
        std::string key(choice.name);
        std::replace(key.begin(), key.end(), ' ', '_');
        const auto found = counts.find(choice.value);
        q.derived(found == counts.end() ? 0.0 : found->second, what + "." + key, "",
                  "number of " + what + " with this outcome");
    }
}

std::string broke_off_text(const studies::StartedMotion& motion)
{
    return motion.motion.failure.empty()
               ? motion.result.message
               : "the motion breaks off in period " + std::to_string(motion.motion.taken + 1) +
                     ": " + motion.motion.failure;
}

} // namespace slideway::app
