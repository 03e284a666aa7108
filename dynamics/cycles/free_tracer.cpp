#include "dynamics/cycles/free_tracer.hpp"

#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "continuation/corrector.hpp"
#include "continuation/pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;
using continuation::Solution;

namespace {

constexpr double any = std::numeric_limits<double>::infinity();
constexpr double large = 1e300; // monitors are finite
// Change of a test from point to point: two zeros of it between points would leave its sign alone.
constexpr double test_change = 0.2;
// Relative difference of frequency, logarithm of energy and amplitudes at which two motions count
// as equal. Branch points are located to 1e-9; different motions agree in all of these only by
// chance.
constexpr double same_motion = 1e-6;
// Relative difference to the frequency of a small motion at which a start lies on its branch.
constexpr double like_small = 1e-2;
// Share of a mode in the energy of a motion above which the motion belongs to it.
constexpr double like_mode = 0.7;
constexpr double unseen = 1e-9; // of what an output could see of a mode
// Points of a stretch, after which scales are taken anew and points are looked at.
constexpr int few_points = 2;
// Arclength within which a zero of the test of other motions belongs to a fold or branch point,
// where the test has a square root.
constexpr double same_place = 1e-2;
// Points in a row of an internal resonance, beyond which a curve ends: those with modes of higher
// order lead through further ones without end.
constexpr Index most_in_resonance = 100;
// Step of differences of unknowns along a tangent.
constexpr double difference = 1e-4;

// Whether the energy changes its direction at a point that is no fold.
bool energy_turns(const Branch& branch, Index k)
{
    if (k == 0 || k + 1 >= branch.n_points())
        return false;
    const Index p = branch.tangent.rows() - 1;
    return branch.tangent(p, k - 1) * branch.tangent(p, k + 1) < 0 &&
           branch.kind_of(k - 1) != PointKind::fold && branch.kind_of(k + 1) != PointKind::fold;
}

} // namespace

bool FreeTracer::Signature::operator==(const Signature& other) const
{
    return std::abs(p - other.p) <= same_motion &&
           std::abs(Omega - other.Omega) <= same_motion * Omega &&
           (amplitudes - other.amplitudes).norm() <= same_motion * amplitudes.norm();
}

FreeTracer::FreeTracer(const ConservativeSystem& system, EquationsOf equations_of, std::size_t part,
                       std::vector<Index> numbers, const FreeOptions& options,
                       const Progress& progress, FoundCurves& found)
    : c_(system), equations_of_(std::move(equations_of)), part_(part), numbers_(std::move(numbers)),
      o_(options), progress_(progress), starts_(numbers_.size()), p_min_(any), p_max_(any),
      found_(found), out_(found.out)
{
    problem_.evaluate = [this](const Vector& x, double p, continuation::Equations& out) -> bool {
        return equations_->evaluate(x, p, out);
    };
    use(equations_of_(0));
    add_monitors();
    if (o_.over == FreeParameter::energy)
        p_max_ = 0.5 * std::log(2 * o_.to);
}

bool FreeTracer::full()
{
    found_.cut =
        found_.cut || (!out_.interrupted && static_cast<int>(out_.curves.size()) >= o_.max_curves);
    return found_.cut || out_.interrupted;
}

void FreeTracer::use(std::shared_ptr<FreeEquations> equations)
{
    equations_ = std::move(equations);
    if (!largest_ || equations_->n() > largest_->n())
        largest_ = equations_;
    if (problem_.monitors.empty())
        return;
    // If the equations have a symmetry, other motions cross without a sign change of their
    // determinant.
    problem_.monitors[free_others].zeros = equations_->tests_cross();
    problem_.monitors[free_others].max_change = equations_->tests_cross() ? any : test_change;
}

