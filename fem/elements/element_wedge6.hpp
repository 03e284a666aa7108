#pragma once

#include "fem/elements/solid_element.hpp"

namespace slideway::fem {

/// "wedge6": linear wedge, 3 x 2 points (1 x 2 points would leave a motion without energy). Too
/// stiff in bending. Stress: at two points on its axis, extrapolated linearly along the axis.
/// Source: any text on finite elements, e.g. Zienkiewicz & Taylor, The Finite Element Method.
[[nodiscard]] SolidElement element_wedge6();

} // namespace slideway::fem
