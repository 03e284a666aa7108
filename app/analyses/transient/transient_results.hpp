#pragma once

#include "app/analyses/transient/transient.hpp"
#include "app/results/histories.hpp"
#include "app/results/signals.hpp"
#include "dynamics/events/motion_record.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Results of a transient. A scheme fills either `steps`, or the record and system of a motion.
struct TransientFound {
    Integration how = Integration::steps;
    dynamics::TransientResult steps; ///< filled by schemes with equal steps
    // Members that schemes that locate events fill:
    dynamics::MotionRecord motion;
    dynamics::JointedSystem system;
    std::shared_ptr<const dynamics::ModalModel> modal;
    bool counts_steps = false;     ///< true if the scheme has steps of its own
    bool has_whole_period = false; ///< true if motion.last_period is a period of the drive
    std::vector<dynamics::FieldFrame> frames;
    std::optional<EnergyAccount> energy = {};
    std::vector<Signal> signals = {};

    [[nodiscard]] dynamics::History& history()
    {
        return how == Integration::steps ? steps.history : motion.history;
    }
    [[nodiscard]] std::size_t n_events() const
    {
        const dynamics::History& history = motion.history;
        return history.events.size() + history.joint_events.size() + history.patch_events.size();
    }
};

/// Returns the settings that all schemes share.
[[nodiscard]] Settings scheme_settings(const dynamics::TransientOptions& options,
                                       const dynamics::ModalModel& modal);

/// Total over all slave nodes of a contact; `first` is infinite if there is none.
[[nodiscard]] dynamics::NodeStatistics::Episodes
total(const dynamics::SlidingHistory& contact,
      dynamics::NodeStatistics::Episodes dynamics::NodeStatistics::*episodes);
/// Returns the largest share of the time in which a slave node touches two segments.
[[nodiscard]] double largest_share(const dynamics::SecondContacts& contact);

/// Transients whose scheme locates events: event-driven, runge-kutta and taylor.
[[nodiscard]] Outcome run_event_scheme(const Transient& e, const Case& c, const BuiltModel& built,
                                       const Monitor& monitor);
[[nodiscard]] std::string check_event_scheme(const Transient& e, const Case& c,
                                             const BuiltModel& built, const Monitor& monitor);
/// Transients in equal time steps; `options` with the rates of [output].
[[nodiscard]] Outcome run_stepping_scheme(const dynamics::TransientOptions& options, const Case& c,
                                          const BuiltModel& built, const Monitor& monitor);
[[nodiscard]] std::string check_stepping_scheme(const dynamics::TransientOptions& options,
                                                const Case& c, const BuiltModel& built,
                                                const Monitor& monitor);

/// Completes a summary by the signals and all quantities, and returns the outcome.
[[nodiscard]] Outcome outcome_of(const BuiltModel& built, std::shared_ptr<TransientFound> found,
                                 Summary summary);

} // namespace slideway::app
