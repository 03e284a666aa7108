#pragma once

#include "fem/elements/solid_element.hpp"

namespace slideway::fem {

/// "tet10": isoparametric quadratic tetrahedron, edges straight or curved. Stiffness and mass: 15
/// points of degree 5. On straight edges 4 points would give the same stiffness; on curved ones
/// they fail the patch test. Stress at the nodes: D B u at 4 points, extrapolated linearly. Source:
/// Argyris, AIAA J. 3, 1965.
[[nodiscard]] SolidElement element_tet10();

} // namespace slideway::fem
