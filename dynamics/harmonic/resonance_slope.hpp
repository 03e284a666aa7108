#pragma once

#include "dynamics/harmonic/harmonic_balance.hpp"

#include "base/dense_solve.hpp"

#include <span>
#include <vector>

namespace slideway::dynamics {

/// Slope of a curve of forced response at fixed level, exact, with its derivatives. Of the
/// coefficients Q of one output without its mean, A = ln |Q|,
///
///   s = dA/dOmega along F(r, Omega) = 0
///     = A_Omega + lambda . F_Omega,   F_r^T lambda = -A_r
///
/// Extrema of rms over frequency are its zeros; {F = 0, s = 0} are n + 1 equations for (r, Omega)
/// at a level, or a curve of extrema over (r, Omega, ln level). s and its derivatives are defined
/// off F = 0 alike. They jump where J of a joint jumps, and have no bound where its second
/// derivatives have none (contact::harmonic_force).
///
/// Beside the evaluation of F it takes one LU of n x n and, for derivatives, those of the
/// forces of the joints. After its first use it allocates nothing (no Form::lu). For one thread.
/// Formulas: docs/theory/harmonic_balance.md.
class ResonanceSlope {
public:
    /// J of a joint on the other side of an onset: J + step along^T.
    struct Jump {
        std::size_t joint = 0;
        Vector step;  ///< rows * size: forces
        Vector along; ///< rows * size: displacements
    };

    /// @param output  of the constructor of `model`; it must move
    /// @throws std::invalid_argument  no such output; a model of sampled forces, which have no
    ///                                second derivatives
    ResonanceSlope(const HarmonicBalance& model, std::size_t output);

    /// s at a motion that was evaluated, with its J ...
    double value(const HarmonicBalance::Evaluation& evaluation) { return value(evaluation, {}); }
    /// ... and with another.
    double value(const HarmonicBalance::Evaluation& evaluation, std::span<const Jump> jumps);

    /// s and its derivatives at a motion that was evaluated.
    void differentiate(HarmonicBalance::Evaluation& evaluation);

    /// Derivatives at fixed r and Omega by ln p: F; s; ln rms.
    struct Partials {
        Vector F; ///< n
        double s = 0, log_rms = 0;
    };
    /// By a number of a joint, at the motion of the last `differentiate`.
    void by_parameter(const HarmonicBalance::Evaluation& evaluation, std::size_t joint,
                      const contact::Scaling& p, Partials& out);
    /// By a factor on all linear damping.
    void by_damping_factor(HarmonicBalance::Evaluation& evaluation, Partials& out);

    /// Values of the last call: ...
    [[nodiscard]] double s() const { return s_; }
    [[nodiscard]] const Vector& lambda() const { return lambda_; } ///< n
    /// ... of `differentiate`: ds/dr, n; ds/dOmega; ds/d ln level.
    [[nodiscard]] const Vector& s_r() const { return s_r_; }
    [[nodiscard]] double s_Omega() const { return s_Omega_; }
    [[nodiscard]] double s_level() const { return s_level_; }
    /// d ln rms / d ln level at fixed r and Omega.
    [[nodiscard]] double log_rms_level() const { return log_rms_level_; }
    /// ds/dOmega along the curve of response: < 0 at a maximum of rms.
    [[nodiscard]] double curvature() const { return s_Omega_ + s_r_.dot(v_); }

private:
    const HarmonicBalance& model_;
    std::size_t output_;
    double s_ = 0, s_Omega_ = 0, s_level_ = 0, log_rms_level_ = 0;
    Vector lambda_, s_r_;

    std::vector<contact::HarmonicForce> curved_; ///< second derivatives H of each joint
    Lu<double> lu_;
    Matrix F_r_, Q_r_;
    Vector Q_, Q_Omega_, p_, v_, w_, f_, Gf_, Vf_;
    HarmonicBalance::Weights fixed_, rate_, second_, eta_, eta_rate_;
};

} // namespace slideway::dynamics
