#include "fem/beam_mesh.hpp"

#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "fem/require.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace slideway::fem {

namespace {

// Largest memory of mesh, matrices and ports while they are created [B] (measured: 2440).
constexpr double bytes_per_element = 2500;

constexpr int max_elements = 50'000'000; // 36 entries each, counted with 32 bits

NodeGroup reversed(NodeGroup group)
{
    for (Edge& edge : group.edges)
        std::swap(edge.first, edge.second);
    return group;
}

// Returns the first and last node of one open chain of edges.
std::optional<std::pair<int, int>> ends(const std::vector<Edge>& edges, std::size_t n_nodes)
{
    std::vector<int> next(n_nodes, -1), before(n_nodes, -1);
    for (const Edge& edge : edges) {
        int& value = next[static_cast<std::size_t>(edge.first)];
        int& from = before[static_cast<std::size_t>(edge.second)];
        if (value >= 0 || from >= 0)
            return std::nullopt; // it branches, or changes its direction
        value = edge.second;
        from = edge.first;
    }
    const auto start = std::find(before.begin(), before.end(), -1);
    if (start == before.end())
        return std::nullopt; // closed
    const int first = static_cast<int>(start - before.begin());
    int last = first;
    std::size_t count = 1;
    for (; next[static_cast<std::size_t>(last)] >= 0; ++count)
        last = next[static_cast<std::size_t>(last)];
    return count == n_nodes ? std::optional(std::pair{first, last}) : std::nullopt;
}

} // namespace

Mesh beam_line(const BeamLineOptions& options)
{
    require(std::isfinite(options.length) && options.length > 0, "length", options.length,
            "expected a number > 0");
    require(options.elements > 0, "elements", options.elements, "expected a number > 0");
    require(options.elements <= max_elements, "elements", options.elements,
            "expected at most 50000000");
    const int n = options.elements;
    require_memory(bytes_per_element * n, InputError("elements", std::to_string(n), "the beam"),
                   "Take fewer elements");
    Mesh mesh;
    mesh.source = "the beam";
    mesh.X = Matrix::Zero(n + 1, 3);
    ElementBlock block{"line2", Eigen::MatrixXi(n, 2)};
    NodeGroup axis{1, {}, {}};
    for (int i = 0; i <= n; ++i) {
        mesh.X(i, 0) = options.length * i / n;
        axis.nodes.push_back(i);
        if (i < n) {
            block.nodes.row(i) << i, i + 1;
            axis.edges.push_back({i, i + 1});
        }
    }
    mesh.blocks.push_back(std::move(block));
    mesh.groups = {{"axis", axis},
                   {"axis_reversed", reversed(axis)},
                   {"start", NodeGroup{0, {0}, {}}},
                   {"end", NodeGroup{0, {n}, {}}}};

    for (const auto& [name, fraction] : options.points) {
        const std::string given = "{ " + name + " = " + number_text(fraction) + " }";
        if (!(fraction >= 0 && fraction <= 1))
            throw InputError("points", given, "expected a number >= 0 and <= 1");
        const int node = static_cast<int>(std::lround(fraction * n));
        if (std::abs(fraction * n - node) > 1e-6) {
            const double below = std::floor(fraction * n);
            throw InputError("points", given,
                             "no node is there; the nearest are at " + number_text(below / n, 6) +
                                 " and " + number_text((below + 1) / n, 6) +
                                 " (elements = " + std::to_string(n) + ")");
        }
        if (!mesh.groups.emplace(name, NodeGroup{0, {node}, {}}).second)
            throw InputError("points", given, "the beam has a port of that name by itself");
    }
    return mesh;
}

Mesh beam_curve(const Mesh& mesh, const std::string& curve)
{
    const NodeGroup& source = group(mesh, curve);
    if (source.edges.empty())
        throw InputError::in_file(mesh.source, "group \"" + curve + "\" is not a curve");

    // Maps nodes of the mesh to nodes of the beam, and edges to straight pieces.
    auto number = [&source](int node) -> int {
        const auto found = std::lower_bound(source.nodes.begin(), source.nodes.end(), node);
        return found != source.nodes.end() && *found == node
                   ? static_cast<int>(found - source.nodes.begin())
                   : -1;
    };
    auto add_pieces = [&number](const Edge& edge, std::vector<Edge>& pieces) -> void {
        const int first = number(edge.first), second = number(edge.second);
        if (edge.middle < 0) {
            pieces.push_back({first, second});
        } else {
            pieces.push_back({first, number(edge.middle)});
            pieces.push_back({number(edge.middle), second});
        }
    };

    Mesh beam;
    beam.source = mesh.source;
    beam.X.resize(static_cast<Index>(source.nodes.size()), 3);
    NodeGroup axis{1, {}, {}};
    for (const int node : source.nodes) {
        axis.nodes.push_back(number(node));
        beam.X.row(number(node)) = mesh.X.row(node);
    }
    for (const Edge& edge : source.edges)
        add_pieces(edge, axis.edges);
    ElementBlock block{"line2", Eigen::MatrixXi(static_cast<Index>(axis.edges.size()), 2)};
    for (std::size_t e = 0; e < axis.edges.size(); ++e)
        block.nodes.row(static_cast<Index>(e)) << axis.edges[e].first, axis.edges[e].second;
    beam.blocks.push_back(std::move(block));

    beam.groups = {{"axis", axis}, {"axis_reversed", reversed(axis)}};
    if (const auto two = ends(axis.edges, axis.nodes.size())) {
        beam.groups["start"] = {0, {two->first}, {}};
        beam.groups["end"] = {0, {two->second}, {}};
    }
    for (const auto& [name, named] : mesh.groups) {
        NodeGroup on_it{named.dimension, {}, {}};
        for (const int node : named.nodes)
            if (const int n = number(node); n >= 0)
                on_it.nodes.push_back(n);
        if (named.dimension > 1 || on_it.nodes.size() != named.nodes.size())
            continue;
        for (const Edge& edge : named.edges)
            add_pieces(edge, on_it.edges);
        if (!beam.groups.emplace(name, std::move(on_it)).second)
            throw InputError::in_file(
                mesh.source, "group \"" + name + "\" has the name of a port that every beam has");
    }
    return beam;
}

} // namespace slideway::fem
