#include "dynamics/harmonic/extrema.hpp"

#include "base/text.hpp"
#include "continuation/stretches.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/response_completion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::Equations;
using continuation::Problem;
using continuation::Solution;
using continuation::Start;
using continuation::Stop;

namespace {

constexpr double two_pi = 2 * std::numbers::pi;
constexpr double log_change = 0.25;          // of rms from point to point
constexpr int stop_stick = 1, stop_slip = 2; // of a kink piece, where that slope vanishes

class Follower {
public:
    Follower(const HarmonicBalance& model, const ExtremaOptions& options, const Progress& progress)
        : model_(model), o_(options), progress_(progress),
          search_(model, options.output, options.tolerance), n_(model.n())
    {
    }

    ExtremaCurve follow(const ExtremumStart& start, int direction);

private:
    struct Next {
        LevelPoint at;
        int direction;
    };

    const HarmonicBalance& model_;
    const ExtremaOptions& o_;
    const Progress& progress_;
    ExtremumSearch search_;
    Index n_;
    ExtremaCurve result_;
    // Of the last smooth piece, where its states changed: the point behind, and the piece with it.
    std::optional<LevelPoint> beyond_;
    Branch whole_;
    continuation::Scales whole_scales_;

    [[nodiscard]] continuation::Options options() const;
    [[nodiscard]] bool outside(double p) const
    {
        return p <= std::log(o_.level_from) || p >= std::log(o_.level_to);
    }
    void add_bounds(Problem& problem) const;
    Problem smooth_problem();
    Branch smooth(const LevelPoint& from, int direction, Branch* whole);
    bool look(Branch& branch, Index& seen);
    std::optional<Branch> approach(const LevelPoint& a, int direction, OnsetPassed& onset);
    std::optional<Next> pass(const Branch& approach, const OnsetPassed& onset);
    void append(Branch& branch, const Branch& node, Index k);
    std::optional<Next> along_kink(const Start& start, const Kink& kink);
    Branch kink_branch(KinkEquations& equations, const Start& start, int stops);
    std::optional<Next> leave(KinkEquations& equations, const LevelPoint& node, bool slip);
    std::optional<LevelPoint> behind(KinkEquations& equations, LevelPoint& at, bool slip);
    std::optional<Next> restart(const Branch& branch, int direction);
    std::optional<Next> behind_smooth(Branch branch, int direction, bool& resume);
    void add(Branch branch, std::optional<Kink> kink, std::string ends);
    [[nodiscard]] std::string where(const LevelPoint& at) const
    {
        return "level " + number_text(std::exp(at.p), 8) + ", " +
               number_text(at.x(n_) / two_pi, 8) + " Hz";
    }
};

continuation::Options Follower::options() const
{
    continuation::Options options;
    options.p_min = std::log(o_.level_from);
    options.p_max = std::log(o_.level_to);
    options.newton.residual_tol = o_.tolerance;
    options.max_step = o_.max_step;
    options.first_step = std::min(0.01, o_.max_step);
    options.min_step = 1e-7;
    options.max_points = o_.max_points;
    options.branch_points = false;
    return options;
}

void Follower::add_bounds(Problem& problem) const
{
    auto add = [&](const std::string& name, auto value) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = name;
        monitor.stop = true;
        monitor.value = value;
    };
    add("low", [this](const Solution& at) -> double { return at.x(n_) / o_.Omega_low - 1; });
    add("high", [this](const Solution& at) -> double { return o_.Omega_high / at.x(n_) - 1; });
}

