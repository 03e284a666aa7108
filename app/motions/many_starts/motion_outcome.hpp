#pragma once

#include "base/choice.hpp"
#include "dynamics/orbits/long_motion.hpp"
#include "studies/sweep.hpp"

#include <array>

namespace slideway::app {

/// Outcome of a motion. The numbers are those in files.
enum class MotionOutcome {
    not_run = 0,
    periodic = 1,    ///< beside a periodic motion since the discarded periods
    transient = 2,   ///< later
    not_settled = 3, ///< within its periods
    broke_off = 4,   ///< it cannot continue, or failed
};
constexpr auto choices(MotionOutcome /*one of*/)
{
    using enum MotionOutcome;
    return std::to_array<Choice<MotionOutcome>>({{not_run, "not run"},
                                                 {periodic, "periodic"},
                                                 {transient, "transient"},
                                                 {not_settled, "not settled"},
                                                 {broke_off, "broke off"}});
}

/// Returns the outcome of a motion. @param discard  number of discarded periods
[[nodiscard]] MotionOutcome outcome_of(const studies::PointResult& result,
                                       const dynamics::LongMotion& motion, int discard);

} // namespace slideway::app
