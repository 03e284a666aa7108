#include "dynamics/harmonic/extremum_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

using continuation::NewtonStatus;
using continuation::Problem;

namespace {

bool same_place(const contact::OnsetPlace& a, const contact::OnsetPlace& b)
{
    constexpr double same = 1e-3; // [rad]
    return a.kind == b.kind && (a.kind == contact::OnsetKind::first_slip ||
                                (a.side == b.side && apart(a.phase, b.phase) < same));
}

// Whether they have an onset in common, of the joint of `a`.
bool shares_onset(const Kink& a, const Kink& b)
{
    const bool own =
        a.joint == b.joint && std::any_of(a.places.begin(), a.places.end(), [&](const auto& of_a) {
            return std::any_of(b.places.begin(), b.places.end(),
                               [&](const auto& of_b) { return same_place(of_a, of_b); });
        });
    return own || std::any_of(b.also.begin(), b.also.end(),
                              [&](const Kink& other) { return shares_onset(a, other); });
}

bool same_kink(const Kink& a, const Kink& b)
{
    return shares_onset(a, b) || std::any_of(a.also.begin(), a.also.end(), [&](const Kink& other) {
               return shares_onset(other, b);
           });
}

} // namespace

std::optional<Node> ExtremumNodes::node_near(const MotionAt& guess, const Kink& kink, bool slip,
                                             double reach)
{
    constexpr int most = 20;
    // Scaled. Secants end closer than their step; a step below round-off is not made.
    constexpr double first = 1e-4, settled = 1e-9, round_off = 1e-12;
    constexpr double zero = 1e-4; // of the other slope: at a corner it jumps
    KinkEquations equations(motions_, output_, kink);
    const Problem problem = equations.problem();
    const continuation::Scales scales = search_.scales(guess.x);
    // A guess from which it takes shorter steps is too far: it comes again from closer by.
    continuation::NewtonOptions newton = search_.newton();
    newton.max_halvings = 2;
    continuation::Corrector corrector(problem, n_ + 1, scales, newton);
    Vector t; // of the kink where it is nearest to the guess
    KinkEquations::Slopes slopes{};
    auto correct = [&](MotionAt& motion) -> bool {
        if (corrector.correct(motion.x, motion.p, t) != NewtonStatus::converged)
            return false;
        slopes = equations.slopes(motion.x, motion.p);
        return std::isfinite(slopes.stick) && std::isfinite(slopes.slip);
    };
    auto own = [&]() -> double { return slip ? slopes.slip : slopes.stick; };

    MotionAt a = guess;
    if (!corrector.evaluate(a.x, a.p))
        return std::nullopt;
    corrector.any_tangent(t);
    if (!correct(a))
        return std::nullopt;
    equations.take_places();
    corrector.any_tangent(t);
    double f_a = own(), s = first, step = first;
    MotionAt b{a.x + s * scales.x.cwiseProduct(t.head(n_ + 1)), a.p + s * scales.p * t(n_ + 1)};
    bool found = false;
    double rate = 0; // of the slope along t
    for (int k = 0; k < most && correct(b); ++k) {
        const double f_b = own();
        if (k > 0 && (std::abs(step) <= settled || f_b == 0)) {
            found = true;
            break;
        }
        rate = (f_b - f_a) / step;
        const double next = -f_b / rate;
        if (k > 0 && std::abs(next) <= round_off) {
            found = true;
            break;
        }
        s += next;
        if (!(std::abs(s) <= reach))
            return std::nullopt;
        const MotionAt c{b.x + (b.x - a.x) * (next / step), b.p + (b.p - a.p) * (next / step)};
        a = std::exchange(b, c);
        f_a = f_b;
        step = next;
    }
    const double other = slip ? slopes.stick : slopes.slip;
    // Without a jump of the slope the onset is no kink: smooth extrema lead through it.
    if (!found || !(std::abs(own()) <= zero * std::abs(other)) ||
        !(std::abs(other) > std::max(settled, newton.residual_tol) * std::abs(rate)))
        return std::nullopt;
    equations.take_places();
    if (!corrector.tangent(t, t))
        return std::nullopt;
    Node node{b, equations.kink(), slip, corrector.scale().cwiseProduct(t)};
    node.kink_way = rate * other < 0 ? 1 : -1;
    node.slope_rate = rate;
    const Across across = turns_at(node) ? Across::parameter : Across::frequency;
    const std::optional<Side> side = beside(node.at, node.kink, slip, 1e-9, across);
    if (!side)
        return std::nullopt;
    node.smooth_way = across == Across::parameter                   ? side->way
                      : side->slope * rate * node.along(n_ + 1) < 0 ? 1
                                                                    : -1;
    return node;
}

// Whether the kink hardly moves over p at a node, as where the output is the displacement of the
// contact: margin and rms have their extremum over frequency at the same place.
bool ExtremumNodes::turns_at(const Node& node)
{
    constexpr double least = 1e-4; // change of p for a change of the frequency, both scaled
    const continuation::Scales scales = search_.scales(node.at.x);
    return std::abs(node.along(n_ + 1)) / scales.p <=
           least * std::abs(node.along(n_)) / scales.x(n_);
}

