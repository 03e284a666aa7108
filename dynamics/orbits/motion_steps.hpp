#pragma once

#include "dynamics/events/taylor_scheme.hpp"

#include <functional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Takes motions over one duration by Taylor steps, from event to event. The length of a step goes
/// on from one motion to the next.
class MotionSteps {
public:
    /// @param tolerance  of a step, relative
    MotionSteps(const JointedSystem& system, double duration, double tolerance,
                const DerivedBy& by = {});
    MotionSteps(const MotionSteps&) = delete; // its scheme refers to its phases
    MotionSteps& operator=(const MotionSteps&) = delete;

    /// A step that began at t and takes some time, before its event: its series is that of
    /// scheme().
    using OnStep = std::function<void(double t, double taken)>;
    /// From z, 2 m, at t = 0. Events are added to `events`.
    /// @return why it stopped before its end; "": it did not
    [[nodiscard]] std::string take(const VectorIn& z, const OnStep& on_step,
                                   std::vector<JointEvent>& events);

    /// Where it stopped: (q, q', works), 2 m + 3.
    [[nodiscard]] const Vector& y() const { return y_; }
    [[nodiscard]] auto end() const { return y_.head(2 * phases_.n_modes()); } ///< (q, q')
    /// f(y, t) where it stopped.
    [[nodiscard]] Vector rate();
    [[nodiscard]] TaylorScheme& scheme() { return scheme_; }
    [[nodiscard]] const TaylorScheme& scheme() const { return scheme_; }

private:
    double duration_;
    RunTimes times_;
    SwitchedSystem phases_;
    TaylorScheme scheme_;
    double t_ = 0;
    Vector y_;
};

} // namespace slideway::dynamics
