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

// Largest departure of a motion that counts as more symmetric, as a share of its size. Newton's
// method leaves 1e-9 of the size at a located branch point.
constexpr double more_symmetric = 1e-6;

// Divisor of a step that is repeated because it led to motions of more symmetry.
constexpr double shortening = 8;

// Ratio of successive departures below which a step is repeated as well. Near a branch point,
// Newton's method may converge to a motion of the other branch, which has more symmetry.
constexpr double suspicious_ratio = 0.25;

// Least length of a circle, in scaled arclength, and number of points at the end of a branch that
// are checked: more than one part of it has.
constexpr double shortest_circle = 1e-2;
constexpr Index recent = 50;

// A motion that grows by this factor while the parameter changes by this share is that of an
// undamped resonance. Damping ratios from 1e-10 on leave less.
constexpr double most_growth = 1e6, within = 1e-4;

} // namespace

// Distance of a motion from one with more symmetry: from its own mirror, or from half the periods.
// The latter is the largest one of all nodes. Contacts may make that of single nodes far smaller.
double OrbitTracer::departure(const Vector& x, double p)
{
    const Vector weight = equations_.family().energy_weights();
    if (form_.periods % 2 == 0)
        return energy_size(weight, x.tail(x.size() / 2) - x.head(x.size() / 2));
    return equations_.symmetry_index(x, p) * energy_size(weight, x.head(2 * equations_.m()));
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

// Checks the points that were added since the last check. Returns false if the branch ends: after a
// failed departure, or where it meets motions of more symmetry.
bool OrbitTracer::check_points(Branch& branch)
{
    describe_refusal(branch.back, equations_.family());
    if (grows_without_bound(branch))
        return false;
    if (symmetric_)
        return true;
    if (checks_.least_departure && branch.n_points() > 1) {
        checks_.fell_back =
            departure(branch.x.col(1), branch.p(1)) < *checks_.least_departure * branch.s(1);
        checks_.least_departure.reset();
        checks_.jumped = !checks_.fell_back && has_jumped(branch);
        if (checks_.departure_failed())
            return false;
    }
    if (runs_in_a_circle(branch))
        return false;
    if (!may_meet_symmetry())
        return true;
    const Vector weight = equations_.family().energy_weights();
    const Index first = std::max<Index>(1, checks_.last_point);
    double previous =
        first < branch.n_points() ? departure(branch.x.col(first - 1), branch.p(first - 1)) : 0;
    for (Index k = first; k < branch.n_points(); ++k) {
        checks_.last_point = k;
        const double value = departure(branch.x.col(k), branch.p(k));
        const bool located = branch.kind_of(k) == PointKind::branch_point;
        const bool met = value <= more_symmetric * energy_size(weight, branch.x.col(k));
        const bool suspicious = !met && !located && branch.kind_of(k) != PointKind::bound &&
                                checks_.suspicious_steps < most_repeated &&
                                value < suspicious_ratio * previous;
        previous = value;
        if (!met && !suspicious)
            continue;
        if (located) {
            continuation::truncate(branch, k + 1);
            end_at_symmetry(branch, false);
            return false;
        }
        // The step passed the branch point and led to the symmetric motions.
        const double step = branch.s(k) - branch.s(k - 1);
        if (branch.closed())
            branch.front = {continuation::Stop::start, branch.front.step, "the start", {}};
        continuation::truncate(branch, k);
        const bool repeats = suspicious || checks_.symmetric_steps + 1 < most_repeated;
        ++(suspicious ? checks_.suspicious_steps : checks_.symmetric_steps);
        branch.back.step = step / shortening;
        branch.back.stop = repeats ? continuation::Stop::max_points : continuation::Stop::failed;
        branch.back.message = "steps slide onto motions of more symmetry";
        checks_.last_point = k - 1;
        return repeats;
    }
    return true;
}

// Ends a branch at a resonance that does not depend on the amplitude, such as that of a mass which
// meets a stop without clearance. Motions without damping have no bound there.
bool OrbitTracer::grows_without_bound(Branch& branch)
{
    const Vector weight = equations_.family().energy_weights();
    const auto size = [&](Index k) { return energy_size(weight, branch.x.col(k)); };
    for (Index k = std::max<Index>(1, branch.n_points() - recent); k < branch.n_points(); ++k) {
        const double small = size(k) / most_growth, near = within * std::abs(branch.p(k));
        for (Index j = k - 1; j >= 0 && std::abs(branch.p(k) - branch.p(j)) <= near; --j) {
            if (!(size(j) <= small))
                continue;
            // At a resonance the parameter comes to a stop; where a motion leaves rest it does not.
            Index middle = j;
            while (middle < k && size(middle) < std::sqrt(size(j) * size(k)))
                ++middle;
            if (std::abs(branch.p(k) - branch.p(middle)) >
                0.1 * std::abs(branch.p(middle) - branch.p(j)))
                break;
            continuation::truncate(branch, k + 1);
            branch.back.stop = continuation::Stop::failed;
            branch.back.message = "the motion grows without bound; a resonance without damping "
                                  "lies there, so give damping or leave it out of the range";
            return true;
        }
    }
    return false;
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

// Calls check_points. After an interruption, the branch ends with the points that were checked.
bool OrbitTracer::check_or_interrupt(Branch& branch)
{
    try {
        return check_points(branch);
    } catch (const Interrupted&) {
        end_interrupted(branch, checks_.last_point);
        return false;
    }
}

} // namespace slideway::dynamics
