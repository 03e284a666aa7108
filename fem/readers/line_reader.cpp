#include "fem/readers/line_reader.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/sort_unique.hpp"
#include "base/text.hpp"
#include "fem/readers/file_mesh.hpp"
#include "fem/readers/mesh_reader.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace slideway::fem {

namespace {

// A side of a named curve with the numbers of the file: ends, then the mid node if any.
struct FileSide {
    std::vector<std::size_t> nodes;
    std::vector<int> groups;
};

// True if a case file can contain the name.
bool usable(const GmshGroup& group)
{
    return !group.name.empty() && control_character(group.name).empty();
}

std::vector<FileSide> named_sides(const std::string& source, const GmshAnswer& answer)
{
    std::vector<FileSide> sides;
    for (const GmshElements& block : answer.elements) {
        std::vector<int> groups;
        for (const int g : block.groups)
            if (usable(answer.groups[static_cast<std::size_t>(g)]))
                groups.push_back(g);
        if (block.dimension != 1 || groups.empty())
            continue;
        if (block.n_nodes > 3)
            throw InputError::in_file(source, "element " + std::to_string(block.tags.front()) +
                                                  " is a \"" + block.kind +
                                                  "\"; allowed: Line 2, Line 3");
        const auto n = static_cast<std::size_t>(block.n_nodes);
        for (std::size_t e = 0; e < block.tags.size(); ++e)
            sides.push_back({{block.nodes.begin() + static_cast<std::ptrdiff_t>(n * e),
                              block.nodes.begin() + static_cast<std::ptrdiff_t>(n * (e + 1))},
                             groups});
    }
    if (sides.empty())
        throw InputError::in_file(source,
                                  "no curve with a name (Physical Curve(\"...\") in a .geo)");
    return sides;
}

// Positions of the nodes in the order of their numbers in the file.
Matrix positions(const std::string& source, const GmshAnswer& answer,
                 const std::map<std::size_t, int>& number)
{
    std::unordered_map<std::size_t, std::size_t> place;
    for (std::size_t i = 0; i < answer.node_tags.size(); ++i)
        place[answer.node_tags[i]] = i;
    Matrix X = Matrix::Zero(static_cast<Index>(number.size()), 3);
    Vector z(X.rows());
    for (const auto& [tag, row] : number) {
        const auto found = place.find(tag);
        if (found == place.end())
            throw InputError::in_file(source, "a side names node " + std::to_string(tag) +
                                                  ", which is not in the file");
        const double* const x = &answer.coordinates[3 * found->second];
        check_position(source, tag, std::span<const double, 3>(x, 3));
        X.row(row).head<2>() << x[0], x[1];
        z(row) = x[2];
    }
    Index worst = 0;
    const double extent = (X.colwise().maxCoeff() - X.colwise().minCoeff()).maxCoeff();
    if (z.cwiseAbs().maxCoeff(&worst) > 1e-9 * extent)
        throw InputError::in_file(source, "the node at (" + number_text(X(worst, 0), 6) + ", " +
                                              number_text(X(worst, 1), 6) + ") has z = " +
                                              number_text(z(worst), 6) + "; a beam lies in z = 0");
    return X;
}

} // namespace

Mesh read_lines(const std::filesystem::path& file, const std::map<std::string, double>& parameters,
                std::optional<double> scale, const GmshOptions& options)
{
    Mesh mesh = lines_of(file.string(), ask_gmsh(file, parameters, options));
    mesh.X *= scale.value_or(1);
    return mesh;
}

Mesh lines_of(const std::string& source, const GmshAnswer& answer)
{
    const std::vector<FileSide> sides = named_sides(source, answer);

    std::map<std::size_t, int> number;
    for (const FileSide& side : sides)
        for (const std::size_t node : side.nodes)
            number.emplace(node, 0);
    int next = 0;
    for (auto& [tag, row] : number)
        row = next++;

    Mesh mesh;
    mesh.source = source;
    mesh.notes = answer.notes;
    mesh.X = positions(source, answer, number);
    std::vector<Edge> pieces;
    for (const FileSide& side : sides) {
        const Edge edge{number.at(side.nodes[0]), number.at(side.nodes[1]),
                        side.nodes.size() > 2 ? number.at(side.nodes[2]) : -1};
        for (const int g : side.groups) {
            NodeGroup& group = mesh.groups[answer.groups[static_cast<std::size_t>(g)].name];
            group.dimension = 1;
            group.edges.push_back(edge);
            for (const std::size_t node : side.nodes)
                group.nodes.push_back(number.at(node));
        }
        if (edge.middle < 0) {
            pieces.push_back({edge.first, edge.second});
        } else {
            pieces.push_back({edge.first, edge.middle});
            pieces.push_back({edge.middle, edge.second});
        }
    }
    sort_unique(pieces); // curves may overlap
    ElementBlock block{"line2", Eigen::MatrixXi(static_cast<Index>(pieces.size()), 2)};
    for (std::size_t e = 0; e < pieces.size(); ++e)
        block.nodes.row(static_cast<Index>(e)) << pieces[e].first, pieces[e].second;
    mesh.blocks.push_back(std::move(block));

    for (const GmshElements& points : answer.elements)
        for (const int g : points.groups) {
            const GmshGroup& named = answer.groups[static_cast<std::size_t>(g)];
            const std::string& name = named.name;
            if (points.dimension != 0 || !usable(named))
                continue;
            for (const std::size_t node : points.nodes)
                if (const auto found = number.find(node); found != number.end()) {
                    NodeGroup& group = mesh.groups[name];
                    if (group.dimension == 1)
                        throw InputError::in_file(source, "two groups are named \"" + name + "\"");
                    group.nodes.push_back(found->second);
                }
        }
    for (auto& [name, group] : mesh.groups) {
        sort_unique(group.nodes);
        sort_unique(group.edges);
    }
    return mesh;
}

} // namespace slideway::fem
