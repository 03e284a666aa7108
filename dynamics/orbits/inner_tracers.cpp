#include "dynamics/orbits/inner_tracer.hpp"

#include "base/interruptible.hpp"
#include "dynamics/modal/floquet.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;
using continuation::Start;

namespace {

// Shares of the size of a state and of a tangent: what Newton's method leaves of a symmetry.
constexpr double same_states = 1e-8, same_tangents = 1e-6;
// Distance of a multiplier from -1 at a located label.
constexpr double at_flip = 1e-4;

std::vector<ModalOutput> on_part(std::vector<ModalOutput> outputs, const OrbitFamily::Part* part)
{
    if (part != nullptr)
        for (ModalOutput& output : outputs)
            output.row = part->Z.transpose() * output.row;
    return outputs;
}

int as_int(PointKind kind)
{
    return static_cast<int>(kind);
}

} // namespace

OrbitTracer::OrbitTracer(const OrbitFamily& family, const OrbitForm& form,
                         const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& o,
                         const Progress& progress, const OrbitFamily::Part* part,
                         bool reports_halves)
    : form_(form),
      equations_(part == nullptr ? family : part->family, form, on_part(outputs, part),
                 o.step_tolerance, part == nullptr ? std::vector<int>() : part->weights),
      reports_halves_(reports_halves), family_(family), outputs_(outputs), given_(o),
      is_inner_(true), problem_(problem_of(equations_)), progress_(progress)
{
    if (part != nullptr) {
        whole_ = std::make_unique<OrbitEquations>(family, form, std::vector<ModalOutput>(),
                                                  o.step_tolerance);
        motions_ = std::make_unique<TracedMotions>(form, equations_, part->Z);
    }
    add_problem();
}

OrbitTracer::~OrbitTracer() = default;

OrbitTracer& OrbitTracer::tracer_of(Inner& inner)
{
    return inner.tracer;
}

long long OrbitTracer::n_evaluations() const
{
    long long n = equations_.n_evaluations() + (whole_ ? whole_->n_evaluations() : 0);
    for (const std::unique_ptr<Inner>& inner : inner_)
        n += inner->tracer.n_evaluations();
    return n;
}

double OrbitTracer::tolerance() const
{
    double most = tolerance_.value_or(options_.newton.residual_tol);
    for (const std::unique_ptr<Inner>& inner : inner_)
        most = std::max(most, inner->tracer.tolerance());
    return most;
}

bool OrbitTracer::are_own_mirrors(const Vector& x, double p)
{
    return !form_.half && form_.periods % 2 == 1 && family_.asymmetry().empty() &&
           has_more_symmetry(x, p);
}

bool OrbitTracer::keeps_mirror(const Vector& x, double p, const Vector& tangent)
{
    const std::vector<continuation::Image> images = equations_.images(x, p, tangent);
    const auto mirror = static_cast<std::size_t>(form_.periods - 1);
    return images.size() > mirror &&
           (images[mirror].tangent - tangent).norm() <= same_tangents * tangent.norm();
}

bool OrbitTracer::direction_keeps_mirror(const Vector& z, double p, const Vector& direction)
{
    const Vector x = equations_.nodes_of(z, p);
    Vector tangent(x.size() + 1);
    tangent << equations_.directions_of(z, direction, p), 0;
    return keeps_mirror(x, p, tangent);
}

// The tracer that keeps all symmetries of a motion, and of a tangent if it is not empty. Null if
// there are none.
OrbitTracer::Inner* OrbitTracer::inner_of(const Vector& x, double p, const Vector& tangent,
                                          bool breaks_mirror)
{
    if (is_inner_ || x.size() == 0)
        return nullptr;
    if (!part_known_) {
        part_ = family_.part_alike();
        part_known_ = true;
    }
    bool parts = part_.has_value();
    if (parts) {
        const TracedMotions motions(form_, equations_, part_->Z);
        parts = motions.off_part(x) <= same_states * x.norm() &&
                (tangent.size() == 0 ||
                 motions.off_part(tangent.head(x.size())) <= same_tangents * tangent.norm());
    }
    OrbitForm form = form_;
    form.half = form_.half || (!breaks_mirror && are_own_mirrors(x, p) &&
                               (tangent.size() == 0 || keeps_mirror(x, p, tangent)));
    form.phase = family_.keyed() ? 0 : phase_off_extrema(family_.system());
    if (form == form_ && !parts)
        return nullptr;
    for (const std::unique_ptr<Inner>& inner : inner_)
        if (inner->parts == parts && inner->tracer.form_ == form)
            return inner.get();
    inner_.push_back(std::make_unique<Inner>(family_, form, *this, parts ? &*part_ : nullptr));
    return inner_.back().get();
}