void FreeTracer::add_monitors()
{
    const auto add = [&](std::string name, bool zeros, double max_change, auto get) -> auto&
    {
        continuation::Monitor& monitor = problem_.monitors.emplace_back();
        monitor.name = std::move(name);
        monitor.zeros = zeros;
        monitor.max_change = max_change;
        monitor.value = [this, get](const Solution& solution) -> double {
            return get(equations_->at(solution.x, solution.p));
        };
        return monitor;
    };
    using At = FreeEquations::At;
    add("growth", false, any, [](const At& point) -> double {
        const ComplexVector& others = point.others.multipliers;
        return others.size() > 0 ? std::min(std::abs(others(0)), large) : 1;
    });
    add("stable", false, any,
        [](const At& trace_point) -> double { return trace_point.stable ? 1 : 0; });
    add("others", false, test_change, [](const At& other_point) -> double {
        return other_point.others.multipliers.size() > 0 ? other_point.others.fold_test : 1;
    });
    add("grazing", true, any, [](const At& this_point) -> double {
        return this_point.grazing.test(this_point.grazing.distinct);
    });
    add("beyond", false, any,
        [](const At& current_point) -> double { return current_point.grazing.distinct; });
    problem_.surfaces = {
        .monitor = free_grazing,
        .beyond = [this](const Solution& trace_solution) -> int {
            return equations_->at(trace_solution.x, trace_solution.p).grazing.beyond;
        },
        .on = [this](const Solution& other_solution) -> int {
            return equations_->at(other_solution.x, other_solution.p).grazing.touching;
        },
        .room = [this](const Solution& this_solution) -> double {
            return equations_->at(this_solution.x, this_solution.p).grazing.room;
        }};
    add("range", true, any, [this](const At& inner_point) -> double {
        return o_.over == FreeParameter::energy
                   ? 1
                   : 1 - equations_->range(inner_point, 0).amplitude() / o_.to;
    }).stop = true;
    for (std::size_t i = 0; i < equations_->n_outputs(); ++i)
        for (const bool most : {false, true})
            add((most ? "largest " : "least ") + std::to_string(i), false, any,
                [this, i, most](const At& at) -> double {
                    const MotionRange range = equations_->range(at, i);
                    return most ? range.most : range.least;
                });
    for (const double Omega : o_.Omega)
        add("frequency", true, any, [this, Omega](const At& at) -> double {
            return at.x(equations_->at_Omega()) / Omega - 1;
        });
}

// Evaluates a motion of any branch, which need not be near the last motion.
const FreeEquations::At& FreeTracer::motion_at(const Vector& x, double p)
{
    equations_->take_phase(x);
    return equations_->at(x, p);
}

FreeTracer::Signature FreeTracer::signature(const Vector& x, double p)
{
    const FreeEquations::At& motion = motion_at(x, p);
    Signature s{p, x(equations_->at_Omega()),
                Vector::Zero(static_cast<Index>(equations_->n_outputs()))};
    for (Index i = 0; i < s.amplitudes.size(); ++i)
        s.amplitudes(i) = equations_->range(motion, static_cast<std::size_t>(i)).amplitude();
    return s;
}

bool FreeTracer::correct(Vector& x, double& p, const Vector& normal)
{
    continuation::NewtonOptions newton;
    newton.residual_tol = o_.tolerance;
    equations_->take_phase(x);
    const continuation::Scales scales = equations_->scales(x, p);
    continuation::Corrector corrector(problem_, x.size(), scales, newton);
    Vector scaled = normal;
    scaled.head(x.size()) = scaled.head(x.size()).cwiseQuotient(scales.x).eval();
    scaled.normalize();
    if (corrector.correct(x, p, scaled) != continuation::NewtonStatus::converged)
        return false;
    corrector.polish(x, p, scaled);
    return true;
}

bool FreeTracer::correct(Vector& x, double p)
{
    return correct(x, p, Vector::Unit(x.size() + 1, x.size()));
}

// Examines new points of a branch. Returns false if the branch ends. Resets the phase condition, so
// that it cannot degenerate.
bool FreeTracer::look_at(Branch& branch, Look& look)
{
    for (; look.resolved < branch.n_points(); ++look.resolved)
        if (!equations_->resolves(branch.x.col(look.resolved))) {
            look.unresolved = branch.x.col(look.resolved);
            continuation::truncate(branch, std::max<Index>(look.resolved, 1));
            return false;
        }
    for (; look.seen < branch.n_points(); ++look.seen) {
        const bool in_resonance = equations_->fundamental(branch.x.col(look.seen)) < 0.5;
        look.in_resonance = in_resonance ? look.in_resonance + 1 : 0;
        if (in_resonance && look.resonance_ends) {
            continuation::truncate(branch, look.seen);
            return false;
        }
        if (look.in_resonance == 1 && look.may_pass) {
            continuation::truncate(branch, look.seen + 1);
            look.met = true;
            return false;
        }
        if (look.in_resonance > most_in_resonance) {
            continuation::truncate(branch, look.seen + 1);
            branch.back.stop = continuation::Stop::bound;
            branch.back.message =
                std::to_string(most_in_resonance) + " points in a row of an internal resonance";
            return false;
        }
        if (!look.ends_at_known || branch.kind_of(look.seen) != PointKind::branch_point)
            continue;
        const Signature point_signature = signature(branch.x.col(look.seen), branch.p(look.seen));
        for (Junction& known : crossings_)
            if (known.motion == point_signature) {
                known.done = true;
                continuation::truncate(branch, look.seen + 1);
                branch.back.stop = continuation::Stop::bound;
                branch.back.message =
                    "meets curve " + std::to_string(known.curve + 1) + " at a branch point";
                return false;
            }
    }
    const Index last = branch.n_points() - 1;
    equations_->take_phase(branch.x.col(last));
    equations_->keep_phase(branch.tangent.col(last));
    return true;
}

