#include "dynamics/orbits/label_curves.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "continuation/pieces.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/orbits/label_equations.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"
#include "dynamics/orbits/traced_motions.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;
using continuation::Problem;
using continuation::Solution;

namespace {

// A branch point at which a motion of an asymmetric branch is its own mirror, share of its size.
constexpr double own_mirror = 1e-6;

// Scales as in OrbitScales. The first parameter is scaled by its value, an angle by 1 rad.
continuation::Scales scales_of(OrbitScales& states, const VectorIn& y, Index size, double q)
{
    const continuation::Scales state = states(y.head(size), q);
    continuation::Scales scales;
    scales.x = Vector::Ones(y.size());
    scales.x.head(size) = state.x;
    scales.x(size) = std::abs(y(size));
    scales.p = state.p;
    return scales;
}

// The form in which the label is regular, from one phase alone. Of motions that are their own
// mirror by the half period: both extrema of a pair graze at once, and branch points are regular
// there.
std::optional<OrbitForm> form_of(const OrbitFamily& family, const OrbitBranch& branch, Index k)
{
    OrbitForm form = branch.form;
    form.nodes = 1;
    const auto is_own_mirror = [&]() -> bool {
        if (form.half || form.periods % 2 == 0 || !family.asymmetry().empty())
            return form.half;
        OrbitEquations equations(family, form, {}, PassageOptions().tolerance);
        return equations.symmetry_index(branch.branch.x.col(k).head(2 * family.m()),
                                        branch.branch.p(k)) <= own_mirror;
    };
    switch (branch.labels.at(static_cast<std::size_t>(k))) {
    case OrbitLabel::fold:
    case OrbitLabel::grazing:
    case OrbitLabel::neimark_sacker:
        form.half = is_own_mirror();
        return form;
    case OrbitLabel::period_doubling:
        return form;
    case OrbitLabel::branch_point:
        form.half = is_own_mirror();
        return form.half ? std::optional(form) : std::nullopt;
    case OrbitLabel::none:
    case OrbitLabel::start:
    case OrbitLabel::bound:
    case OrbitLabel::frequency:
        break;
    }
    return std::nullopt;
}

// A curve that was traced from the phase of its equations. Interrupted, it ends before the first
// point that is not reported yet.
void report_from_phase_0(LabelEquations& equations, Branch& curve)
{
    for (Index i = 0; i < curve.n_points(); ++i)
        try {
            Vector y = curve.x.col(i), tangent = curve.tangent.col(i);
            if (!equations.to_phase_0(y, tangent, curve.p(i)))
                throw std::runtime_error("a motion of the curve breaks off");
            curve.x.col(i) = y;
            curve.tangent.col(i) = tangent;
        } catch (const Interrupted&) {
            if (i == 0)
                throw;
            continuation::truncate(curve, i);
            curve.back.stop = continuation::Stop::interrupted;
        }
}

Matrix on_states(const Matrix& Z)
{
    Matrix both = Matrix::Zero(2 * Z.rows(), 2 * Z.cols());
    both.topLeftCorner(Z.rows(), Z.cols()) = both.bottomRightCorner(Z.rows(), Z.cols()) = Z;
    return both;
}

// The label of a motion in which joints alike move alike, on the part of the system that such
// motions have: there it is not several labels at once. Empty for other motions.
std::optional<LabelCurve> curve_on_part(const OrbitFamily& family, const OrbitBranch& branch,
                                        Index k, const LabelCurveOptions& o,
                                        const Progress& progress)
{
    constexpr double same_states = 1e-8; // what Newton's method leaves of a symmetry
    const std::optional<OrbitFamily::Part> part = family.part_alike();
    if (!part)
        return std::nullopt;
    const Matrix both = on_states(part->Z);
    const Vector z = branch.branch.x.col(k).head(both.rows()), y = both.transpose() * z;
    if ((z - both * y).norm() > same_states * z.norm())
        return std::nullopt;
    OrbitBranch on_part;
    on_part.form = branch.form;
    on_part.labels = {branch.labels[static_cast<std::size_t>(k)]};
    on_part.branch.x = y;
    on_part.branch.p = branch.branch.p.segment(k, 1);
    LabelCurve out = label_curve(part->family, on_part, 0, o, progress);
    const auto whole = [&both](const Matrix& matrix) -> Matrix {
        const Index rest = matrix.rows() - both.cols();
        Matrix rows(both.rows() + rest, matrix.cols());
        rows << both * matrix.topRows(both.cols()), matrix.bottomRows(rest);
        return rows;
    };
    out.branch.x = whole(out.branch.x);
    out.branch.tangent = whole(out.branch.tangent);
    return out;
}

void check(const LabelCurveOptions& o)
{
    OrbitBranchOptions as;
    as.from = o.from;
    as.to = o.to;
    as.tolerance = o.tolerance;
    as.max_step = o.max_step;
    as.max_points = o.max_points;
    check(as);
}

} // namespace

