#include "dynamics/orbits/conservative_backbone.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "continuation/corrector.hpp"
#include "continuation/pieces.hpp"
#include "continuation/stretches.hpp"
#include "continuation/switch_branch.hpp"
#include "dynamics/orbits/conservative_equations.hpp"
#include "dynamics/orbits/free_harmonics.hpp"
#include "dynamics/orbits/independent_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;
using continuation::Problem;
using continuation::Solution;

namespace {

constexpr double any = std::numeric_limits<double>::infinity();
constexpr double large = 1e300; // monitors are finite
// Change of a test from point to point: two zeros of it between points would leave its sign alone.
constexpr double test_change = 0.2;
// Of the frequency, the logarithm of the energy and amplitudes: two motions are one. Branch points
// are located to 1e-9; different ones agree in all of these by chance alone.
constexpr double same_motion = 1e-6;
// Of the frequency of a small motion: the start lies on its branch.
constexpr double like_small = 1e-2;
constexpr double unseen = 1e-9; // of what an output could see of a mode

// Ratio to the highest frequency followed above which a mode is not followed in time if that can be
// avoided, since the number of Taylor steps grows with the ratio.
constexpr double much_faster = 30;
constexpr int most_harmonics = 150; // of motions by harmonics

/// What is the same of a motion, whenever it begins, and of its mirrors in space and time.
struct Signature {
    double p = 0, Omega = 0;
    Vector amplitudes;

    [[nodiscard]] bool operator==(const Signature& other) const
    {
        return std::abs(p - other.p) <= same_motion &&
               std::abs(Omega - other.Omega) <= same_motion * Omega &&
               (amplitudes - other.amplitudes).norm() <= same_motion * amplitudes.norm();
    }
};

/// A branch point that some curve has met.
struct Junction {
    Signature motion;
    std::size_t curve = 0;
    Index at = 0;
    bool done = false; ///< what crosses there has come from elsewhere
};

/// Curves of all parts of a system, those of a part in its own coordinates.
struct Found {
    ConservativeBackbones out;
    std::vector<std::size_t> part_of; ///< part of each curve
    bool cut = false;                 ///< true if there were more curves
};

/// Follows the free motions of one part of a system.
class Tracer {
public:
    /// @param numbers  number of each mode of the part among those of the whole
    Tracer(const ConservativeSystem& system, FreeEquations& equations, std::size_t part,
           std::vector<Index> numbers, const FreeOptions& options, const Progress& progress,
           Found& found);
    /// Finds where the curve of a mode of the part begins.
    void find_start(Index mode);
    /// Follows that curve. @pre find_start has been called for all modes
    void follow_mode(Index mode);
    void follow_crossings();

private:
    bool full(); ///< no further curve
    void add_monitors();
    const FreeEquations::At& motion_at(const Vector& x, double p);
    [[nodiscard]] Signature signature(const Vector& x, double p);
    bool correct(Vector& x, double p);
    [[nodiscard]] std::optional<Vector> point_at(const Branch& branch, double p);
    [[nodiscard]] bool mirrors(const Branch& half, const Branch& other);
    Branch follow(const continuation::Start& start, int max_points, bool ends_at_known);
    bool look(Branch& branch, Index& seen, bool ends_at_known);

    [[nodiscard]] std::optional<continuation::Start> small_motion(Index mode);
    void follow_crossing(std::size_t crossing);
    void add(FreeCurve curve);
    void label(FreeCurve& curve);

