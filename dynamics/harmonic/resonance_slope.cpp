#include "dynamics/harmonic/resonance_slope.hpp"

#include <stdexcept>

namespace slideway::dynamics {

ResonanceSlope::ResonanceSlope(const HarmonicBalance& model, std::size_t output)
    : model_(model), output_(output), curved_(model.system().joints.size()), f_(model.n())
{
    if (output >= model.n_outputs())
        throw std::invalid_argument("ResonanceSlope: no such output");
    if (!model.has_states())
        throw std::invalid_argument("ResonanceSlope: sampled forces have no second derivatives");
}

double ResonanceSlope::value(const HarmonicBalance::Evaluation& evaluation,
                             std::span<const Jump> jumps)
{
    model_.output(evaluation, output_, Q_);
    model_.output_derivatives(evaluation, output_, Q_r_, Q_Omega_);
    if (!jumps.empty())
        F_r_ = evaluation.equations.F_x;
    for (const Jump& jump : jumps) {
        model_.respond(evaluation, output_, jump.joint, jump.step, Gf_, Vf_);
        Index first = 0;
        for (std::size_t i = 0; i < jump.joint; ++i)
            first += evaluation.forces[i].F.size();
        F_r_.middleCols(first, jump.along.size()) += Gf_ * jump.along.transpose();
        Q_r_.middleCols(first, jump.along.size()) -= Vf_ * jump.along.transpose();
    }
    if (model_.harmonics().means) {
        Q_(0) = Q_Omega_(0) = 0;
        Q_r_.row(0).setZero();
    }
    p_ = Q_ / Q_.squaredNorm();
    lambda_.noalias() = -Q_r_.transpose() * p_;
    lu_.compute(jumps.empty() ? evaluation.equations.F_x : F_r_);
    lu_.solve_transposed_in_place(lambda_);
    s_ = p_.dot(Q_Omega_) + lambda_.dot(evaluation.equations.F_p);
    return s_;
}

void ResonanceSlope::differentiate(HarmonicBalance::Evaluation& evaluation)
{
    value(evaluation);
    v_ = -evaluation.equations.F_p; // dr/dOmega along the curve
    lu_.solve_in_place(v_);
    w_ = Q_Omega_; // (dQ/dOmega - 2 s Q) / |Q|^2
    w_.noalias() += Q_r_ * v_;
    w_ = w_ / Q_.squaredNorm() - 2 * s_ * p_;
    model_.weigh(evaluation, output_, 0, p_, lambda_, fixed_);
    model_.weigh(evaluation, output_, 1, p_, lambda_, rate_);
    model_.weigh(evaluation, output_, 2, p_, lambda_, second_);
    fixed_.mu *= -1;

    const Complex h =
        evaluation.level * evaluation.linear.g(model_.n_rows() + static_cast<Index>(output_));
    const Index c = model_.harmonics().means ? 1 : 0;
    log_rms_level_ = p_(c) * h.real() - p_(c + 1) * h.imag();
    s_level_ = w_(c) * h.real() - w_(c + 1) * h.imag() + evaluation.level * rate_.drive;
    s_Omega_ = w_.dot(Q_Omega_) + evaluation.level * second_.drive;
    s_r_.noalias() = Q_r_.transpose() * w_;
    Index first = 0;
    for (std::size_t i = 0; i < curved_.size(); ++i) {
        const contact::HarmonicForce& force = evaluation.forces[i];
        const Index n = force.F.size();
        contact::second_derivatives(model_.system().joints[i].law, evaluation.R.segment(first, n),
                                    fixed_.mu.segment(first, n), evaluation.held_of(i),
                                    evaluation.work[i], curved_[i]);
        auto part = s_r_.segment(first, n);
        part.noalias() += curved_[i].H * v_.segment(first, n);
        part.noalias() -= force.J.transpose() * rate_.mu.segment(first, n);
        auto Jv = f_.segment(first, n);
        Jv.noalias() = force.J * v_.segment(first, n);
        s_Omega_ -= rate_.mu.segment(first, n).dot(Jv) + second_.mu.segment(first, n).dot(force.F);
        if (force.F_Omega.size() > 0) { // forces that depend on velocity
            part += curved_[i].H_Omega;
            s_Omega_ += curved_[i].H_Omega.dot(v_.segment(first, n)) + curved_[i].H_OmegaOmega -
                        2 * rate_.mu.segment(first, n).dot(force.F_Omega);
        }
        first += n;
    }
}

void ResonanceSlope::by_parameter(const HarmonicBalance::Evaluation& evaluation, std::size_t joint,
                                  const contact::Scaling& p, Partials& out)
{
    Index first = 0;
    for (std::size_t i = 0; i < joint; ++i)
        first += evaluation.forces[i].F.size();
    const contact::HarmonicForce& force = evaluation.forces[joint];
    const Index n = force.F.size();
    const contact::Harmonics& h = model_.harmonics();
    auto f = f_.segment(first, n);
    contact::force_by_parameter(h, p, evaluation.R.segment(first, n), force, f);
    model_.respond(evaluation, output_, joint, f, out.F, Vf_);
    out.log_rms = -p_.dot(Vf_);
    out.s =
        contact::slope_by_parameter(h, p, evaluation.R.segment(first, n), force.J, curved_[joint].H,
                                    fixed_.mu.segment(first, n), v_.segment(first, n)) -
        w_.dot(Vf_) - rate_.mu.segment(first, n).dot(f);
}

void ResonanceSlope::by_damping_factor(HarmonicBalance::Evaluation& evaluation, Partials& out)
{
    model_.by_damping_factor(evaluation, output_, out.F, Vf_);
    model_.weigh_damping_factor(evaluation, output_, 0, p_, lambda_, eta_);
    model_.weigh_damping_factor(evaluation, output_, 1, p_, lambda_, eta_rate_);
    out.log_rms = p_.dot(Vf_);
    out.s = w_.dot(Vf_) + evaluation.level * eta_rate_.drive;
    Index first = 0;
    for (const contact::HarmonicForce& force : evaluation.forces) {
        const Index n = force.F.size();
        auto Jv = f_.segment(first, n);
        Jv.noalias() = force.J * v_.segment(first, n);
        out.s -= eta_.mu.segment(first, n).dot(Jv) + eta_rate_.mu.segment(first, n).dot(force.F);
        if (force.F_Omega.size() > 0)
            out.s -= eta_.mu.segment(first, n).dot(force.F_Omega);
        first += n;
    }
}

} // namespace slideway::dynamics
