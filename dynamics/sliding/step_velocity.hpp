#pragma once

#include <cmath>

namespace slideway::dynamics {

/// Velocity at the end of a step, from the mean velocities over the steps: extrapolated by half of
/// the last change of the mean, or of the change before it where that is smaller. Where the changes
/// alternate it is the mean over the last step. So it is of second order in motions that the steps
/// resolve, and forces that depend on it have the step limit that they have with the last mean.
class StepVelocity {
public:
    /// Begins with the velocity at the start of the first step.
    void start(double velocity)
    {
        mean_ = velocity;
        change_ = change_before_ = 0;
        started_ = true;
    }
    /// Adds the mean over the next step.
    void add(double mean)
    {
        change_before_ = change_;
        change_ = mean - mean_;
        if (started_) // from the start to the middle of the step: half of its change
            change_before_ = change_ *= 2;
        mean_ = mean;
        started_ = false;
    }
    [[nodiscard]] double mean() const { return mean_; }
    [[nodiscard]] double now() const
    {
        if (!(change_ * change_before_ > 0))
            return mean_;
        return mean_ +
               0.5 * (std::abs(change_) < std::abs(change_before_) ? change_ : change_before_);
    }

private:
    double mean_ = 0, change_ = 0, change_before_ = 0;
    bool started_ = true;
};

} // namespace slideway::dynamics