FreeTracer::Part FreeTracer::follow_part(const continuation::Start& start, int max_points,
                                         double first_step, Look& look)
{
    continuation::Options options;
    options.p_min = p_min_;
    options.p_max = p_max_;
    options.newton.residual_tol = o_.tolerance;
    options.max_step = o_.max_step;
    options.min_step = std::min(1e-9, o_.max_step / 4);
    options.first_step = std::clamp(first_step, options.min_step, o_.max_step);
    options.max_points = max_points;
    // With a symmetry, narrow resonances of higher harmonics change the sign of the determinant and
    // nothing else; where other motions take over stability, free_others changes its sign.
    options.branch_points = !equations_->tests_cross();
    options.closed_loops = false; // it would have to pass its start, a branch point
    continuation::RescaledTrace along{
        problem_, options,
        [this](const VectorIn& x, double p) -> continuation::Scales {
            return equations_->scales(x, p);
        },
        progress_, [&](Branch& branch) -> bool { return look_at(branch, look); }};
    if (equations_->tests_cross())
        along.points = few_points;
    equations_->take_phase(start.x);
    Part part{equations_, along.begin(start)};
    if (continuation::interrupted(part.branch))
        out_.interrupted = true;
    return part;
}

// A point of other equations in those in use: the last one that those resolve.
continuation::Start FreeTracer::carried(const FreeEquations& from, const continuation::Start& start)
{
    continuation::Start trace_start = start;
    trace_start.x = equations_->taken_over(from, start.x);
    const Index n = start.x.size();
    if (start.tangent.size() == 0)
        return trace_start;
    const Vector along = start.tangent.head(n);
    trace_start.tangent.resize(trace_start.x.size() + 1);
    trace_start.tangent << (equations_->taken_over(from, start.x + difference * along) -
                            equations_->taken_over(from, start.x - difference * along)) /
                               (2 * difference),
        start.tangent(n);
    return trace_start;
}

// Goes on from the last point of a part with equations that resolve what is beyond; from one before
// where Newton's method finds none, as next to a branch point. Takes those behind it away.
// @return  empty: done; else why there is none, in words
std::string FreeTracer::refine(Part& part, const Vector& unresolved, StartOf& from)
{
    std::shared_ptr<FreeEquations> next = part.equations->resolving(unresolved);
    if (!next)
        return part.equations->limit();
    for (Index last = part.branch.n_points() - 1; last >= 0; --last) {
        use(next);
        from = {next, carried(*part.equations, continuation::start_at(part.branch, last))};
        const bool corrected = correct(from.start.x, from.start.p, from.start.tangent);
        use(part.equations);
        if (!corrected)
            continue;
        const continuation::BranchEnd end = part.branch.back;
        continuation::truncate(part.branch, last + 1);
        part.branch.back = end;
        return {};
    }
    return "Newton's method fails with more harmonics";
}

FreeTracer::Traced FreeTracer::follow(const StartOf& start, int max_points, bool ends_at_known,
                                      bool passes)
{
    return follow(start, max_points, ends_at_known, passes, {});
}

FreeTracer::Traced FreeTracer::follow(const StartOf& start, int max_points, bool ends_at_known,
                                      bool passes, Traced so_far)
{
    Traced out = std::move(so_far);
    StartOf from = start;
    double step = o_.max_step / 4;
    Look look;
    look.ends_at_known = ends_at_known;
    look.may_pass = passes;
    for (;;) {
        const Index before = out.curve.branch.n_points();
        look.seen = 1;
        look.resolved = 0;
        look.unresolved.resize(0);
        look.met = false;
        use(from.equations);
        Part part = follow_part(
            from.start, max_points - static_cast<int>(std::max<Index>(before - 1, 0)), step, look);
        if (part.branch.n_points() == 0) {
            if (before > 0) {
                out.curve.branch.back.stop = continuation::Stop::failed;
                out.curve.branch.back.message = part.branch.back.message;
            }
            return out;
        }
        if (part.branch.back.step > 0)
            step = part.branch.back.step;
        const bool coarse = look.unresolved.size() > 0;
        std::string why;
        if (coarse && !out_.interrupted)
            why = refine(part, look.unresolved, from);
        bool passed = false;
        if (look.met && !out_.interrupted)
            passed = pass_resonance(out.parts, part, from);
        if (look.met && !passed) { // continue into the resonance
            from = {part.equations,
                    continuation::start_at(part.branch, part.branch.n_points() - 1)};
            use(part.equations);
        }
        append(out, std::move(part));
        out.gap = passed;
        if ((!coarse && !look.met) || out_.interrupted)
            return out;
        if (!why.empty()) {
            out.curve.branch.back.stop = continuation::Stop::failed;
            out.curve.branch.back.message = why;
            return out;
        }
    }
}

