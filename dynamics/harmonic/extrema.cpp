#include "dynamics/harmonic/extrema.hpp"

#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/harmonic/extremum_nodes.hpp"
#include "dynamics/harmonic/extremum_steps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::Equations;
using continuation::Problem;
using continuation::Solution;
using continuation::Start;
using continuation::Stop;

namespace {

constexpr double log_change = 0.5; // of rms from point to point

class Follower {
public:
    Follower(MotionFamily& motions, const ExtremaOptions& options, const Progress& progress)
        : motions_(motions), model_(motions.model()), o_(options), progress_(progress),
          search_(motions, options.output, options.tolerance),
          nodes_(motions, options.output, search_), n_(model_.n())
    {
    }

    ExtremaCurve follow(const ExtremumStart& start, int direction);

private:
    /// A smooth extremum to follow from a point of it.
    struct Next {
        MotionAt at;
        int direction = 1; ///< direction of p ...
        Vector along = {}; ///< ... or (x, p)
    };

    MotionFamily& motions_;
    const HarmonicBalance& model_;
    const ExtremaOptions& o_;
    const Progress& progress_;
    ExtremumSearch search_;
    ExtremumNodes nodes_;
    Index n_;
    ExtremaCurve result_;
    bool at_bound_ = false; ///< the curve begins at an end of the range
    // How the last smooth piece ends.
    std::optional<Node> node_;
    bool turned_ = false, turned_maximum_ = false; ///< it turned back; it was a maximum

