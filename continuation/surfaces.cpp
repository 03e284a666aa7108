#include "continuation/surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::continuation {

namespace {

// Distances, in units of `room`, within which a point is on the surface: for a search that
// converges, and for one that round-off ends earlier.
constexpr double at_surface = 1e-13, near_surface = 1e-9;
// Part of the distance that each search step leaves, so that it does not pass the surface.
constexpr double left = 1e-3;
constexpr double shortest = 1e-14; // scaled arclength between distinct points
// Distance from a surface in scaled arclength at which its sides are distinguished.
constexpr double aside = 1e-7;
// [rad] at a depth of 1e-9: the branch turns too fast to be followed beyond the surface.
constexpr double sharp_turn = 0.05, sharp_depth = 1e-9;
constexpr double longest_first = 1e-3; // scaled arclength of the first point on the far side
// [rad] between the tangent that leads beyond and that of the point beyond, or the chord. The
// second value applies if several branches begin at the same point.
constexpr double farthest_turn = 0.4, one_of_several = 0.1;

} // namespace

bool lies_ahead(Workspace& work, const State& surface_point, const State& a)
{
    return a.t.dot(work.offset(surface_point, a)) > 0;
}

SurfacePass::SurfacePass(Workspace& work) : work_(work)
{
    work_.size(trial_);
}

bool on_surface(const Workspace& work, const State& state)
{
    return work.problem.surfaces && state.kind == PointKind::monitor_zero &&
           state.monitor == work.problem.surfaces->monitor;
}

// Finds a point of the branch in the plane normal to the tangent of `from`, on the same side of all
// surfaces, from the line through two known points.
bool SurfacePass::on_plane(const State& from, const Known& before, const Known& last, bool two,
                           double s, Known& out)
{
    trial_.t = from.t;
    if (two) {
        const double share = (s - last.s) / (last.s - before.s);
        trial_.x = last.x + share * (last.x - before.x);
        trial_.p = last.p + share * (last.p - before.p);
    } else {
        work_.move(trial_, from, s, from.t);
    }
    const State guess = trial_;
    if (work_.corrector.correct(trial_.x, trial_.p, from.t) != NewtonStatus::converged)
        return false;
    work_.corrector.polish(trial_.x, trial_.p, from.t);
    work_.measure_surfaces(trial_);
    const double step = std::abs(s - last.s);
    if (trial_.beyond != from.beyond || !std::isfinite(trial_.room) ||
        work_.distance(trial_, guess) > std::max(step, 1e3 * shortest))
        return false;
    out = {trial_.x, trial_.p, s, trial_.room};
    return true;
}

bool SurfacePass::meet(const State& from, int sign, double reach, State& surface_point)
{
    Known before, last{from.x, from.p, 0, from.room}, next;
    double far = reach, target = reach / 2;
    int found = 0;
    for (int k = 0; k < 80 && last.room > at_surface && far - std::abs(last.s) > shortest; ++k) {
        if (!on_plane(from, before, last, found > 0, sign * target, next)) {
            far = target;
            target = std::abs(last.s) + (far - std::abs(last.s)) / (found > 1 ? 2 : 4);
            continue;
        }
        before = std::exchange(last, next);
        ++found;
        const double s = std::abs(last.s),
                     rate = (before.room - last.room) / (s - std::abs(before.s));
        const double zero = rate > 0 ? s + last.room / rate : 4 * reach;
        if (found > 2 && zero > 2 * reach)
            return false;
        target = zero < far ? zero - left * (zero - s) : (s + far) / 2;
    }
    if (last.room > near_surface || !work_.corrector.evaluate(last.x, last.p))
        return false;
    surface_point.x = last.x;
    surface_point.p = last.p;
    if (!work_.complete(surface_point, from.t))
        return false;
    surface_point.kind = PointKind::monitor_zero;
    surface_point.monitor = work_.problem.surfaces->monitor;
    surface_point.iterations = 0;
    return true;
}

// Number of surfaces that a point near another one, along the tangent, lies beyond;
// -1: not defined.
int SurfacePass::beyond_at(const State& surface_point, double length)
{
    work_.move(trial_, surface_point, length, surface_point.t);
    trial_.t = surface_point.t;
    if (!work_.corrector.evaluate(trial_.x, trial_.p))
        return -1;
    work_.measure_surfaces(trial_);
    return trial_.beyond;
}

SurfacePass::Ahead SurfacePass::ahead(const State& surface_point)
{
    Ahead out;
    const int behind = beyond_at(surface_point, -aside);
    out.beyond = beyond_at(surface_point, aside);
    out.far = out.beyond > behind;
    if (!out.far || !work_.corrector.evaluate(surface_point.x, surface_point.p))
        return out;
    // Near the point, a kick at one surface may prevent that the others are met.
    out.beyond = std::max(out.beyond, behind + work_.surfaces_met(surface_point));
    const Matrix near = work_.corrector.jacobian();
    Vector t;
    double length = 0;
    out.sharp = !turned_tangent(surface_point, near, sharp_depth, t, length) ||
                angle(surface_point.t, t) > sharp_turn;
    return out;
}

