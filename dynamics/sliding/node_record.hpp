#pragma once

#include "contact/state.hpp"
#include "dynamics/modal/history.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

/// Counts what a slave node does, step by step.
class NodeRecord {
public:
    /// @param from     [s] from the start of the run: where the statistics begin
    /// @param episode  [s] shortest episode that is counted
    /// @param window   [s] of the means of the normal force; at least a step
    NodeRecord() = default;
    NodeRecord(double h, double from, double episode, double window, contact::State start)
        : h_(h), from_(from), episode_(episode),
          window_(std::max<long long>(1, std::llround(window / h))), state_(start), since_(h)
    {
    }

    /// @param t  [s] from the start of the run, at the end of the step
    /// @return whether the state changed
    bool step(double t, contact::State state, double lambda, double gap, double sliding_velocity)
    {
        const bool closed = state != contact::State::none;
        if (closed)
            slip_path_ += std::abs(sliding_velocity);
        const bool changed = state != state_;
        if (changed) {
            ++n_changes_;
            end_episode(t - h_);
            state_ = state;
            since_ = t;
        }
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
    [[nodiscard]] NodeStatistics statistics(double t, double t_start) const
    {
        NodeRecord all = *this;
        all.end_episode(t);
        NodeStatistics s = all.statistics_;
        for (NodeStatistics::Episodes* e : {&s.sticks, &s.openings})
            e->first += t_start;
        auto steps = [&](contact::State state) {
            return static_cast<double>(steps_[static_cast<std::size_t>(state)]);
        };
        double n = 0;
        for (const long long count : steps_)
            n += static_cast<double>(count);
        s.duration = n * h_;
        s.open = steps(contact::State::none) * h_;
        s.stuck = steps(contact::State::stuck) * h_;
        s.backward = steps(contact::State::backward) * h_;
        s.largest_gap = largest_gap_;
        s.mean_force = n > 0 ? force_ / n : 0;
        s.largest_force = largest_sum_ / static_cast<double>(window_);
        s.slip_path = slip_path_ * h_;
        return s;
    }

private:
    // The state held from since_ until the step that ended at t.
    void end_episode(double t)
    {
        if (state_ != contact::State::none && state_ != contact::State::stuck)
            return;
        if (since_ < from_)
            return;
        NodeStatistics::Episodes& e =
            state_ == contact::State::none ? statistics_.openings : statistics_.sticks;
        const double lasted = t - since_ + h_;
        if (lasted < 0.5 * h_)
            return; // the start, without a step
        ++e.n;
        e.counted += lasted >= episode_ * (1 - 1e-9) ? 1 : 0;
        e.brief += lasted < 4.5 * h_ ? 1 : 0;
        e.longest = std::max(e.longest, lasted);
        if (!(e.first <= since_))
            e.first = since_;
    }

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