Problem Follower::smooth_problem()
{
    Problem problem = search_.problem();
    auto add = [&](const std::string& name) -> continuation::Monitor& {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = name;
        return monitor;
    };
    continuation::Monitor& change = add("log rms");
    change.max_change = log_change;
    change.value = [this](const Solution& s) -> double {
        search_.equations().evaluate(s.x, s.p);
        return search_.log_rms(search_.equations().at());
    };
    add_bounds(problem);
    add("curvature").value = [this](const Solution& s) -> double {
        return search_.equations().derivatives(s.x, s.p).curvature();
    };
    add("states").value = [this](const Solution& s) -> double {
        search_.equations().evaluate(s.x, s.p);
        return states_code(search_.equations().at());
    };
    return problem;
}

// Whether to go on; where the states change across an onset, the branch ends before it.
bool Follower::look(Branch& branch, Index& seen)
{
    for (Index k = std::max<Index>(seen, 1); k < branch.n_points(); ++k) {
        if (branch.monitors(extrema_second, k) == branch.monitors(extrema_second, k - 1))
            continue;
        const LevelPoint a{branch.x.col(k - 1), branch.p(k - 1)}, b{branch.x.col(k), branch.p(k)};
        const std::optional<OnsetPassed> passed = search_.onset(a, &b);
        if (!passed)
            continue;
        beyond_ = b;
        whole_ = branch;
        continuation::truncate(branch, k);
        return false;
    }
    seen = branch.n_points();
    return true;
}

// From a point, or on from what `whole` holds.
Branch Follower::smooth(const LevelPoint& from, int direction, Branch* whole)
{
    const Problem problem = smooth_problem();
    beyond_.reset();
    Index seen = whole ? whole->n_points() : 0;
    continuation::Stretches along{problem, options(),
                                  [this](const VectorIn& x, double) { return search_.scales(x); },
                                  progress_, [&](Branch& branch) { return look(branch, seen); }};
    Branch branch;
    if (whole) {
        branch = std::move(*whole);
        along.options.scales = whole_scales_;
        along.go_on(branch, branch.n_points() + o_.max_points);
    } else {
        branch = along.begin(continuation::start_of(from.x, from.p, direction));
    }
    whole_scales_ = along.options.scales;
    return branch;
}

Branch Follower::kink_branch(KinkEquations& equations, const Start& start, int stops)
{
    Problem problem;
    problem.evaluate = [&](const Vector& x, double p, Equations& out) -> bool {
        return equations(x, p, out);
    };
    LevelPoint last;
    KinkEquations::Slopes slopes{};
    auto at = [&](const Solution& s) -> const KinkEquations::Slopes& {
        if (last.x.size() == 0 || last.p != s.p || last.x != s.x) {
            slopes = equations.slopes(s.x, s.p);
            last = {s.x, s.p};
        }
        return slopes;
    };
    problem.monitors.emplace_back();
    problem.monitors.back().name = "log rms";
    problem.monitors.back().max_change = log_change;
    problem.monitors.back().value = [&](const Solution& s) -> double {
        (void)at(s);
        return search_.log_rms(equations.at());
    };
    add_bounds(problem);
    auto add = [&](const std::string& name, bool stop, double KinkEquations::Slopes::*value) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = name;
        monitor.stop = stop;
        monitor.value = [&at, value](const Solution& s) -> double { return at(s).*value; };
    };
    add("stick slope", (stops & stop_stick) != 0, &KinkEquations::Slopes::stick);
    add("slip slope", (stops & stop_slip) != 0, &KinkEquations::Slopes::slip);
    add("margin", false, &KinkEquations::Slopes::margin);
    continuation::Stretches along{problem, options(),
                                  [this](const VectorIn& x, double) { return search_.scales(x); },
                                  progress_,
                                  [&](Branch&) {
                                      equations.take_places();
                                      return true;
                                  }};
    return along.begin(start);
}

// Whether a kink piece ends where a slope vanishes; at a corner of the piece it jumps over zero.
bool at_node(const Branch& branch)
{
    if (branch.n_points() == 0 || branch.back.stop != Stop::monitor ||
        branch.monitor.back() < extrema_first)
        return false;
    constexpr double zero = 1e-6; // of the other slope; located zeros are round-off
    const Vector slopes =
        branch.monitors.col(branch.n_points() - 1).segment<2>(extrema_first).cwiseAbs();
    return slopes.minCoeff() <= zero * slopes.maxCoeff();
}