    const ConservativeSystem& c_;
    std::size_t part_;
    std::vector<Index> numbers_;
    const FreeOptions& o_;
    const Progress& progress_;
    FreeEquations& equations_;
    Problem problem_;
    std::vector<std::optional<continuation::Start>> starts_; // of each mode
    double p_min_ = any, p_max_ = any;
    std::vector<Junction> crossings_;
    Found& found_;
    ConservativeBackbones& out_;
};

Tracer::Tracer(const ConservativeSystem& system, FreeEquations& equations, std::size_t part,
               std::vector<Index> numbers, const FreeOptions& options, const Progress& progress,
               Found& found)
    : c_(system), part_(part), numbers_(std::move(numbers)), o_(options), progress_(progress),
      equations_(equations), starts_(numbers_.size()), found_(found), out_(found.out)
{
    problem_.evaluate = [this](const Vector& x, double p, continuation::Equations& out) -> bool {
        return equations_.evaluate(x, p, out);
    };
    add_monitors();
    if (o_.over == FreeParameter::energy)
        p_max_ = 0.5 * std::log(2 * o_.to);
}

bool Tracer::full()
{
    found_.cut =
        found_.cut || (!out_.interrupted && static_cast<int>(out_.curves.size()) >= o_.max_curves);
    return found_.cut || out_.interrupted || equations_.exhausted();
}

void Tracer::add_monitors()
{
    const auto add = [&](std::string name, bool zeros, double max_change, auto get) -> auto&
    {
        continuation::Monitor& monitor = problem_.monitors.emplace_back();
        monitor.name = std::move(name);
        monitor.zeros = zeros;
        monitor.max_change = max_change;
        monitor.value = [this, get](const Solution& at) -> double {
            return get(equations_.at(at.x, at.p));
        };
        return monitor;
    };
    using At = FreeEquations::At;
    add("growth", false, any, [](const At& at) -> double {
        const ComplexVector& others = at.others.multipliers;
        return others.size() > 0 ? std::min(std::abs(others(0)), large) : 1;
    });
    add("stable", false, any, [](const At& at) -> double { return at.stable ? 1 : 0; });
    add("others", false, test_change, [](const At& at) -> double {
        return at.others.multipliers.size() > 0 ? at.others.fold_test : 1;
    });
    add("grazing", true, any,
        [](const At& at) -> double { return at.grazing.test(at.grazing.distinct); });
    add("beyond", false, any, [](const At& at) -> double { return at.grazing.distinct; });
    problem_.surfaces = {.monitor = free_grazing,
                         .beyond = [this](const Solution& at) -> int {
                             return equations_.at(at.x, at.p).grazing.beyond;
                         },
                         .on = [this](const Solution& at) -> int {
                             return equations_.at(at.x, at.p).grazing.touching;
                         },
                         .room = [this](const Solution& at) -> double {
                             return equations_.at(at.x, at.p).grazing.room;
                         }};
    add("range", true, any, [this](const At& at) -> double {
        return o_.over == FreeParameter::energy ? 1
                                                : 1 - equations_.range(at, 0).amplitude() / o_.to;
    }).stop = true;
    for (std::size_t i = 0; i < equations_.n_outputs(); ++i)
        for (const bool most : {false, true})
            add((most ? "largest " : "least ") + std::to_string(i), false, any,
                [this, i, most](const At& at) -> double {
                    const FreeEquations::Range range = equations_.range(at, i);
                    return most ? range.most : range.least;
                });
    for (const double Omega : o_.Omega)
        add("frequency", true, any, [this, Omega](const At& at) -> double {
            return at.x(equations_.at_Omega()) / Omega - 1;
        });
}

// Of any branch: not near to the last motion.
const FreeEquations::At& Tracer::motion_at(const Vector& x, double p)
{
    equations_.take_phase(x);
    return equations_.at(x, p);
}

Signature Tracer::signature(const Vector& x, double p)
{
    const FreeEquations::At& motion = motion_at(x, p);
    Signature s{p, x(equations_.at_Omega()),
                Vector::Zero(static_cast<Index>(equations_.n_outputs()))};
    for (Index i = 0; i < s.amplitudes.size(); ++i)
        s.amplitudes(i) = equations_.range(motion, static_cast<std::size_t>(i)).amplitude();
    return s;
}

bool Tracer::correct(Vector& x, double p)
{
    continuation::NewtonOptions newton;
    newton.residual_tol = o_.tolerance;
    equations_.take_phase(x);
    continuation::Corrector corrector(problem_, x.size(), equations_.scales(x, p), newton);
    const Vector at_p = Vector::Unit(x.size() + 1, x.size());
    if (corrector.correct(x, p, at_p) != continuation::NewtonStatus::converged)
        return false;
    corrector.polish(x, p, at_p);
    return true;
}

// The motion of a branch at p, where it first passes it.
std::optional<Vector> Tracer::point_at(const Branch& branch, double p)
{
    const auto found = continuation::crossings(branch.p, p);
    if (found.empty())
        return std::nullopt;
    const auto [k, share] = found.front();
    Vector x = (1 - share) * branch.x.col(k) + share * branch.x.col(k + 1);
    return correct(x, p) ? std::optional(x) : std::nullopt;
}

// Whether a branch that has just begun is another one begun later, mirrored, or backwards in time.
bool Tracer::mirrors(const Branch& half, const Branch& other)
{
    const Index last = half.n_points() - 1;
    if (last < 1)
        return false;
    const std::optional<Vector> x = point_at(other, half.p(last));
    if (!x)
        return false;
    const Signature there = signature(*x, half.p(last));
    return signature(half.x.col(last), half.p(last)) == there;
}

// What a stretch has added; false: the branch ends. The phase is taken anew, so that its condition
// cannot degenerate.
bool Tracer::look(Branch& branch, Index& seen, bool ends_at_known)
{
    if (equations_.exhausted()) {
        branch.back.stop = continuation::Stop::failed;
        branch.back.message =
            "motions beyond need more than " + std::to_string(most_harmonics) + " harmonics";
        return false;
    }
    for (; ends_at_known && seen < branch.n_points(); ++seen) {
        if (branch.kind_of(seen) != PointKind::branch_point)
            continue;
        const Signature here = signature(branch.x.col(seen), branch.p(seen));
        for (Junction& known : crossings_)
            if (known.motion == here) {
                known.done = true;
                continuation::truncate(branch, seen + 1);
                branch.back.stop = continuation::Stop::bound;
                branch.back.message =
                    "meets curve " + std::to_string(known.curve + 1) + " at a branch point";
                return false;
            }
    }
    const Index last = branch.n_points() - 1;
    equations_.take_phase(branch.x.col(last));
    equations_.keep_phase(branch.tangent.col(last));
    return true;
}

Branch Tracer::follow(const continuation::Start& start, int max_points, bool ends_at_known)
{
    continuation::Options options;
    options.p_min = p_min_;
    options.p_max = p_max_;
    options.newton.residual_tol = o_.tolerance;
    options.max_step = o_.max_step;
    options.first_step = o_.max_step / 4;
    options.min_step = std::min(1e-9, o_.max_step / 4);
    options.max_points = max_points;
    options.closed_loops = false; // it would have to pass its start, a branch point
    Index seen = 1;
    continuation::Stretches along{
        problem_, options,
        [this](const VectorIn& x, double p) -> continuation::Scales {
            return equations_.scales(x, p);
        },
        progress_, [&](Branch& branch) -> bool { return look(branch, seen, ends_at_known); }};
    equations_.take_phase(start.x);
    Branch branch = along.begin(start);
    if (continuation::interrupted(branch))
        out_.interrupted = true;
    return branch;
}

// At the lower end of the range, or below, where the motion is still that of the mode.
std::optional<continuation::Start> Tracer::small_motion(Index mode)
{
    const std::string name = "mode " +
                             std::to_string(numbers_[static_cast<std::size_t>(mode)] + 1) + " (" +
                             number_text(c_.omega(mode) / two_pi, 8) + " Hz): ";
    double p = 0.5 * std::log(2 * o_.from);
    if (o_.over == FreeParameter::amplitude) {
        const Vector& row = equations_.output(0).row;
        const double seen = std::abs(row.dot(c_.shapes.col(mode)));
        if (seen <= unseen * row.norm()) {
            out_.left_out.push_back(name + "it does not move the first output");
            return std::nullopt;
        }
        p = std::log(o_.from * c_.omega(mode) / seen);
    }
    for (int k = 0; k < 12; ++k, p -= 1) {
        Vector x = equations_.small_motion(mode, p);
        if (correct(x, p) && std::abs(x(equations_.at_Omega()) / c_.omega(mode) - 1) < like_small)
            return continuation::start_of(x, p, 1);
    }
    out_.left_out.push_back(name + "no free motion was found near the small one");
    return std::nullopt;
}

void Tracer::find_start(Index mode)
{
    auto& start = starts_[static_cast<std::size_t>(mode)];
    start = small_motion(mode);
    p_min_ = std::min(p_min_, start ? start->p : any);
}

void Tracer::follow_mode(Index mode)
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
            std::abs(curve.branch.x(equations_.at_Omega(), last) / omega - 1) < like_small) {
            curve.message = "ends in mode " + std::to_string(number + 1);
            return;
        }
    }
    if (full())
        return;
    FreeCurve curve;
    curve.mode = number;
    curve.branch = follow(*start, o_.max_points, false);
    add(std::move(curve));
}

