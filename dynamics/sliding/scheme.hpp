#pragma once

#include "dynamics/modal/modal_model.hpp"

namespace slideway::dynamics {

/// Coefficients of one mode per step in summed form, d = q_n - q_{n-1}:
///
///   d <- a d - b q + w h^2 f,   q <- q + d
///
/// and of the first step, which begins with a displacement q_0 and a velocity v_0:
///
///   d_1 = s h v_0 + j (h^2 f_0 - (omega h)^2 q_0)
struct SchemeCoefficients {
    Vector a, b, w;
    Vector s, j;
};

/// Central differences, of the damping force too: with w = 1 / (1 + c h / 2), a = (1 - c h / 2) w
/// and b = omega^2 h^2 w, each step is
///
///   (q_{n+1} - 2 q_n + q_{n-1}) / h^2 + c (q_{n+1} - q_{n-1}) / (2 h) + omega^2 q_n = f_n.
///
/// The first step has the increment d_0 = h v_0 - h^2 a_0 / 2 before it, where a_0 is the
/// acceleration at the start, so that v_0 is the mean of both velocities: s = 1 - c h / 2, j = 1/2.
/// The scheme is of second order. It is stable for omega h < 2, also with damping; `step_limit` is
/// lower.
/// Source: Brunetti, D'Ambrogio & Fregolent, doi:10.1007/s11071-020-06081-9, eqs. (26)-(28), in the
/// modal coordinates of each body, except for the damping force. The published one is that of the
/// last increment, c (q_n - q_{n-1}) / h, for which a = 1 - c h, b = omega^2 h^2, w = 1: it is half
/// a step late, so that frequencies are too high by a share of c h / 4.
/// The summed form keeps the digits that 2 q_n - q_{n-1} loses.
[[nodiscard]] SchemeCoefficients central_difference(const reduction::ModalForm& form, double h);

/// Exact solution of each mode over a step, with the force held: with the roots s of
/// s^2 + c s + omega^2 = 0, a = exp(-c h), b = (1 - e^{s1 h})(1 - e^{s2 h}), w = b / (omega h)^2.
/// s and j are the divided differences exp[s1 h, s2 h] and exp[0, s1 h, s2 h]: the first step is
/// exact too. A departure from eqs. (24)-(28) of the source above: no step limit from the modes.
[[nodiscard]] SchemeCoefficients exact_propagator(const reduction::ModalForm& form, double h);

/// Coefficients of the scheme as matrices, for damping that couples the modes.
struct CoupledCoefficients {
    Matrix a, b, w; ///< m x m
    Matrix s, j;    ///< m x m
};

/// Returns the coefficients for coupled damping, D in place of c:
///
///   w = (I + h D / 2)^-1,   a = w (I - h D / 2),   b = w h^2 Omega^2,
///   s = I - h D / 2,        j = I / 2
[[nodiscard]] CoupledCoefficients coupled_central_difference(const reduction::ModalForm& form,
                                                             double h);

/// Exact solution over a step of the first-order form z' = [0 I; -Omega^2 -D] z + [0; f],
/// z = (q, q'), with q' eliminated between two steps. With E = exp(A h) and J the integral of E12
/// over the step, G = E12 E22 E12^-1:
///
///   a = G E11 - E12 E21,  w h^2 = (I - G) J + E12^2,  b = w h^2 Omega^2,  s h = E12,  j h^2 = J.
[[nodiscard]] CoupledCoefficients coupled_propagator(const reduction::ModalForm& form, double h);

/// Limit of the step of central_difference. A single mode: (2/omega)(sqrt(1 + zeta^2) - zeta).
/// Below it the scheme is stable, and a > 0: no velocity changes its sign from step to step because
/// of its damping, as it does for c h > 2. (It is the stability limit of the published damping too,
/// except that eq. (25) of the source has sqrt(1 - zeta^2) - zeta and the crossing time of the
/// smallest element, which for a consistent mass is not conservative.) With damping that couples
/// modes, and with joints at their largest stiffness and damping k, c on rows B: the largest h for
/// which 4 I - 2 h (D + B^T c B) - h^2 (Omega^2 + B^T k B) is
/// positive definite, which for one mode without joints is the same. Infinity without modes.
///
/// @param reach  |r| up to which each joint is taken [m]; empty: 0
[[nodiscard]] double step_limit(const assembly::CoupledModel& model, const ModalModel& modal,
                                const std::vector<double>& reach = {});

} // namespace slideway::dynamics
