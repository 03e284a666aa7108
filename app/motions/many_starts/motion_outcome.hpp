#pragma once

#include "base/choice.hpp"
#include "io/entries.hpp"
#include "studies/bifurcation_diagram.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace slideway::app {

/// Outcome of a motion: its label (studies/outcomes.hpp), with orbits divided by the time at which
/// the motion settled. The numbers are those in files.
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
[[nodiscard]] MotionOutcome outcome_of(const studies::StartedMotion& motion, int discard);

/// Number of motions or starts with each outcome; outcomes that do not occur may be absent.
using OutcomeCounts = std::map<MotionOutcome, double>;
[[nodiscard]] OutcomeCounts counted(const std::vector<MotionOutcome>& outcomes);
/// Describes the quantities "starts.periodic", ... @param what  "starts" or "motions"
void outcome_quantities(io::Entries& q, const std::string& what, const OutcomeCounts& counts);

/// Returns the reason why a motion failed or broke off, with the period.
/// @pre motion.broke_off()
[[nodiscard]] std::string broke_off_text(const studies::StartedMotion& motion);

} // namespace slideway::app
