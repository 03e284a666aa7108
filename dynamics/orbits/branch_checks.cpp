#include "dynamics/orbits/orbit_tracer.hpp"

#include "base/interruptible.hpp"
#include "continuation/pieces.hpp"

#include <algorithm>
#include <cmath>

// Checks of a branch while it is traced.

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;

namespace {

// A motion with more symmetry than its branch, share of its size; where it is located, Newton's
// method leaves 1e-9 of it.
constexpr double more_symmetric = 1e-6;

// A step that slides onto motions of more symmetry is made so much shorter, so many times. Near
// them Newton's method hardly tells the branch from them: a step that leaves less than this of the
// distance may have slid too.
constexpr double slid = 8, left_of_distance = 0.25;

// Least length of a circle, in scaled arclength, and number of points at the end of a branch that
// are checked: more than one part of it has.
constexpr double shortest_circle = 1e-2;
constexpr Index recent = 50;

} // namespace

// How far a motion is from one with more symmetry: its own mirror, or of half the periods.
double OrbitTracer::departure(const Vector& x, double p)
{
    const Vector weight = equations_.family().energy_weights();
    const Index size = 2 * equations_.m();
    if (form_.periods % 2 == 0)
        return energy_size(weight, x.segment(size * (form_.nodes / 2), size) - x.head(size));
    return equations_.symmetry_index(x, p) * energy_size(weight, x.head(size));
}

bool OrbitTracer::may_meet_symmetry() const
{
    // Without contact a motion between one-sided stops is its own mirror by chance.
    return !form_.half && (form_.periods % 2 == 0 || equations_.family().asymmetry().empty());
}

bool OrbitTracer::has_more_symmetry(const Vector& x, double p)
{
    const Vector weight = equations_.family().energy_weights();
    return departure(x, p) <= more_symmetric * energy_size(weight, x);
}

// After a departure the second point must have left; the branch ends where it meets more symmetry.
bool OrbitTracer::look(Branch& branch)
{
    describe_refusal(branch.back, equations_.family());
    if (symmetric_)
        return true;
    if (departs_ && branch.n_points() > 1) {
        fell_back_ = departure(branch.x.col(1), branch.p(1)) < *departs_ * branch.s(1);
        departs_.reset();
        if (fell_back_ || (jumped_ = has_jumped(branch)))
            return false;
    }
    if (runs_in_a_circle(branch))
        return false;
    if (!may_meet_symmetry())
        return true;
    const Vector weight = equations_.family().energy_weights();
    const auto size_of = [&weight](const Vector& x) -> double { return energy_size(weight, x); };
    const Index first = std::max<Index>(1, looked_at_);
    double before =
        first < branch.n_points() ? departure(branch.x.col(first - 1), branch.p(first - 1)) : 0;
    for (Index k = first; k < branch.n_points(); ++k) {
        looked_at_ = k;
        const double value = departure(branch.x.col(k), branch.p(k));
        const bool located = branch.kind_of(k) == PointKind::branch_point;
        const bool met = value <= more_symmetric * size_of(branch.x.col(k));
        const bool near = !met && !located && branch.kind_of(k) != PointKind::bound &&
                          nears_ < most_slides && value < left_of_distance * before;
        before = value;
        if (!met && !near)
            continue;
        if (located) {
            continuation::truncate(branch, k + 1);
            end_at_symmetry(branch, false);
            return false;
        }
        // A step has passed the branch point and slid onto those motions.
        const double step = branch.s(k) - branch.s(k - 1);
        if (branch.closed())
            branch.front = {continuation::Stop::start, branch.front.step, "the start", {}};
        continuation::truncate(branch, k);
        const bool again = near || slides_ + 1 < most_slides;
        ++(near ? nears_ : slides_);
        branch.back.step = step / slid;
        branch.back.stop = again ? continuation::Stop::max_points : continuation::Stop::failed;
        branch.back.message = "steps slide onto motions of more symmetry";
        looked_at_ = k - 1;
        return again;
    }
    return true;
}

// True if the second point of a branch has an odd number of contacts more or less than the first
// one and is no grazing: steps end where contacts begin or end one by one.
bool OrbitTracer::has_jumped(const Branch& branch)
{
    const double change =
        std::abs(branch.monitors(orbit_beyond, 1) - branch.monitors(orbit_beyond, 0));
    return branch.kind_of(1) != PointKind::monitor_zero && std::fmod(change, 2) == 1;
}

// Ends a branch at a label that it has passed before, in the same direction: a step has led to
// another branch, which is closed and does not contain the start of this one.
bool OrbitTracer::runs_in_a_circle(Branch& branch)
{
    const auto is_label = [&branch](Index k) -> bool {
        const PointKind kind = branch.kind_of(k);
        return kind == PointKind::fold || kind == PointKind::monitor_zero;
    };
    const auto monitor = [&branch](Index k) -> int {
        return branch.monitor[static_cast<std::size_t>(k)];
    };
    OrbitScales scales{equations_.family().energy_weights(), form_.nodes,
                       options_.p_max - options_.p_min};
    for (Index k = std::max<Index>(1, branch.n_points() - recent);
         k < branch.n_points() && !branch.closed(); ++k)
        for (Index j = 0; is_label(k) && j < k; ++j)
            if (is_label(j) && branch.kind_of(j) == branch.kind_of(k) && monitor(j) == monitor(k) &&
                branch.s(k) - branch.s(j) > shortest_circle &&
                branch.tangent.col(j).dot(branch.tangent.col(k)) > 0 &&
                continuation::are_one_point(branch.x.col(j), branch.p(j), branch.x.col(k),
                                            branch.p(k), scales(branch.x.col(k), branch.p(k)))) {
                continuation::truncate(branch, k + 1);
                branch.back.stop = continuation::Stop::failed;
                branch.back.message = "runs in a circle that does not contain its start: a step "
                                      "has led to another branch, which is closed";
                return true;
            }
    return false;
}

// Calls look. After an interruption, the branch ends with the points that were checked.
bool OrbitTracer::look_or_stop(Branch& branch)
{
    try {
        return look(branch);
    } catch (const Interrupted&) {
        end_interrupted(branch, looked_at_);
        return false;
    }
}

} // namespace slideway::dynamics
