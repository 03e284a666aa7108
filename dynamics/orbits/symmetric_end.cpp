#include "dynamics/orbits/orbit_tracer.hpp"

#include "base/dense_eigen.hpp"
#include "base/interruptible.hpp"
#include "continuation/pieces.hpp"
#include "dynamics/orbits/traced_motions.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;
using continuation::Scales;

namespace {

// Largest distance of the last point of a branch from motions of more symmetry, in scaled
// arclength. Steps are shortened down to 1e-9 before a branch fails.
constexpr double near_end = 1e-5;
// Motions of more symmetry are followed both ways by this number of points, in steps of this share
// of the distance: up to 12 times the distance.
constexpr double share_of_distance = 0.2;
constexpr int most_points = 60;
// Least cosine of the angle between the departure of the last point and the direction in which
// branches leave the branch point.
constexpr double same_direction = 0.9;

double scaled_distance(const VectorIn& x, double p, const VectorIn& y, double q,
                       const Scales& scales)
{
    return std::hypot((x - y).cwiseQuotient(scales.x).norm(), (p - q) / scales.p);
}

void append(Branch& branch, const Vector& x, double p, const Vector& tangent, double s,
            const Vector& monitors, PointKind kind, int monitor)
{
    const Index n = branch.n_points();
    const auto add = [n](Matrix& list, const Vector& column) {
        list.conservativeResize(Eigen::NoChange, n + 1);
        list.col(n) = column;
    };
    add(branch.x, x);
    add(branch.tangent, tangent);
    add(branch.monitors, monitors);
    branch.p.conservativeResize(n + 1);
    branch.p(n) = p;
    branch.s.conservativeResize(n + 1);
    branch.s(n) = s;
    branch.orientation.push_back(0);
    branch.kind.push_back(static_cast<int>(kind));
    branch.monitor.push_back(monitor);
    branch.iterations.push_back(0);
}

double cosine(const VectorIn& a, const VectorIn& b)
{
    return std::abs(a.dot(b)) / (a.norm() * b.norm());
}

} // namespace

// The form of motions of more symmetry: their own mirrors, or of half the periods.
OrbitForm OrbitTracer::symmetric_form() const
{
    OrbitForm form = form_;
    if (form.periods % 2 == 0) {
        form.periods /= 2;
        form.nodes /= 2;
    } else {
        form.half = true;
    }
    return form;
}

// States of a motion of more symmetry at the nodes of this form.
Vector OrbitTracer::in_this_form(OrbitTracer& symmetric, const Vector& x, double p)
{
    Vector out = x, none;
    if (form_.periods % 2 == 0) {
        out.resize(2 * x.size());
        out << x, x;
    } else if (TracedMotions motions(form_, symmetric.equations_, Matrix());
               !motions.to_reported(out, none, p)) {
        out.resize(0);
    }
    return out;
}

// Mean of a motion and its image, in the form of motions of more symmetry. Empty if there is none.
Vector OrbitTracer::symmetrised(OrbitTracer& symmetric, const Vector& x, double p)
{
    const std::vector<continuation::Image> images =
        equations_.images(x, p, Vector::Zero(x.size() + 1));
    const bool even = form_.periods % 2 == 0;
    const auto i = static_cast<std::size_t>(even ? form_.periods / 2 - 1 : form_.periods - 1);
    if (images.size() <= i)
        return {};
    Vector mean = (x + images[i].x) / 2, none;
    if (even)
        mean.conservativeResize(x.size() / 2);
    else if (TracedMotions motions(form_, symmetric.equations_, Matrix());
             !motions.to_traced(mean, none, p))
        return {};
    return mean;
}

