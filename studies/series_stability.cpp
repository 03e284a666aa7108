#include "studies/series_stability.hpp"

#include "base/dense_eigen.hpp"
#include "dynamics/harmonic/response_level.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace slideway::studies {

namespace {

using continuation::Branch;
using continuation::PointKind;
using dynamics::HarmonicBalance;

// State: the coefficients of the joints' displacements.
class SeriesMotions final : public CurveMotions {
public:
    SeriesMotions(const HarmonicBalance& model, const dynamics::ForcedResponseOptions& options,
                  const Branch& curve, const Progress& progress)
        : model_(model), level_(options.level), curve_(curve), at_level_(model, options, progress),
          stability_(model, [progress]() -> bool { return !progress || progress(0); }),
          motion_(model)
    {
    }

    [[nodiscard]] Vector state(Index point) override { return curve_.x.col(point); }

    [[nodiscard]] const continuation::Problem& problem() const override
    {
        return at_level_.problem();
    }

    // Rows count by their largest amplitude, those of little motion by a share of the largest.
    [[nodiscard]] continuation::Scales scales(const std::vector<Vector>& states) const override
    {
        constexpr double least = 1e-3;
        const Index size = model_.harmonics().size();
        Vector amplitude = Vector::Zero(model_.n_rows());
        for (const Vector& R : states)
            for (Index a = 0; a < model_.n_rows(); ++a)
                amplitude(a) = std::max(amplitude(a), R.segment(model_.first(a), size).norm());
        amplitude = amplitude.cwiseMax(least * amplitude.maxCoeff());
        continuation::Scales scales;
        scales.x.resize(model_.n());
        for (Index a = 0; a < model_.n_rows(); ++a)
            scales.x.segment(model_.first(a), size).setConstant(amplitude(a));
        scales.p = curve_.p.maxCoeff() - curve_.p.minCoeff();
        return scales;
    }

    [[nodiscard]] ComplexVector multipliers(const Vector& x, double Omega) override
    {
        return stability_.at(x, Omega).multipliers;
    }

    [[nodiscard]] double distance(const Vector& x, const Vector& other) const override
    {
        return (x - other).norm() / x.norm();
    }

    [[nodiscard]] std::array<double, 2> output(const Vector& x, double Omega) override
    {
        Vector Y;
        model_.evaluate(x, Omega, level_, motion_);
        model_.output(motion_, 0, Y);
        const Index means = model_.harmonics().means ? 1 : 0;
        return {dynamics::rms(model_.harmonics(), Y), std::atan2(Y(means + 1), Y(means))};
    }

    // Exponentials of the phases and the eigenvalues of the monodromy matrix.
    [[nodiscard]] double work() const override
    {
        constexpr double products = 20;
        return products * std::pow(2.0 * static_cast<double>(model_.system().n_modes()), 3);
    }

    [[nodiscard]] bool known_stable(Index point) const override
    {
        return curve_.monitors(dynamics::monitor_stable, point) == 1;
    }

    // Same tolerance as in Stability::stable.
    [[nodiscard]] double on_circle() const override { return 1e-9; }

private:
    const HarmonicBalance& model_;
    double level_;
    const Branch& curve_;
    dynamics::ResponseLevel at_level_;
    dynamics::StabilityMonitor stability_;
    HarmonicBalance::Evaluation motion_;
};

// F_x at a point, with rows and columns of the same unit.
struct Jacobian {
    Vector singular; // ascending
    int negative = 0;
};

Jacobian jacobian(const HarmonicBalance& model, double level, const Branch& curve, Index point,
                  HarmonicBalance::Evaluation& evaluation)
{
    model.evaluate(curve.x.col(point), curve.p(point), level, evaluation);
    Jacobian out;
    const Matrix& F_x = evaluation.equations.F_x;
    out.singular = svd(F_x, SingularVectors::none).values.reverse();
    for (const Complex& lambda : eigenvalues(F_x))
        out.negative += lambda.imag() == 0 && lambda.real() < 0 ? 1 : 0;
    return out;
}

} // namespace

CurveStability series_stability(const HarmonicBalance& model,
                                const dynamics::ForcedResponseOptions& options, const Branch& curve,
                                const Progress& progress)
{
    SeriesMotions motions(model, options, curve, progress);
    return stability_labels(motions, curve,
                            "multipliers of " + std::to_string(model.system().n_modes()) +
                                " modes take too long; reduce the bodies",
                            progress);
}

std::map<Index, int> multiplicities(const HarmonicBalance& model, double level, const Branch& curve)
{
    // Limit of a singular value of the kernel. At a located point the value is round-off; near such
    // a point it is the distance.
    constexpr double kernel = 1e-3;
    HarmonicBalance::Evaluation evaluation(model);
    std::map<Index, int> list;
    for (Index k = 1; k + 1 < curve.n_points(); ++k) {
        if (curve.kind_of(k) != PointKind::fold && curve.kind_of(k) != PointKind::branch_point)
            continue;
        const Jacobian series_jacobian = jacobian(model, level, curve, k, evaluation),
                       before = jacobian(model, level, curve, k - 1, evaluation),
                       behind = jacobian(model, level, curve, k + 1, evaluation);
        int n = 0;
        while (n < series_jacobian.singular.size() &&
               series_jacobian.singular(n) <
                   kernel * std::min(before.singular(n), behind.singular(n)))
            ++n;
        list[k] = std::max(n > 0 ? n : std::abs(behind.negative - before.negative), 1);
    }
    return list;
}

} // namespace slideway::studies
