#pragma once

#include "fem/elements/plane_element.hpp"

namespace slideway::fem {

/// "q4": isoparametric bilinear quadrilateral, full 2x2 Gauss integration.
///
/// Too stiff in bending: its shear does not vanish in pure bending (6 % in the frequency of a
/// slender beam with two square elements through the height). Use it to compare, or with fine
/// meshes. Stress at the nodes: D B u evaluated there. Source: any text on finite elements, e.g.
/// Zienkiewicz & Taylor, The Finite Element Method.
[[nodiscard]] PlaneElement element_q4();

} // namespace slideway::fem
