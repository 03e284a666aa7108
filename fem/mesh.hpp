#pragma once

#include "base/types.hpp"
#include "fem/edge.hpp"
#include "fem/material.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::fem {

/// Kind of an element by its nodes. A plane element has first the corners counter-clockwise, then,
/// for second order, the mid nodes of its sides: mid node i lies between corners i and i + 1. For
/// the nodes of a solid element see SolidCell.
struct Shape {
    std::string_view name;
    int n_corners = 0, n_nodes = 0;
    int dimension = 2; ///< 0: point, 1: line, 2: plane, 3: solid

    [[nodiscard]] bool second_order() const { return n_nodes > n_corners; }
};

/// All shapes: "point1", "line2", "quad4", "tri3", "quad8" (serendipity), "tri6", and those of
/// solid elements: "hex8", "tet4", "wedge6", "hex20" (serendipity), "tet10", "wedge15".
[[nodiscard]] std::span<const Shape> shapes();

/// Shape `name`. @throws std::invalid_argument if there is none.
[[nodiscard]] const Shape& shape(std::string_view name);
/// Shape of `n_nodes` nodes and a dimension. @throws std::invalid_argument if there is none.
[[nodiscard]] const Shape& shape_of(Index n_nodes, int dimension = 2);

struct Mesh;

/// Elements of one shape.
struct ElementBlock {
    std::string shape;
    Eigen::MatrixXi nodes;              ///< n_elements x nodes per element, 0-based
    std::vector<std::size_t> tags = {}; ///< number of each element in the file, or empty
};

/// Some elements of a mesh: element indices per block, ascending.
using Elements = std::vector<std::vector<Index>>;

/// Number of an element for messages: that of the file, or its place over all blocks, from 1.
[[nodiscard]] Index element_number(const Mesh& mesh, std::size_t block, Index element);

/// Side i of a plane element, from corner i + 1 to corner i: the body lies on the right.
[[nodiscard]] Edge side(const ElementBlock& block, Index element, int i);

/// A named group of the mesh file.
struct NodeGroup {
    int dimension = 0;       ///< 0 points, 1 curves, 2 surfaces, 3 volumes
    std::vector<int> nodes;  ///< ascending, no repeats
    std::vector<Edge> edges; ///< dimension 1 only; in space their direction is arbitrary
    /// Faces of a group of dimension 2. In a plane mesh these are its elements, in the order of
    /// their Shape. In a solid mesh they are faces of elements, outward by the right-hand rule.
    std::vector<std::vector<int>> faces = {};
    Elements elements = {}; ///< dimension 3 only
};

/// Data of elements in the deck of another program that a body may use.
struct DeckData {
    /// Isotropic material of the elements of a group, in the units of the deck.
    struct OfGroup {
        std::string group, name;
        Material material;
        std::string missing; ///< reason why the material is not known; empty: it is
    };
    /// Elements whose type states what the body is.
    struct State {
        std::string type;  ///< type of the body: "plane-strain"
        std::string where; ///< "plate.inp:11: elements of type CPE4"
    };
    std::vector<OfGroup> materials;
    std::vector<std::string> notes; ///< part of Mesh::notes, void if the materials are used
    std::vector<State> states;
};

/// A mesh with the names of its file; every node belongs to an element.
struct Mesh {
    std::string source; ///< file name, for messages
    Matrix X;           ///< n_nodes x 3 positions [m]
    std::vector<ElementBlock> blocks;
    std::map<std::string, NodeGroup> groups; ///< by name
    std::vector<std::string> notes;          ///< content of the file that the mesh lacks
    std::vector<std::size_t> tags = {}; ///< number of each node in the file; empty: not from a file
    DeckData deck = {};                 ///< empty unless the file is a deck
};

/// Largest dimension of the elements: 0 for points, 1 for lines, 2 plane, 3 solid; 1 without any.
[[nodiscard]] int dimension_of(const Mesh& mesh);

/// Refuses non-conforming sides or edges, because displacements would have gaps between elements of
/// first and second order. The shapes may be mixed otherwise.
/// @throws InputError  a linear side at a quadratic one, or a mid node that is also a corner; names
///                     the elements and the position
void check_sides(const Mesh& mesh);

/// Returns the group `name` of the mesh.
/// @throws InputError  listing the groups in the file if there is none.
[[nodiscard]] const NodeGroup& group(const Mesh& mesh, const std::string& name);

/// Rotates the mesh by R about `pivot` and moves `pivot` to `position`.
[[nodiscard]] Mesh placed(Mesh mesh, const Eigen::Matrix3d& R, const Eigen::Vector3d& pivot,
                          const Eigen::Vector3d& position);
/// Rotates a mesh in the plane by `angle` [rad].
[[nodiscard]] Mesh placed(Mesh mesh, double angle, const Eigen::Vector2d& pivot,
                          const Eigen::Vector2d& position);

} // namespace slideway::fem
