#pragma once

#include "base/types.hpp"

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

/// Elements of one shape: "quad4" (4 nodes) or "tri3" (3 nodes), counter-clockwise.
struct ElementBlock {
    std::string shape;
    Eigen::MatrixXi nodes; ///< n_elements x nodes per element, 0-based
};

/// An edge of the body's boundary; the body lies on the right of first -> second.
struct Edge {
    int first = 0, second = 0;
    int middle = -1; ///< mid node of a second-order edge, -1: none

    friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// A named physical group of the mesh file.
struct NodeGroup {
    int dimension = 0;       ///< 0 points, 1 curves, 2 surfaces
    std::vector<int> nodes;  ///< ascending, no repeats
    std::vector<Edge> edges; ///< dimension 1 only
};

/// A plane mesh with the names its author gave; every node belongs to an element.
struct Mesh {
    std::string source; ///< file name, for messages
    Matrix X;           ///< n_nodes x 2 positions [m]
    std::vector<ElementBlock> blocks;
    std::map<std::string, NodeGroup> groups; ///< physical groups by name
};

/// Group `name` of the mesh. @throws InputError naming the groups in the file if there is none.
[[nodiscard]] const NodeGroup& group(const Mesh& mesh, const std::string& name);

/// Turns the mesh by `angle` [rad] about `pivot` and moves it so that `pivot` comes to `at`.
[[nodiscard]] Mesh placed(Mesh mesh, double angle, const Eigen::Vector2d& pivot,
                          const Eigen::Vector2d& at);

} // namespace slideway::fem
