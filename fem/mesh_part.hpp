#pragma once

#include "fem/mesh.hpp"

namespace slideway::fem {

/// Returns the elements of groups: all elements of a group of elements, and for another group, such
/// as a curve, points, or a surface of a solid mesh, the elements with a node in it.
/// @throws InputError  unknown group; lists the groups in the file
[[nodiscard]] Elements elements_of(const Mesh& mesh, const std::vector<std::string>& groups);
/// Returns the elements with at least one of these nodes.
[[nodiscard]] Elements elements_at(const Mesh& mesh, const std::vector<int>& nodes);

/// Returns the nodes of elements, ascending.
[[nodiscard]] std::vector<int> nodes_of(const Mesh& mesh, const Elements& elements);
/// Returns these elements as a mesh with the same number of blocks, without groups; its nodes
/// are nodes_of() them.
[[nodiscard]] Mesh part(const Mesh& mesh, const Elements& elements);

} // namespace slideway::fem