Start OrbitTracer::inside(Inner& inner, Start start)
{
    if (!inner.motions.to_traced(start.x, start.tangent, start.p))
        throw std::runtime_error("the motion breaks off");
    if (inner.tracer.form_.half && !form_.half && start.kind == PointKind::branch_point &&
        inner.tracer.flips(start.x, start.p)) {
        start.kind = PointKind::monitor_zero;
        start.monitor = orbit_flip;
    }
    return start;
}

bool OrbitTracer::flips(const Vector& x, double p)
{
    const ComplexVector& all = multipliers_at(x, p);
    return all.size() > 0 && (all.array() + Complex(1)).abs().minCoeff() <= at_flip;
}

// Point k of a branch that was traced, in the form of this tracer.
void OrbitTracer::report_point(Inner& inner, const Branch& traced, Index k, Branch& branch)
{
    const auto i = static_cast<std::size_t>(k);
    Vector x = traced.x.col(k), tangent = traced.tangent.col(k);
    if (!inner.motions.to_reported(x, tangent, traced.p(k)))
        throw std::runtime_error("a motion of the branch breaks off");
    if (inner.tracer.form_.half && !form_.half) {
        const Stability whole = stability_of(
            inner.tracer.multipliers_at(traced.x.col(k), traced.p(k)).array().square());
        branch.monitors(orbit_flip, k) = whole.flip_test;
        branch.monitors(orbit_neimark_sacker, k) = whole.neimark_sacker_test;
        branch.monitors(orbit_grazing, k) = std::abs(branch.monitors(orbit_grazing, k));
        branch.monitors(orbit_beyond, k) *= 2;
        if (branch.kind_of(k) == PointKind::monitor_zero && branch.monitor[i] == orbit_flip) {
            branch.kind[i] = as_int(PointKind::branch_point);
            branch.monitor[i] = -1;
        }
    }
    branch.x.col(k) = x;
    branch.tangent.col(k) = tangent;
}

// A branch that was traced, in the form of this tracer. Interrupted, it ends before the first point
// that is not in this form yet.
OrbitBranch OrbitTracer::reported(Inner& inner, OrbitBranch branch)
{
    const Branch traced = branch.branch;
    const Index n = equations_.n();
    branch.branch.x.resize(n, traced.n_points());
    branch.branch.tangent.resize(n + 1, traced.n_points());
    branch.form = form_;
    for (Index k = 0; k < branch.branch.n_points(); ++k)
        try {
            report_point(inner, traced, k, branch.branch);
        } catch (const Interrupted&) {
            if (k == 0)
                throw;
            end_interrupted(branch.branch, k);
            const auto kept = static_cast<std::size_t>(k);
            branch.labels.resize(kept);
            branch.notes.resize(kept);
            branch.multiplicity.resize(kept);
        }
    return branch;
}

// A branch of this tracer, in the form that is traced.
Branch OrbitTracer::traced(Inner& inner, const Branch& branch)
{
    const bool halves = inner.tracer.form_.half && !form_.half;
    Branch out = branch;
    const Index n = inner.tracer.equations_.n();
    out.x.resize(n, branch.n_points());
    out.tangent.resize(n + 1, branch.n_points());
    for (Index k = 0; k < branch.n_points(); ++k) {
        const auto i = static_cast<std::size_t>(k);
        Start start;
        start.x = branch.x.col(k);
        start.tangent = branch.tangent.col(k);
        start.p = branch.p(k);
        start.kind = branch.kind_of(k);
        start.monitor = branch.monitor[i];
        start = inside(inner, std::move(start));
        out.x.col(k) = start.x;
        out.tangent.col(k) = start.tangent;
        out.kind[i] = as_int(start.kind);
        out.monitor[i] = start.monitor;
        if (halves)
            out.monitors(orbit_beyond, k) /= 2;
    }
    return out;
}

// Adds points behind the last one of a branch. Those that it has stay to the last bit.
OrbitBranch OrbitTracer::go_on_inside(Inner& inner, const Branch& branch)
{
    const Index n = branch.n_points();
    Branch longer = traced(inner, branch);
    OrbitTracer& tracer = inner.tracer;
    tracer.symmetric_ = false;
    continuation::RescaledTrace along = tracer.rescaled_trace(longer.x.col(n - 1), longer.p(n - 1));
    tracer.checks_.last_point = n;
    along.take_up(longer);
    OrbitBranch out = reported(inner, tracer.finished(std::move(longer)));
    const Index kept = std::min(n, out.branch.n_points());
    out.branch.x.leftCols(kept) = branch.x.leftCols(kept);
    out.branch.monitors.leftCols(kept) = branch.monitors.leftCols(kept);
    if (kept > 2) // those at both ends are in the scales there
        out.branch.tangent.middleCols(1, kept - 2) = branch.tangent.middleCols(1, kept - 2);
    return out;
}

} // namespace slideway::dynamics