    [[nodiscard]] std::string end_of(const Branch& branch) const;
    [[nodiscard]] bool outside(double p) const
    {
        return p <= std::log(o_.from) || p >= std::log(o_.to);
    }
    bool leaves(double p);
    void add_bounds(Problem& problem) const;
    Problem smooth_problem();
    Branch smooth(const Next& from);
    bool look(Branch& branch, Index& seen);
    std::optional<Node> node_between(const MotionAt& a, const MotionAt& b);
    bool may_end_at(const Node& node, const Branch& branch, Index k, const Vector& way);
    std::optional<Node> node_ahead(const Branch& branch, const std::vector<OnsetPassed>& onsets,
                                   double reach, bool any);
    std::optional<Next> pass(const Node& node);
    void append(Branch& branch, const MotionAt& motion);
    void prepend(Branch& branch, const MotionAt& motion);
    bool closes();
    std::optional<Next> along_kinks(Start start, Kink kink);
    Branch kink_branch(KinkEquations& equations, const Start& start);
    bool zero_between(KinkEquations& equations, Branch& branch, Index k);
    std::optional<Next> restart(const Branch& branch, int direction);
    std::optional<Next> behind_smooth(Branch branch, int direction);
    /// A place on a smooth piece of the curve.
    struct Place {
        std::size_t piece;
        Index before; ///< point before it
        int way;      ///< direction of p there
    };
    std::optional<Place> passed(const MotionAt& motion);
    void close_at(const Place& place);
    void add(Branch branch, std::optional<Kink> kink, std::string ends);
    /// Scaled difference of two points.
    [[nodiscard]] Vector from_to(const MotionAt& a, const MotionAt& b);
    [[nodiscard]] std::string where(const MotionAt& motion) const
    {
        return motions_.value_text(std::exp(motion.p)) + ", " +
               number_text(motion.x(n_) / two_pi, 8) + " Hz";
    }
};

MotionAt point_of(const Branch& branch, Index k)
{
    return {branch.x.col(k), branch.p(k)};
}

Vector Follower::from_to(const MotionAt& a, const MotionAt& b)
{
    Vector way(n_ + 2);
    way << (b.x - a.x).cwiseQuotient(search_.scales(a.x).x), b.p - a.p;
    return way;
}

void Follower::add_bounds(Problem& problem) const
{
    auto add = [&](const std::string& name, auto value) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = name;
        monitor.stop = true;
        monitor.value = value;
    };
    add("low",
        [this](const Solution& solution) -> double { return solution.x(n_) / o_.Omega_low - 1; });
    add("high", [this](const Solution& extremum_solution) -> double {
        return o_.Omega_high / extremum_solution.x(n_) - 1;
    });
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

// Whether to continue; where the states change across an onset, the branch ends before it.
bool Follower::look(Branch& branch, Index& seen)
{
    // A longer step than this may pass both nodes of a kink, whose onset moves too far to be told
    // to be the same.
    constexpr double fine = 0.15, shorter = 0.25;
    for (Index k = std::max<Index>(seen, 1); k < branch.n_points(); ++k) {
        if (const std::optional<Index> i =
                reversal(branch, k, extrema_first, search_.scales(branch.x.col(k)).x)) {
            turned_ = true;
            turned_maximum_ = branch.monitors(extrema_first, k) < 0;
            continuation::truncate(branch, *i + 1);
            return false;
        }
        if (branch.monitors(extrema_second, k) == branch.monitors(extrema_second, k - 1))
            continue;
        const MotionAt a = point_of(branch, k - 1), b = point_of(branch, k);
        node_ = node_between(a, b);
        if (node_ && !may_end_at(*node_, branch, k - 1, from_to(a, node_->at)))
            node_.reset();
        const double length = from_to(a, b).norm();
        if (node_ || length > fine)
            continuation::truncate(branch, k);
        if (node_)
            return false;
        if (length > fine) {
            branch.back.step = shorter * length;
            branch.back.stop = Stop::max_points; // also where the step reached a bound
            break;
        }
    }
    seen = branch.n_points();
    constexpr double ahead = 5; // steps: two, of which the second may be four times as long
    const double length = ahead * branch.back.step;
    const std::vector<OnsetPassed> onsets =
        search_.onsets_ahead(point_of(branch, seen - 1), branch.tangent.col(seen - 1), length);
    node_ = node_ahead(branch, onsets, length, false);
    return !node_;
}

// Whether the piece may end at a node, from point k on. Close to the node folds may lie between.
bool Follower::may_end_at(const Node& node, const Branch& branch, Index k, const Vector& way)
{
    constexpr double close = 0.02;
    return !leads_to(result_, node.at, search_.scales(node.at.x).x, at_bound_) &&
           (way.norm() <= close || nodes_.may_begin(node, branch.monitors(extrema_first, k) < 0));
}

// The node that was stepped over from a to b.
std::optional<Node> Follower::node_between(const MotionAt& a, const MotionAt& b)
{
    constexpr double beyond = 1.5; // of their distance
    const std::optional<OnsetPassed> onset = search_.onset(a, b);
    if (!onset)
        return std::nullopt;
    const Vector chord = from_to(a, b);
    const double reach = beyond * chord.norm();
    const MotionAt middle{0.5 * (a.x + b.x), 0.5 * (a.p + b.p)};
    for (const MotionAt& guess : {middle, a}) {
        std::optional<Node> node =
            nodes_.node_near(guess, onset->kink, onset->from_slip, 2 * reach);
        const Vector way = node ? from_to(a, node->at) : chord;
        if (node && !outside(node->at.p) && way.norm() <= reach && way.dot(chord) > 0)
            return node;
    }
    return std::nullopt;
}

// The node of one of these onsets that the end of a branch is about to get to.
std::optional<Node> Follower::node_ahead(const Branch& branch,
                                         const std::vector<OnsetPassed>& onsets, double reach,
                                         bool any)
{
    constexpr double straight = 0.9; // cosine
    const Index last = branch.n_points() - 1;
    const MotionAt a = point_of(branch, last);
    Vector tangent = branch.tangent.col(last);
    tangent.head(n_ + 1).array() /= search_.scales(a.x).x.array();
    for (const OnsetPassed& onset : onsets) {
        std::optional<Node> node = nodes_.node_near(a, onset.kink, onset.from_slip, 2 * reach);
        if (!node || outside(node->at.p))
            continue;
        const Vector way = from_to(a, node->at);
        const double ahead = way.dot(tangent);
        if (way.norm() <= reach && ahead > 0 && may_end_at(*node, branch, last, way) &&
            (any ||
             (ahead > straight * way.norm() * tangent.norm() &&
              (a.p - node->at.p) * node->smooth_way > 0 && tangent(n_ + 1) * node->smooth_way < 0)))
            return node;
    }
    return std::nullopt;
}

Branch Follower::smooth(const Next& from)
{
    const Problem problem = smooth_problem();
    node_.reset();
    turned_ = false;
    Index seen = 0;
    search_.heed_roughness(from.at);
    continuation::RescaledTrace along{
        problem,
        steps_of(o_),
        [this](const VectorIn& x, double) { return search_.scales(x); },
        progress_,
        [&](Branch& branch) { return look(branch, seen); },
        2};
    along.options.newton.residual_tol = search_.newton().residual_tol;
    Branch branch;
    // Towards a node steps end long before they are as short as where second derivatives have no
    // bound. There it may turn back.
    constexpr double least[] = {1e-3, 1e-5, 1e-7}, near = 0.05;
    constexpr Index beside = 4; // points beside a node, from where a piece may fold at once
    for (std::size_t k = 0; k < std::size(least); ++k) {
        if (k == 1 && branch.n_points() <= beside)
            continue;
        along.options.min_step = std::min(least[k], o_.max_step);
        along.options.reversals = k > 0;
        turned_ = false;
        seen = branch.n_points();
        if (branch.n_points() == 0) {
            Start start = continuation::start_of(from.at.x, from.at.p, from.direction);
            start.tangent = from.along;
            branch = along.begin(start);
        } else {
            along.go_on(branch, o_.max_points);
        }
        if (node_ || (!turned_ && branch.back.stop != Stop::failed) || branch.n_points() == 0)
            break;
        node_ =
            node_ahead(branch, search_.onsets_near(point_of(branch, branch.n_points() - 1), near),
                       near, k + 1 == std::size(least));
        if (node_)
            break;
    }
    return branch;
}

// Whether the slope on one side is zero within the step of a kink before point k; the branch then
// ends there.
bool Follower::zero_between(KinkEquations& equations, Branch& branch, Index k)
{
    const std::optional<KinkZero> zero =
        zero_within(search_, equations, {point_of(branch, k - 1), point_of(branch, k)}, k == 1);
    if (!zero)
        return false;
    continuation::truncate(branch, k);
    append(branch, zero->at);
    branch.monitors(extrema_first, k) = zero->slopes.stick;
    branch.monitors(extrema_second, k) = zero->slopes.slip;
    branch.monitors(extrema_margin, k) = zero->slopes.margin;
    branch.monitor[static_cast<std::size_t>(k)] = zero->slip ? extrema_second : extrema_first;
    branch.back.stop = Stop::monitor;
    return true;
}

Branch Follower::kink_branch(KinkEquations& equations, const Start& start)
{
    Problem problem;
    problem.evaluate = [&](const Vector& x, double p, Equations& out) -> bool {
        return equations(x, p, out);
    };
    MotionAt last;
    KinkEquations::Slopes slopes{};
    auto value_at = [&](const Solution& s) -> const KinkEquations::Slopes& {
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
        (void)value_at(s);
        return search_.log_rms(equations.at());
    };
    add_bounds(problem);
    auto add = [&](const std::string& name, double KinkEquations::Slopes::*value) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = name;
        monitor.stop = value != &KinkEquations::Slopes::margin;
        monitor.value = [&value_at, value](const Solution& s) -> double {
            return value_at(s).*value;
        };
    };
    add("stick slope", &KinkEquations::Slopes::stick);
    add("slip slope", &KinkEquations::Slopes::slip);
    add("margin", &KinkEquations::Slopes::margin);
    Index seen = 1;
    continuation::RescaledTrace along{
        problem,
        steps_of(o_),
        [this](const VectorIn& x, double) { return search_.scales(x); },
        progress_,
        [&](Branch& branch) {
            for (; seen < branch.n_points(); ++seen)
                if (zero_between(equations, branch, seen))
                    return false;
            equations.take_places();
            return true;
        },
        2};
    return along.begin(start);
}