std::optional<ExtremumNodes::Side> ExtremumNodes::beside(const MotionAt& guess, const Kink& kink,
                                                         bool slip, double least, Across across)
{
    const bool over_p = across == Across::parameter;
    KinkEquations equations(motions_, output_, kink);
    const Problem problem = equations.problem();
    const Vector fixed = Vector::Unit(n_ + 2, over_p ? n_ : n_ + 1);
    continuation::Corrector corrector(problem, n_ + 1, search_.scales(guess.x), search_.newton());
    MotionAt motion = guess;
    if (corrector.correct(motion.x, motion.p, fixed) != NewtonStatus::converged)
        return std::nullopt;
    ExtremumSearch::polish(corrector, motion.x, motion.p, fixed);
    constexpr double exact = 1e-4, round_off = 1e-14;
    (void)equations.slopes(motion.x, motion.p);
    const KinkEquations::Way along =
        over_p ? equations.along_parameter() : equations.along_frequency();
    const Vector into_slip = equations.into_slip();
    const int way = (along.margin > 0) == slip ? 1 : -1;
    for (double h = least; h < std::max(1e-7, 2 * least); h *= 10) {
        const double step = way * h * (over_p ? 1 : motion.x(n_));
        Vector r = motion.x.head(n_);
        // From a motion of that side, whose derivatives are those that count.
        if (slip)
            r += std::abs(along.margin * step) * into_slip;
        else
            r += step * along.r;
        const std::optional<MotionAt> off =
            search_.on_response(r, motion.x(n_) + (over_p ? 0 : step),
                                motion.p + (over_p ? step : 0), std::max(exact * h, round_off));
        if (off && search_.slips(*off, equations.kink()) == slip)
            return Side{motion, *off, search_.slope(*off), way};
    }
    return std::nullopt;
}

std::optional<MotionAt> ExtremumNodes::leave(const Node& node)
{
    std::optional<MotionAt> found;
    if (!turns_at(node))
        found = leave(node, Across::frequency);
    return found ? found : leave(node, Across::parameter);
}

// A small distance off the kink the slope changes along the kink like that at the kink. Its value
// beside the node therefore shows where along the kink it is zero at that distance: p and frequency
// are functions of the distance, also where the curve folds at once.
std::optional<MotionAt> ExtremumNodes::leave(const Node& node, Across across)
{
    constexpr double within = 2, least = 1e-8, most = 1e-4; // of the frequency, or of p
    constexpr double apart = 2e-8; // of p: folds closer to the node are not told from it
    const bool over_p = across == Across::parameter;
    for (double share = least; share < most; share *= 4) {
        const std::optional<Side> side = beside(node.at, node.kink, node.slip, share, across);
        if (!side)
            continue;
        const double part = -side->slope / node.slope_rate, d = part * node.along(n_ + 1);
        if (!over_p && std::abs(d) < apart)
            continue;
        const MotionAt guess{node.at.x + part * node.along.head(n_ + 1), node.at.p + d};
        const std::optional<Side> there = beside(guess, node.kink, node.slip, share, across);
        const std::optional<MotionAt> found =
            there ? search_.extremum(there->off, over_p) : std::nullopt;
        const double moved = !found   ? 0
                             : over_p ? found->p - there->on.p
                                      : found->x(n_) / there->on.x(n_) - 1,
                     off = found ? there->way * moved / share : 0;
        if (off > 1 / within && off < within)
            return found;
    }
    return std::nullopt;
}

bool ExtremumNodes::may_begin(const Node& node, bool maximum)
{
    const std::optional<MotionAt> there = leave(node);
    return !there ||
           (search_.equations().derivatives(there->x, there->p).curvature() < 0) == maximum;
}

std::optional<ExtremumNodes::Branching> ExtremumNodes::turn(const MotionAt& corner,
                                                            const Kink& kink, const Vector& along)
{
    constexpr double near = 1e-6;                   // of sizes of margins
    constexpr double steps[] = {1e-6, 1e-8, 1e-10}; // scaled: kinks between corners may be shorter
    std::vector<Kink> kinks = {kink};
    for (const OnsetPassed& onset : search_.onsets_near(corner, near))
        if (!same_kink(onset.kink, kink))
            kinks.push_back(onset.kink);
    const continuation::Scales scales = search_.scales(corner.x);
    auto scaled = [&](Vector way) -> Vector {
        way.head(n_ + 1).array() /= scales.x.array();
        way(n_ + 1) /= scales.p;
        return way;
    };
    for (const double step : steps)
        for (std::size_t k = kinks.size(); k-- > 0;) {
            KinkEquations equations(motions_, output_, kinks[k]);
            const Problem problem = equations.problem();
            continuation::Corrector corrector(problem, n_ + 1, scales, search_.newton());
            for (const Index fixed : {n_ + 1, n_})
                for (const double h : {step, -step}) {
                    MotionAt motion = corner;
                    (fixed > n_ ? motion.p : motion.x(n_)) +=
                        h * (fixed > n_ ? scales.p : scales.x(n_));
                    if (corrector.correct(motion.x, motion.p, Vector::Unit(n_ + 2, fixed)) !=
                        NewtonStatus::converged)
                        continue;
                    Vector way(n_ + 2);
                    way << motion.x - corner.x, motion.p - corner.p;
                    way = scaled(way);
                    const bool back = k == 0 && way.dot(scaled(along)) < 0;
                    const KinkEquations::Slopes slopes = equations.slopes(motion.x, motion.p);
                    if (!back && way.norm() < 1e3 * step && slopes.stick * slopes.slip < 0)
                        return Branching{motion, equations.kink()};
                }
        }
    return std::nullopt;
}

} // namespace slideway::dynamics
