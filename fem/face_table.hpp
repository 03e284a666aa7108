#pragma once

#include "fem/dof_table.hpp"
#include "fem/named_nodes.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

/// Reads a table with the columns group and nodes, one line per face. A line has the names of 3, 4,
/// 6 or 8 nodes, first the corners around the face, then the mid nodes. A line of 2 nodes is a side
/// of a curve with the body on its right. Groups that occur only in this table are added to `dofs`.
/// @return faces, with nodes as indices into their group
/// @throws InputError  with file and line: an unknown or repeated node, another number of nodes, a
///                     group of both faces and sides; a group with the name of a node, with a node
///                     on none of its faces, or with nodes of different components
[[nodiscard]] FaceGroups read_faces(const std::filesystem::path& file, DofTable& dofs);

/// Sets the shares of a group by the area of its faces, with their area and normals, or by the
/// length of its sides.
/// @param name   name of the group for messages
/// @param X      positions of its nodes, nodes x 3 [m]
/// @param faces  faces of the group, as rows of X
/// @throws InputError  faces without area
void weigh(MeshGroup& group, const std::string& name, const Matrix& X,
           const std::vector<std::vector<int>>& faces);

} // namespace slideway::fem
