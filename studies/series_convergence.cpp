#include "studies/series_convergence.hpp"

#include "base/interruptible.hpp"
#include "dynamics/harmonic/harmonic_stability.hpp"
#include "dynamics/harmonic/response_level.hpp"

#include <algorithm>

namespace slideway::studies {

namespace {

using continuation::Branch;
using continuation::PointKind;
using dynamics::HarmonicBalance;

constexpr Index sampled_points = 20, most_harmonics = 100, samples_a_harmonic = 32;

// Regular points at even distances, and all labels of stability.
std::vector<Index> compared_points(const Branch& curve)
{
    std::vector<Index> list;
    const Index every = std::max<Index>(1, curve.n_points() / sampled_points);
    for (Index k = 0; k < curve.n_points(); ++k)
        if (k % every == 0 || curve.kind_of(k) == PointKind::monitor_zero)
            list.push_back(k);
    return list;
}

// The coefficients of a motion, with zeros for further harmonics.
Vector padded(const HarmonicBalance& from, const HarmonicBalance& to, const VectorIn& R)
{
    Vector out = Vector::Zero(to.n());
    for (Index a = 0; a < from.n_rows(); ++a)
        out.segment(to.first(a), from.harmonics().size()) =
            R.segment(from.first(a), from.harmonics().size());
    return out;
}

double moved(const ComplexVector& a, const ComplexVector& b)
{
    return std::abs(a.cwiseAbs().maxCoeff() - b.cwiseAbs().maxCoeff());
}

// Distance of the multiplier at a label, the one nearest to the unit circle, from the other set.
double moved_at_label(const ComplexVector& a, const ComplexVector& b)
{
    Index critical = 0;
    (a.cwiseAbs().array() - 1).abs().minCoeff(&critical);
    return (b.array() - a(critical)).abs().minCoeff();
}

} // namespace

SeriesConvergence series_convergence(const HarmonicBalance& model,
                                     const dynamics::ForcedResponseOptions& options,
                                     const Branch& curve, const Progress& progress)
{
    SeriesConvergence out;
    // Odd motions have odd harmonics alone.
    out.n_h = std::min(2 * model.harmonics().n_h + 1, most_harmonics);
    if (out.n_h == model.harmonics().n_h || curve.n_points() == 0)
        return out;
    const contact::Harmonics more{out.n_h, model.harmonics().means};
    const HarmonicBalance finer(
        model.system(), more, model.outputs(),
        model.samples() > 0 ? std::max(model.samples(), samples_a_harmonic * out.n_h) : 0);
    const dynamics::ResponseLevel level(finer, options, progress);
    dynamics::HarmonicStability own(model.system(), model.harmonics()), other(model.system(), more);
    for (const Index k : compared_points(curve)) {
        ask(progress);
        Vector R = padded(model, finer, curve.x.col(k));
        if (!level.correct(R, curve.p(k))) {
            ++out.n_lost;
            continue;
        }
        const dynamics::Stability a = own(curve.x.col(k), curve.p(k)), b = other(R, curve.p(k));
        if (a.multipliers.size() == 0 || b.multipliers.size() == 0)
            continue;
        ++out.n_compared;
        out.moved = std::max(out.moved, moved(a.multipliers, b.multipliers));
        if (curve.kind_of(k) == PointKind::monitor_zero)
            out.at_labels = std::max(out.at_labels, moved_at_label(a.multipliers, b.multipliers));
        else if (a.stable != b.stable)
            ++out.n_differ;
    }
    return out;
}

} // namespace slideway::studies
