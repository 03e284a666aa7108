#pragma once

#include "fem/elements/solid_element.hpp"

namespace slideway::fem {

/// "tet4": linear tetrahedron, constant strain. Much too stiff in bending and, with Poisson ratios
/// near 0.5, in volume. For filling, and to compare. Stiffness: 1 point; mass: 4 points (exact).
/// Source: Gallagher, Padlog & Bijlaard, ARS J. 32, 1962.
[[nodiscard]] SolidElement element_tet4();

} // namespace slideway::fem