// Why a piece ends that does not lead to another one.
std::string Follower::end_of(const Branch& branch) const
{
    if (branch.closed())
        return "closed";
    if (branch.back.stop == Stop::bound)
        return branch.p(branch.n_points() - 1) < std::log(o_.to) ? motions_.lowest()
                                                                 : motions_.highest();
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

// Whether a piece that begins at p lies outside the range, as where the range begins at a node: the
// curve ends there.
bool Follower::leaves(double p)
{
    const bool low = p<std::log(o_.from), high = p> std::log(o_.to);
    if (low || high)
        result_.ends = low ? motions_.lowest() : motions_.highest();
    return low || high;
}

// From a node along the piece where the slopes point towards or away from each other.
std::optional<Follower::Next> Follower::pass(const Node& node)
{
    append(result_.curve.pieces.back().branch, node.at);
    Start start = continuation::start_of(node.at.x, node.at.p, node.kink_way);
    start.tangent = node.along;
    start.kind = continuation::PointKind::monitor_zero;
    start.monitor = node.slip ? extrema_second : extrema_first;
    return along_kinks(start, node.kink);
}

// A node or corner as the last point of a piece that ends there.
void Follower::append(Branch& branch, const MotionAt& motion)
{
    const Index N = branch.n_points();
    const Vector step = motion.x - branch.x.col(N - 1);
    const double s = from_to(point_of(branch, N - 1), motion).norm();
    const double length = std::max(s, 1e-15 * std::abs(branch.s(N - 1)) + 1e-300);
    continuation::truncate(branch, N + 1); // one more
    branch.x.col(N) = motion.x;
    branch.p(N) = motion.p;
    branch.s(N) = branch.s(N - 1) + length;
    branch.tangent.col(N) << step / length, (motion.p - branch.p(N - 1)) / length;
    branch.monitors.col(N) = branch.monitors.col(N - 1);
    search_.equations().evaluate(motion.x, motion.p);
    branch.monitors(extrema_log_rms, N) = search_.log_rms(search_.equations().at());
    branch.monitors(extrema_low, N) = motion.x(n_) / o_.Omega_low - 1;
    branch.monitors(extrema_high, N) = o_.Omega_high / motion.x(n_) - 1;
    branch.orientation[static_cast<std::size_t>(N)] = 0;
    branch.kind[static_cast<std::size_t>(N)] = static_cast<int>(continuation::PointKind::regular);
    branch.monitor[static_cast<std::size_t>(N)] = -1;
    branch.iterations[static_cast<std::size_t>(N)] = 0;
}

void Follower::prepend(Branch& branch, const MotionAt& motion)
{
    branch = continuation::reversed(std::move(branch));
    append(branch, motion);
    branch = continuation::reversed(std::move(branch));
}

// Along a kink, and others that follow at corners, to a node and off it.
std::optional<Follower::Next> Follower::along_kinks(Start start, Kink kink)
{
    constexpr double at_end = 1e-3; // scaled
    std::optional<MotionAt> corner;
    while (static_cast<int>(result_.curve.pieces.size()) < o_.max_pieces) {
        KinkEquations equations(motions_, o_.output, kink);
        Branch piece = kink_branch(equations, start);
        result_.interrupted = continuation::interrupted(piece);
        const Index last = piece.n_points() - 1;
        if (last < 0) {
            result_.ends = piece.back.message;
            return std::nullopt;
        }
        const MotionAt end = point_of(piece, last);
        const Vector along = piece.tangent.col(last);
        const bool zero = piece.back.stop == Stop::monitor && piece.monitor.back() >= extrema_first;
        const bool node = zero && last > 0 && at_node(piece);
        const bool slip = zero && piece.monitor.back() == extrema_second;
        result_.ends = !zero   ? end_of(piece)
                       : !node ? "onset of another slip"
                       : slip  ? "the slope on the side that slips is 0"
                               : "the slope on the side that sticks is 0";
        if (corner)
            prepend(piece, *corner);
        kink = equations.kink();
        add(std::move(piece), kink, result_.ends);
        if (!zero || closes())
            return std::nullopt;
        if (node) {
            const std::optional<Node> found = nodes_.node_near(end, kink, slip, at_end);
            const std::optional<MotionAt> next = found ? nodes_.leave(*found) : std::nullopt;
            if (!next) {
                result_.ends = "no extremum was found behind the kink at " + where(end);
                return std::nullopt;
            }
            if (leaves(next->p))
                return std::nullopt;
            Next beyond{*next, 1, Vector(n_ + 2)};
            beyond.along << next->x - found->at.x, next->p - found->at.p;
            return beyond;
        }
        const auto branching = nodes_.turn(end, kink, along);
        if (!branching) {
            result_.ends = "no extremum was found where two slips begin, " + where(end);
            return std::nullopt;
        }
        if (leaves(branching->at.p))
            return std::nullopt;
        corner = end;
        kink = branching->kink;
        start = continuation::start_of(branching->at.x, branching->at.p, 1);
        start.tangent.resize(n_ + 2);
        start.tangent << branching->at.x - end.x, branching->at.p - end.p;
    }
    result_.ends = std::to_string(o_.max_pieces) + " pieces, as requested";
    return std::nullopt;
}

// Whether the last piece, a kink, ends where an earlier one did: what led there the first time is
// then forgotten, as it has been passed once more.
bool Follower::closes()
{
    constexpr double same = 1e-8; // p, and displacements in parts of their amplitude
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
        if (at_bound_) { // what begins there cannot close
            result_.ends = "it comes back to itself at " + where(point_of(last, N));
            return true;
        }
        const auto first = static_cast<std::ptrdiff_t>(k) + 1;
        pieces.erase(pieces.begin(), pieces.begin() + first);
        result_.kinks.erase(result_.kinks.begin(), result_.kinks.begin() + first);
        begin_after_lowest_kink(result_);
        result_.closed = true;
        result_.ends = "closed";
        return true;
    }
    return false;
}

