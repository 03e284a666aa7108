#pragma once

#include "fem/elements/solid_element.hpp"

namespace slideway::fem {

/// "hex8": trilinear hexahedron, 2 x 2 x 2 Gauss points. Too stiff in bending, because its shear
/// does not vanish in pure bending. Use it to compare, or with fine meshes. Source: Irons, AIAA J.
/// 4, 1966.
[[nodiscard]] SolidElement element_hex8();

} // namespace slideway::fem
