#include "app/motions/many_starts/motion_outcome.hpp"

namespace slideway::app {

MotionOutcome outcome_of(const studies::PointResult& result, const dynamics::LongMotion& motion,
                         int discard)
{
    if (result.status == studies::Status::failed || !motion.failure.empty())
        return MotionOutcome::broke_off;
    if (motion.recorded_periods == 0)
        return MotionOutcome::not_run;
    if (motion.settled)
        return motion.transient(discard) ? MotionOutcome::transient : MotionOutcome::periodic;
    return MotionOutcome::not_settled;
}

} // namespace slideway::app