void Tracer::follow_crossing(std::size_t crossing)
{
    const Junction here = crossings_[crossing];
    continuation::Options options;
    const Branch& parent = out_.curves[here.curve].branch;
    options.scales = equations_.scales(parent.x.col(here.at), parent.p(here.at));
    options.newton.residual_tol = o_.tolerance;
    equations_.take_phase(parent.x.col(here.at));
    const continuation::Switch crossed =
        continuation::switch_branch(problem_, parent, here.at, options);
    if (crossed.starts.empty()) {
        out_.curves[here.curve].notes[static_cast<std::size_t>(here.at)] = crossed.message;
        return;
    }
    constexpr int begun = 10; // points that tell a mirror
    std::optional<Branch> first;
    // Towards larger energies first: the sign of a direction that is found is round-off's.
    const int up = crossed.starts.front().tangent(equations_.n()) < 0 ? -1 : 1;
    for (const int direction : {up, -up}) {
        continuation::Start start = crossed.starts.front();
        start.direction = direction;
        if (first && mirrors(follow(start, begun, true), *first))
            return;
        if (full())
            return;
        FreeCurve curve;
        curve.parent = static_cast<Index>(here.curve);
        curve.at = here.at;
        curve.branch = follow(start, o_.max_points, true);
        first = curve.branch;
        add(std::move(curve));
    }
}

