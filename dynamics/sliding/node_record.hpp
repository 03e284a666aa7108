#pragma once

#include "contact/state.hpp"
#include "dynamics/modal/history.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

/// Statistics of the states and forces of a slave node, step by step.
class NodeRecord {
public:
    NodeRecord() = default;
    /// @param from     time from the start of the run at which the statistics begin [s]
    /// @param episode  shortest episode that is counted [s]
    /// @param window   length of the means of the normal force [s]; at least a step
    NodeRecord(double h, double from, double episode, double window, contact::State start)
        : h_(h), from_(from), episode_(episode),
          window_(std::max<long long>(1, std::llround(window / h))), state_(start), since_(h)
    {
    }

    /// Adds a step.
    /// @param t  time from the start of the run at the end of the step [s]
    /// @return true if the state changed
    bool step(double t, contact::State state, double lambda, double gap, double sliding_velocity)
    {
        const bool closed = state != contact::State::none;
        if (closed)
            slip_path_ += std::abs(sliding_velocity);
        const bool changed = state != state_;
        if (changed)
            change(t, state);
        if (t < from_)
            return changed;
        ++steps_[static_cast<std::size_t>(state)];
        if (!closed)
            largest_gap_ = std::max(largest_gap_, gap);
        force_ += lambda;
        sum_ += lambda;
        if (++in_window_ == window_) {
            largest_sum_ = std::max(largest_sum_, sum_);
            sum_ = 0;
            in_window_ = 0;
        }
        return changed;
    }

    [[nodiscard]] long long n_changes() const { return n_changes_; }
    /// @param t  [s] from the start of the run: its end
    /// @param t_start  [s] time of the start
    [[nodiscard]] NodeStatistics statistics(double t, double t_start) const;

private:
    void change(double t, contact::State state);
    void end_episode(double t);

    double h_ = 0, from_ = 0, episode_ = 0;
    long long window_ = 1;
    contact::State state_ = contact::State::none;
    double since_ = 0;        // end of the first step in that state
    long long steps_[5] = {}; // by state, since from_
    double slip_path_ = 0;    // sum of |v|
    double largest_gap_ = 0;
    double force_ = 0, sum_ = 0, largest_sum_ = 0; // of the normal force; of a window
    long long in_window_ = 0, n_changes_ = 0;
    NodeStatistics statistics_;
};

} // namespace slideway::dynamics