// To the node where the slope on the side that the curve comes from vanishes, along the kink.
std::optional<Branch> Follower::approach(const LevelPoint& a, int direction, OnsetPassed& onset)
{
    std::optional<Branch> nearest;
    Kink kink;
    for (const int way : {direction, -direction}) {
        KinkEquations tried(model_, o_.output, onset.kink);
        Branch found = kink_branch(tried, continuation::start_of(a.x, a.p, way),
                                   onset.from_slip ? stop_slip : stop_stick);
        if (continuation::interrupted(found)) {
            result_.interrupted = true;
            return std::nullopt;
        }
        if (at_node(found) &&
            (!nearest || found.s(found.n_points() - 1) < nearest->s(nearest->n_points() - 1))) {
            nearest = std::move(found);
            kink = tried.kink();
        }
    }
    if (nearest)
        onset.kink = kink;
    return nearest;
}

// From a node along the piece where the slopes point towards or away from each other, and off it
// where one of them vanishes.
std::optional<Follower::Next> Follower::pass(const Branch& approach, const OnsetPassed& onset)
{
    const int own = onset.from_slip ? extrema_second : extrema_first;
    const int other = onset.from_slip ? extrema_first : extrema_second;
    const Index last = approach.n_points() - 1;
    const bool back =
        approach.monitors(own, 0) * approach.monitors(other, last) < 0; // where it came from
    Start start = continuation::start_at(approach, last, back ? -1 : 1);
    start.kind = continuation::PointKind::monitor_zero;
    start.monitor = own;
    append(result_.curve.pieces.back().branch, approach, last);
    return along_kink(start, onset.kink);
}

// Point k of a kink, a node, as the last point of a smooth piece that ends there.
void Follower::append(Branch& branch, const Branch& node, Index k)
{
    const Index N = branch.n_points();
    const continuation::Scales scales = search_.scales(node.x.col(k));
    const Vector step = node.x.col(k) - branch.x.col(N - 1);
    const double s = std::hypot(step.cwiseQuotient(scales.x).norm(), node.p(k) - branch.p(N - 1));
    const double length = std::max(s, 1e-15 * std::abs(branch.s(N - 1)) + 1e-300);
    continuation::truncate(branch, N + 1); // one more
    branch.x.col(N) = node.x.col(k);
    branch.p(N) = node.p(k);
    branch.s(N) = branch.s(N - 1) + length;
    branch.tangent.col(N) << step / length, (node.p(k) - branch.p(N - 1)) / length;
    branch.monitors.col(N) = branch.monitors.col(N - 1);
    branch.monitors.col(N).head(extrema_first) = node.monitors.col(k).head(extrema_first);
    branch.orientation[static_cast<std::size_t>(N)] = 0;
    branch.kind[static_cast<std::size_t>(N)] = static_cast<int>(continuation::PointKind::regular);
    branch.monitor[static_cast<std::size_t>(N)] = -1;
    branch.iterations[static_cast<std::size_t>(N)] = 0;
}

std::optional<Follower::Next> Follower::along_kink(const Start& start, const Kink& kink)
{
    KinkEquations equations(model_, o_.output, kink);
    Branch piece = kink_branch(equations, start, stop_stick | stop_slip);
    result_.interrupted = continuation::interrupted(piece);
    const Index last = piece.n_points() - 1;
    if (last < 0) {
        result_.ends = piece.back.message;
        return std::nullopt;
    }
    const bool node = at_node(piece) && last > 0;
    const LevelPoint end{piece.x.col(last), piece.p(last)};
    const bool slip = node && piece.monitor.back() == extrema_second;
    result_.ends = !node  ? piece.back.message
                   : slip ? "the slope on the side that slips is 0"
                          : "the slope on the side that sticks is 0";
    add(std::move(piece), equations.kink(), result_.ends);
    if (!node)
        return std::nullopt;
    std::optional<Next> next = leave(equations, end, slip);
    if (!next)
        result_.ends = "no extremum was found behind the kink at " + where(end);
    return next;
}

