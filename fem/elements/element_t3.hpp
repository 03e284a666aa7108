#pragma once

#include "fem/elements/plane_element.hpp"

namespace slideway::fem {

/// "t3": linear triangle, constant strain. Stiff in bending; for filling corners of quadrilateral
/// meshes and for fine meshes.
/// Source: Turner, Clough, Martin & Topp, J. Aeronaut. Sci. 23(9), 1956, doi:10.2514/8.3664.
[[nodiscard]] PlaneElement element_t3();

} // namespace slideway::fem