// Computes the tangent t' on the far side at a given depth along the near tangent t, and the length
// along t' with equal depth. With J of the near side and J' = J - k w c' there (c: normal of the
// surface), J t' = k w (c t') and J' t = -k w (c t).
bool SurfacePass::turned_tangent(const State& surface_point, const Matrix& near, double depth,
                                 Vector& t, double& length)
{
    work_.move(trial_, surface_point, depth, surface_point.t);
    if (!work_.corrector.evaluate(trial_.x, trial_.p))
        return false;
    work_.corrector.any_tangent(t);
    const Vector kick = work_.corrector.jacobian() * surface_point.t, along = near * t;
    const double turn = std::abs(t.dot(surface_point.t));
    double share = -along.dot(kick) / kick.squaredNorm();
    if (turn > 1 - 1e-6) // smooth: both are round-off
        share = t.dot(surface_point.t) > 0 ? 1 : -1;
    if (!std::isfinite(share) || share == 0)
        return false;
    if (share < 0)
        t = -t;
    length = depth / std::abs(share);
    return true;
}

bool SurfacePass::enter_to(const State& surface_point, int beyond, bool exactly, State& b)
{
    if (!work_.corrector.evaluate(surface_point.x, surface_point.p))
        return false;
    const Matrix near = work_.corrector.jacobian();
    Vector t;
    double length = 0;
    const double widest = beyond - surface_point.beyond > 1 ? one_of_several : farthest_turn;
    const double shortest_first =
        beyond - surface_point.beyond > 1 ? beside_several : beside_surface;
    for (double depth = 1e-14; depth < longest_first; depth *= 4) {
        if (!turned_tangent(surface_point, near, depth, t, length) || length < shortest_first)
            continue;
        if (length > longest_first)
            return false;
        work_.move(b, surface_point, length, t);
        trial_.x = b.x;
        trial_.p = b.p;
        if (work_.corrector.correct(b.x, b.p, t) != NewtonStatus::converged)
            continue;
        work_.corrector.polish(b.x, b.p, t);
        // The chord differs from the tangent by a small angle. That of other branches that begin at
        // the same point does not.
        if (work_.distance(b, trial_) > widest * length || !work_.complete(b, t) ||
            (exactly ? b.beyond != beyond : b.beyond <= surface_point.beyond) ||
            angle(b.t, t) > farthest_turn || work_.outside(b.p))
            continue;
        return true;
    }
    return false;
}

bool SurfacePass::enter(const State& surface_point, int beyond, State& b)
{
    // If several surfaces are met at once, several branches begin.
    return enter_to(surface_point, beyond, true, b) ||
           (beyond - surface_point.beyond > 1 && enter_to(surface_point, beyond, false, b));
}

// Returns the direction across the surface from the difference of two nearby Jacobians. The point
// that is further away lies deeper, and the difference is smooth except for a term of rank one.
Vector SurfacePass::across(const State& a, double h)
{
    work_.move(trial_, a, -h, a.t);
    if (!work_.corrector.evaluate(trial_.x, trial_.p))
        return {};
    Matrix D = work_.corrector.jacobian();
    if (!work_.corrector.evaluate(a.x, a.p))
        return {};
    D -= work_.corrector.jacobian();
    Vector c = D.row(0);
    for (Index i = 1; i < D.rows(); ++i)
        if (D.row(i).norm() > c.norm())
            c = D.row(i);
    return c.norm() > 0 ? Vector(c.normalized()) : Vector();
}

// Finds the point of the branch on the near side next to a + off direction, with the tangent
// pointing away from the surface.
bool SurfacePass::outside_of(const State& a, double off, const Vector& direction, State& out)
{
    work_.move(out, a, off, direction);
    if (!work_.corrector.evaluate(out.x, out.p))
        return false;
    out.t = direction;
    work_.measure_surfaces(out);
    if (out.beyond >= a.beyond)
        return false;
    Vector normal;
    work_.corrector.any_tangent(normal);
    const int side = out.beyond;
    if (work_.corrector.correct(out.x, out.p, normal) != NewtonStatus::converged ||
        !work_.complete(out, normal) || out.beyond != side ||
        work_.distance(out, a) > 10 * std::abs(off))
        return false;
    (void)beyond_at(out, std::abs(off) / 10);
    if (trial_.room < out.room)
        out.t = -out.t;
    return true;
}

bool SurfacePass::leave(const State& a, double h, State& surface_point)
{
    const Vector c = across(a, h);
    State out = a;
    for (double off = h; off < 1e4 * h && off < longest_first; off *= 8)
        for (const Vector& direction : {a.t, c, Vector(-c)})
            if (direction.size() > 0 && outside_of(a, off, direction, out) &&
                meet(out, -1, 100 * off, surface_point) && lies_ahead(work_, surface_point, a) &&
                work_.distance(surface_point, a) < 10 * std::max(h, off))
                return true;
    return false;
}

} // namespace slideway::continuation
