#pragma once

#include "fem/mesh.hpp"
#include "fem/sections.hpp"
#include "fem/share.hpp"
#include "fem/substructure.hpp"

#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

struct SolidOptions {
    Material material;
    std::vector<std::string> elements; ///< names that replace the default elements of
                                       ///< their shapes: "hex8"
    std::vector<std::string> fixed; ///< groups or nodes ("n12"), also single components ("top.x")
    Share share;                    ///< columns of M and K to assemble in this process
    std::map<std::string, Material> materials = {}; ///< by group of volumes, in place of material
};

/// Materials of a body and of its groups.
[[nodiscard]] SectionsByGroup by_group(const SolidOptions& options);

/// Creates a solid body from a mesh of any shapes, which may be mixed if their faces conform. It
/// has a sparse consistent M and K, stress recovery, and six rigid motions about the origin. C = 0
/// (see add_rayleigh). Named nodes and groups become ports on demand (make_port) with the
/// components x, y and z. The shares of a group are the integrals of the shape functions over its
/// volume, faces or edges, and equal for points.
///
/// @throws InputError  unknown element name; inverted or degenerate element (names it and its
///                     position), edges that do not conform, unknown group, node or component in
///                     `fixed`, everything fixed
[[nodiscard]] Substructure solid(const std::string& name, const Mesh& mesh,
                                 const SolidOptions& options);

/// Notes about elements that are too stiff in bending, with their share of the volume, and about
/// nearly incompressible material.
[[nodiscard]] std::vector<std::string> solid_notes(const Mesh& mesh, const SolidOptions& options);

} // namespace slideway::fem
