#include "dynamics/harmonic/extrema.hpp"

#include "base/text.hpp"
#include "continuation/stretches.hpp"

#include <algorithm>
#include <cmath>
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
    struct Side {
        LevelPoint at;
        double slope;
        int way; ///< in frequency, off the kink
    };

    const HarmonicBalance& model_;
    const ExtremaOptions& o_;
    const Progress& progress_;
    ExtremumSearch search_;
    Index n_;
    ExtremaCurve result_;
    // Of the last smooth piece, where its states changed: the point behind, and the piece with it.
    bool turned_ = false;
    std::optional<LevelPoint> beyond_;
    Branch whole_;
    continuation::Scales whole_scales_;

    [[nodiscard]] continuation::Options options() const;
    [[nodiscard]] std::string end_of(const Branch& branch) const;
    [[nodiscard]] bool outside(double p) const
    {
        return p <= std::log(o_.level_from) || p >= std::log(o_.level_to);
    }
    void add_bounds(Problem& problem) const;
    Problem smooth_problem();
    Branch smooth(const LevelPoint& from, int direction, Branch* whole);
    bool turned_back(const Branch& branch, Index k);
    bool look(Branch& branch, Index& seen);
    std::optional<Branch> approach(const LevelPoint& a, int direction, OnsetPassed& onset);
    std::optional<Next> pass(const Branch& approach, const OnsetPassed& onset);
    void append(Branch& branch, const Branch& node, Index k);
    bool closes();
    std::optional<Next> along_kink(const Start& start, const Kink& kink);
    Branch kink_branch(KinkEquations& equations, const Start& start, int stops);
    std::optional<Next> leave(KinkEquations& equations, const LevelPoint& node, bool slip);
    std::optional<Side> beside(KinkEquations& equations, LevelPoint& at, bool slip, double least);
    std::optional<Next> restart(const Branch& branch, int direction);
    std::optional<LevelPoint> next_extremum(const LevelPoint& at, int way, bool maximum);
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
    options.newton.max_iterations = 6; // near a node no number of them helps
    options.newton.max_halvings = 2;
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

// Whether a branch that turned before point k leads back to where it came from, over a fold that
// second derivatives without bound hide: behind a fold a maximum is a minimum.
bool Follower::turned_back(const Branch& branch, Index k)
{
    constexpr Index before = 4; // beyond the fold, which is a point, and one on either side of it
    if (k < before ||
        (branch.monitors(extrema_first, k) < 0) != (branch.monitors(extrema_first, k - before) < 0))
        return false;
    const Vector scale = search_.scales(branch.x.col(k)).x;
    auto step = [&](Index i) -> Vector {
        Vector d(n_ + 2);
        d << (branch.x.col(i) - branch.x.col(i - 1)).cwiseQuotient(scale),
            branch.p(i) - branch.p(i - 1);
        return d.normalized();
    };
    constexpr double back = -0.9;
    return step(k - 1).dot(step(k - 2)) < back;
}

