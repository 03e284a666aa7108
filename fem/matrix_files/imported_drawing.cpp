#include "fem/matrix_files/imported_drawing.hpp"

#include "base/error.hpp"

#include <charconv>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace slideway::fem {

namespace {

using Numbers = std::unordered_map<std::size_t, int>; // nodes of a NodeDrawing by label

// Nodes of the table with a label, "n7", after `first` others.
Numbers labelled_nodes(const DofTable& table, int first)
{
    Numbers numbers;
    numbers.reserve(table.nodes.size());
    for (std::size_t i = 0; i < table.nodes.size(); ++i) {
        const std::string& name = table.nodes[i].name;
        std::size_t label = 0;
        const char* const end = name.data() + name.size();
        if (name.starts_with('n') && std::from_chars(name.data() + 1, end, label).ptr == end)
            numbers.emplace(label, first + static_cast<int>(i));
    }
    return numbers;
}

// Points of the matrix of motions with a position and three displacements.
std::vector<OutputRows> drawn_rows(const ImportedMatrices& imported, const LabelledNodes& mesh,
                                   Index n_rows, std::vector<std::string>& notes)
{
    std::vector<OutputRows> drawn;
    std::unordered_set<long long> known;
    std::size_t left_out = 0;
    for (const OutputRows& rows : imported.output_rows) {
        if (rows.scalar || !known.insert(rows.label).second)
            continue;
        if (rows.count >= 3 && rows.first >= 0 && rows.first + 3 <= n_rows &&
            mesh.X.contains(static_cast<std::size_t>(rows.label)))
            drawn.push_back(rows);
        else
            ++left_out;
    }
    if (left_out > 0)
        notes.push_back(std::to_string(left_out) + " of " +
                        std::to_string(imported.output_rows.size()) + " nodes of " +
                        imported.outputs.front().name +
                        " are not drawn: they have no position or fewer than three displacements");
    return drawn;
}

// Three rows of `all` for each node.
SparseMatrix rows_of(const SparseMatrix& all, const std::vector<OutputRows>& nodes)
{
    std::vector<Index> place(static_cast<std::size_t>(all.rows()), -1);
    for (std::size_t k = 0; k < nodes.size(); ++k)
        for (Index c = 0; c < 3; ++c)
            place[static_cast<std::size_t>(nodes[k].first + c)] = 3 * static_cast<Index>(k) + c;
    std::vector<Eigen::Triplet<double>> entries;
    for (Index j = 0; j < all.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(all, j); it; ++it)
            if (const Index row = place[static_cast<std::size_t>(it.row())]; row >= 0)
                entries.emplace_back(row, j, it.value());
    SparseMatrix T(3 * static_cast<Index>(nodes.size()), all.cols());
    T.setFromTriplets(entries.begin(), entries.end());
    return T;
}

std::vector<ElementBlock> blocks_of(const LabelledCells& cells, const Numbers& numbers)
{
    std::vector<ElementBlock> blocks;
    for (const auto& [shape, nodes] : cells) {
        const auto n = static_cast<std::size_t>(shape->n_nodes);
        ElementBlock block{std::string(shape->name),
                           Eigen::MatrixXi(static_cast<Index>(nodes.size() / n), shape->n_nodes)};
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto node = numbers.find(nodes[i]);
            block.nodes(static_cast<Index>(i / n), static_cast<Index>(i % n)) =
                node == numbers.end() ? -1 : node->second;
        }
        blocks.push_back(std::move(block));
    }
    return blocks;
}

} // namespace

std::vector<OutputRows> rows_of_nodes(const SparseMatrix& T, const std::vector<long long>& labels,
                                      const std::string& what)
{
    const auto n = static_cast<Index>(labels.size());
    if (n == 0 || (T.rows() != 3 * n && T.rows() != 6 * n))
        throw InputError(what + " has " + std::to_string(T.rows()) + " rows for " +
                         std::to_string(n) + " nodes; expected 3 or 6 for each");
    std::vector<OutputRows> rows;
    for (const long long label : labels) {
        const Index count = T.rows() / n;
        rows.push_back({false, label, count, count * static_cast<Index>(rows.size())});
    }
    return rows;
}

NodeDrawing drawing_of(const ImportedMatrices& imported, const DofTable* table,
                       const std::optional<LabelledNodes>& mesh, double length,
                       std::vector<std::string>& notes)
{
    NodeDrawing drawing;
    if (!mesh)
        return drawing;
    std::vector<OutputRows> moved;
    if (!imported.outputs.empty())
        moved = drawn_rows(imported, *mesh, imported.outputs.front().A.rows(), notes);
    // Nodes that the table lacks come first, so their number is needed before.
    const Numbers in_table = table ? labelled_nodes(*table, 0) : Numbers();
    Numbers numbers;
    std::vector<Eigen::Vector3d> X;
    for (const OutputRows& rows : moved)
        if (const auto label = static_cast<std::size_t>(rows.label);
            !in_table.contains(label) && numbers.emplace(label, static_cast<int>(X.size())).second)
            X.push_back(length * Eigen::Vector3d(mesh->X.at(label).data()));
    for (const auto& [label, node] : in_table)
        numbers.emplace(label, static_cast<int>(X.size()) + node);
    drawing.X.resize(static_cast<Index>(X.size()), 3);
    for (std::size_t i = 0; i < X.size(); ++i)
        drawing.X.row(static_cast<Index>(i)) = X[i].transpose();
    for (const OutputRows& rows : moved)
        drawing.moved.push_back(numbers.at(static_cast<std::size_t>(rows.label)));
    if (!moved.empty())
        drawing.T = rows_of(imported.outputs.front().A, moved);
    drawing.cells = blocks_of(mesh->cells, numbers);
    return drawing;
}

} // namespace slideway::fem
