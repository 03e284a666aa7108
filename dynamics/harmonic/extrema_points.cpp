#include "dynamics/harmonic/extrema.hpp"

#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/response_completion.hpp"
#include "dynamics/harmonic/resting_output.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;

namespace {

// Cubic between two points of a piece, with their slopes over p; straight near a fold.
Vector between(const Branch& branch, Index k, double share)
{
    const Index n = branch.x.rows();
    const double h = branch.p(k + 1) - branch.p(k), a = branch.tangent(n, k),
                 b = branch.tangent(n, k + 1), u = share, v = 1 - share;
    const Vector x0 = branch.x.col(k), x1 = branch.x.col(k + 1);
    Vector x = v * x0 + u * x1;
    if (a * b > 0 && h != 0) {
        const Vector d0 = branch.tangent.col(k).head(n) * (h / a) - (x1 - x0),
                     d1 = branch.tangent.col(k + 1).head(n) * (h / b) - (x1 - x0);
        const Vector bend = u * v * (v * d0 - u * d1);
        auto size = [&](const Vector& d) -> double {
            return std::hypot(d.head(n - 1).norm() / x0.head(n - 1).norm(), d(n - 1) / x0(n - 1));
        };
        if (size(bend) < size(x1 - x0))
            x += bend;
    }
    return x;
}

// Extremum at a point of a piece.
Extremum point_of(const ExtremaCurve& curve, std::size_t piece, Index k)
{
    const Branch& branch = curve.curve.pieces[piece].branch;
    const auto monitor = branch.monitors.col(k);
    const bool maximum = !curve.kinks[piece]
                             ? monitor(extrema_first) < 0
                             : is_maximum({monitor(extrema_first), monitor(extrema_second),
                                           monitor(extrema_margin)});
    return {branch.x.col(k), std::exp(branch.p(k)), monitor(extrema_log_rms), maximum, piece};
}

} // namespace

continuation::Options steps_of(const ExtremaOptions& o)
{
    continuation::Options options;
    options.p_min = std::log(o.from);
    options.p_max = std::log(o.to);
    options.newton.residual_tol = o.tolerance;
    options.max_step = o.max_step;
    options.first_step = std::min(0.01, o.max_step);
    options.min_step = std::min(1e-7, o.max_step);
    options.curved = true;
    for (const double value : o.values)
        options.stations.push_back(std::log(value));
    options.target_angle = 0.2;
    options.target_iterations = 3;
    options.newton.max_iterations = 6; // near a node no number of them helps
    options.newton.max_halvings = 0;
    options.max_points = o.max_points;
    options.branch_points = false;
    return options;
}

ExtremaCurve reversed(ExtremaCurve curve)
{
    for (continuation::Piece& piece : curve.curve.pieces) {
        piece.branch = continuation::reversed(std::move(piece.branch));
        std::swap(piece.begins, piece.ends);
    }
    std::reverse(curve.curve.pieces.begin(), curve.curve.pieces.end());
    std::reverse(curve.kinks.begin(), curve.kinks.end());
    std::swap(curve.begins, curve.ends);
    return curve;
}

void begin_after_lowest_kink(ExtremaCurve& curve)
{
    std::vector<continuation::Piece>& pieces = curve.curve.pieces;
    std::size_t lowest = pieces.size() - 1;
    for (std::size_t k = 0; k < pieces.size(); ++k)
        if (curve.kinks[k] && pieces[k].branch.p.minCoeff() < pieces[lowest].branch.p.minCoeff())
            lowest = k;
    const auto next = static_cast<std::ptrdiff_t>(lowest) + 1;
    std::rotate(pieces.begin(), pieces.begin() + next, pieces.end());
    std::rotate(curve.kinks.begin(), curve.kinks.begin() + next, curve.kinks.end());
}

