#pragma once

#include "contact/laws/harmonic_force.hpp"
#include "dynamics/modal/driven_joints.hpp"

namespace slideway::dynamics {

/// Hill's matrix of the linearised motion of HarmonicStability: dq = exp(lambda t) times a sum of
/// n_hill harmonics and a mean. Its eigenvalues lambda approximate the Floquet exponents, each with
/// copies at distances of j k Omega. Its size is (2 m (2 n_hill + 1))^2. States are ordered by
/// harmonics, mean, c1, s1, ..., each with scale q (m) and (lambda + d/dt) q (m).
///
/// For laws without memory (cubic, gap) it is exact as n_hill grows. For elastic-coulomb, J assumes
/// the slider of a stick at the position given by the disturbance without its factor exp(lambda t).
/// Then only lambda = 0, the loss of stability through +1, is exact.
///
/// @param n_hill  >= n_h of the motion
/// @throws std::invalid_argument  see HarmonicStability; n_hill < n_h
/// Source: Detroux, Renson, Masset & Kerschen, Comput. Methods Appl. Mech. Engrg. 296, 2015,
/// doi:10.1016/j.cma.2015.07.017.
[[nodiscard]] Matrix hill_matrix(const DrivenJoints& system, const contact::Harmonics& harmonics,
                                 const VectorIn& R, double Omega, Index n_hill);

/// Monodromy matrix from Hill's matrix H, without a selection of its eigenvalues: exp(H 2 pi /
/// Omega) of a disturbance of the mean only, and the sum of all harmonics at theta = 0. States are
/// omega q, q'.
/// Source: Bayer & Leine, Nonlinear Dyn. 111, 2023, doi:10.1007/s11071-023-08247-7 (transposed).
[[nodiscard]] Matrix hill_monodromy(const DrivenJoints& system, const contact::Harmonics& harmonics,
                                    const VectorIn& R, double Omega, Index n_hill);

} // namespace slideway::dynamics
