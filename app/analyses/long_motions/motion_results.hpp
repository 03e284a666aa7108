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

/// Model on which motions are computed.
struct MotionModel {
    std::shared_ptr<const dynamics::ModalModel> modal;
    dynamics::OrbitFamily family;
    dynamics::LongMotionOptions options;
    std::vector<std::string> watched; ///< names of options.watched, the monitors first
    std::vector<StartEntry> grid;     ///< starts, if there are several
    std::vector<Vector> starts;       ///< 2 m each: (q, q') at phase 0

    [[nodiscard]] double period() const;  ///< period of the drive [s]
    [[nodiscard]] bool has_stops() const; ///< that are met: those with smoothed corners are not
};

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

[[nodiscard]] MotionOutcome outcome_of(const studies::PointResult& result,
                                       const dynamics::LongMotion& motion, int discard);

/// All of a run.
struct MotionResults {
    studies::LongMotions found;
    std::vector<MotionOutcome> outcome;                              ///< outcome per start
    std::vector<std::optional<dynamics::LyapunovExponent>> exponent; ///< exponent per start
    std::vector<std::optional<double>> zero_one;                     ///< 0-1 test per start
};

[[nodiscard]] Summary summarise(const LongMotions& e, const MotionModel& model,
                                const MotionResults& results);
void write_motions(io::ArraySink& sink, const LongMotions& e, const MotionModel& model,
                   const MotionResults& results);

} // namespace slideway::app
