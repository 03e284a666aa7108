#include "app/analyses/backbone/monitored_motions.hpp"

#include <cmath>
#include <numbers>

namespace slideway::app {

namespace {

MonitoredMotions sized(const dynamics::HarmonicBalance& model, Index n)
{
    const auto monitors = static_cast<Index>(model.n_outputs());
    return {Matrix(monitors, n), Matrix(monitors, n)};
}

void report(const dynamics::HarmonicBalance& model,
            const dynamics::HarmonicBalance::Evaluation& evaluation, Index motion, double later,
            MonitoredMotions& reported)
{
    const Index c1 = model.harmonics().means ? 1 : 0;
    Vector Y;
    for (Index k = 0; k < reported.rms.rows(); ++k) {
        model.output(evaluation, static_cast<std::size_t>(k), Y);
        reported.rms(k, motion) = dynamics::rms(model.harmonics(), Y);
        const double lag = std::atan2(Y(c1 + 1), Y(c1)) + later;
        reported.phase_lag(k, motion) = std::atan2(std::sin(lag), std::cos(lag));
    }
}

} // namespace

MonitoredMotions monitored_motions(dynamics::MotionFamily& motions, const Matrix& x,
                                   const Vector& p)
{
    const dynamics::HarmonicBalance& model = motions.model();
    const Index n = model.n();
    MonitoredMotions reported = sized(model, x.cols());
    dynamics::HarmonicBalance::Evaluation evaluation(model);
    for (Index k = 0; k < x.cols(); ++k) {
        motions.evaluate(x.col(k).head(n), x(n, k), p(k), evaluation);
        report(model, evaluation, k, 0, reported);
    }
    return reported;
}

MonitoredMotions monitored_modes(const dynamics::HarmonicBalance& model, const Matrix& x)
{
    const Index n = model.n();
    MonitoredMotions reported = sized(model, x.cols());
    dynamics::HarmonicBalance::Evaluation evaluation(model);
    for (Index k = 0; k < x.cols(); ++k) {
        model.evaluate(x.col(k).head(n), x(n, k), 0, evaluation, {x(n + 1, k)});
        // In phase resonance p^H q is negative imaginary.
        const Complex work = model.system().p_at(x(n, k)).dot(model.modal(evaluation, 1));
        report(model, evaluation, k, std::arg(work) + std::numbers::pi / 2, reported);
    }
    return reported;
}

} // namespace slideway::app