std::vector<Extremum> extrema_at(MotionFamily& motions, const ExtremaCurve& curve, double value,
                                 const ExtremaOptions& options, std::vector<std::string>& lost)
{
    std::optional<ExtremumSearch> search; // for points that are not on the curve already
    const Index n = motions.model().n();
    const double p = std::log(value);
    std::vector<Extremum> list;
    // Range of values that ends at a node: the accuracy of its place decides which one is larger.
    constexpr double same = 1e-9;
    const auto add_end = [&](std::size_t i, Index k, Index inner) {
        const Vector& values = curve.curve.pieces[i].branch.p;
        const double beyond = (p - values(k)) * (values(k) >= values(inner) ? 1 : -1);
        if (beyond > 0 && beyond <= same)
            list.push_back(point_of(curve, i, k));
    };
    for (std::size_t i = 0; i < curve.curve.pieces.size(); ++i) {
        const Branch& branch = curve.curve.pieces[i].branch;
        const Index last = branch.n_points() - 1;
        if (i == 0 && last > 0 && !curve.closed)
            add_end(i, 0, 1);
        if (i + 1 == curve.curve.pieces.size() && last > 0 && !curve.closed)
            add_end(i, last, last - 1);
        for (const auto& [k, share] : continuation::crossings(branch.p, p)) {
            if (const Index position = share == 0 ? k : k + 1; branch.p(position) == p) {
                list.push_back(point_of(curve, i, position));
                continue;
            }
            const MotionAt guess{between(branch, k, share), p};
            const double linear = (1 - share) * branch.x(n, k) + share * branch.x(n, k + 1);
            const double near = 2 * std::abs(branch.x(n, k + 1) - branch.x(n, k)) +
                                2 * std::abs(guess.x(n) - linear) + 1e-6 * linear;
            if (!search)
                search.emplace(motions, options.output, options.tolerance);
            search->heed_roughness({branch.x.col(k), branch.p(k)});
            std::optional<Extremum> found =
                curve.kinks[i] ? search->on_kink(guess, *curve.kinks[i])
                               : search->extremum_near(guess, branch.x.col(k), near);
            if (found && std::abs(found->x(n) - guess.x(n)) <= near) {
                found->piece = i;
                list.push_back(std::move(*found));
            } else {
                lost.push_back(motions.value_text(value) + ": between " +
                               number_text(branch.x(n, k) / two_pi, 8) + " and " +
                               number_text(branch.x(n, k + 1) / two_pi, 8) + " Hz");
            }
        }
    }
    return list;
}

namespace {

// Extrema between the points of one response, from its slopes.
class ResponseExtrema {
public:
    ResponseExtrema(MotionFamily& motions, double value, const ExtremaOptions& options)
        : motions_(motions), output_(options.output),
          search_(motions, options.output, options.tolerance), n_(motions.model().n()),
          p_(std::log(value)), value_(value)
    {
    }

    void add(const Branch& branch);
    std::vector<ExtremumStart> list;

private:
    struct Point {
        MotionAt at;
        double slope, log_rms;
        double states; ///< code of the states of the joints
        bool rests;    ///< true if the rms is round-off of the motion of the modes
    };

    MotionFamily& motions_;
    std::size_t output_;
    ExtremumSearch search_;
    Index n_;
    double p_, value_;