// Point of motions of more symmetry where this branch ends; none: -1. It is a branch point from
// which branches leave in the direction of the departure, or a grazing across which a multiplier
// passes -1: at hard stops both are closer than round-off.
Index OrbitTracer::meeting_point(OrbitTracer& symmetric, const OrbitBranch& found, const Vector& x,
                                 double p, const Scales& scales)
{
    const Branch& branch = found.branch;
    const Index size = 2 * equations_.m();
    double nearest = near_end;
    Index out = -1;
    for (Index k = 0; k < branch.n_points(); ++k) {
        if (branch.kind_of(k) != PointKind::monitor_zero)
            continue;
        const Vector z = in_this_form(symmetric, branch.x.col(k), branch.p(k));
        if (z.size() == 0)
            continue;
        const int monitor = branch.monitor[static_cast<std::size_t>(k)];
        bool meets = false;
        if (monitor == orbit_flip) {
            const Vector scale = scales.x.head(size);
            const Vector departure = (x - z).head(size).cwiseQuotient(scale);
            const OrbitEquations::At& at = symmetric.equations_.at(branch.x.col(k), branch.p(k));
            meets =
                cosine(departure, direction_at(at.map, -1).cwiseQuotient(scale)) > same_direction;
        } else if (monitor == orbit_grazing && k > 0 && k + 1 < branch.n_points()) {
            meets = branch.monitors(orbit_flip, k - 1) * branch.monitors(orbit_flip, k + 1) < 0;
        }
        const double distance = scaled_distance(x, p, z, branch.p(k), scales);
        if (meets && distance < nearest) {
            nearest = distance;
            out = k;
        }
    }
    return out;
}

// A branch that failed close to motions of more symmetry, with the point where it meets them as its
// last one.
Branch OrbitTracer::ended_on_symmetry(Branch branch)
{
    const Index last = branch.n_points() - 1;
    if (branch.back.stop != continuation::Stop::failed || last < 1 || symmetric_ ||
        !may_meet_symmetry())
        return branch;
    const Vector x = branch.x.col(last);
    const double p = branch.p(last);
    const Scales scales = rescaled_trace(x, p).options.scales;
    OrbitTracer symmetric(equations_.family(), symmetric_form(), {}, given_, progress_);
    const Vector mean = symmetrised(symmetric, x, p);
    const Vector y = mean.size() == 0 ? mean : in_this_form(symmetric, mean, p);
    const double distance = y.size() == 0 ? 0 : scaled_distance(x, p, y, p, scales);
    if (!(distance > 0 && distance < near_end))
        return branch;
    continuation::Options& options = symmetric.options_;
    options.max_step = share_of_distance * distance;
    options.first_step = options.max_step / 2;
    options.min_step = std::min(options.min_step, options.first_step);
    options.max_points = most_points;
    const OrbitBranch found = symmetric.both_ways(continuation::start_of(mean, p, -1));
    if (continuation::interrupted(found.branch))
        throw Interrupted();
    const Index k = meeting_point(symmetric, found, x, p, scales);
    if (k < 0)
        return branch;
    const double q = found.branch.p(k);
    const Vector z = in_this_form(symmetric, found.branch.x.col(k), q);
    const double step = scaled_distance(x, p, z, q, scales);
    Vector tangent(x.size() + 1);
    tangent << (z - x) / step, (q - p) / step;
    const bool grazes = found.branch.monitor[static_cast<std::size_t>(k)] == orbit_grazing;
    Vector monitors(branch.monitors.rows());
    const Matrix none;
    for (Index i = 0; i < monitors.size(); ++i)
        monitors(i) =
            problem_.monitors[static_cast<std::size_t>(i)].value({z, q, none, tangent, tangent});
    append(branch, z, q, tangent, branch.s(last) + step, monitors,
           grazes ? PointKind::monitor_zero : PointKind::branch_point, grazes ? orbit_grazing : -1);
    end_at_symmetry(branch, grazes);
    return branch;
}

void OrbitTracer::end_at_symmetry(Branch& branch, bool grazes) const
{
    branch.back.stop = continuation::Stop::monitor;
    branch.back.residual_norms.clear();
    const bool even = form_.periods % 2 == 0;
    branch.back.message = std::string(even ? "meets motions of half the periods"
                                           : "meets motions that are their own mirror") +
                          (grazes ? ", at their grazing" : "") +
                          (even ? ": beyond, the same motions later" : ": beyond, the mirror");
}

} // namespace slideway::dynamics
