#include "dynamics/harmonic/peak_derivatives.hpp"

namespace slideway::dynamics {

bool PeakDerivatives::move(const MotionAt& motion, const std::optional<Kink>& kink)
{
    const Index n = motions_.model().n();
    const auto& [x, p] = motion;
    equations_.F.resize(n + 1);
    equations_.F_x.resize(n + 1, n + 1);
    equations_.F_p.resize(n + 1);
    kink_.reset();
    if (kink)
        kink_.emplace(motions_, output_, *kink);
    if (!(kink ? (*kink_)(x, p, equations_) : smooth_(x, p, equations_)))
        return false;
    const ResonanceSlope& slope = kink ? kink_->derivatives() : smooth_.derivatives(x, p);
    lambda_ = slope.lambda();
    s_ = slope.s();
    Omega_ = x(n);
    lu_.compute(equations_.F_x);
    eta_ = Vector::Unit(n + 1, n);
    lu_.solve_transposed_in_place(eta_);
    return equations_.F_x.allFinite() && lambda_.allFinite();
}

PeakSlopes PeakDerivatives::by(const PeakParameter& p)
{
    kink_ ? kink_->column(p, column_) : smooth_.column(p, column_);
    const double d_Omega = -eta_.dot(column_.E);
    double log_rms = column_.log_rms + lambda_.dot(column_.E.head(motions_.model().n()));
    if (kink_)
        log_rms += s_ * d_Omega;
    return {log_rms, d_Omega / Omega_};
}

} // namespace slideway::dynamics
