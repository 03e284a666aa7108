#include "fem/mesh.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/cells.hpp"
#include "fem/plane.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace slideway::fem {

namespace {

// A side of an element with its number.
struct Side {
    int low = 0, high = 0, middle = 0; // nodes, low < high
    Index element = 0;

    friend auto operator<=>(const Side&, const Side&) = default;
};

// Sides of a plane element or edges of a solid one, with their mid nodes.
std::vector<Edge> edges_of(const ElementBlock& block, Index element)
{
    const Shape& s = shape(block.shape);
    std::vector<Edge> edges;
    if (s.dimension == 2)
        for (int i = 0; i < s.n_corners; ++i)
            edges.push_back(side(block, element, i));
    else
        for (const auto& [first, second] : cell_of(s).edges)
            edges.push_back(
                {block.nodes(element, first), block.nodes(element, second),
                 s.second_order()
                     ? block.nodes(element, s.n_corners + static_cast<int>(edges.size()))
                     : -1});
    return edges;
}

std::string place(const Mesh& mesh, int node)
{
    return "(" + number_text(mesh.X(node, 0), 6) + ", " + number_text(mesh.X(node, 1), 6) +
           (dimension_of(mesh) == 3 ? ", " + number_text(mesh.X(node, 2), 6) : "") + ")";
}

} // namespace

std::span<const Shape> shapes()
{
    static constexpr std::array<Shape, 12> all{{{"point1", 1, 1, 0},
                                                {"line2", 2, 2, 1},
                                                {"quad4", 4, 4},
                                                {"tri3", 3, 3},
                                                {"quad8", 4, 8},
                                                {"tri6", 3, 6},
                                                {"hex8", 8, 8, 3},
                                                {"tet4", 4, 4, 3},
                                                {"wedge6", 6, 6, 3},
                                                {"hex20", 8, 20, 3},
                                                {"tet10", 4, 10, 3},
                                                {"wedge15", 6, 15, 3}}};
    return all;
}

const Shape& shape(std::string_view name)
{
    for (const Shape& shape : shapes())
        if (shape.name == name)
            return shape;
    throw std::invalid_argument("no shape \"" + std::string(name) + "\"");
}

const Shape& shape_of(Index n_nodes, int dimension)
{
    for (const Shape& shape : shapes())
        if (shape.n_nodes == n_nodes && shape.dimension == dimension)
            return shape;
    throw std::invalid_argument("no shape of " + std::to_string(n_nodes) + " nodes");
}

Index element_number(const Mesh& mesh, std::size_t block, Index element)
{
    if (!mesh.blocks[block].tags.empty())
        return static_cast<Index>(mesh.blocks[block].tags[static_cast<std::size_t>(element)]);
    Index number = element + 1;
    for (std::size_t before = 0; before < block; ++before)
        number += mesh.blocks[before].nodes.rows();
    return number;
}

Edge side(const ElementBlock& block, Index element, int i)
{
    const Shape& s = shape(block.shape);
    return {block.nodes(element, (i + 1) % s.n_corners), block.nodes(element, i),
            s.second_order() ? block.nodes(element, s.n_corners + i) : -1};
}

int dimension_of(const Mesh& mesh)
{
    int dimension = mesh.blocks.empty() ? 1 : 0;
    for (const ElementBlock& block : mesh.blocks)
        dimension = std::max(dimension, shape(block.shape).dimension);
    return dimension;
}

void check_sides(const Mesh& mesh)
{
    if (std::none_of(mesh.blocks.begin(), mesh.blocks.end(), [](const ElementBlock& block) -> bool {
            return shape(block.shape).second_order();
        }))
        return;

    const bool solid = dimension_of(mesh) == 3;
    std::vector<Side> sides;
    std::vector<Index> corner_of(static_cast<std::size_t>(mesh.X.rows()), 0), middle_of = corner_of;
    for (std::size_t b = 0; b < mesh.blocks.size(); ++b)
        for (Index e = 0; e < mesh.blocks[b].nodes.rows(); ++e) {
            const ElementBlock& block = mesh.blocks[b];
            const Index element = element_number(mesh, b, e);
            for (const auto& [first, second, middle] : edges_of(block, e)) {
                sides.push_back(
                    {std::min(first, second), std::max(first, second), middle, element});
                corner_of[static_cast<std::size_t>(first)] = element;
                if (middle >= 0)
                    middle_of[static_cast<std::size_t>(middle)] = element;
            }
        }
    std::sort(sides.begin(), sides.end());
    for (std::size_t i = 1; i < sides.size(); ++i) {
        const Side &a = sides[i - 1], &b = sides[i];
        if (a.low == b.low && a.high == b.high && a.middle != b.middle)
            throw InputError::in_file(
                mesh.source,
                "elements " + std::to_string(a.element) + " and " + std::to_string(b.element) +
                    " share the " + (solid ? "edge " : "side ") + place(mesh, a.low) + " " +
                    place(mesh, a.high) + " m but not its mid node" +
                    (a.middle < 0 ? "; one is of first, the other of second order" : ""));
    }
    for (int node = 0; node < mesh.X.rows(); ++node) {
        const Index corner = corner_of[static_cast<std::size_t>(node)],
                    middle = middle_of[static_cast<std::size_t>(node)];
        if (corner > 0 && middle > 0)
            throw InputError::in_file(
                mesh.source, "the node at " + place(mesh, node) + " m is a corner of element " +
                                 std::to_string(corner) + " and a mid node of element " +
                                 std::to_string(middle) + "; their " + (solid ? "edges" : "sides") +
                                 " do not conform");
    }
}

const NodeGroup& group(const Mesh& mesh, const std::string& name)
{
    if (const auto found = mesh.groups.find(name); found != mesh.groups.end())
        return found->second;
    std::vector<std::string> names;
    for (const auto& [known, nodes] : mesh.groups)
        names.push_back(known);
    throw InputError::in_file(mesh.source,
                              "no physical group \"" + name + "\"" + name_hint(name, names));
}

Mesh placed(Mesh mesh, const Eigen::Matrix3d& R, const Eigen::Vector3d& pivot,
            const Eigen::Vector3d& position)
{
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        const Eigen::Vector3d arm = mesh.X.row(i).transpose() - pivot;
        mesh.X.row(i) = (position + R * arm).transpose();
    }
    return mesh;
}

Mesh placed(Mesh mesh, double angle, const Eigen::Vector2d& pivot, const Eigen::Vector2d& position)
{
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    R.topLeftCorner<2, 2>() = rotation(angle);
    return placed(std::move(mesh), R, in_space(pivot), in_space(position));
}

} // namespace slideway::fem
