#include "studies/stability_labels.hpp"

#include "base/interruptible.hpp"
#include "dynamics/harmonic/harmonic_stability.hpp"
#include "dynamics/harmonic/response.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace slideway::studies {

namespace {

using continuation::Branch;
using continuation::PointKind;

// Products of numbers that the motions of a curve may take: some seconds.
constexpr double most_work = 2e10;
constexpr Index fewest_points = 20; // of a sample that shows a curve
// A motion further from its point than this share of its size is another one.
constexpr double same_motion = 0.3;
// Largest distance of a multiplier from its place at a label.
constexpr double at_label = 1e-4;
// Scaled distance of points from each other, so that the line through them has a direction.
constexpr double apart = 1e-7;
// Relative distance in frequency of labels that are one. Round-off separates twins by 1e-10, and
// close to the grazing of a hard stop counts go to and fro within it.
constexpr double at_once = 1e-8;
constexpr int bisections = 48, most_labels_a_step = 8;

// A motion: state and frequency.
struct Motion {
    Vector x;
    double Omega = 0;
    ComplexVector multipliers; // empty if it is known to be stable
    int n_outside = 0;
};

class LabelSearch {
public:
    LabelSearch(CurveMotions& motions, const Branch& curve, const Progress& progress)
        : motions_(motions), curve_(curve), progress_(progress)
    {
        newton_.residual_tol = 1e-10;
        newton_.max_iterations = 20;
    }

    CurveStability take(const std::string& obstacle_of_work);

private:
    void guess();
    [[nodiscard]] Index stride() const;
    [[nodiscard]] Vector scaled(const Vector& x, double Omega) const;
    [[nodiscard]] std::optional<Motion> on_plane(Vector x, double Omega, const Vector& normal);
    [[nodiscard]] bool measure(Motion& motion);
    [[nodiscard]] std::optional<Motion> beside(std::size_t i);
    [[nodiscard]] const std::optional<Motion>& motion(std::size_t i);
    void refine(std::size_t i, std::size_t j);
    [[nodiscard]] bool turns_between(std::size_t i, std::size_t j) const;
    using Tests = std::array<double, 3>;
    [[nodiscard]] Tests tests(std::size_t i);
    void locate_pair(std::size_t i, std::size_t j);
    [[nodiscard]] bool locate_around(std::size_t i, std::size_t j, const Motion& middle);
    void locate(Index after, bool turns, Motion a, const Motion& end);
    void add_label(Index after, bool turns, Motion low, Motion high);

