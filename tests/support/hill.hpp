#pragma once

#include "contact/laws/harmonic_force.hpp"
#include "dynamics/modal/driven_joints.hpp"

namespace slideway::dynamics {

/// Hill's matrix of the linearised motion of HarmonicStability: dq = exp(lambda t) sum of n_hill
/// harmonics and a mean. Its eigenvalues lambda approximate the Floquet exponents, each with copies
/// at j k Omega beside it. (2 m (2 n_hill + 1))^2, states harmonic by harmonic in the order mean,
/// c1, s1, ..., each scale q (m) and (lambda + d/dt) q (m).
///
/// Laws without memory (cubic, gap): exact as n_hill grows. elastic-coulomb: J takes the slider
/// of a stick to be where the disturbance without its factor exp(lambda t) puts it, so that only
/// lambda = 0 is exact, the loss of stability through +1.
///
/// @param n_hill  >= n_h of the motion
/// @throws std::invalid_argument  as HarmonicStability; n_hill < n_h
/// Source: Detroux, Renson, Masset & Kerschen, Comput. Methods Appl. Mech. Engrg. 296, 2015,
/// doi:10.1016/j.cma.2015.07.017.
[[nodiscard]] Matrix hill_matrix(const DrivenJoints& system, const contact::Harmonics& harmonics,
                                 const VectorIn& R, double Omega, Index n_hill);

/// The monodromy matrix from Hill's matrix H, without choosing among its eigenvalues: a disturbance
/// of the mean alone, exp(H 2 pi / Omega), and the sum of all harmonics at theta = 0. States omega
/// q, q'.
/// Source: Bayer & Leine, Nonlinear Dyn. 111, 2023, doi:10.1007/s11071-023-08247-7 (transposed).
[[nodiscard]] Matrix hill_monodromy(const DrivenJoints& system, const contact::Harmonics& harmonics,
                                    const VectorIn& R, double Omega, Index n_hill);

} // namespace slideway::dynamics