    Point point(MotionAt motion);
    [[nodiscard]] bool hides(const Point& a, const Point& c, const Point& b) const;
    void between(const Point& a, const Point& b, int halves);
};

ResponseExtrema::Point ResponseExtrema::point(MotionAt motion)
{
    const double slope = search_.slope(motion);
    HarmonicBalance::Evaluation& evaluation = search_.equations().at();
    const double log_rms = search_.log_rms(evaluation);
    return {std::move(motion), slope, log_rms, states_code(evaluation),
            dynamics::rests(motions_.model(), evaluation, output_, std::exp(log_rms))};
}

// Whether the cubic with the values and slopes of two points turns between them.
bool turns(double a, double b, double slope_a, double slope_b, double length)
{
    const double chord = (b - a) / length, sum = slope_a + slope_b,
                 linear = 6 * chord - 2 * (slope_a + sum), square = 3 * (sum - 2 * chord);
    const double vertex = -0.5 * linear / square; // of the slope; where it is nearest to 0
    return vertex > 0 && vertex < 1 &&
           (slope_a + vertex * (linear + vertex * square)) * slope_a < 0;
}

// Whether two points and the middle between them may hide extrema: the cubic through two of them
// turns, or the slope in the middle is not that of the cubic. Where states change, the slope may
// jump or have an edge.
bool ResponseExtrema::hides(const Point& a, const Point& c, const Point& b) const
{
    constexpr double accurate = 0.1; // error of the cubic relative to slopes
    const double half = c.at.x(n_) - a.at.x(n_);
    const auto [least, most] =
        std::minmax({std::abs(a.slope), std::abs(c.slope), std::abs(b.slope)});
    const bool changes = (a.slope > 0) != (b.slope > 0);
    const double cubic = 0.75 * (b.log_rms - a.log_rms) / half - 0.25 * (a.slope + b.slope);
    const auto half_turns = [half](const Point& from, const Point& to) -> bool {
        return (from.slope > 0) == (to.slope > 0) &&
               turns(from.log_rms, to.log_rms, from.slope, to.slope, half);
    };
    return a.states != b.states || (!changes && (a.slope > 0) != (c.slope > 0)) ||
           std::abs(c.slope - cubic) > accurate * (changes ? most : least) || half_turns(a, c) ||
           half_turns(c, b);
}

void ResponseExtrema::between(const Point& a, const Point& b, int halves)
{
    const double length = b.at.x(n_) - a.at.x(n_);
    if (halves > 0) {
        const Vector r = 0.5 * (a.at.x + b.at.x).head(n_);
        const auto middle = search_.on_response(r, a.at.x(n_) + 0.5 * length, p_);
        if (middle) {
            const Point c = point(*middle);
            if (hides(a, c, b)) {
                between(a, c, halves - 1);
                between(c, b, halves - 1);
                return;
            }
        }
    }
    if ((a.slope > 0) == (b.slope > 0))
        return;
    const bool maximum = (a.slope > 0) == (length > 0);
    MotionAt low = a.at, high = b.at;
    if (const std::optional<MotionAt> smooth = search_.refine(low, high))
        list.push_back({smooth->x, value_, {}, maximum, point(*smooth).log_rms});
    else if (const std::optional<OnsetPassed> onset = search_.onset(low, high))
        list.push_back({low.x, value_, onset->kink, maximum, point(low).log_rms});
}

void ResponseExtrema::add(const Branch& branch)
{
    constexpr int halves = 6;
    std::optional<Point> before;
    for (Index k = 0; k < branch.n_points(); ++k) {
        MotionAt motion{Vector(n_ + 1), p_};
        motion.x << branch.x.col(k), branch.p(k);
        Point extremum_point = point(std::move(motion));
        const bool rest = before && before->rests && extremum_point.rests;
        if (before && !rest && branch.tangent(n_, k - 1) * branch.tangent(n_, k) > 0)
            between(*before, extremum_point, halves);
        before = std::move(extremum_point);
    }
}

} // namespace

std::vector<ExtremumStart> response_extrema(MotionFamily& motions, double value,
                                            const ExtremaOptions& options, const Progress& progress)
{
    const double p = std::log(value);
    ForcedResponseOptions range;
    range.level = motions.level(p);
    range.Omega_from = options.Omega_low;
    range.Omega_to = options.Omega_high;
    range.tolerance = options.tolerance;
    range.max_step = 0.04; // slopes show what lies between
    range.coarseness = 2;
    range.stability = false;
    std::optional<HarmonicBalance> other;
    if (motions.changes_model())
        other.emplace(motions.balance(p));
    const ForcedResponse response =
        forced_response(other ? *other : motions.model(), range, progress);
    ResponseExtrema extrema(motions, value, options);
    for (const Branch* branch : curves_of(response))
        extrema.add(*branch);
    const Index n = motions.model().n();
    std::sort(extrema.list.begin(), extrema.list.end(),
              [n](const ExtremumStart& a, const ExtremumStart& b) {
                  return a.maximum != b.maximum ? a.maximum : a.x(n) < b.x(n);
              });
    return std::move(extrema.list);
}

} // namespace slideway::dynamics
