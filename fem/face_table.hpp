#pragma once

#include "fem/dof_table.hpp"
#include "fem/substructure.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

/// Groups of faces, or of sides, of a body from matrices, as nodes.
using FaceGroups = std::map<std::string, std::vector<std::vector<int>>>;

/// Reads a table with the columns group and nodes, a line per face: names of 3, 4, 6 or 8 nodes,
/// corners around it, then mid nodes; or of 2, a side of a curve with the body on its right. Groups
/// that only the faces name are added to `dofs`.
/// @return faces by the places of their nodes in the group
/// @throws InputError  with file and line: an unknown node or one that comes twice, another number
///                     of nodes, a group of faces and sides; a group with the name of a node, with
///                     a node on none of its faces, or with nodes of different components
[[nodiscard]] FaceGroups read_faces(const std::filesystem::path& file, DofTable& dofs);

/// Gives the port of a group its shares, by the area of its faces or along its sides, and its
/// surface or edges.
/// @param X      nodes x 3 [m]
/// @param faces  of the group, rows of X
/// @throws InputError  faces without area
void weigh(Port& port, const Matrix& X, const std::vector<std::vector<int>>& faces);

} // namespace slideway::fem
