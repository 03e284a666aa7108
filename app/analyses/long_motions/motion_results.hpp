#pragma once

#include "app/motions/many_starts/motion_fields.hpp"
#include "app/motions/many_starts/motion_outcome.hpp"
#include "app/motions/start/start_grid.hpp"
#include "app/results/results.hpp"
#include "app/results/stored_modes.hpp"
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

struct LongMotions;

/// All of a run.
struct MotionResults {
    const LongMotions* e = nullptr;
    std::shared_ptr<const MotionModel> model;
    std::vector<std::string> monitors, watched; ///< names; watched: the monitors first
    StoredModes modes;
    studies::LongMotions found;
    std::vector<MotionOutcome> outcome;          ///< outcome per start
    std::vector<std::optional<double>> zero_one; ///< 0-1 test per start
};

void arrays(io::Entries& a, MotionResults& r);
void quantities(io::Entries& q, MotionResults& r);
[[nodiscard]] Settings settings(const LongMotions& e, const MotionModel& model);
[[nodiscard]] Summary summarise(const LongMotions& e, const MotionModel& model, MotionResults& r);

} // namespace slideway::app
