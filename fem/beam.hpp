#pragma once

#include "fem/mesh.hpp"
#include "fem/plane_stress.hpp"
#include "fem/substructure.hpp"

#include <string>
#include <vector>

namespace slideway::fem {

/// Cross-section of a straight or curved beam that bends in the plane.
struct BeamSection {
    double area = 0;          ///< [m^2], > 0
    double second_moment = 0; ///< [m^4], > 0, of the axis normal to the plane
    double extreme_fibre = 0; ///< [m], >= 0, from the neutral axis; 0: stress is the
                              ///< axial part only
    double width = 0;         ///< [m], >= 0, out of the plane, for the area of ports; 0: unknown
};

/// Rectangle with height in the plane of bending and width normal to it [m].
/// @throws InputError  unless > 0
[[nodiscard]] BeamSection rectangle_section(double width, double height);

/// Full circle [m]. @throws InputError unless > 0
[[nodiscard]] BeamSection circle_section(double diameter);

struct BeamOptions {
    Material material; ///< poisson is not used
    BeamSection section;
    bool axial = true;              ///< false: inextensible (straight beams only)
    std::vector<std::string> fixed; ///< "group" (all components) or "group.x", ".y", ".rotation"
};

/// Euler-Bernoulli beam on the cells "line2" of a plane mesh (fem/beam_mesh.hpp): cubic deflection,
/// consistent mass, no rotary inertia. Every group of the mesh is a port with components x, y and
/// rotation (counter-clockwise) in the directions of the plane, whatever the direction of the beam.
/// The area of a curve is its length times the width of the section. The offset of the surface from
/// the axis is not modelled: contact acts on the axis.
///
/// axial = true: three dofs per node (x, y, rotation).
/// axial = false: two dofs per node, the deflection v normal to the axis (to the left of its
/// direction) and the rotation. Ports still have x = -sin(a) v and y = cos(a) v, so forces along
/// the axis do no work. The support of the beam in that direction is therefore rigid.
///
/// Recovery: stress along the axis at the fibre with the largest magnitude, N/A +- |M| c/I with the
/// sign of N, as components of the plane. Where elements meet, the larger value counts. With
/// extreme_fibre = 0 it is N/A alone. The stress is not linear in u if N and M act together.
///
/// Element matrices: Przemieniecki, Theory of Matrix Structural Analysis, 1968, secs. 5.6, 11.3,
/// without shear and rotary inertia.
/// @throws InputError  values out of range, an element without length, unknown name in `fixed`,
///                     axial = false on a bent axis, everything fixed
[[nodiscard]] Substructure beam(const std::string& name, const Mesh& mesh,
                                const BeamOptions& options);

} // namespace slideway::fem