// Whether to go on; where the states change across an onset, the branch ends before it.
bool Follower::look(Branch& branch, Index& seen)
{
    for (Index k = std::max<Index>(seen, 1); k < branch.n_points(); ++k) {
        if (turned_back(branch, k)) {
            turned_ = true;
            continuation::truncate(branch, k - 1);
            return false;
        }
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
    turned_ = false;
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

// Why a piece ends that does not lead to another one.
std::string Follower::end_of(const Branch& branch) const
{
    if (branch.closed())
        return "closed";
    if (branch.back.stop == Stop::bound)
        return branch.p(branch.n_points() - 1) < std::log(o_.level_to) ? "the lowest level"
                                                                       : "the highest level";
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
    result_.ends = !node  ? end_of(piece)
                   : slip ? "the slope on the side that slips is 0"
                          : "the slope on the side that sticks is 0";
    add(std::move(piece), equations.kink(), result_.ends);
    if (!node || closes())
        return std::nullopt;
    std::optional<Next> next = leave(equations, end, slip);
    if (!next)
        result_.ends = "no extremum was found behind the kink at " + where(end);
    return next;
}

// Whether the last piece, a kink, ends where an earlier one did: what led there the first time is
// then forgotten, as it has been passed once more.
bool Follower::closes()
{
    constexpr double same = 1e-8; // ln level, and displacements in parts of their amplitude
    std::vector<continuation::Piece>& pieces = result_.curve.pieces;
    const Branch& last = pieces.back().branch;
    const Index N = last.n_points() - 1;
    const Vector scale = search_.scales(last.x.col(N)).x;
    for (std::size_t k = 0; k + 1 < pieces.size(); ++k) {
        const Branch& other = pieces[k].branch;
        const Index M = other.n_points() - 1;
        if (!result_.kinks[k] || !(std::abs(other.p(M) - last.p(N)) <= same) ||
            !((other.x.col(M) - last.x.col(N)).cwiseQuotient(scale).cwiseAbs().maxCoeff() <= same))
            continue;
        const auto first = static_cast<std::ptrdiff_t>(k) + 1;
        pieces.erase(pieces.begin(), pieces.begin() + first);
        result_.kinks.erase(result_.kinks.begin(), result_.kinks.begin() + first);
        result_.closed = true;
        result_.ends = "closed";
        return true;
    }
    return false;
}

// A motion on one side of a kink of that level, which `at` is a guess of.
// @param least  distance from it, share of the frequency
std::optional<Follower::Side> Follower::beside(KinkEquations& equations, LevelPoint& at, bool slip,
                                               double least)
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
    const int way = (equations.slopes(at.x, at.p).margin > 0) == slip ? 1 : -1;
    for (double h = least; h < 1e-7; h *= 10) {
        const double step = way * h * at.x(n_);
        Vector guess = at.x.head(n_);
        if (!slip)
            guess += step * equations.along();
        const std::optional<LevelPoint> off = search_.on_response(guess, at.x(n_) + step, at.p);
        if (off && search_.slips(*off, equations.kink()) == slip)
            return Side{*off, search_.slope(*off), way};
    }
    return std::nullopt;
}

// The smooth extremum that begins at a node of a kink, on the side whose slope vanishes there: at a
// level close by, above or below. Off the node the slope takes a sign; at levels where the slope at
// the kink has the other, the extremum is near, and nearer the closer the level. Where there is
// none, a fold hides it that is too close to the node to be told from it, and the extremum behind
// that is taken.
std::optional<Follower::Next> Follower::leave(KinkEquations& equations, const LevelPoint& node,
                                              bool slip)
{
    constexpr double far = 0.02; // of the frequency
    LevelPoint here = node;
    const std::optional<Side> at_node = beside(equations, here, slip, 1e-9);
    for (const bool folded : {false, true}) {
        double before[] = {0, 0}; // distance from the kink, at levels below and above
        for (double delta = 1e-3; at_node && delta > 1e-8; delta *= 0.4)
            for (const int sign : {1, -1}) {
                LevelPoint at{node.x, node.p + sign * delta};
                if (outside(at.p))
                    continue;
                const std::optional<Side> side = beside(equations, at, slip, 1e-12);
                if (!side || ((side->slope > 0) == (at_node->slope > 0)) != folded)
                    continue;
                const std::optional<LevelPoint> found =
                    search_.extremum_from(side->at, far, side->way);
                if (!found)
                    continue;
                const double distance = std::abs(found->x(n_) - at.x(n_));
                double& last = before[sign > 0 ? 1 : 0];
                if (folded || distance < 0.6 * last)
                    return Next{*found, sign};
                last = distance;
            }
    }
    return std::nullopt;
}

// Where Newton's method fails though no onset is near: second derivatives have no bound where two
// slips merge or a contact opens. The extremum is sought on its response at a level close by:
// ahead, or, where the curve folds and a maximum meets a minimum, behind, the other one.
std::optional<Follower::Next> Follower::restart(const Branch& branch, int direction)
{
    const Index last = branch.n_points() - 1;
    const LevelPoint a{branch.x.col(last), branch.p(last)};
    // A turn may lie behind the fold already.
    const bool maximum = branch.monitors(extrema_first, std::max<Index>(last - 2, 0)) < 0;
    for (const double delta : {1e-6, 1e-5, 1e-4, 1e-3}) {
        std::optional<Next> best;
        for (const int sign : {direction, -direction}) {
            const double p = a.p + sign * delta;
            if (outside(p) || (last == 0 && sign != direction))
                continue;
            const std::optional<LevelPoint> at = search_.on_response(a.x, a.x(n_), p);
            for (const int way : {1, -1}) {
                const std::optional<LevelPoint> found =
                    at ? next_extremum(*at, way, maximum == (sign == direction)) : std::nullopt;
                if (found && (!best || std::abs(found->x(n_) - a.x(n_)) <
                                           std::abs(best->at.x(n_) - a.x(n_))))
                    best = Next{*found, sign};
            }
        }
        if (best)
            return best;
    }
    return std::nullopt;
}

// The first maximum or minimum, or the second extremum, from a motion in one direction.
std::optional<LevelPoint> Follower::next_extremum(const LevelPoint& at, int way, bool maximum)
{
    constexpr double far = 0.02, beyond = 1e-9; // shares of the frequency
    const bool first = ((search_.slope(at) > 0) == (way > 0)) == maximum;
    const std::optional<LevelPoint> found = search_.extremum_from(at, far, way);
    if (!found || first)
        return found;
    const std::optional<LevelPoint> behind =
        search_.on_response(found->x, found->x(n_) * (1 + way * beyond), at.p);
    return behind ? search_.extremum_from(*behind, far, way) : std::nullopt;
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
    if (!passed && !turned_ && branch.back.stop != Stop::failed) {
        result_.interrupted = continuation::interrupted(branch);
        result_.closed = branch.closed();
        result_.ends = end_of(branch);
        add(std::move(branch), {}, result_.ends);
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

} // namespace slideway::dynamics
