#pragma once

#include "fem/dof_table.hpp"
#include "fem/face_table.hpp"
#include "fem/recovery.hpp"

#include <memory>
#include <vector>

namespace slideway::fem {

/// Nodes and cells that show a body whose matrices come from another program. Nodes are numbered
/// from 0: those of `X`, then those of the table of dofs. -1 is a node that is not shown.
struct NodeDrawing {
    Matrix X = Matrix(0, 3);         ///< positions of nodes that the table lacks, m x 3 [m]
    std::vector<ElementBlock> cells; ///< cells between nodes
    std::vector<int> moved;          ///< nodes whose motion T gives, among them those of `X`
    SparseMatrix T; ///< three rows (x, y, z) for each node of `moved`, u = T q in units of the file
};

/// Returns the recovery of displacements at the nodes that have a position and a motion, without
/// stress. Cells are those whose nodes are all shown, otherwise the faces whose nodes are. Without
/// cells these are the faces of groups. A node on no cell is a point.
/// @param T      `drawing.T` in SI
/// @param faces  faces of the groups of the table, as indices into their group
/// @param n      dofs of the body
/// @return null if no node has a position
[[nodiscard]] std::shared_ptr<const Recovery> recovery_of_nodes(const DofTable& table,
                                                                const NodeDrawing& drawing,
                                                                const SparseMatrix& T,
                                                                const FaceGroups& faces, Index n);

} // namespace slideway::fem
