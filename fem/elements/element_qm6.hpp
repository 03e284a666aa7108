#pragma once

#include "fem/elements/plane_element.hpp"

namespace slideway::fem {

/// "qm6": bilinear quadrilateral with two incompatible modes per direction, condensed.
///
///   u = sum N_i u_i + (1 - xi^2) a_1 + (1 - eta^2) a_2
///   K = K_uu - K_ua K_aa^-1 K_au,   a = -K_aa^-1 K_au u
///
/// The gradients of the incompatible modes use the Jacobian J_0 of the centre and the factor
/// det J_0 / det J. Their integral therefore vanishes, and distorted elements pass every patch test
/// of constant stress. Rectangles represent pure bending exactly. Integration uses 2x2 Gauss
/// points. The mass is that of the bilinear part. Stress at the nodes includes the condensed modes.
/// Source: Wilson, Taylor, Doherty & Ghaboussi, Incompatible displacement models, 1973; corrected
/// form: Taylor, Beresford & Wilson, Int. J. Numer. Methods Eng. 10(6), 1976,
/// doi:10.1002/nme.1620100602.
[[nodiscard]] PlaneElement element_qm6();

} // namespace slideway::fem