// Where Newton's method fails though no onset is near: second derivatives have no bound where two
// slips merge or a contact opens. The extremum is sought on a response close by:
// ahead, or, where the curve folds and a maximum meets a minimum, behind, the other one.
std::optional<Follower::Next> Follower::restart(const Branch& branch, int direction)
{
    const Index last = branch.n_points() - 1;
    const MotionAt a{branch.x.col(last), branch.p(last)};
    // Steps may end behind the fold already.
    const bool maximum = turned_ ? turned_maximum_
                                 : branch.monitors(extrema_first, std::max<Index>(last - 2, 0)) < 0;
    for (const double delta : {1e-6, 1e-5, 1e-4, 1e-3}) {
        std::optional<Next> best;
        for (const int sign : {direction, -direction}) {
            const double p = a.p + sign * delta;
            if (outside(p) || (last == 0 && sign != direction))
                continue;
            std::optional<MotionAt> motion = search_.on_response(a.x, a.x(n_), p);
            // Beside a fold of the response the motion exists on one side of that frequency only.
            for (const double share : {delta, 10 * delta, 100 * delta})
                for (const int way : {1, -1})
                    if (!motion)
                        motion = search_.on_response(a.x, a.x(n_) * (1 + way * share), p);
            for (const int way : {1, -1}) {
                const std::optional<MotionAt> found =
                    motion ? search_.next_extremum(*motion, way, maximum == (sign == direction))
                           : std::nullopt;
                const std::optional<Place> place = found ? passed(*found) : std::nullopt;
                if (place && !at_bound_ && place->way == sign) {
                    close_at(*place);
                    return std::nullopt;
                }
                if (place)
                    result_.ends = "it comes back to itself at " + where(*found);
                else if (found && (!best || std::abs(found->x(n_) - a.x(n_)) <
                                                std::abs(best->at.x(n_) - a.x(n_))))
                    best = Next{*found, sign};
            }
        }
        if (best)
            return best;
    }
    return std::nullopt;
}

