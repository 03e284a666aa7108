#pragma once

#include "base/progress.hpp"
#include "dynamics/events/motion_record.hpp"
#include "dynamics/events/switched_system.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Times of a run that schemes size their steps by [s].
struct RunTimes {
    double span = 0;     ///< duration of the run
    double period = 0;   ///< period of the drive; infinity without a drive
    double fastest = 0;  ///< [rad/s]: the largest of the frequencies of modes, drive and run
    double shortest = 0; ///< shorter phases count as zero
    double first = 0;    ///< length of the first step; 0: as the scheme chooses
};

/// Times of a run of duration `span` [s].
[[nodiscard]] RunTimes run_times(const DrivenModes& system, double span);

/// Continuation of a run: steps from a state of a SwitchedSystem, each to its end or the first
/// event in it.
class SwitchedScheme {
public:
    virtual ~SwitchedScheme() = default;

    /// The phases have changed.
    virtual void take_phases() {}

    struct Step {
        double taken = 0; ///< [s]
        bool event = false;
    };
    /// From y at t, by `longest` [s] at most. None: steps became too small.
    [[nodiscard]] virtual std::optional<Step> step(const Vector& y, double t, double longest) = 0;
    /// y that long after the start of the step, within what was taken.
    virtual void at(double tau, Vector& y) = 0;
    /// At the end of the step; guards, and which of them take part, at an event.
    [[nodiscard]] virtual const Vector& end() const = 0;
    [[nodiscard]] virtual const std::vector<Guard>& guards() const = 0;
    [[nodiscard]] virtual const std::vector<bool>& hit() const = 0;
    /// Columns of MotionRecord::tangent; empty if it is not computed.
    [[nodiscard]] virtual Matrix columns() const { return {}; }
    [[nodiscard]] virtual double next_length() const = 0; ///< [s] of a step to come
    [[nodiscard]] virtual long long n_evaluations() const = 0;
    [[nodiscard]] virtual long long n_rejected() const { return 0; }
};

using MakeScheme = std::function<std::unique_ptr<SwitchedScheme>(SwitchedSystem&, const RunTimes&)>;

/// Refuses what no scheme takes, and laws of the state but by a scheme that evaluates them.
/// @throws InputError, std::invalid_argument
void check_switched_run(const JointedSystem& system, const EventDrivenOptions& options,
                        bool evaluates_laws = false);

/// The motion by the steps of a scheme, with its events, samples and energies.
[[nodiscard]] MotionRecord switched_run(const JointedSystem& system,
                                        const EventDrivenOptions& options, const MakeScheme& make,
                                        const Progress& progress);

} // namespace slideway::dynamics