void Tracer::add(FreeCurve curve)
{
    if (curve.branch.n_points() == 0)
        return;
    label(curve);
    const std::size_t number = out_.curves.size();
    for (const Index k : continuation::points_of(curve.branch, PointKind::branch_point)) {
        const Signature here = signature(curve.branch.x.col(k), curve.branch.p(k));
        if (std::none_of(crossings_.begin(), crossings_.end(),
                         [&](const Junction& known) -> bool { return known.motion == here; }))
            crossings_.push_back({here, number, k});
    }
    out_.curves.push_back(std::move(curve));
    found_.part_of.push_back(part_);
}

void Tracer::label(FreeCurve& curve)
{
    Branch& branch = curve.branch;
    for (Index k = 0; k < branch.n_points(); ++k) {
        const auto i = static_cast<std::size_t>(k);
        OrbitLabel label = label_of(branch.kind_of(k));
        std::string note;
        if (branch.kind_of(k) == PointKind::monitor_zero)
            label = branch.monitor[i] == free_range     ? OrbitLabel::bound
                    : branch.monitor[i] == free_grazing ? OrbitLabel::grazing
                                                        : OrbitLabel::frequency;
        if (label == OrbitLabel::grazing) {
            note = join(equations_.grazed(motion_at(branch.x.col(k), branch.p(k))));
            if (note.empty()) { // extrema have become equal
                label = OrbitLabel::none;
                branch.kind[i] = static_cast<int>(PointKind::regular);
                branch.monitor[i] = -1;
            }
        }
        curve.labels.push_back(label);
        curve.notes.push_back(std::move(note));
    }
}

void Tracer::follow_crossings()
{
    for (std::size_t k = 0; k < crossings_.size(); ++k)
        if (!crossings_[k].done && !full())
            follow_crossing(k);
}

