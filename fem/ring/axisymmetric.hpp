#pragma once

#include "fem/inertia.hpp"
#include "fem/mesh.hpp"
#include "fem/sections.hpp"
#include "fem/share.hpp"
#include "fem/substructure.hpp"

#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

struct AxisymmetricOptions {
    Material material;
    std::vector<std::string> elements; ///< names that replace the default elements of
                                       ///< their shapes: "q4"
    std::vector<std::string> fixed;    ///< "group" (both components) or "group.x", "group.y"
    Share share;                       ///< columns of M and K to assemble in this process
    std::map<std::string, Material> materials = {}; ///< by group of surfaces, in place of material
    double axis = 0; ///< coordinate x of the axis of revolution, which is along y [m]
};

/// Materials of a body and of its groups.
[[nodiscard]] SectionsByGroup by_group(const AxisymmetricOptions& options);

/// Creates a body of revolution from the mesh of its half section: x is the radius, y the axis, and
/// displacements are radial and axial, the same along the circumference. Masses, stiffnesses and
/// forces are those of the full ring, so a force on a port is the total around it, and the shares
/// of a curve are the integrals of N 2 pi r. Nodes on the axis do not move along x. The only rigid
/// motion is the translation in y. Stress: s_xx (radial), s_yy (axial), s_xy, s_zz (hoop).
///
/// @throws InputError  a node with a negative radius; and as plane_stress()
[[nodiscard]] Substructure axisymmetric(const std::string& name, const Mesh& mesh,
                                        const AxisymmetricOptions& options);

/// Mass of the full ring and its centre, which is on the axis.
[[nodiscard]] Inertia inertia(const Mesh& mesh, const AxisymmetricOptions& options);

/// Nodes on the axis: those whose radius is below 1e-9 of the largest one.
/// @param axis  coordinate x of the axis [m]
/// @throws InputError  a node with a negative radius, with its position
[[nodiscard]] std::vector<int> nodes_on_axis(const Mesh& mesh, double axis);

} // namespace slideway::fem
