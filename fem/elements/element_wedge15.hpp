#pragma once

#include "fem/elements/solid_element.hpp"

namespace slideway::fem {

/// "wedge15": isoparametric quadratic wedge, edges straight or curved. Stiffness: 6 x 3 points;
/// mass: 7 x 3. Three points per triangle would fail the patch test on curved edges. Stress at the
/// nodes: D B u at 3 x 2 points, extrapolated linearly over the triangle and along the axis.
/// Source: Zienkiewicz & Taylor, The Finite Element Method.
[[nodiscard]] SolidElement element_wedge15();

} // namespace slideway::fem
