#pragma once

#include "fem/mesh.hpp"

#include <functional>
#include <string>

namespace slideway::fem {

/// Test mesh: nx x ny cells over [0, length] x [0, height], as "quad4" or cut into two "tri3", the
/// nodes then moved by `map`. Node (i, j) has number j (nx + 1) + i. Groups: "body", curves "left",
/// "right", "bottom", "top" (body on the right), "boundary" and point "corner" (the origin).
inline Mesh rectangle_mesh(
    const std::string& shape, int nx, int ny, double length, double height,
    const std::function<Eigen::Vector2d(double, double)>& map = [](double x, double y) {
        return Eigen::Vector2d(x, y);
    })
{
    Mesh mesh;
    mesh.source = "rectangle";
    auto node = [nx](int i, int j) -> int { return j * (nx + 1) + i; };
    mesh.X.resize((nx + 1) * (ny + 1), 2);
    for (int j = 0; j <= ny; ++j)
        for (int i = 0; i <= nx; ++i)
            mesh.X.row(node(i, j)) = map(i * length / nx, j * height / ny).transpose();

    ElementBlock block{shape, {}};
    const bool quads = shape == "quad4";
    block.nodes.resize((quads ? 1 : 2) * nx * ny, quads ? 4 : 3);
    int e = 0;
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const int a = node(i, j), b = node(i + 1, j), c = node(i + 1, j + 1),
                      d = node(i, j + 1);
            if (quads) {
                block.nodes.row(e++) << a, b, c, d;
            } else {
                block.nodes.row(e++) << a, b, c;
                block.nodes.row(e++) << a, c, d;
            }
        }
    mesh.blocks.push_back(block);

    NodeGroup body{2, {}, {}}, left{1, {}, {}}, right = left, bottom = left, top = left,
                                                boundary = left;
    for (int j = 0; j <= ny; ++j)
        for (int i = 0; i <= nx; ++i) {
            body.nodes.push_back(node(i, j));
            if (i == 0 || i == nx || j == 0 || j == ny)
                boundary.nodes.push_back(node(i, j));
        }
    for (int j = 0; j <= ny; ++j) {
        left.nodes.push_back(node(0, j));
        right.nodes.push_back(node(nx, j));
        if (j < ny) {
            left.edges.push_back({node(0, j), node(0, j + 1)});
            right.edges.push_back({node(nx, j + 1), node(nx, j)});
        }
    }
    for (int i = 0; i <= nx; ++i) {
        bottom.nodes.push_back(node(i, 0));
        top.nodes.push_back(node(i, ny));
        if (i < nx) {
            bottom.edges.push_back({node(i + 1, 0), node(i, 0)});
            top.edges.push_back({node(i, ny), node(i + 1, ny)});
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

/// An element of each kind and the shape it needs.
struct ElementCase {
    std::string name, shape;
};
inline const std::vector<ElementCase> element_cases{
    {"q4", "quad4"}, {"qm6", "quad4"}, {"t3", "tri3"}};

} // namespace slideway::fem
