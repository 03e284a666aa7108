#pragma once

#include "contact/laws/law.hpp"
#include "contact/periodic/trigonometric_sum.hpp"
#include "dynamics/harmonic/propagation.hpp"

#include <vector>

namespace slideway::dynamics {

/// A row of a smooth law in periodic motion r(theta): df = df/dr dr + df/dv dv.
struct SmoothRow {
    Index row = 0; ///< row of B
    contact::JointLaw law;
    contact::TrigonometricSum r;
};

/// Equal steps over a part of the cycle.
struct Steps {
    double from = 0; ///< phase
    double h = 0;    ///< [s]
    Index count = 0;
};

/// Disturbances forward by exponential collocation: in a step the forces df are the polynomials
/// through their values at the four points of Gauss, and the motion under them is exact.
/// @param B      n_r x m: dr = B dq
/// @param scale  m [rad/s]: the states are (scale q, q')
/// Source: Hochbruck & Ostermann, Acta Numerica 19, 2010, doi:10.1017/S0962492910000048.
void collocate(const LinearPhase& phase, const std::vector<SmoothRow>& smooth, const Matrix& B,
               const Vector& scale, double Omega, const Steps& steps, Disturbances& d);

} // namespace slideway::dynamics
