#include "fem/node_drawing.hpp"

#include "fem/cells.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace slideway::fem {

namespace {

// Cells by their shape, each a list of nodes.
using Cells = std::map<std::string, std::vector<std::vector<int>>>;

// Displacements of nodes in d directions: entries of rows d node + direction.
struct Motions {
    std::vector<bool> shown; ///< by node
    std::vector<Eigen::Triplet<double>> entries;
};

Motions motions_of(const DofTable& table, const NodeDrawing& drawing, const SparseMatrix& T,
                   Index d)
{
    constexpr std::array<const char*, 3> directions{"x", "y", "z"};
    const auto first = static_cast<std::size_t>(drawing.X.rows()); // node of the table
    Motions motions;
    motions.shown.resize(first + table.nodes.size(), false);
    for (const int node : drawing.moved)
        motions.shown[static_cast<std::size_t>(node)] = true;
    for (std::size_t i = 0; i < table.nodes.size(); ++i) {
        const TableNode& node = table.nodes[i];
        if (!node.X.allFinite() || motions.shown[first + i]) // T gives the latter
            continue;
        for (std::size_t k = 0; k < node.components.size(); ++k)
            for (Index c = 0; c < d; ++c)
                if (node.components[k] == directions[static_cast<std::size_t>(c)]) {
                    motions.shown[first + i] = true;
                    if (node.dofs[k] >= 0)
                        motions.entries.emplace_back(d * static_cast<Index>(first + i) + c,
                                                     node.dofs[k], node.weight);
                }
    }
    for (Index j = 0; j < T.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(T, j); it; ++it)
            if (const Index c = it.row() % 3; c < d)
                motions.entries.emplace_back(
                    d * drawing.moved[static_cast<std::size_t>(it.row() / 3)] + c, j, it.value());
    return motions;
}

bool all_shown(const std::vector<int>& nodes, const std::vector<bool>& shown)
{
    return std::all_of(nodes.begin(), nodes.end(), [&shown](int node) -> bool {
        return node >= 0 && shown[static_cast<std::size_t>(node)];
    });
}

std::string face_shape(std::size_t n_nodes)
{
    return n_nodes == 2 ? "line2" : std::string(shape_of(static_cast<Index>(n_nodes)).name);
}

// Cells whose nodes are all shown, and faces of other solid cells whose nodes are, each face once.
Cells shown_cells(const NodeDrawing& drawing, const std::vector<bool>& shown)
{
    Cells cells;
    std::set<std::vector<int>> known; // faces by their nodes, ascending
    std::vector<int> nodes;
    for (const ElementBlock& block : drawing.cells) {
        const Shape& s = shape(block.shape);
        for (Index e = 0; e < block.nodes.rows(); ++e) {
            nodes.assign(block.nodes.row(e).begin(), block.nodes.row(e).end());
            if (all_shown(nodes, shown)) {
                cells[block.shape].push_back(nodes);
                continue;
            }
            for (std::size_t i = 0; s.dimension == 3 && i < cell_of(s).faces.size(); ++i) {
                std::vector<int> face = face_of(block, e, i), key = face;
                std::sort(key.begin(), key.end());
                if (all_shown(face, shown) && known.insert(std::move(key)).second)
                    cells[face_shape(face.size())].push_back(std::move(face));
            }
        }
    }
    return cells;
}

// Faces and sides of groups, each once.
Cells faces_of_groups(const DofTable& table, const FaceGroups& groups,
                      const std::vector<bool>& shown)
{
    const std::size_t first = shown.size() - table.nodes.size();
    Cells cells;
    std::set<std::vector<int>> known;
    for (const auto& [name, faces] : groups) {
        const std::vector<std::size_t>& members = table.groups.at(name);
        for (std::vector<int> face : faces) {
            for (int& node : face)
                node = static_cast<int>(first + members[static_cast<std::size_t>(node)]);
            std::vector<int> key = face;
            std::sort(key.begin(), key.end());
            if (all_shown(face, shown) && known.insert(std::move(key)).second)
                cells[face_shape(face.size())].push_back(std::move(face));
        }
    }
    return cells;
}

// Adds the shown nodes that lie on no cell as points.
void add_points(Cells& cells, const std::vector<bool>& shown)
{
    std::vector<bool> free = shown;
    for (const auto& [name, of_shape] : cells)
        for (const std::vector<int>& cell : of_shape)
            for (const int node : cell)
                free[static_cast<std::size_t>(node)] = false;
    for (std::size_t node = 0; node < free.size(); ++node)
        if (free[node])
            cells["point1"].push_back({static_cast<int>(node)});
}

Mesh mesh_of(const DofTable& table, const NodeDrawing& drawing, const Cells& cells,
             const std::vector<int>& place, Index n_shown)
{
    Mesh mesh;
    mesh.X.resize(n_shown, 3);
    const auto first = static_cast<std::size_t>(drawing.X.rows());
    for (std::size_t node = 0; node < place.size(); ++node) {
        if (place[node] < 0)
            continue;
        if (node < first)
            mesh.X.row(place[node]) = drawing.X.row(static_cast<Index>(node));
        else
            mesh.X.row(place[node]) = table.nodes[node - first].X.transpose();
    }
    for (const auto& [name, of_shape] : cells) {
        ElementBlock block{name, Eigen::MatrixXi(static_cast<Index>(of_shape.size()),
                                                 static_cast<Index>(of_shape.front().size()))};
        for (std::size_t e = 0; e < of_shape.size(); ++e)
            for (std::size_t i = 0; i < of_shape[e].size(); ++i)
                block.nodes(static_cast<Index>(e), static_cast<Index>(i)) =
                    place[static_cast<std::size_t>(of_shape[e][i])];
        mesh.blocks.push_back(std::move(block));
    }
    return mesh;
}

} // namespace

std::shared_ptr<const Recovery> recovery_of_nodes(const DofTable& table, const NodeDrawing& drawing,
                                                  const SparseMatrix& T, const FaceGroups& faces,
                                                  Index n)
{
    const Index d = table.spatial ? 3 : 2;
    Motions motions = motions_of(table, drawing, T, d);
    std::vector<int> place; // row of each node in the picture, -1: not shown
    int n_shown = 0;
    for (const bool shown : motions.shown)
        place.push_back(shown ? n_shown++ : -1);
    if (n_shown == 0)
        return nullptr;
    Cells cells = shown_cells(drawing, motions.shown);
    if (cells.empty())
        cells = faces_of_groups(table, faces, motions.shown);
    add_points(cells, motions.shown);

    const auto row_of = [&place, d](Index row) -> Index {
        return d * place[static_cast<std::size_t>(row / d)] + row % d;
    };
    for (Eigen::Triplet<double>& entry : motions.entries)
        entry = Eigen::Triplet<double>(static_cast<int>(row_of(entry.row())), entry.col(),
                                       entry.value());
    const auto rows = std::make_shared<SparseRows>(d * n_shown, n);
    rows->setFromTriplets(motions.entries.begin(), motions.entries.end());
    Recovery recovery{mesh_of(table, drawing, cells, place, n_shown), {}, {}};
    recovery.in_space = table.spatial;
    recovery.displacement = [rows, d](const Vector& u) -> Matrix {
        return Vector(*rows * u).reshaped(d, rows->rows() / d).transpose();
    };
    return std::make_shared<const Recovery>(std::move(recovery));
}

} // namespace slideway::fem