// The smooth extremum beside a kink of that level, which `at` is a guess of, on one of its sides.
std::optional<LevelPoint> Follower::behind(KinkEquations& equations, LevelPoint& at, bool slip)
{
    Problem problem;
    problem.evaluate = [&](const Vector& x, double p, Equations& out) -> bool {
        return equations(x, p, out);
    };
    const Vector fixed = Vector::Unit(n_ + 2, n_ + 1);
    continuation::Corrector corrector(problem, n_ + 1, search_.scales(at.x), search_.newton());
    if (corrector.correct(at.x, at.p, fixed) != continuation::NewtonStatus::converged)
        return std::nullopt;
    corrector.polish(at.x, at.p, fixed);
    const KinkEquations::Slopes slopes = equations.slopes(at.x, at.p);
    const int way = (slopes.margin > 0) == slip ? 1 : -1;
    const double s_kink = slip ? slopes.slip : slopes.stick;
    if (!std::isfinite(s_kink))
        return std::nullopt;
    // A step off the kink, so that the motion is of that side.
    std::optional<LevelPoint> off;
    for (double h = 1e-12; h < 1e-7 && !(off && search_.slips(*off, equations.kink()) == slip);
         h *= 10)
        off = search_.on_response(at.x, at.x(n_) * (1 + way * h), at.p);
    if (!off || (search_.slope(*off) > 0) != (s_kink > 0))
        return std::nullopt;
    constexpr double far = 0.02; // of the frequency
    return search_.extremum_from(*off, far, way);
}

// The smooth extremum that begins at a node of a kink, on the side whose slope vanishes there: at a
// level close by, above or below. The one that is not it stays away from the kink.
std::optional<Follower::Next> Follower::leave(KinkEquations& equations, const LevelPoint& node,
                                              bool slip)
{
    for (double delta = 1e-3; delta > 1e-8; delta *= 0.1) {
        std::optional<Next> best;
        double least = std::numeric_limits<double>::infinity();
        for (const int sign : {1, -1}) {
            LevelPoint at{node.x, node.p + sign * delta};
            if (outside(at.p))
                continue;
            const std::optional<LevelPoint> found = behind(equations, at, slip);
            if (!found || !(std::abs(found->x(n_) - at.x(n_)) < least))
                continue;
            least = std::abs(found->x(n_) - at.x(n_));
            best = Next{*found, sign};
        }
        if (best)
            return best;
    }
    return std::nullopt;
}

// Where Newton's method fails though no onset is near: second derivatives have no bound where two
// slips merge or a contact opens. The extremum is sought on its response at a level close by:
// ahead, or, where the curve folds, behind, on the other side.
std::optional<Follower::Next> Follower::restart(const Branch& branch, int direction)
{
    const Index last = branch.n_points() - 1;
    const LevelPoint a{branch.x.col(last), branch.p(last)};
    const int way_p = last > 0 && branch.p(last) < branch.p(last - 1) ? -1
                      : last > 0                                      ? 1
                                                                      : direction;
    for (const int sign : {way_p, -way_p})
        for (const double delta : {1e-6, 1e-5, 1e-4, 1e-3}) {
            const double p = a.p + sign * delta;
            if (outside(p))
                continue;
            std::optional<LevelPoint> best;
            for (const int way : {1, -1}) {
                const std::optional<LevelPoint> at = search_.on_response(a.x, a.x(n_), p);
                if (!at)
                    continue;
                const std::optional<LevelPoint> found = search_.extremum_from(*at, 0.02, way);
                if (found &&
                    (!best || std::abs(found->x(n_) - a.x(n_)) < std::abs(best->x(n_) - a.x(n_))))
                    best = found;
            }
            if (best && sign == way_p)
                return Next{*best, sign};
            if (!best || last == 0)
                continue;
            // Not the curve that led here.
            Index k = last;
            while (k > 0 && (branch.p(k) - p) * sign < 0)
                --k;
            if (std::abs(best->x(n_) - branch.x(n_, k)) > 1e-9 * a.x(n_))
                return Next{*best, sign};
        }
    return std::nullopt;
}

