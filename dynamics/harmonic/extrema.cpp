#include "dynamics/harmonic/extrema.hpp"

#include "continuation/rescaled_trace.hpp"
#include "dynamics/harmonic/extrema_follower.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::Problem;
using continuation::Solution;
using continuation::Stop;

Vector ExtremaFollower::from_to(const MotionAt& a, const MotionAt& b)
{
    Vector way(n_ + 2);
    way << (b.x - a.x).cwiseQuotient(search_.scales(a.x).x), b.p - a.p;
    return way;
}

void ExtremaFollower::add_bounds(Problem& problem) const
{
    auto add = [&](const std::string& name, auto value) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = name;
        monitor.stop = true;
        monitor.value = value;
    };
    add("low",
        [this](const Solution& solution) -> double { return solution.x(n_) / o_.Omega_low - 1; });
    add("high", [this](const Solution& extremum_solution) -> double {
        return o_.Omega_high / extremum_solution.x(n_) - 1;
    });
}

// Why a piece ends that does not lead to another one.
std::string ExtremaFollower::end_of(const Branch& branch) const
{
    if (branch.closed())
        return "closed";
    if (branch.back.stop == Stop::bound)
        return branch.p(branch.n_points() - 1) < std::log(o_.to) ? motions_.lowest()
                                                                 : motions_.highest();
    if (branch.back.stop == Stop::monitor)
        switch (branch.monitor.back()) {
        case extrema_low:
            return "the lowest frequency of the range";
        case extrema_high:
            return "the highest frequency of the range";
        default:
            return "a slope of the response jumps over 0 on the kink";
        }
    return branch.back.message;
}

// Whether a piece that begins at p lies outside the range, as where the range begins at a node: the
// curve ends there.
bool ExtremaFollower::leaves(double p)
{
    const bool low = p<std::log(o_.from), high = p> std::log(o_.to);
    if (low || high)
        result_.ends = low ? motions_.lowest() : motions_.highest();
    return low || high;
}

// A node or corner as the last point of a piece that ends there.
void ExtremaFollower::append(Branch& branch, const MotionAt& motion)
{
    const Index N = branch.n_points();
    const Vector step = motion.x - branch.x.col(N - 1);
    const double s = from_to(point_of(branch, N - 1), motion).norm();
    const double length = std::max(s, 1e-15 * std::abs(branch.s(N - 1)) + 1e-300);
    continuation::truncate(branch, N + 1); // one more
    branch.x.col(N) = motion.x;
    branch.p(N) = motion.p;
    branch.s(N) = branch.s(N - 1) + length;
    branch.tangent.col(N) << step / length, (motion.p - branch.p(N - 1)) / length;
    branch.monitors.col(N) = branch.monitors.col(N - 1);
    search_.equations().evaluate(motion.x, motion.p);
    branch.monitors(extrema_log_rms, N) = search_.log_rms(search_.equations().at());
    branch.monitors(extrema_low, N) = motion.x(n_) / o_.Omega_low - 1;
    branch.monitors(extrema_high, N) = o_.Omega_high / motion.x(n_) - 1;
    branch.orientation[static_cast<std::size_t>(N)] = 0;
    branch.kind[static_cast<std::size_t>(N)] = static_cast<int>(continuation::PointKind::regular);
    branch.monitor[static_cast<std::size_t>(N)] = -1;
    branch.iterations[static_cast<std::size_t>(N)] = 0;
}

void ExtremaFollower::prepend(Branch& branch, const MotionAt& motion)
{
    branch = continuation::reversed(std::move(branch));
    append(branch, motion);
    branch = continuation::reversed(std::move(branch));
}

void ExtremaFollower::add(Branch branch, std::optional<Kink> kink, std::string ends)
{
    const std::string name = kink ? "kink of " + joints_of(model_, *kink) : "extremum";
    std::vector<continuation::Piece>& pieces = result_.curve.pieces;
    pieces.push_back({name, std::move(branch), pieces.empty() ? result_.begins : pieces.back().ends,
                      std::move(ends)});
    result_.kinks.push_back(std::move(kink));
}

// Where a smooth piece ends: over a kink, or past second derivatives without bound.
std::optional<ExtremaFollower::Next> ExtremaFollower::behind_smooth(Branch branch, int direction)
{
    const Index last = branch.n_points() - 1;
    if (node_) {
        add(std::move(branch), {}, "onset of slip of " + joints_of(model_, node_->kink));
        return pass(*node_);
    }
    if (!turned_ && branch.back.stop != Stop::failed) {
        result_.interrupted = continuation::interrupted(branch);
        result_.closed = branch.closed();
        result_.ends = end_of(branch);
        add(std::move(branch), {}, result_.ends);
        return std::nullopt;
    }
    result_.ends = branch.back.message;
    const int travel = last > 0 ? (branch.p(last) > branch.p(last - 1) ? 1 : -1) : direction;
    add(std::move(branch), {}, "second derivatives without bound");
    return restart(Branch(result_.curve.pieces.back().branch), travel);
}

ExtremaCurve ExtremaFollower::follow(const ExtremumStart& start, int direction)
{
    std::optional<Next> next = Next{{start.x, std::log(start.value)}, direction};
    at_bound_ = outside(next->at.p);
    if (start.kink)
        next = along_kinks(continuation::start_of(start.x, next->at.p, direction), *start.kink);
    while (next && static_cast<int>(result_.curve.pieces.size()) < o_.max_pieces) {
        Branch branch = smooth(*next);
        if (branch.n_points() == 0) {
            result_.ends = branch.back.message;
            return std::move(result_);
        }
        // It begins at a node, or where steps failed.
        if (!result_.kinks.empty() && (result_.kinks.back() || next->continues)) {
            const Branch& before = result_.curve.pieces.back().branch;
            prepend(branch, point_of(before, before.n_points() - 1));
        }
        next = behind_smooth(std::move(branch), next->direction);
    }
    if (next)
        result_.ends = std::to_string(o_.max_pieces) + " pieces, as requested";
    return std::move(result_);
}

ExtremaCurve extrema_curve(MotionFamily& motions, const ExtremumStart& start, int direction,
                           const ExtremaOptions& options, const Progress& progress)
{
    return ExtremaFollower(motions, options, progress).follow(start, direction);
}

} // namespace slideway::dynamics
