#pragma once

#include "fem/mesh.hpp"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace slideway::fem {

/// Test mesh: nx x ny cells over [0, length] x [0, height], as "quad4" or "quad8" or divided
/// into two "tri3" or "tri6". `map` then moves all nodes, so sides are curved if it is not
/// linear along them. For first order, node (i, j) has number j (nx + 1) + i. For second order,
/// nodes are numbered by rows of half the height, with mid nodes among the corners. Groups:
/// "body", curves "left", "right", "bottom", "top" (body on the right), "boundary" and point
/// "corner" (the origin).
inline Mesh rectangle_mesh(
    const std::string& shape, int nx, int ny, double length, double height,
    const std::function<Eigen::Vector2d(double, double)>& map = [](double x, double y) {
        return Eigen::Vector2d(x, y);
    })
{
    // positions of nodes: corners (p i, p j) and, for second order, those in between
    const int p = fem::shape(shape).second_order() ? 2 : 1;
    const bool quads = fem::shape(shape).n_corners == 4;
    Mesh mesh;
    mesh.source = "rectangle";
    std::vector<int> number(static_cast<std::size_t>((p * nx + 1) * (p * ny + 1)), -1);
    auto node = [&](int i, int j) -> int& {
        return number[static_cast<std::size_t>(j * (p * nx + 1) + i)];
    };
    int count = 0;
    for (int j = 0; j <= p * ny; ++j)
        for (int i = 0; i <= p * nx; ++i)
            if (!(shape == "quad8" && i % 2 == 1 && j % 2 == 1)) // no node in the centre
                node(i, j) = count++;
    mesh.X = Matrix::Zero(count, 3);
    for (int j = 0; j <= p * ny; ++j)
        for (int i = 0; i <= p * nx; ++i)
            if (node(i, j) >= 0)
                mesh.X.row(node(i, j)).head<2>() =
                    map(i * length / (p * nx), j * height / (p * ny));

    ElementBlock block{shape, {}};
    block.nodes.resize((quads ? 1 : 2) * nx * ny, fem::shape(shape).n_nodes);
    int e = 0;
    using Place = std::array<int, 2>;
    auto element = [&](const std::vector<Place>& corners) -> void {
        const std::size_t n = corners.size();
        for (std::size_t k = 0; k < n; ++k) {
            const Place a = corners[k], b = corners[(k + 1) % n];
            block.nodes(e, static_cast<Index>(k)) = node(a[0], a[1]);
            if (p == 2)
                block.nodes(e, static_cast<Index>(n + k)) =
                    node((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
        }
        ++e;
    };
    for (int j = 0; j < p * ny; j += p)
        for (int i = 0; i < p * nx; i += p) {
            const Place a{i, j}, b{i + p, j}, c{i + p, j + p}, d{i, j + p};
            if (quads) {
                element({a, b, c, d});
            } else {
                element({a, b, c});
                element({a, c, d});
            }
        }
    mesh.blocks.push_back(block);

    NodeGroup body{2, {}, {}}, left{1, {}, {}}, right = left, bottom = left, top = left,
                                                boundary = left;
    for (Index row = 0; row < block.nodes.rows(); ++row) {
        const Eigen::VectorXi nodes = block.nodes.row(row).transpose();
        body.faces.emplace_back(nodes.begin(), nodes.end());
    }
    for (int j = 0; j <= p * ny; ++j)
        for (int i = 0; i <= p * nx; ++i) {
            if (node(i, j) < 0)
                continue;
            body.nodes.push_back(node(i, j));
            if (i == 0 || i == p * nx || j == 0 || j == p * ny)
                boundary.nodes.push_back(node(i, j));
        }
    for (int j = 0; j <= p * ny; ++j) {
        left.nodes.push_back(node(0, j));
        right.nodes.push_back(node(p * nx, j));
        if (j % p == 0 && j < p * ny) {
            const int middle = j + p / 2;
            left.edges.push_back({node(0, j), node(0, j + p), p == 2 ? node(0, middle) : -1});
            right.edges.push_back(
                {node(p * nx, j + p), node(p * nx, j), p == 2 ? node(p * nx, middle) : -1});
        }
    }
    for (int i = 0; i <= p * nx; ++i) {
        bottom.nodes.push_back(node(i, 0));
        top.nodes.push_back(node(i, p * ny));
        if (i % p == 0 && i < p * nx) {
            const int middle = i + p / 2;
            bottom.edges.push_back({node(i + p, 0), node(i, 0), p == 2 ? node(middle, 0) : -1});
            top.edges.push_back(
                {node(i, p * ny), node(i + p, p * ny), p == 2 ? node(middle, p * ny) : -1});
        }
    }
    mesh.groups = {{"body", body},
                   {"left", left},
                   {"right", right},
                   {"bottom", bottom},
                   {"top", top},
                   {"boundary", boundary},
                   {"corner", NodeGroup{0, {0}, {}}}};
    return mesh;
}

/// Moves mid nodes to the middle of their corners.
inline Mesh with_straight_sides(Mesh mesh)
{
    for (const ElementBlock& block : mesh.blocks)
        for (Index e = 0; e < block.nodes.rows(); ++e)
            for (int i = 0; i < shape(block.shape).n_corners; ++i)
                if (const auto [first, second, middle] = side(block, e, i); middle >= 0)
                    mesh.X.row(middle) = (mesh.X.row(first) + mesh.X.row(second)) / 2;
    return mesh;
}

/// An element of each kind and its shape.
struct ElementCase {
    std::string name, shape;
};
inline const std::vector<ElementCase> element_cases{
    {"q4", "quad4"}, {"qm6", "quad4"}, {"t3", "tri3"}, {"q8", "quad8"}, {"t6", "tri6"}};

} // namespace slideway::fem