void Follower::add(Branch branch, std::optional<Kink> kink, std::string ends)
{
    const std::string name =
        kink ? "kink of " + model_.system().joints[kink->joint].name : "extremum";
    result_.curve.pieces.push_back({name, std::move(branch), "", std::move(ends)});
    result_.kinks.push_back(std::move(kink));
}

// Where a smooth piece ends: over a kink, on past states that change without one, or past second
// derivatives without bound.
std::optional<Follower::Next> Follower::behind_smooth(Branch branch, int direction, bool& resume)
{
    const Index last = branch.n_points() - 1;
    const LevelPoint a{branch.x.col(last), branch.p(last)};
    const bool passed = beyond_.has_value();
    const std::string failure = branch.back.message;
    if (!passed && branch.back.stop != Stop::failed) {
        result_.interrupted = continuation::interrupted(branch);
        result_.ends = failure;
        add(std::move(branch), {}, failure);
        return std::nullopt;
    }
    const int travel = last > 0 ? (branch.p(last) > branch.p(last - 1) ? 1 : -1) : direction;
    std::optional<OnsetPassed> onset = search_.onset(a, passed ? &*beyond_ : nullptr);
    const std::optional<Branch> node = onset ? approach(a, travel, *onset) : std::nullopt;
    if (node || result_.interrupted) {
        add(std::move(branch), {},
            node ? "onset of slip of " + model_.system().joints[onset->kink.joint].name
                 : "interrupted");
        return node ? pass(*node, *onset) : std::nullopt;
    }
    if (passed) {
        resume = true;
        return Next{a, direction};
    }
    std::optional<Next> next = restart(branch, travel);
    result_.ends = failure;
    add(std::move(branch), {}, next ? "second derivatives without bound" : failure);
    return next;
}

ExtremaCurve Follower::follow(const ExtremumStart& start, int direction)
{
    std::optional<Next> now = Next{{start.x, std::log(start.level)}, direction};
    if (start.kink)
        now = along_kink(continuation::start_of(start.x, now->at.p, direction), *start.kink);
    bool resume = false;
    while (now && static_cast<int>(result_.curve.pieces.size()) < o_.max_pieces) {
        Branch branch = smooth(now->at, now->direction, resume ? &whole_ : nullptr);
        resume = false;
        if (branch.n_points() == 0) {
            result_.ends = branch.back.message;
            break;
        }
        if (!result_.kinks.empty() && result_.kinks.back()) { // it begins at a node
            const Branch& kink = result_.curve.pieces.back().branch;
            branch = continuation::reversed(std::move(branch));
            append(branch, kink, kink.n_points() - 1);
            branch = continuation::reversed(std::move(branch));
        }
        now = behind_smooth(std::move(branch), now->direction, resume);
    }
    if (now)
        result_.ends = std::to_string(o_.max_pieces) + " pieces, as asked for";
    return std::move(result_);
}

// Where the level lies between two points of a piece.
template <class Found>
void crossings(const Branch& branch, double p, const Found& found)
{
    for (Index k = 0; k + 1 < branch.n_points(); ++k) {
        const double a = branch.p(k) - p, b = branch.p(k + 1) - p;
        if (a == 0 || a * b < 0 || (b == 0 && k + 2 == branch.n_points()))
            found(k, a == b ? 0 : a / (a - b));
    }
}

} // namespace