    CurveMotions& motions_;
    const Branch& curve_;
    const Progress& progress_;
    continuation::NewtonOptions newton_;
    continuation::Scales scales_;
    std::vector<Index> at_; // points of the curve that are taken: none located
    std::vector<Vector> z_; // their states
    std::map<std::size_t, std::optional<Motion>> found_;
    Tests rates_{}; // of the tests over the step before
    CurveStability out_;
};

Vector LabelSearch::scaled(const Vector& x, double Omega) const
{
    Vector y(x.size() + 1);
    y << x.cwiseQuotient(scales_.x), Omega / scales_.p;
    return y;
}

// States of all points, and the scales of the curve.
void LabelSearch::guess()
{
    for (Index k = 0; k < curve_.n_points(); ++k) {
        const PointKind kind = curve_.kind_of(k);
        if (kind != PointKind::regular && kind != PointKind::start && kind != PointKind::bound)
            continue;
        at_.push_back(k);
        z_.push_back(motions_.state(k));
    }
    if (!z_.empty())
        scales_ = motions_.scales(z_);
}

// Stride of the sampled points: one in so many is used; 0: none, because they take too long.
Index LabelSearch::stride() const
{
    const auto all = static_cast<double>(at_.size());
    const auto costly = static_cast<double>(std::count_if(
        at_.begin(), at_.end(), [&](Index k) -> bool { return !motions_.known_stable(k); }));
    const double stride = std::ceil(costly * motions_.work() / most_work);
    return stride <= 1                                         ? 1
           : all / stride < static_cast<double>(fewest_points) ? 0
                                                               : static_cast<Index>(stride);
}

// Multipliers of a motion; false if they cannot be computed.
bool LabelSearch::measure(Motion& motion)
{
    motion.multipliers = motions_.multipliers(motion.x, motion.Omega);
    motion.n_outside =
        static_cast<int>((motion.multipliers.array().abs() > 1 + motions_.on_circle()).count());
    return motion.multipliers.size() > 0;
}

// Newton's method on a plane across the curve.
std::optional<Motion> LabelSearch::on_plane(Vector x, double Omega, const Vector& normal)
{
    ask(progress_);
    continuation::Corrector corrector(motions_.problem(), x.size(), scales_, newton_);
    if (corrector.correct(x, Omega, normal) != continuation::NewtonStatus::converged)
        return std::nullopt;
    Motion found{x, Omega, {}, 0};
    return measure(found) ? std::optional(found) : std::nullopt;
}

// The motion beside point i of those taken.
std::optional<Motion> LabelSearch::beside(std::size_t i)
{
    const double Omega = curve_.p(at_[i]);
    if (motions_.known_stable(at_[i]))
        return Motion{z_[i], Omega, {}, 0};
    std::size_t low = i > 0 ? i - 1 : i, high = i + 1 < at_.size() ? i + 1 : i;
    const Vector normal =
        scaled(z_[high], curve_.p(at_[high])) - scaled(z_[low], curve_.p(at_[low]));
    if (!(normal.norm() > apart))
        return std::nullopt;
    std::optional<Motion> found = on_plane(z_[i], Omega, normal.normalized());
    if (found && motions_.distance(found->x, z_[i]) > same_motion)
        return std::nullopt;
    return found;
}

const std::optional<Motion>& LabelSearch::motion(std::size_t i)
{
    const auto [at, added] = found_.try_emplace(i);
    if (added)
        at->second = beside(i);
    return at->second;
}

// Takes points between i and j, until neighbours have different counts.
void LabelSearch::refine(std::size_t i, std::size_t j)
{
    if (j <= i + 1)
        return;
    const auto &a = motion(i), &b = motion(j);
    if (a && b && a->n_outside == b->n_outside)
        return;
    const std::size_t middle = (i + j) / 2;
    (void)motion(middle);
    refine(i, middle);
    refine(middle, j);
}

// Whether the frequency of the motions turns back between i and j, by the motions before and
// behind.
bool LabelSearch::turns_between(std::size_t i, std::size_t j) const
{
    const auto found = [](const auto& item) -> bool { return item.second.has_value(); };
    const auto found_label = found_.find(i), next = found_.find(j);
    const auto before = std::find_if(std::make_reverse_iterator(found_label), found_.rend(), found);
    const auto behind = std::find_if(std::next(next), found_.end(), found);
    const double Omega_i = found_label->second->Omega, Omega_j = next->second->Omega;
    const double first =
                     before == found_.rend() ? Omega_j - Omega_i : Omega_i - before->second->Omega,
                 last =
                     behind == found_.end() ? Omega_j - Omega_i : behind->second->Omega - Omega_j;
    return first * last < 0;
}

// Adds the label between two adjacent motions with different counts.
// @param turns  whether the frequency turns back between the points of the curve
void LabelSearch::add_label(Index after, bool turns, Motion low, Motion high)
{
    using Kind = StabilityLabel::Kind;
    StabilityLabel label;
    label.change = high.n_outside - low.n_outside;
    label.after = after;
    label.Omega = (low.Omega + high.Omega) / 2;
    label.n_outside = std::min(low.n_outside, high.n_outside);
    if (low.multipliers.size() == 0 && !measure(low))
        return;
    double least = at_label;
    const auto nearer = [&](double distance, Kind kind) -> void {
        if (distance < least) {
            least = distance;
            label.kind = kind;
        }
    };
    for (const Complex& value : low.multipliers) {
        // Round-off makes a pair of two equal real multipliers.
        if (std::abs(value.imag()) > at_label)
            nearer(std::abs(std::abs(value) - 1), Kind::neimark_sacker);
        nearer(std::abs(value - 1.0), turns ? Kind::fold : Kind::branch_point);
        nearer(std::abs(value + 1.0), Kind::period_doubling);
    }
    if (!out_.labels.empty()) {
        StabilityLabel& last = out_.labels.back();
        if (last.kind == label.kind &&
            std::abs(last.Omega - label.Omega) <= at_once * label.Omega) {
            last.change += label.change;
            last.n_outside = std::min(last.n_outside, label.n_outside);
            if (last.change == 0)
                out_.labels.pop_back();
            return;
        }
    }
    const auto [rms, phase_lag] = motions_.output(low.x, low.Omega);
    label.rms = rms;
    label.phase_lag = phase_lag;
    label.x = low.x;
    out_.labels.push_back(label);
}

// Distances of multipliers from the three places where they pass the unit circle.
std::array<double, 3> distances(const ComplexVector& multipliers)
{
    const dynamics::Stability stability = dynamics::stability_of(multipliers);
    return {std::abs(stability.fold_test), std::abs(stability.flip_test),
            std::abs(stability.neimark_sacker_test)};
}

// Distances at point i, of the series where the motion was not measured.
LabelSearch::Tests LabelSearch::tests(std::size_t i)
{
    if (motion(i)->multipliers.size() > 0)
        return distances(motion(i)->multipliers);
    return {std::numeric_limits<double>::infinity(),
            std::abs(curve_.monitors(dynamics::monitor_flip, at_[i])),
            std::abs(curve_.monitors(dynamics::monitor_neimark_sacker, at_[i]))};
}

// Changes on both sides of a motion between i and j; false if its count is theirs.
bool LabelSearch::locate_around(std::size_t i, std::size_t j, const Motion& middle)
{
    if (middle.n_outside == motion(i)->n_outside)
        return false;
    const bool turns = turns_between(i, j);
    locate(at_[i], turns, *motion(i), middle);
    locate(at_[i], turns, middle, *motion(j));
    return true;
}

// Changes to and fro between neighbours with equal counts. Looked for between points of the curve
// that are located, and where a test could reach zero at the rate that it has or had before: in the
// middle, then at the vertex of the parabola through all three.
void LabelSearch::locate_pair(std::size_t i, std::size_t j)
{
    const Motion a = *motion(i), b = *motion(j);
    const Vector line = scaled(b.x, b.Omega) - scaled(a.x, a.Omega);
    const double length = line.norm();
    if (!(length > apart))
        return;
    for (Index k = at_[i] + 1; k + 1 < at_[j]; ++k)
        if (curve_.kind_of(k) == PointKind::monitor_zero &&
            curve_.kind_of(k + 1) == PointKind::monitor_zero)
            if (const auto middle = on_plane((motions_.state(k) + motions_.state(k + 1)) / 2,
                                             (curve_.p(k) + curve_.p(k + 1)) / 2, line / length);
                middle && locate_around(i, j, *middle))
                return;
    const Tests from = tests(i), to = tests(j), last = rates_;
    for (std::size_t test = 0; test < from.size(); ++test) {
        const double change = std::abs(to[test] - from[test]);
        rates_[test] = change / length;
        if (!(std::min(from[test], to[test]) <= std::max(change, last[test] * length)))
            continue;
        double share = 0.5;
        for (int k = 0; k < 2 && share > 0 && share < 1; ++k) {
            const auto middle = on_plane(a.x + share * (b.x - a.x),
                                         a.Omega + share * (b.Omega - a.Omega), line / length);
            if (!middle)
                break;
            if (locate_around(i, j, *middle))
                return;
            const double f = distances(middle->multipliers)[test],
                         bend = 2 * (from[test] - 2 * f + to[test]);
            if (!(bend > 0))
                break;
            share = (3 * from[test] - 4 * f + to[test]) / (2 * bend);
        }
    }
}

// Every change of the count between two motions, by bisection along the line through both.
void LabelSearch::locate(Index after, bool turns, Motion a, const Motion& end)
{
    for (int n = 0; a.n_outside != end.n_outside && n < most_labels_a_step; ++n) {
        Motion low = a, high = end;
        for (int k = 0; k < bisections; ++k) {
            const Vector line = scaled(high.x, high.Omega) - scaled(low.x, low.Omega);
            if (!(line.norm() > 1e-10))
                break;
            const auto middle =
                on_plane((low.x + high.x) / 2, (low.Omega + high.Omega) / 2, line.normalized());
            if (!middle) {
                out_.unlocated.push_back({low.Omega, high.Omega});
                return;
            }
            (middle->n_outside == a.n_outside ? low : high) = *middle;
        }
        add_label(after, turns, low, high);
        a = high;
    }
}

CurveStability LabelSearch::take(const std::string& obstacle_of_work)
{
    guess();
    if (at_.size() < 2) {
        out_.obstacle = "the curve has no two points";
        return std::move(out_);
    }
    const auto stride = static_cast<std::size_t>(this->stride());
    if (stride == 0) {
        out_.obstacle = obstacle_of_work;
        return std::move(out_);
    }
    std::vector<std::size_t> sample;
    for (std::size_t i = 0; i < at_.size(); i += stride)
        sample.push_back(i);
    if (sample.back() + 1 != at_.size())
        sample.push_back(at_.size() - 1);
    for (const std::size_t i : sample)
        (void)motion(i);
    for (std::size_t s = 0; s + 1 < sample.size(); ++s)
        refine(sample[s], sample[s + 1]);
    std::optional<std::size_t> before;
    const bool judged = curve_.monitors.rows() > dynamics::monitor_stable;
    for (const auto& [i, at] : std::map(found_)) {
        if (!at) {
            ++out_.n_failed;
            continue;
        }
        out_.points.push_back(
            {at_[i], at->Omega, at->multipliers, at->n_outside, motions_.distance(at->x, z_[i])});
        if (judged &&
            (at->n_outside == 0) != (curve_.monitors(dynamics::monitor_stable, at_[i]) == 1))
            ++out_.n_differ;
        if (before && motion(*before)->n_outside != at->n_outside)
            locate(at_[*before], turns_between(*before, i), *motion(*before), *at);
        else if (before)
            locate_pair(*before, i);
        before = i;
    }
    if (out_.points.empty())
        out_.obstacle = "no motion is found near the points";
    return std::move(out_);
}

} // namespace

CurveStability stability_labels(CurveMotions& motions, const Branch& curve,
                                const std::string& obstacle_of_work, const Progress& progress)
{
    return LabelSearch(motions, curve, progress).take(obstacle_of_work);
}

} // namespace slideway::studies
