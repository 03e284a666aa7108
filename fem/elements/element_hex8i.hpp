#pragma once

#include "fem/elements/solid_element.hpp"

namespace slideway::fem {

/// "hex8i": trilinear hexahedron with three incompatible modes per direction, condensed.
///
///   u = sum N_i u_i + sum_k (1 - xi_k^2) a_k
///   K = K_uu - K_ua K_aa^-1 K_au,   a = -K_aa^-1 K_au u
///
/// The gradients of the modes use the Jacobian J_0 of the centre and the factor det J_0 / det J.
/// Their integral therefore vanishes, and distorted elements pass every patch test of constant
/// stress. Parallelepipeds represent pure bending exactly. Gauss points: 2 x 2 x 2. The mass is
/// that of hex8, and the stress includes the modes. Nearly incompressible materials still lock in
/// general states. Source: Wilson, Taylor, Doherty & Ghaboussi, Incompatible displacement models,
/// 1973; corrected form: Taylor, Beresford & Wilson, Int. J. Numer. Methods Eng. 10(6), 1976,
/// doi:10.1002/nme.1620100602.
[[nodiscard]] SolidElement element_hex8i();

} // namespace slideway::fem
