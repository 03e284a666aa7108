#pragma once

#include "fem/elements/solid_element.hpp"

namespace slideway::fem {

/// "hex20": serendipity hexahedron, edges straight or curved, 3 x 3 x 3 Gauss points. Pure bending
/// is exact on parallelepipeds.
/// Source: Ergatoudis, Irons & Zienkiewicz, Int. J. Solids Struct. 4(1), 1968,
/// doi:10.1016/0020-7683(68)90031-0.
[[nodiscard]] SolidElement element_hex20();

/// "hex20r": hex20 with 2 x 2 x 2 points for the stiffness and 3 x 3 x 3 for the mass. Nearer to
/// the limit in bending, but a single element has 6 motions without energy besides the rigid ones,
/// a row of elements has some too, and curved edges fail the patch test. Source: Zienkiewicz,
/// Taylor & Too, Int. J. Numer. Methods Eng. 3, 1971.
[[nodiscard]] SolidElement element_hex20r();

} // namespace slideway::fem