void Follower::add(Branch branch, std::optional<Kink> kink, std::string ends)
{
    const std::string name = kink ? "kink of " + joints_of(model_, *kink) : "extremum";
    std::vector<continuation::Piece>& pieces = result_.curve.pieces;
    pieces.push_back({name, std::move(branch), pieces.empty() ? result_.begins : pieces.back().ends,
                      std::move(ends)});
    result_.kinks.push_back(std::move(kink));
}

// Where a smooth piece ends: over a kink, or past second derivatives without bound.
std::optional<Follower::Next> Follower::behind_smooth(Branch branch, int direction)
{
    const Index last = branch.n_points() - 1;
    if (node_) {
        add(std::move(branch), {}, "onset of slip of " + joints_of(model_, node_->kink));
        return pass(*node_);
    }
    if (!turned_ && branch.back.stop != Stop::failed) {
        result_.interrupted = continuation::interrupted(branch);
        result_.closed = branch.closed();
        result_.ends = end_of(branch);
        add(std::move(branch), {}, result_.ends);
        return std::nullopt;
    }
    result_.ends = branch.back.message;
    const int travel = last > 0 ? (branch.p(last) > branch.p(last - 1) ? 1 : -1) : direction;
    add(std::move(branch), {}, "second derivatives without bound");
    return restart(Branch(result_.curve.pieces.back().branch), travel);
}

