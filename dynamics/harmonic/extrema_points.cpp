#include "dynamics/harmonic/extrema.hpp"

#include "base/text.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/response_completion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;

namespace {

constexpr double two_pi = 2 * std::numbers::pi;

// Cubic between two points of a piece, with their slopes over ln level; straight near a fold.
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
        if (bend.norm() < (x1 - x0).norm())
            x += bend;
    }
    return x;
}

} // namespace

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
        for (const auto& [k, share] : continuation::crossings(branch.p, p)) {
            const LevelPoint guess{between(branch, k, share), p};
            const double linear = (1 - share) * branch.x(n, k) + share * branch.x(n, k + 1);
            const double near = 2 * std::abs(branch.x(n, k + 1) - branch.x(n, k)) +
                                2 * std::abs(guess.x(n) - linear) + 1e-6 * linear;
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
        }
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
            const bool rises = search.slope(a) > 0;
            if (folds || rises == (search.slope(b) > 0))
                continue;
            const bool maximum = rises == (b.x(n) > a.x(n));
            if (const std::optional<LevelPoint> smooth = search.refine(a, b))
                list.push_back({smooth->x, level, {}, maximum});
            else if (const std::optional<OnsetPassed> onset = search.onset(a, &b))
                list.push_back({a.x, level, onset->kink, maximum});
        }
    }
    std::sort(list.begin(), list.end(), [n](const ExtremumStart& a, const ExtremumStart& b) {
        return a.maximum != b.maximum ? a.maximum : a.x(n) < b.x(n);
    });
    return list;
}

} // namespace slideway::dynamics
