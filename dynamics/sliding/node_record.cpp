#include "dynamics/sliding/node_record.hpp"

namespace slideway::dynamics {

void NodeRecord::change(double t, contact::State state)
{
    ++n_changes_;
    end_episode(t - h_);
    state_ = state;
    since_ = t;
}

// The state held from since_ until the step that ended at t.
void NodeRecord::end_episode(double t)
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

NodeStatistics NodeRecord::statistics(double t, double t_start) const
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

} // namespace slideway::dynamics
