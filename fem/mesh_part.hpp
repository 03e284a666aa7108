#pragma once

#include "fem/mesh.hpp"

namespace slideway::fem {

/// Some elements of a mesh: of each of its blocks, ascending.
using Elements = std::vector<std::vector<Index>>;

/// Of a group of elements its own, of a curve or points those with a node in it.
/// @throws InputError  naming the groups in the file if one is not there
[[nodiscard]] Elements elements_of(const Mesh& mesh, const std::vector<std::string>& groups);
/// Those with one of these nodes.
[[nodiscard]] Elements elements_at(const Mesh& mesh, const std::vector<int>& nodes);

/// Nodes of elements, ascending.
[[nodiscard]] std::vector<int> nodes_of(const Mesh& mesh, const Elements& elements);
/// These elements as a mesh of as many blocks, without groups; its nodes are nodes_of() them.
[[nodiscard]] Mesh part(const Mesh& mesh, const Elements& elements);

} // namespace slideway::fem
