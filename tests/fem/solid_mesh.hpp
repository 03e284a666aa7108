#pragma once

#include "fem/cells.hpp"
#include "fem/mesh.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

/// Place in the unit cube (a, b, c).
using Unit = Eigen::Vector3d;

/// Test mesh: nx x ny x nz cells of the unit cube, as "hex8" or "hex20", each cut along (0, 0)-(1,
/// 1) of a and b into two "wedge6" or "wedge15", or into six "tet4" or "tet10" whose corners follow
/// the paths from 000 to 111. `map` moves all nodes, so edges are curved if it is not linear along
/// them. With `periodic`, a = 1 is a = 0. Groups: "start" and "end" (faces at a = 0 and 1),
/// "boundary" (all faces), and "body".
inline Mesh solid_mesh(const std::string& name, std::array<int, 3> cells,
                       const std::function<Unit(const Unit&)>& map, bool periodic = false)
{
    using Lattice = std::array<int, 3>; // twice the number of the cell, odd for mid nodes
    const Shape& s = shape(name);
    const SolidCell& cell = cell_of(s);
    std::vector<std::vector<Lattice>> elements; // corners from the corner of the cell
    const auto at = [](int k) -> Lattice { return {2 * (k & 1), k & 2, (k & 4) / 2}; };
    if (s.n_corners == 8)
        elements = {{at(0), at(1), at(3), at(2), at(4), at(5), at(7), at(6)}};
    else if (s.n_corners == 6)
        elements = {{at(0), at(1), at(3), at(4), at(5), at(7)},
                    {at(0), at(3), at(2), at(4), at(7), at(6)}};
    else
        for (const auto& [p, q, swapped] : std::vector<std::array<int, 3>>{
                 {1, 3, 0}, {1, 5, 1}, {2, 3, 1}, {2, 6, 0}, {4, 5, 0}, {4, 6, 1}})
            elements.push_back(swapped != 0 ? std::vector<Lattice>{at(0), at(q), at(p), at(7)}
                                            : std::vector<Lattice>{at(0), at(p), at(q), at(7)});

    std::map<Lattice, int> number; // sorted: nodes are numbered by a, then b, then c
    std::vector<std::vector<Lattice>> all;
    const int period = 2 * cells[0];
    for (int i = 0; i < cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j)
            for (int k = 0; k < cells[2]; ++k)
                for (const std::vector<Lattice>& corners : elements) {
                    std::vector<Lattice>& nodes = all.emplace_back();
                    for (int c = 0; c < s.n_corners; ++c) {
                        const Lattice& from = corners[static_cast<std::size_t>(c)];
                        nodes.push_back({2 * i + from[0], 2 * j + from[1], 2 * k + from[2]});
                    }
                    if (s.second_order())
                        for (const auto& [a, b] : cell.edges) {
                            const Lattice &p = nodes[static_cast<std::size_t>(a)],
                                          &q = nodes[static_cast<std::size_t>(b)];
                            nodes.push_back(
                                {(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2});
                        }
                    for (Lattice& node : nodes) {
                        if (periodic)
                            node[0] %= period;
                        number.emplace(node, 0);
                    }
                }
    Mesh mesh;
    mesh.source = "cube";
    mesh.X.resize(static_cast<Index>(number.size()), 3);
    int next = 0;
    for (auto& [place, index] : number) {
        index = next++;
        Unit unit;
        for (std::size_t d = 0; d < 3; ++d)
            unit(static_cast<Index>(d)) = place[d] / (2.0 * cells[d]);
        mesh.X.row(index) = map(unit).transpose();
    }
    ElementBlock block{name, Eigen::MatrixXi(static_cast<Index>(all.size()), s.n_nodes)};
    NodeGroup body{3, {}, {}}, start{2, {}, {}}, end = start, boundary = start;
    body.elements.resize(1);
    std::map<int, Lattice> place_of;
    for (const auto& [place, index] : number)
        place_of[index] = place;
    const auto add = [](NodeGroup& group, const std::vector<int>& face) {
        group.faces.push_back(face);
        group.nodes.insert(group.nodes.end(), face.begin(), face.end());
    };
    for (std::size_t e = 0; e < all.size(); ++e) {
        for (std::size_t i = 0; i < all[e].size(); ++i)
            block.nodes(static_cast<Index>(e), static_cast<Index>(i)) = number.at(all[e][i]);
        body.elements[0].push_back(static_cast<Index>(e));
        for (std::size_t f = 0; f < cell.faces.size(); ++f) {
            const std::vector<int> face = face_of(block, static_cast<Index>(e), f);
            const auto lies_on = [&](std::size_t d, int level) -> bool {
                return std::all_of(face.begin(), face.end(),
                                   [&](int node) -> bool { return place_of.at(node)[d] == level; });
            };
            for (std::size_t d = periodic ? 1 : 0; d < 3; ++d)
                for (const int level : {0, 2 * cells[d]})
                    if (lies_on(d, level)) {
                        add(boundary, face);
                        if (d == 0)
                            add(level == 0 ? start : end, face);
                    }
        }
    }
    for (int i = 0; i < next; ++i)
        body.nodes.push_back(i);
    mesh.blocks.push_back(std::move(block));
    mesh.groups = {{"body", body}, {"start", start}, {"end", end}, {"boundary", boundary}};
    for (auto& [label, group] : mesh.groups) {
        std::sort(group.nodes.begin(), group.nodes.end());
        group.nodes.erase(std::unique(group.nodes.begin(), group.nodes.end()), group.nodes.end());
    }
    std::erase_if(mesh.groups, [](const auto& named) { return named.second.nodes.empty(); });
    return mesh;
}

} // namespace slideway::fem