// States of a part in place of the unknowns of its equations. How a state moves with the unknowns
// along the tangent: by a difference, which is for files alone.
void FreeTracer::append(Traced& out, Part part)
{
    use(part.equations);
    const Branch& from = part.branch;
    Branch& to = out.curve.branch;
    const Index before = to.n_points(), skip = before > 0 && !out.gap ? 1 : 0,
                n = from.n_points() - skip, unknowns = from.x.rows();
    if (before == 0) {
        to = from;
        to.x.resize(0, 0);
        to.tangent.resize(0, 0);
    } else {
        const double s = to.s(before - 1);
        to.p.conservativeResize(before + n);
        to.s.conservativeResize(before + n);
        to.monitors.conservativeResize(Eigen::NoChange, before + n);
        to.p.tail(n) = from.p.tail(n);
        to.s.tail(n) = from.s.tail(n).array() + s;
        to.monitors.rightCols(n) = from.monitors.rightCols(n);
        const auto add = [&](std::vector<int>& list, const std::vector<int>& more) {
            list.insert(list.end(), more.begin() + skip, more.end());
        };
        add(to.orientation, from.orientation);
        add(to.kind, from.kind);
        add(to.monitor, from.monitor);
        add(to.iterations, from.iterations);
        to.back = from.back;
    }
    for (Index k = 0; k < n; ++k) {
        const Vector values = from.x.col(k + skip),
                     along = difference * from.tangent.col(k + skip).head(unknowns);
        const Vector state = equations_->state(values);
        if (k == 0) {
            to.x.conservativeResize(state.size(), before + n);
            to.tangent.conservativeResize(state.size() + 1, before + n);
        }
        to.x.col(before + k) = state;
        if (unknowns == state.size() && state == values) {
            to.tangent.col(before + k) = from.tangent.col(k + skip);
            continue;
        }
        to.tangent.col(before + k)
            << (equations_->state(values + along) - equations_->state(values - along)) /
                   (2 * difference),
            from.tangent(unknowns, k + skip);
    }
    for (Index k = 1; k < from.n_points(); ++k)
        if (equations_->tests_cross() && from.orientation[static_cast<std::size_t>(k)] *
                                                 from.orientation[static_cast<std::size_t>(k - 1)] <
                                             0)
            ++weak_resonances_;
    label(out, part, before, skip);
    out.parts.push_back(std::move(part));
}

// Labels of the points of a part, of which `first` are known already.
void FreeTracer::label(Traced& out, const Part& part, Index first, Index skip)
{
    Branch& branch = out.curve.branch;
    const Index offset = first - skip; // of points of the part
    const auto is_turn = [&](Index k) -> bool {
        const PointKind kind = part.branch.kind_of(k);
        return kind == PointKind::fold || kind == PointKind::branch_point;
    };
    for (Index k = first; k < branch.n_points(); ++k) {
        const auto i = static_cast<std::size_t>(k);
        const Index position = k - offset;
        OrbitLabel label = label_of(branch.kind_of(k));
        std::string note;
        if (branch.kind_of(k) == PointKind::monitor_zero)
            label = branch.monitor[i] == free_range     ? OrbitLabel::bound
                    : branch.monitor[i] == free_grazing ? OrbitLabel::grazing
                    : branch.monitor[i] == free_others  ? OrbitLabel::branch_point
                                                        : OrbitLabel::frequency;
        bool drop = false;
        if (label == OrbitLabel::grazing) {
            note = join(equations_->grazed(motion_at(part.branch.x.col(position), branch.p(k))));
            drop = note.empty(); // extrema have become equal
            if (!drop && energy_turns(part.branch, position))
                note += "; the energy has an extremum here or less than 1e-4 of arclength beyond";
        }
        const bool own = branch.kind_of(k) == PointKind::branch_point;
        if (label == OrbitLabel::branch_point && !own)
            for (Index other = std::max<Index>(position - 2, 0);
                 other < std::min(position + 3, part.branch.n_points()); ++other)
                drop = drop || (is_turn(other) && std::abs(part.branch.s(other) -
                                                           part.branch.s(position)) < same_place);
        if (drop) {
            label = OrbitLabel::none;
            branch.kind[i] = static_cast<int>(PointKind::regular);
            branch.monitor[i] = -1;
        } else if (label == OrbitLabel::branch_point) {
            branch.kind[i] = static_cast<int>(PointKind::branch_point);
            branch.monitor[i] = -1;
            Junction junction;
            junction.motion = signature(part.branch.x.col(position), branch.p(k));
            junction.point = {part.equations, continuation::start_at(part.branch, position)};
            junction.at = k;
            junction.by_stability = !own;
            out.junctions.push_back(std::move(junction));
        }
        out.curve.labels.push_back(label);
        out.curve.notes.push_back(std::move(note));
    }
}

