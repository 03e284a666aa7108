#include "continuation/rescaled_trace.hpp"

#include "continuation/extend_in_parts.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace slideway::continuation {

namespace {

constexpr double same = 1e-6; // scaled distance below which points coincide
constexpr double stale = 1.4; // ratio of scales that requires new ones

// Converts the unit tangents and the steps at the ends of a branch to other scales.
void rescale(Branch& branch, const Scales& scales)
{
    const Index n = branch.x.rows(), last = branch.n_points() - 1;
    auto length = [&](Index k) -> double {
        const double x = branch.tangent.col(k).head(n).cwiseQuotient(scales.x).squaredNorm(),
                     p = branch.tangent(n, k) / scales.p;
        return std::sqrt(x + p * p);
    };
    const double front = length(0), back = length(last);
    branch.front.step *= front;
    branch.back.step *= back;
    branch.tangent.col(0) /= front;
    if (last > 0)
        branch.tangent.col(last) /= back;
}

} // namespace

Branch reversed(Branch branch)
{
    branch.x = branch.x.rowwise().reverse().eval();
    branch.p = branch.p.reverse().eval();
    branch.s = -branch.s.reverse().eval();
    branch.tangent = -branch.tangent.rowwise().reverse().eval();
    branch.monitors = branch.monitors.rowwise().reverse().eval();
    for (std::vector<int>* list :
         {&branch.orientation, &branch.kind, &branch.monitor, &branch.iterations})
        std::reverse(list->begin(), list->end());
    for (int& sign : branch.orientation)
        sign = -sign;
    std::swap(branch.front, branch.back);
    return branch;
}

Start start_of(const Vector& x, double p, int direction)
{
    Start start;
    start.x = x;
    start.p = p;
    start.direction = direction;
    return start;
}

bool are_one_point(const VectorIn& x, double p, const VectorIn& y, double q, const Scales& scales)
{
    return std::abs(p - q) <= same * scales.p &&
           (x - y).cwiseQuotient(scales.x).cwiseAbs().maxCoeff() <= same;
}

bool interrupted(const Branch& branch)
{
    return branch.back.stop == Stop::interrupted;
}

Scales RescaledTrace::scales_at(const VectorIn& x, double p) const
{
    Scales current = scales(x, p);
    if (!current.x.allFinite() || !(current.x.minCoeff() > 0))
        throw std::overflow_error("displacements overflow, or cannot be distinguished from 0; "
                                  "check the level, loads, masses and stiffnesses");
    return current;
}

Branch RescaledTrace::begin(const Start& start)
{
    options.scales = scales_at(start.x, start.p);
    Options first = options;
    first.max_points = 1;
    Branch branch = trace(problem, start, first);
    if (branch.back.stop == Stop::max_points)
        go_on(branch, options.max_points);
    return branch;
}

void RescaledTrace::go_on(Branch& branch, Index most)
{
    const Index before = branch.n_points();
    const double from = branch.p(before - 1), to = branch.tangent(branch.x.rows(), before - 1) > 0
                                                       ? options.p_max
                                                       : options.p_min;
    double done = 0;
    const Progress part = [&](double) -> bool { return !progress || progress(done); };
    Options current = options;
    bool goes_on = true;
    const auto length_from = [&](Index n) -> int {
        return static_cast<int>(
            std::min<Index>(n == 1 ? std::max(1, points - 1) : points, most - n));
    };
    // Number of points of the next part of the same run; 0: the last part is over, or
    // another run begins.
    const auto next_length = [&](Branch& so_far) -> int {
        const Index n = so_far.n_points();
        const double step = so_far.back.step;
        goes_on = !look || look(so_far);
        const Index last = so_far.n_points() - 1;
        goes_on = goes_on && so_far.back.stop == Stop::max_points && last + 1 < most;
        if (!goes_on)
            return 0;
        const double p = so_far.p(last);
        done = std::max({done, from == to ? 0 : (p - from) / (to - from),
                         static_cast<double>(last - before) / static_cast<double>(most - before)});
        const Scales next = scales_at(so_far.x.col(last), p);
        const Vector ratio = next.x.cwiseQuotient(current.scales.x);
        const double ratio_p = next.p / current.scales.p;
        if (std::max(ratio.maxCoeff(), ratio_p) > stale ||
            std::min(ratio.minCoeff(), ratio_p) < 1 / stale) {
            current.scales = next;
            rescale(so_far, current.scales);
            return 0;
        }
        const bool same_run = last + 1 == n && so_far.back.step == step;
        return same_run ? length_from(n) : 0;
    };
    while (goes_on) {
        goes_on = false; // in case the run ends before it calls next_length
        current.max_points = length_from(branch.n_points());
        branch = extend_in_parts(problem, std::move(branch), current, part, next_length);
    }
    options.scales = current.scales;
    if (branch.back.stop == Stop::max_points)
        branch.back.message = std::to_string(options.max_points) + " points, as requested";
}

void RescaledTrace::take_up(Branch& branch)
{
    const Index last = branch.n_points() - 1;
    for (Index k = 0; k < last; k += points)
        (void)scales(branch.x.col(k), branch.p(k));
    options.scales = scales_at(branch.x.col(last), branch.p(last));
    rescale(branch, options.scales);
    // The last point is no end any more.
    int& kind = branch.kind[static_cast<std::size_t>(last)];
    if (kind == static_cast<int>(PointKind::bound))
        kind = static_cast<int>(PointKind::regular);
    go_on(branch, branch.n_points() + options.max_points);
}

} // namespace slideway::continuation
