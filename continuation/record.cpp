#include "continuation/record.hpp"

#include <algorithm>
#include <utility>

namespace slideway::continuation {

Record::Record(Index n, Index n_monitors, int max_points) : n_(n), n_monitors_(n_monitors)
{
    const auto points = static_cast<std::size_t>(std::min(max_points, 10000)) + 16;
    const auto numbers = static_cast<std::size_t>(2 * n + 3 + n_monitors);
    // Reserves at most 64 MB in advance.
    const std::size_t reserved = std::min(points, std::size_t(8000000) / numbers + 16);
    numbers_.reserve(reserved * numbers);
    labels_.reserve(reserved * 4);
}

void Record::add(const State& state, const Vector& scale)
{
    numbers_.insert(numbers_.end(), state.x.begin(), state.x.end());
    numbers_.push_back(state.p);
    numbers_.push_back(state.s);
    for (Index i = 0; i <= n_; ++i)
        numbers_.push_back(scale(i) * state.t(i));
    numbers_.insert(numbers_.end(), state.values.begin(), state.values.end());
    labels_.insert(labels_.end(), {state.orientation, static_cast<int>(state.kind), state.monitor,
                                   state.iterations});
}

void Record::move_to(Branch& branch, End end)
{
    const Index N = size(), old = branch.n_points();
    const bool front = end == End::front;
    const Index shift = front ? N : 0;
    auto widen = [&](Matrix& m) {
        Matrix wider(m.rows(), old + N);
        wider.middleCols(shift, old) = m;
        m = std::move(wider);
    };
    widen(branch.x);
    widen(branch.tangent);
    widen(branch.monitors);
    Vector p(old + N), s(old + N);
    p.segment(shift, old) = branch.p;
    s.segment(shift, old) = branch.s;
    for (auto* list : {&branch.orientation, &branch.kind, &branch.monitor, &branch.iterations})
        list->insert(front ? list->begin() : list->end(), static_cast<std::size_t>(N), 0);
    const Index length = 2 * n_ + 3 + n_monitors_;
    for (Index k = 0; k < N; ++k) {
        const Index target = front ? N - 1 - k : old + k;
        const auto i = static_cast<std::size_t>(target);
        const Eigen::Map<const Vector> from(numbers_.data() + k * length, length);
        const int* labels = labels_.data() + 4 * k;
        branch.x.col(target) = from.head(n_);
        p(target) = from(n_);
        s(target) = front ? -from(n_ + 1) : from(n_ + 1);
        branch.tangent.col(target) = (front ? -1 : 1) * from.segment(n_ + 2, n_ + 1);
        branch.monitors.col(target) = from.tail(n_monitors_);
        branch.orientation[i] = (front ? -1 : 1) * labels[0];
        branch.kind[i] = labels[1];
        branch.monitor[i] = labels[2];
        branch.iterations[i] = labels[3];
    }
    branch.p = std::move(p);
    branch.s = std::move(s);
    numbers_.clear();
    labels_.clear();
}

} // namespace slideway::continuation