// Share of a mode in the energy of the small motion that a state is part of.
double FreeTracer::share_of(Index mode, const VectorIn& state) const
{
    const Index m = c_.m();
    const Vector y = c_.omega.cwiseProduct(c_.shapes.transpose() * (state.head(m) - c_.rest)),
                 v = c_.shapes.transpose() * state.segment(m, m);
    return (y(mode) * y(mode) + v(mode) * v(mode)) / (y.squaredNorm() + v.squaredNorm());
}

// At the lower end of the range, or below, where the motion is still that of the mode. Close
// frequencies alone do not show it: joints may mix their modes long before they change frequencies.
std::optional<FreeTracer::StartOf> FreeTracer::small_motion(Index mode)
{
    const std::string name = "mode " +
                             std::to_string(numbers_[static_cast<std::size_t>(mode)] + 1) + " (" +
                             number_text(c_.omega(mode) / two_pi, 8) + " Hz): ";
    use(equations_of_(mode));
    double p = 0.5 * std::log(2 * o_.from);
    if (o_.over == FreeParameter::amplitude) {
        const Vector& row = equations_->output(0).row;
        const double seen = std::abs(row.dot(c_.shapes.col(mode)));
        if (seen <= unseen * row.norm()) {
            out_.left_out.push_back(name + "it does not move the first output");
            return std::nullopt;
        }
        p = std::log(o_.from * c_.omega(mode) / seen);
    }
    for (int k = 0; k < 20; ++k, p -= 1) {
        Vector x = equations_->small_motion(mode, p);
        if (correct(x, p) &&
            std::abs(x(equations_->at_Omega()) / c_.omega(mode) - 1) < like_small &&
            share_of(mode, equations_->state(x)) > like_mode)
            return StartOf{equations_, continuation::start_of(x, p, 1)};
    }
    out_.left_out.push_back(name + "no free motion was found near the small one");
    return std::nullopt;
}

void FreeTracer::find_start(Index mode)
{
    auto& start = starts_[static_cast<std::size_t>(mode)];
    start = small_motion(mode);
    p_min_ = std::min(p_min_, start ? start->start.p : any);
}

void FreeTracer::follow_mode(Index mode)
{
    const auto& start = starts_[static_cast<std::size_t>(mode)];
    if (!start)
        return;
    const double omega = c_.omega(mode);
    const Index number = numbers_[static_cast<std::size_t>(mode)];
    for (std::size_t k = 0; k < out_.curves.size(); ++k) {
        FreeCurve& curve = out_.curves[k];
        if (found_.part_of[k] != part_)
            continue;
        const Index last = curve.branch.n_points() - 1;
        if (curve.branch.back.stop == continuation::Stop::bound && curve.branch.p(last) == p_min_ &&
            std::abs(curve.branch.x(curve.branch.x.rows() - 2, last) / omega - 1) < like_small &&
            share_of(mode, curve.branch.x.col(last)) > like_mode) {
            curve.message = "ends in mode " + std::to_string(number + 1);
            return;
        }
    }
    if (full() || follow_equal_modes(mode))
        return;
    Traced traced = follow(*start, o_.max_points, false, true);
    traced.curve.mode = number;
    const std::vector<Part> parts = traced.parts;
    add(std::move(traced));
    go_beyond_resonances(mode, parts);
}

void FreeTracer::add(Traced traced)
{
    if (traced.curve.branch.n_points() == 0)
        return;
    leave_out_narrow(traced);
    const std::size_t number = out_.curves.size();
    for (Junction& met : traced.junctions) {
        met.curve = number;
        if (std::none_of(crossings_.begin(), crossings_.end(),
                         [&](const Junction& known) -> bool { return known.motion == met.motion; }))
            crossings_.push_back(std::move(met));
    }
    out_.curves.push_back(std::move(traced.curve));
    found_.part_of.push_back(part_);
}

} // namespace slideway::dynamics
