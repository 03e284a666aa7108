#include "continuation/predictor.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::continuation {

namespace {

constexpr std::size_t most = 6; // twice the largest number of points
// Limits relative to the step: closer points are dominated by round-off, and more distant
// ones contribute little.
constexpr double nearest = 0.05, farthest = 4;

} // namespace

Predictor::Predictor(Workspace& work)
    : work_(work), ring_(kept), values_(work.n + 1, most), slopes_(work.n + 1, most),
      offset_(work.n + 1)
{
    at_.reserve(most);
    for (Point& point : ring_) {
        point.x.resize(work.n);
        point.t.resize(work.n + 1);
    }
}

void Predictor::add(const State& state)
{
    Point& point = ring_[added_++ % ring_.size()];
    point.x = state.x;
    point.p = state.p;
    point.t = state.t.normalized();
}

void Predictor::fit(const State& a, double h)
{
    const Index n = work_.n;
    const double same_piece = std::cos(work_.options.max_angle);
    auto add_node = [&](double coordinate) -> void { // with offset_ and its slope
        const auto j = static_cast<Index>(at_.size());
        at_.insert(at_.end(), 2, coordinate);
        values_.middleCols<2>(j).colwise() = offset_;
    };
    at_.clear();
    offset_.setZero();
    add_node(0);
    slopes_.col(1) = a.t;
    const Vector* behind = &a.t;
    for (std::size_t k = 1; k <= std::min(added_, ring_.size()) && at_.size() < most; ++k) {
        const Point& point = ring_[(added_ - k) % ring_.size()];
        if (point.t.dot(*behind) < same_piece)
            break;
        behind = &point.t;
        offset_.head(n) = (point.x - a.x).cwiseQuotient(work_.scale().head(n));
        offset_(n) = (point.p - a.p) / work_.scale()(n);
        const double coordinate = a.t.dot(offset_);
        if (-coordinate > farthest * h)
            break;
        if (coordinate > at_.back() - nearest * h)
            continue;
        add_node(coordinate);
        slopes_.col(static_cast<Index>(at_.size()) - 1) = point.t / a.t.dot(point.t);
    }
    // Newton's divided differences in place, from the last one.
    const auto count = static_cast<Index>(at_.size());
    auto node = [&](Index j) -> double { return at_[static_cast<std::size_t>(j)]; };
    for (Index order = 1; order < count; ++order)
        for (Index j = count - 1; j >= order; --j)
            if (order == 1 && j % 2 == 1)
                values_.col(j) = slopes_.col(j);
            else
                values_.col(j) =
                    (values_.col(j) - values_.col(j - 1)) / (node(j) - node(j - order));
}

void Predictor::predict(const State& a, double h, State& b)
{
    auto j = static_cast<Index>(at_.size()) - 1;
    offset_ = values_.col(j);
    while (--j >= 0)
        offset_ = values_.col(j) + (h - at_[static_cast<std::size_t>(j)]) * offset_;
    work_.move(b, a, 1, offset_);
}

double Predictor::parameter(const State& a, double h) const
{
    auto j = static_cast<Index>(at_.size()) - 1;
    double offset = values_(work_.n, j);
    while (--j >= 0)
        offset = values_(work_.n, j) + (h - at_[static_cast<std::size_t>(j)]) * offset;
    return a.p + work_.scale()(work_.n) * offset;
}

} // namespace slideway::continuation
