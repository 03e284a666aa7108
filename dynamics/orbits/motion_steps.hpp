#pragma once

#include "base/progress.hpp"
#include "dynamics/events/taylor_scheme.hpp"

#include <functional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Most Taylor steps that a period of the drive may take: some seconds of computation.
inline constexpr double most_steps_a_period = 1e7;

/// Estimate of the Taylor steps that a period of a drive takes if nothing but the modes sizes them:
/// events add steps.
[[nodiscard]] double steps_a_period(const DrivenModes& system, double Omega);

/// Takes motions over one duration by Taylor steps, from event to event. The length of a step goes
/// on from one motion to the next.
class MotionSteps {
public:
    /// @param tolerance  of a step, relative
    MotionSteps(const JointedSystem& system, double duration, double tolerance,
                const DerivedBy& derived = {});
    MotionSteps(const MotionSteps&) = delete; // its scheme refers to its phases
    MotionSteps& operator=(const MotionSteps&) = delete;

    /// A step that began at t and takes some time, before its event: its series is that of
    /// scheme().
    using OnStep = std::function<void(double t, double taken)>;
    /// From z, 2 m, at t = 0. Events are added to `events`.
    /// @param go_on  called every thousand steps of one mode, more often with more modes
    /// @return why it stopped before its end; "": it did not
    /// @throws Interrupted  after an answer of false
    [[nodiscard]] std::string take(const VectorIn& z, const OnStep& on_step,
                                   std::vector<JointEvent>& events, const Progress& go_on = {});

    /// Where it stopped: (q, q', works), 2 m + 3.
    [[nodiscard]] const Vector& y() const { return y_; }
    [[nodiscard]] auto end() const { return y_.head(2 * system_.model().n_modes()); } ///< (q, q')
    /// f(y, t) where it stopped.
    [[nodiscard]] Vector rate();
    [[nodiscard]] TaylorScheme& scheme() { return scheme_; }
    [[nodiscard]] const TaylorScheme& scheme() const { return scheme_; }

private:
    double duration_;
    RunTimes times_;
    SwitchedSystem system_;
    TaylorScheme scheme_;
    double t_ = 0;
    Vector y_;
};

} // namespace slideway::dynamics