bool has_curve(const OrbitFamily& family, const OrbitBranch& branch, Index k)
{
    return form_of(family, branch, k).has_value();
}

LabelCurve label_curve(const OrbitFamily& family, const OrbitBranch& branch, Index k,
                       const LabelCurveOptions& o, const Progress& progress)
{
    check(o);
    std::optional<OrbitForm> form = form_of(family, branch, k);
    if (!form)
        throw std::invalid_argument("label_curve: a label without a curve");
    if (std::optional<LabelCurve> on_part = curve_on_part(family, branch, k, o, progress))
        return std::move(*on_part);
    LabelCurve out;
    out.label = branch.labels[static_cast<std::size_t>(k)];
    out.form = *form;
    // Without damping, extrema lie at phase 0: a motion that grazes would begin on its stop.
    form->phase = family.keyed() ? 0 : phase_off_extrema(family.system());
    LabelEquations equations(family, *form, out.label, o.step_tolerance);
    const Index size = equations.size();
    const double q = family.second_value();
    if (q < std::min(o.from, o.to) || q > std::max(o.from, o.to))
        throw InputError("range", number_text(q), "the second parameter begins outside of it");
    Vector y(size + 1);
    y << branch.branch.x.col(k).head(size), branch.branch.p(k);
    y = equations.to_own_phase(y, q) ? equations.start(y.head(size), y(size), q) : Vector();
    if (y.size() == 0) {
        out.branch.back = {continuation::Stop::failed, 0, "the motion breaks off", {}};
        return out;
    }
    Problem problem;
    problem.evaluate = [&equations](const Vector& x, double p,
                                    continuation::Equations& label_equations) -> bool {
        return equations.evaluate(x, p, label_equations);
    };
    continuation::Monitor& own = problem.monitors.emplace_back();
    own.name = "second parameter of the system";
    own.zeros = true;
    own.value = [q](const Solution& solution) -> double { return solution.p - q; };
    if (equations.turns()) { // ends where the pair becomes real
        continuation::Monitor& angle = problem.monitors.emplace_back();
        angle.name = "sine of the angle";
        angle.stop = true;
        angle.value = [size](const Solution& curve_solution) -> double {
            return std::sin(curve_solution.x(size + 1));
        };
    }
    continuation::Options options;
    options.p_min = std::min(o.from, o.to);
    options.p_max = std::max(o.from, o.to);
    options.newton.residual_tol = o.tolerance;
    options.max_step = o.max_step;
    options.first_step = o.max_step / 4;
    options.min_step = std::min(1e-9, o.max_step / 4);
    options.max_points = o.max_points;
    options.branch_points = false;
    OrbitScales states{family.energy_weights(), 1, options.p_max - options.p_min};
    continuation::RescaledTrace along{
        problem, options,
        [states, size](const VectorIn& x, double p) mutable -> continuation::Scales {
            return scales_of(states, x, size, p);
        },
        progress,
        [&equations](Branch& so_far) -> bool {
            describe_refusal(so_far.back, equations.family());
            equations.take_borders();
            const Index last = so_far.n_points() - 1;
            if (continuation::interrupted(so_far) ||
                !equations.ends(so_far.x.col(last), so_far.p(last)))
                return true;
            so_far.back.stop = continuation::Stop::monitor;
            so_far.back.message = "meets grazing, where the force jumps: beyond, there is no such "
                                  "label but at the grazing";
            return false;
        }};
    along.options.scales = along.scales_at(y, q);
    const Vector both = Vector::Unit(y.size() + 1, size) + Vector::Unit(y.size() + 1, y.size());
    out.tolerance = along.options.newton.residual_tol =
        tolerance_over_keys(equations.family(), problem, y, q, both, along.options);
    out.branch = along.begin(continuation::start_of(y, q, -1));
    if (!out.branch.closed() && !continuation::interrupted(out.branch) &&
        out.branch.n_points() > 0) {
        out.branch = continuation::reversed(std::move(out.branch));
        (void)equations.start(out.branch.x.col(out.branch.n_points() - 1).head(size),
                              out.branch.x(size, out.branch.n_points() - 1), q);
        along.take_up(out.branch);
    }
    report_from_phase_0(equations, out.branch);
    return out;
}

} // namespace slideway::dynamics