// States of a curve in place of the unknowns of its equations. How a state moves with the unknowns
// along the tangent: by a difference, which is for files alone.
void to_states(Branch& branch, const FreeEquations& equations)
{
    Matrix x, tangent;
    for (Index k = 0; k < branch.n_points(); ++k) {
        const Vector at = branch.x.col(k), along = branch.tangent.col(k).head(at.size());
        const Vector state = equations.state(at);
        constexpr double step = 1e-4;
        if (k == 0) {
            x.resize(state.size(), branch.n_points());
            tangent.resize(state.size() + 1, branch.n_points());
        }
        x.col(k) = state;
        tangent.col(k) << (equations.state(at + step * along) -
                           equations.state(at - step * along)) /
                              (2 * step),
            branch.tangent(at.size(), k);
    }
    branch.x = std::move(x);
    branch.tangent = std::move(tangent);
}

// A curve of a part in the coordinates of the whole, whose other parts are at rest.
void lift(FreeCurve& curve, const ConservativeSystem& whole, const Matrix& Z,
          const std::vector<ModalOutput>& outputs)
{
    const Index m = whole.m(), n = Z.cols(), points = curve.branch.n_points();
    const Vector others = whole.rest - Z * (Z.transpose() * whole.rest);
    const auto lifted = [&](const Matrix& part) -> Matrix {
        Matrix out(part.rows() + 2 * (m - n), points);
        out.topRows(m) = Z * part.topRows(n);
        out.middleRows(m, m) = Z * part.middleRows(n, n);
        out.bottomRows(part.rows() - 2 * n) = part.bottomRows(part.rows() - 2 * n);
        return out;
    };
    curve.branch.x = lifted(curve.branch.x);
    curve.branch.x.topRows(m).colwise() += others;
    curve.branch.tangent = lifted(curve.branch.tangent);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        curve.branch.monitors.middleRows(free_outputs + 2 * static_cast<Index>(i), 2).array() +=
            outputs[i].row.dot(others);
}

/// Modes of one part that are followed, by number in the part.
struct Wanted {
    std::size_t part = 0;
    std::vector<Index> numbers; ///< number of each mode of the part in the whole
    std::vector<Index> modes;
};

void trace(const ConservativeSystem& system, FreeEquations& equations, const Wanted& wanted,
           const FreeOptions& options, const Progress& progress, Found& found)
{
    Tracer tracer(system, equations, wanted.part, wanted.numbers, options, progress, found);
    for (const Index mode : wanted.modes)
        tracer.find_start(mode);
    for (const Index mode : wanted.modes)
        tracer.follow_mode(mode);
    tracer.follow_crossings();
}

// Traces a part by harmonics, with more of them until all its motions have enough.
// @return what was done, in words
std::string trace_by_harmonics(const ConservativeSystem& system,
                               const std::vector<ModalOutput>& outputs, const Wanted& wanted,
                               const FreeOptions& options, const Progress& progress, Found& found)
{
    FreeHarmonics::Size size;
    size.least = any;
    for (const Index mode : wanted.modes) {
        size.least = std::min(size.least, 0.9 * system.omega(mode));
        size.most = std::max(size.most, 1.2 * system.omega(mode));
    }
    for (;;) {
        FreeHarmonics equations(system, outputs, size);
        Found trial = found;
        trace(system, equations, wanted, options, progress, trial);
        if (equations.larger() && equations.larger()->harmonics <= most_harmonics &&
            !trial.out.interrupted) {
            size = *equations.larger();
            continue;
        }
        for (std::size_t k = found.out.curves.size(); k < trial.out.curves.size(); ++k)
            to_states(trial.out.curves[k].branch, equations);
        found = std::move(trial);
        return std::to_string(size.harmonics) + " harmonics of the joints, and those of " +
               std::to_string(equations.n_slow()) + " modes that are near to resonance; " +
               std::to_string(system.m() - equations.n_slow()) +
               " modes follow the joints exactly, without resonances of their own";
    }
}

} // namespace