ExtremaCurve extrema_curve(const HarmonicBalance& model, const ExtremumStart& start, int direction,
                           const ExtremaOptions& options, const Progress& progress)
{
    return Follower(model, options, progress).follow(start, direction);
}

ExtremaCurve reversed(ExtremaCurve curve)
{
    for (continuation::Piece& piece : curve.curve.pieces)
        piece.branch = continuation::reversed(std::move(piece.branch));
    std::reverse(curve.curve.pieces.begin(), curve.curve.pieces.end());
    std::reverse(curve.kinks.begin(), curve.kinks.end());
    std::swap(curve.begins, curve.ends);
    return curve;
}

std::vector<Extremum> extrema_at(const HarmonicBalance& model, const ExtremaCurve& curve,
                                 double level, const ExtremaOptions& options,
                                 std::vector<std::string>& lost)
{
    ExtremumSearch search(model, options.output, options.tolerance);
    const Index n = model.n();
    const double p = std::log(level);
    std::vector<Extremum> list;
    for (std::size_t i = 0; i < curve.curve.pieces.size(); ++i) {
        const Branch& branch = curve.curve.pieces[i].branch;
        crossings(branch, p, [&](Index k, double share) {
            const LevelPoint guess{
                Vector((1 - share) * branch.x.col(k) + share * branch.x.col(k + 1)), p};
            const double apart = std::abs(branch.x(n, k + 1) - branch.x(n, k));
            const double near = std::max(2 * apart, 1e-6 * guess.x(n));
            std::optional<Extremum> found =
                curve.kinks[i] ? search.on_kink(guess, *curve.kinks[i])
                               : search.extremum_near(guess, branch.x.col(k), near);
            if (found && std::abs(found->x(n) - guess.x(n)) <= near) {
                found->piece = i;
                list.push_back(std::move(*found));
            } else {
                lost.push_back("level " + number_text(level, 8) + ": between " +
                               number_text(branch.x(n, k) / two_pi, 8) + " and " +
                               number_text(branch.x(n, k + 1) / two_pi, 8) + " Hz");
            }
        });
    }
    return list;
}

std::vector<ExtremumStart> response_extrema(const HarmonicBalance& model, double level,
                                            const ExtremaOptions& options, const Progress& progress)
{
    ForcedResponseOptions range;
    range.level = level;
    range.Omega_from = options.Omega_low;
    range.Omega_to = options.Omega_high;
    range.tolerance = options.tolerance;
    range.stability = false;
    const ForcedResponse response = forced_response(model, range, progress);
    ExtremumSearch search(model, options.output, options.tolerance);
    const Index n = model.n();
    const double p = std::log(level);
    std::vector<ExtremumStart> list;
    for (const Branch* branch : curves_of(response)) {
        const Index N = branch->n_points();
        std::vector<LevelPoint> points(static_cast<std::size_t>(N));
        for (Index k = 0; k < N; ++k) {
            LevelPoint& point = points[static_cast<std::size_t>(k)];
            point = {Vector(n + 1), p};
            point.x << branch->x.col(k), branch->p(k);
            if (k == 0)
                continue;
            LevelPoint a = points[static_cast<std::size_t>(k) - 1], b = point;
            const bool folds = branch->tangent(n, k - 1) * branch->tangent(n, k) <= 0;
            if (folds || (search.slope(a) > 0) == (search.slope(b) > 0))
                continue;
            if (const std::optional<LevelPoint> smooth = search.refine(a, b))
                list.push_back({smooth->x, level, {}});
            else if (const std::optional<OnsetPassed> onset = search.onset(a, &b))
                list.push_back({a.x, level, onset->kink});
        }
    }
    std::sort(list.begin(), list.end(),
              [n](const ExtremumStart& a, const ExtremumStart& b) { return a.x(n) < b.x(n); });
    return list;
}

} // namespace slideway::dynamics
