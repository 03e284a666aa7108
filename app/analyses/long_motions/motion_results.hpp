#pragma once

#include "app/analyses/long_motions/long_motions.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "io/array_sink.hpp"
#include "studies/long_motions.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// What the motions are computed on.
struct MotionModel {
    std::shared_ptr<const dynamics::ModalModel> modal;
    dynamics::OrbitFamily family;
    dynamics::LongMotionOptions options;
    std::vector<std::string> watched; ///< names of options.watched, the monitors first
    std::vector<StartEntry> grid;     ///< of several starts
    std::vector<Vector> starts;       ///< 2 m each: (q, q') at phase 0

    [[nodiscard]] double period() const;  ///< of the drive [s]
    [[nodiscard]] bool has_stops() const; ///< that are met: those with smoothed corners are not
};

/// What became of a motion. The numbers are those of files.
enum class MotionOutcome {
    not_run = 0,
    periodic = 1,    ///< beside a periodic motion since the discarded periods
    transient = 2,   ///< later
    not_settled = 3, ///< within its periods
    broke_off = 4,   ///< it cannot go on, or failed
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

[[nodiscard]] MotionOutcome outcome_of(const studies::PointResult& result,
                                       const dynamics::LongMotion& motion, int discard);

/// All of a run.
struct MotionResults {
    studies::LongMotions found;
    std::vector<MotionOutcome> outcome;                              ///< of each start
    std::vector<std::optional<dynamics::LyapunovExponent>> exponent; ///< likewise
    std::vector<std::optional<double>> zero_one;                     ///< likewise
};

[[nodiscard]] Summary summarise(const LongMotions& e, const MotionModel& model,
                                const MotionResults& results);
void write_motions(io::ArraySink& sink, const LongMotions& e, const MotionModel& model,
                   const MotionResults& results);

} // namespace slideway::app
