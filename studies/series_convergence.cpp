#include "studies/series_convergence.hpp"

#include "base/interruptible.hpp"
#include "continuation/pieces.hpp"
#include "dynamics/harmonic/harmonic_stability.hpp"
#include "dynamics/harmonic/response_level.hpp"

#include <algorithm>
#include <utility>

namespace slideway::studies {

namespace {

using continuation::Branch;
using dynamics::HarmonicBalance;

constexpr Index sampled_frequencies = 20, most_harmonics = 100, samples_a_harmonic = 32;

// A motion of the series.
struct Compared {
    Vector R;
    double Omega = 0;
    bool label = false;
};

// Motions at frequencies at even distances, and those of labels. They do not depend on where steps
// put the points of the curve.
std::vector<Compared> compared_motions(const dynamics::ResponseLevel& level, const Branch& curve,
                                       const std::vector<StabilityLabel>& labels)
{
    std::vector<Compared> list;
    const double low = level.options().p_min, high = level.options().p_max;
    for (Index i = 0; i < sampled_frequencies; ++i) {
        const double Omega =
            low + (high - low) * (static_cast<double>(i) + 0.5) / sampled_frequencies;
        for (const auto& [k, share] : continuation::crossings(curve.p, Omega)) {
            Vector R = curve.x.col(k) + share * (curve.x.col(k + 1) - curve.x.col(k));
            if (level.correct(R, Omega))
                list.push_back({std::move(R), Omega});
        }
    }
    using Kind = StabilityLabel::Kind;
    for (const StabilityLabel& label : labels)
        if (label.kind == Kind::period_doubling || label.kind == Kind::neimark_sacker)
            list.push_back({label.x, label.Omega, true});
    return list;
}

// Returns the coefficients of a motion with zeros for further harmonics.
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
                                     const Branch& curve, const std::vector<StabilityLabel>& labels,
                                     const Progress& progress)
{
    SeriesConvergence out;
    // Odd motions have odd harmonics only.
    out.n_h = std::min(2 * model.harmonics().n_h + 1, most_harmonics);
    if (out.n_h == model.harmonics().n_h || curve.n_points() == 0)
        return out;
    const contact::Harmonics more{out.n_h, model.harmonics().means};
    const HarmonicBalance finer(
        model.system(), more, model.outputs(),
        model.samples() > 0 ? std::max(model.samples(), samples_a_harmonic * out.n_h) : 0);
    const dynamics::ResponseLevel given(model, options, progress), level(finer, options, progress);
    dynamics::HarmonicStability own(model.system(), model.harmonics()), other(model.system(), more);
    for (const Compared& compared : compared_motions(given, curve, labels)) {
        ask(progress);
        Vector R = padded(model, finer, compared.R);
        if (!level.correct(R, compared.Omega)) {
            ++out.n_lost;
            continue;
        }
        const dynamics::Stability a = own(compared.R, compared.Omega), b = other(R, compared.Omega);
        if (a.multipliers.size() == 0 || b.multipliers.size() == 0)
            continue;
        ++out.n_compared;
        out.moved = std::max(out.moved, moved(a.multipliers, b.multipliers));
        if (compared.label)
            out.at_labels = std::max(out.at_labels, moved_at_label(a.multipliers, b.multipliers));
        else if (a.stable != b.stable)
            ++out.n_differ;
    }
    return out;
}

} // namespace slideway::studies