// Place of an extremum on a smooth piece of this curve, the last one if there are several.
std::optional<Follower::Place> Follower::passed(const MotionAt& motion)
{
    constexpr double near = 0.1; // of the distance of two points
    const bool maximum = search_.equations().derivatives(motion.x, motion.p).curvature() < 0;
    for (std::size_t i = result_.kinks.size(); i-- > 0;) {
        const Branch& branch = result_.curve.pieces[i].branch;
        if (result_.kinks[i])
            continue;
        for (const auto& [k, share] : continuation::crossings(branch.p, motion.p)) {
            const MotionAt a = point_of(branch, k), b = point_of(branch, k + 1),
                           there{a.x + share * (b.x - a.x), motion.p};
            if ((branch.monitors(extrema_first, k) < 0) == maximum &&
                from_to(there, motion).norm() <= near * from_to(a, b).norm())
                return Place{i, k, b.p > a.p ? 1 : -1};
        }
    }
    return std::nullopt;
}

// Ends a curve that came to a place of it in the same direction: what led there the first time is
// forgotten, as it has been passed once more.
void Follower::close_at(const Place& place)
{
    std::vector<continuation::Piece>& pieces = result_.curve.pieces;
    const auto first = static_cast<std::ptrdiff_t>(place.piece);
    pieces.erase(pieces.begin(), pieces.begin() + first);
    result_.kinks.erase(result_.kinks.begin(), result_.kinks.begin() + first);
    Branch& branch = pieces.front().branch;
    branch = continuation::reversed(std::move(branch));
    continuation::truncate(branch, branch.n_points() - place.before - 1);
    branch = continuation::reversed(std::move(branch));
    pieces.front().begins = pieces.back().ends;
    result_.closed = true;
    result_.ends = "closed";
}

ExtremaCurve Follower::follow(const ExtremumStart& start, int direction)
{
    std::optional<Next> next = Next{{start.x, std::log(start.value)}, direction};
    at_bound_ = outside(next->at.p);
    if (start.kink)
        next = along_kinks(continuation::start_of(start.x, next->at.p, direction), *start.kink);
    while (next && static_cast<int>(result_.curve.pieces.size()) < o_.max_pieces) {
        Branch branch = smooth(*next);
        if (branch.n_points() == 0) {
            result_.ends = branch.back.message;
            return std::move(result_);
        }
        if (!result_.kinks.empty() && result_.kinks.back()) { // it begins at a node
            const Branch& kink = result_.curve.pieces.back().branch;
            prepend(branch, point_of(kink, kink.n_points() - 1));
        }
        next = behind_smooth(std::move(branch), next->direction);
    }
    if (next)
        result_.ends = std::to_string(o_.max_pieces) + " pieces, as requested";
    return std::move(result_);
}

} // namespace

ExtremaCurve extrema_curve(MotionFamily& motions, const ExtremumStart& start, int direction,
                           const ExtremaOptions& options, const Progress& progress)
{
    return Follower(motions, options, progress).follow(start, direction);
}

} // namespace slideway::dynamics
