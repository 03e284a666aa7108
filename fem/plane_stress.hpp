#pragma once

#include "fem/material.hpp"
#include "fem/mesh.hpp"
#include "fem/sections.hpp"
#include "fem/share.hpp"
#include "fem/substructure.hpp"

#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

/// State of a body in the plane: free to change its thickness (s_zz = 0), or held between rigid
/// planes (e_zz = 0).
enum class PlaneState { stress, strain };

struct PlaneStressOptions {
    Material material;
    double thickness = 0;              ///< [m], > 0
    std::vector<std::string> elements; ///< names that replace the default elements of
                                       ///< their shapes: "q4"
    std::vector<std::string> fixed;    ///< "group" (both components) or "group.x", "group.y"
    Share share;                       ///< columns of M and K to assemble in this process
    std::map<std::string, Material> materials = {}; ///< by group of surfaces, in place of material
    std::map<std::string, double> thicknesses = {}; ///< in the same way [m], > 0
    PlaneState state = PlaneState::stress;
};

/// Material and thickness of a body and of its groups.
[[nodiscard]] SectionsByGroup by_group(const PlaneStressOptions& options);

/// Creates a body in plane stress or plane strain from a mesh of any shapes, which may be mixed if
/// their sides conform. It has a sparse consistent M and K, one port per physical group with
/// components x and y, stress recovery, and rigid motions about the origin. C = 0 (see
/// add_rayleigh).
///
/// Stress: extrapolated or evaluated at the nodes of each element, then averaged over the elements
/// that meet at a node. Plane strain has s_zz besides.
///
/// @throws InputError  unknown element name; inverted or degenerate element (names it and its
///                     position), a linear side at a quadratic one, unknown group or component in
///                     `fixed`, everything fixed
[[nodiscard]] Substructure plane_stress(const std::string& name, const Mesh& mesh,
                                        const PlaneStressOptions& options);

} // namespace slideway::fem
