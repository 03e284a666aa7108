#include "dynamics/harmonic/extremum_steps.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace slideway::dynamics {

using continuation::Branch;

std::optional<Index> reversal(const Branch& branch, Index k, int curvature, const Vector& scale)
{
    constexpr Index before = 4; // beyond the fold, which is a point, and one on either side of it
    constexpr double back = -0.9;
    if (k < before ||
        (branch.monitors(curvature, k) < 0) != (branch.monitors(curvature, k - before) < 0))
        return std::nullopt;
    auto step = [&](Index i) -> Vector {
        Vector d(scale.size() + 1);
        d << (branch.x.col(i) - branch.x.col(i - 1)).cwiseQuotient(scale),
            branch.p(i) - branch.p(i - 1);
        return d.normalized();
    };
    for (Index i = k - 1; i > k - before; --i)
        if (step(i + 1).dot(step(i)) < back)
            return i;
    return std::nullopt;
}

bool at_node(const Branch& branch)
{
    if (branch.n_points() == 0 || branch.back.stop != continuation::Stop::monitor ||
        branch.monitor.back() < extrema_first)
        return false;
    constexpr double zero = 1e-4; // of the other slope; located zeros are round-off
    const Vector slopes =
        branch.monitors.col(branch.n_points() - 1).segment<2>(extrema_first).cwiseAbs();
    return slopes.minCoeff() <= zero * slopes.maxCoeff();
}

bool leads_to(const ExtremaCurve& curve, const MotionAt& node, const Vector& scale, bool from_bound)
{
    constexpr double same = 1e-6; // p, and displacements in parts of their amplitude
    const std::size_t first = from_bound ? 1 : 2;
    for (std::size_t i = 0; i < curve.kinks.size(); ++i) {
        const Branch& kink = curve.curve.pieces[i].branch;
        const auto meets = [&](Index k) -> bool {
            return std::abs(kink.p(k) - node.p) <= same &&
                   (kink.x.col(k) - node.x).cwiseQuotient(scale).cwiseAbs().maxCoeff() <= same;
        };
        if (curve.kinks[i] && ((i >= first && meets(0)) || meets(kink.n_points() - 1)))
            return true;
    }
    return false;
}

namespace {

// Points of a kink along the chord of a step.
class Chord {
public:
    Chord(ExtremumSearch& search, KinkEquations& equations, const KinkStep& step)
        : equations_(equations), step_(step), scales_(search.scales(step.from.x)),
          problem_(equations.problem()),
          corrector_(problem_, step.from.x.size(), scales_, search.newton())
    {
        const Index n = step.from.x.size();
        across_.resize(n + 1);
        across_ << (step.to.x - step.from.x).cwiseQuotient(scales_.x), step.to.p - step.from.p;
        across_.normalize();
    }

    KinkEquations::Slopes slopes{}; ///< slopes at the last point
    MotionAt at;                    ///< last point

    /// Moves to a share of the chord; true if the kink is there.
    bool move(double share)
    {
        at = {step_.from.x + share * (step_.to.x - step_.from.x),
              step_.from.p + share * (step_.to.p - step_.from.p)};
        if (share > 0 && share < 1 &&
            corrector_.correct(at.x, at.p, across_) != continuation::NewtonStatus::converged)
            return false;
        slopes = equations_.slopes(at.x, at.p);
        return std::isfinite(slopes.stick) && std::isfinite(slopes.slip);
    }

    /// Code of the states at a share of the chord; 0: none.
    double states(double share) { return move(share) ? states_code(equations_.at()) : 0; }

private:
    KinkEquations& equations_;
    const KinkStep& step_;
    continuation::Scales scales_;
    continuation::Problem problem_;
    continuation::Corrector corrector_;
    Vector across_;
};

} // namespace

std::optional<KinkZero> zero_within(ExtremumSearch& search, KinkEquations& equations,
                                    const KinkStep& step, bool begins)
{
    constexpr int halves = 40, nearest = 30; // of the step
    constexpr double zero = 1e-6;            // of the other slope
    Chord chord(search, equations, step);
    const double after = chord.states(1), before = chord.states(0);
    if (after == before)
        return std::nullopt;
    const KinkEquations::Slopes first = chord.slopes;
    const double least = begins ? zero * std::max(std::abs(first.stick), std::abs(first.slip)) : -1;
    double low = 0, high = 1; // of the change
    for (int i = 0; i < halves; ++i) {
        const double middle = 0.5 * (low + high);
        (chord.states(middle) == before ? low : high) = middle;
    }
    std::vector<double> shares;
    for (int i = nearest; i >= 0; --i) {
        shares.push_back(low * (1 - std::ldexp(1.0, -i)));
        shares.push_back(high + (1 - high) * std::ldexp(1.0, -i));
    }
    std::sort(shares.begin(), shares.end());
    const auto changed = [&](bool slip) -> bool {
        const double value = slip ? chord.slopes.slip : chord.slopes.stick,
                     then = slip ? first.slip : first.stick;
        return std::abs(then) > least && (value > 0) != (then > 0);
    };
    double last = 0;
    for (const double share : shares) {
        if (share >= 1 || !chord.move(share))
            continue;
        for (const bool slip : {false, true}) {
            if (!changed(slip))
                continue;
            double from = last, to = share;
            for (int i = 0; i < halves; ++i) {
                const double middle = 0.5 * (from + to);
                (chord.move(middle) && !changed(slip) ? from : to) = middle;
            }
            if (!chord.move(to))
                return std::nullopt;
            return KinkZero{chord.at, chord.slopes, slip};
        }
        last = share;
    }
    return std::nullopt;
}

} // namespace slideway::dynamics
