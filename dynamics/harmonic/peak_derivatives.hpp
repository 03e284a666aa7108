#pragma once

#include "dynamics/harmonic/extremum_equations.hpp"

#include <optional>

namespace slideway::dynamics {

/// d ln rms / d ln p, d ln f / d ln p of an extremum that stays one as p changes.
struct PeakSlopes {
    double log_rms = 0, log_frequency = 0;
};

/// How the rms and the frequency of an extremum of the response change with the numbers of the
/// model: E the n + 1 equations of its curve, {F = 0, s = 0} or {F = 0, margin = 0}, A = ln rms,
///
///   E_x^T eta = (0, .., 0, 1)       d Omega = -eta . E_p
///   F_r^T lambda = -A_r             d A = A_p + lambda . F_p + s d Omega
///
/// one factorisation for all parameters; s, zero at a smooth extremum, is the slope at a kink on
/// the side that sticks. Frequencies have no bound at a fold. For one thread.
/// Formulas: docs/theory/backbones.md.
class PeakDerivatives {
public:
    /// @param output  of the balance, whose rms has extrema
    PeakDerivatives(MotionFamily& motions, std::size_t output)
        : motions_(motions), output_(output), smooth_(motions, output)
    {
    }

    /// Moves to an extremum.
    /// @param kink  on which it lies
    /// @return whether the equations have derivatives there
    [[nodiscard]] bool move(const MotionAt& motion, const std::optional<Kink>& kink);
    [[nodiscard]] PeakSlopes by(const PeakParameter& p);

private:
    MotionFamily& motions_;
    std::size_t output_;
    ExtremumEquations smooth_;
    std::optional<KinkEquations> kink_;
    continuation::Equations equations_;
    Lu<double> lu_;
    Vector lambda_, eta_;
    double s_ = 0, Omega_ = 0;
    PeakColumn column_;
};

} // namespace slideway::dynamics