void check(const ConservativeSystem& system, const std::vector<ModalOutput>& outputs,
           const FreeOptions& o)
{
    if (!(o.from > 0 && o.to > o.from) || !std::isfinite(o.to))
        throw InputError(std::string(name_of(o.over)),
                         number_text(o.from) + " to " + number_text(o.to),
                         "expected 0 < from < to");
    if (o.over == FreeParameter::amplitude && outputs.empty())
        throw InputError("no displacement whose amplitude is meant");
    for (const Index mode : o.modes)
        if (mode < 0 || mode >= system.m())
            throw InputError("modes", std::to_string(mode + 1),
                             "there are modes 1 to " + std::to_string(system.m()));
    for (const double Omega : o.Omega)
        if (!(Omega > 0) || !std::isfinite(Omega))
            throw InputError("at_frequency", number_text(Omega / two_pi),
                             "expected frequencies > 0");
    if (!(o.tolerance > 0 && o.tolerance <= 1e-6))
        throw InputError("tolerance", number_text(o.tolerance),
                         "expected a number > 0 and <= 1e-6");
    if (!(o.max_step > 0 && o.max_step <= 0.5))
        throw InputError("max_step", number_text(o.max_step), "expected a number > 0 and <= 0.5");
    if (o.max_points < 2)
        throw InputError("max_points", std::to_string(o.max_points), "expected at least 2");
    if (o.max_curves < 1)
        throw InputError("max_curves", std::to_string(o.max_curves), "expected at least 1");
}

ConservativeBackbones conservative_backbones(const ConservativeSystem& system,
                                             const std::vector<ModalOutput>& outputs,
                                             const FreeOptions& options, const Progress& progress)
{
    check(system, outputs, options);
    const IndependentParts split = independent_parts(system, outputs);
    std::vector<Wanted> wanted(split.parts.size());
    for (std::size_t k = 0; k < split.modes.size(); ++k)
        wanted[split.modes[k].first].numbers.push_back(static_cast<Index>(k));
    std::vector<Index> modes = options.modes;
    if (modes.empty())
        for (Index mode = 0; mode < system.m(); ++mode)
            modes.push_back(mode);
    for (const Index mode : modes) {
        const auto [part, number] = split.modes[static_cast<std::size_t>(mode)];
        wanted[part].modes.push_back(number);
    }
    Found found;
    found.out.notes = split.notes;
    for (std::size_t k = 0; k < split.parts.size(); ++k) {
        if (wanted[k].modes.empty())
            continue;
        wanted[k].part = k;
        const IndependentPart& part = split.parts[k];
        std::vector<ModalOutput> seen = outputs;
        for (ModalOutput& output : seen)
            output.row = part.Z.transpose() * output.row;
        double highest = 0;
        for (const Index mode : wanted[k].modes)
            highest = std::max(highest, part.system.omega(mode));
        if (FreeHarmonics::takes(part.system) &&
            part.system.omega.maxCoeff() > much_faster * highest) {
            found.out.notes.push_back(
                trace_by_harmonics(part.system, seen, wanted[k], options, progress, found));
            continue;
        }
        ConservativeEquations equations(part.system, seen, options.step_tolerance);
        trace(part.system, equations, wanted[k], options, progress, found);
    }
    if (found.cut)
        found.out.left_out.push_back("what crosses these curves beyond " +
                                     std::to_string(options.max_curves) + " curves");
    if (split.parts.size() > 1 || !split.notes.empty())
        for (std::size_t k = 0; k < found.out.curves.size(); ++k)
            lift(found.out.curves[k], system, split.parts[found.part_of[k]].Z, outputs);
    return std::move(found.out);
}

Matrix sampled(const ConservativeSystem& system, const VectorIn& x, int samples)
{
    const Index size = 2 * system.m();
    Matrix z(size, samples + 1);
    z.col(0) = x.head(size);
    const PassageOptions options;
    for (Index k = 0; k < samples; ++k)
        z.col(k + 1) = passage(system.system, z.col(k), two_pi / x(size) / samples, options).end;
    return z;
}

} // namespace slideway::dynamics
