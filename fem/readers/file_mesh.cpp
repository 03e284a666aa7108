#include "fem/readers/file_mesh.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/sort_unique.hpp"
#include "base/text.hpp"
#include "fem/readers/connectivity.hpp"
#include "fem/readers/solid_cells.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace slideway::fem {

namespace {

using Numbers = std::map<std::size_t, int>; // node of the file -> row of Mesh::X

// Twice the signed area of the polygon of corners and mid nodes.
double twice_area(const FileMesh& file, const FileElement& element)
{
    const std::size_t n = element.nodes.size(), n_corners = corner_count(n),
                      per_side = n / n_corners;
    auto position = [&](std::size_t i) -> const std::array<double, 3>& {
        i %= n;
        const std::size_t local = i / per_side + (i % per_side) * n_corners;
        return file.X.at(element.nodes[local]);
    };
    const auto& origin = position(0); // relative positions, because a distant origin costs digits
    double sum = 0;
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const auto &a = position(i), &b = position(i + 1);
        sum += (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0]);
    }
    return sum;
}

void check_nodes(const FileMesh& file)
{
    if (file.elements.empty())
        throw InputError::in_file(file.source, file.dimension == 3
                                                   ? "no solid elements in the file"
                                                   : "no triangles or quadrilaterals in the file");
    for (const FileElement& element : file.elements)
        for (const std::size_t node : element.nodes)
            if (const auto found = file.X.find(node); found != file.X.end())
                check_position(file.source, node, found->second);
            else
                throw InputError::in_file(file.source, "element " + std::to_string(element.tag) +
                                                           " names node " + std::to_string(node) +
                                                           ", which is not in the file");
}

// Reverses the order of the nodes but keeps the first corner.
void reverse(std::vector<std::size_t>& nodes)
{
    const auto middle = nodes.begin() + static_cast<std::ptrdiff_t>(corner_count(nodes.size()));
    std::reverse(nodes.begin() + 1, middle);
    std::reverse(middle, nodes.end());
}

// Reverses clockwise plane elements. A body that is clockwise throughout is seen from the other
// side. If both directions occur, one may be an error in the file.
void orient(FileMesh& file)
{
    std::vector<std::size_t> turned;
    if (file.dimension == 3)
        return;
    for (FileElement& element : file.elements)
        if (twice_area(file, element) < 0) {
            reverse(element.nodes);
            turned.push_back(element.tag);
        }
    if (!turned.empty() && turned.size() < file.elements.size())
        file.notes.push_back(std::to_string(turned.size()) + " of " +
                             std::to_string(file.elements.size()) +
                             " elements are clockwise and were reversed: " + first_numbers(turned));
}

Numbers number_nodes(const FileMesh& file)
{
    Numbers number;
    for (const FileElement& element : file.elements)
        for (const std::size_t node : element.nodes)
            number.emplace(node, 0);
    int next = 0;
    for (auto& [tag, index] : number)
        index = next++;
    return number;
}

// Suggests a remedy for a flat body in another plane than z = 0.
std::string other_plane(const FileMesh& file, const Numbers& number)
{
    std::array<double, 3> low{}, high{};
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    for (const auto& [tag, index] : number)
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = std::min(low[k], file.X.at(tag)[k]);
            high[k] = std::max(high[k], file.X.at(tag)[k]);
        }
    double extent = 0;
    for (std::size_t k = 0; k < 3; ++k)
        extent = std::max(extent, high[k] - low[k]);
    for (std::size_t k = 0; k < 3; ++k)
        if (high[k] - low[k] <= 1e-9 * extent)
            return std::string(", and this one in ") + "xyz"[k] + " = " + number_text(low[k], 6) +
                   (k == 2 ? ": move it there" : ": turn it there");
    return ", and this one is not flat";
}

Matrix positions(const FileMesh& file, const Numbers& number)
{
    Matrix positions = Matrix::Zero(static_cast<Index>(number.size()), 3);
    if (file.dimension == 3) {
        for (const auto& [tag, index] : number) {
            const auto& x = file.X.at(tag);
            positions.row(index) << x[0], x[1], x[2];
        }
        return positions;
    }
    double out_of_plane = 0;
    std::size_t worst = 0;
    for (const auto& [tag, index] : number) {
        const auto& x = file.X.at(tag);
        positions.row(index).head<2>() << x[0], x[1];
        if (std::abs(x[2]) > out_of_plane) {
            out_of_plane = std::abs(x[2]);
            worst = tag;
        }
    }
    const double extent =
        (positions.colwise().maxCoeff() - positions.colwise().minCoeff()).maxCoeff();
    if (out_of_plane > 1e-9 * extent)
        throw InputError::in_file(file.source,
                                  "node " + std::to_string(worst) +
                                      " has z = " + number_text(file.X.at(worst)[2], 6) +
                                      "; a plane mesh lies in z = 0" + other_plane(file, number));
    return positions;
}

ElementBlock block_of(const Shape& shape, const FileMesh& file, const Numbers& number)
{
    ElementBlock block{std::string(shape.name), {}};
    const auto n = static_cast<std::size_t>(shape.n_nodes);
    const auto fits = [n](const FileElement& element) -> bool { return element.nodes.size() == n; };
    block.nodes.resize(std::count_if(file.elements.begin(), file.elements.end(), fits),
                       shape.n_nodes);
    Index row = 0;
    for (const FileElement& element : file.elements) {
        if (!fits(element))
            continue;
        for (std::size_t i = 0; i < n; ++i)
            block.nodes(row, static_cast<Index>(i)) = number.at(element.nodes[i]);
        block.tags.push_back(element.tag);
        ++row;
    }
    return block;
}

// Sides of the elements, first -> second with the body on the right, and their mid nodes.
using Sides = std::map<std::array<int, 2>, int>;

Sides all_sides(const Mesh& mesh)
{
    Sides sides;
    for (const ElementBlock& block : mesh.blocks)
        for (Index e = 0; e < block.nodes.rows(); ++e)
            for (int i = 0; i < shape(block.shape).n_corners; ++i) {
                const auto [first, second, middle] = side(block, e, i);
                sides[{first, second}] = middle;
            }
    return sides;
}

// Adds a side to its group; false if it is not a side of the body.
bool add_side(const FileMesh& file, const FileGroup& cells, const std::vector<int>& nodes,
              const Sides& sides, NodeGroup& group)
{
    auto found = sides.find({nodes[0], nodes[1]});
    if (found == sides.end())
        found = sides.find({nodes[1], nodes[0]});
    if (found == sides.end())
        return false;
    const auto& [ends, middle] = *found;
    if (nodes.size() > 2 && middle >= 0 && nodes[2] != middle)
        throw InputError::in_file(file.source, "a side of group \"" + cells.name +
                                                   "\" has another mid node than its element");
    group.edges.push_back({ends[0], ends[1], middle});
    group.nodes.insert(group.nodes.end(), {ends[0], ends[1]});
    if (middle >= 0)
        group.nodes.push_back(middle);
    return true;
}

void add_groups(const FileMesh& file, const Numbers& number, Mesh& mesh)
{
    const auto has_groups = [&file](int dimension) -> bool {
        return std::any_of(file.groups.begin(), file.groups.end(),
                           [=](const FileGroup& g) -> bool { return g.dimension == dimension; });
    };
    const bool solid = file.dimension == 3;
    const Sides sides = !solid && has_groups(1) ? all_sides(mesh) : Sides{};
    const SolidCells solids =
        solid && (has_groups(2) || has_groups(3)) ? SolidCells(mesh) : SolidCells();
    for (const FileGroup& cells : file.groups) {
        NodeGroup group{cells.dimension, {}, {}};
        std::size_t left_out = 0;
        for (const std::vector<std::size_t>& cell : cells.cells) {
            std::vector<int> nodes;
            for (const std::size_t node : cell)
                if (const auto found = number.find(node); found != number.end())
                    nodes.push_back(found->second);
            bool on_body = nodes.size() == cell.size();
            if (on_body && solid) {
                on_body = solids.add(file.source, cells.name, nodes, group);
                left_out += on_body ? 0 : 1;
                continue;
            }
            if (on_body && cells.dimension == 1)
                on_body = add_side(file, cells, nodes, sides, group);
            else if (on_body)
                group.nodes.insert(group.nodes.end(), nodes.begin(), nodes.end());
            if (on_body && cells.dimension == 2)
                group.faces.push_back(std::move(nodes));
            left_out += on_body ? 0 : 1;
        }
        if (left_out > 0)
            mesh.notes.push_back("group \"" + cells.name + "\": " + std::to_string(left_out) +
                                 " of " + std::to_string(cells.cells.size()) + " " +
                                 (cells.dimension == 0            ? "points"
                                  : cells.dimension == 1          ? "sides"
                                  : solid && cells.dimension == 2 ? "faces"
                                                                  : "elements") +
                                 " left out: not on the body");
        sort_unique(group.nodes);
        sort_unique(group.edges);
        sort_unique(group.faces);
        for (std::vector<Index>& of_block : group.elements)
            sort_unique(of_block);
        if (group.nodes.empty() && left_out == 0)
            mesh.notes.push_back("group \"" + cells.name + "\" is empty and left out");
        if (!group.nodes.empty())
            mesh.groups.emplace(cells.name, std::move(group));
    }
}

void drop_unprintable(FileMesh& file)
{
    std::erase_if(file.groups, [&file](const FileGroup& group) -> bool {
        const std::string letter = control_character(group.name);
        if (!letter.empty())
            file.notes.push_back("group \"" + group.name + "\" has " + letter +
                                 " in its name; left out");
        return !letter.empty();
    });
}

void check_names(const FileMesh& file)
{
    std::map<std::string, int> count;
    for (const FileGroup& group : file.groups)
        if (++count[group.name] == 2)
            throw InputError::in_file(file.source, "two groups are named \"" + group.name + "\"");
}

} // namespace

void check_position(const std::string& source, std::size_t tag, std::span<const double, 3> x)
{
    for (const double coordinate : x)
        if (!(std::abs(coordinate) <= 1e100))
            throw InputError::in_file(
                source, "node " + std::to_string(tag) + " is at (" + number_text(x[0], 6) + ", " +
                            number_text(x[1], 6) + ", " + number_text(x[2], 6) +
                            "); expected numbers up to 1e100");
}

Mesh body_mesh(FileMesh file)
{
    drop_unprintable(file);
    check_names(file);
    check_nodes(file);
    drop_repeated_elements(file);
    orient(file);
    if (file.dimension == 2)
        align_surface_cells(file);
    const Numbers number = number_nodes(file);

    Mesh mesh;
    mesh.source = file.source;
    mesh.X = positions(file, number);
    for (const Shape& shape : shapes())
        if (shape.dimension == file.dimension)
            if (ElementBlock block = block_of(shape, file, number); block.nodes.rows() > 0)
                mesh.blocks.push_back(std::move(block));
    for (const auto& [tag, index] : number)
        if (file.dimension == 3)
            mesh.tags.push_back(tag);
    mesh.notes = connectivity_notes(file);
    mesh.notes.insert(mesh.notes.end(), file.notes.begin(), file.notes.end());
    add_groups(file, number, mesh);
    mesh.deck = std::move(file.deck);
    for (std::vector<std::string>* notes : {&mesh.notes, &mesh.deck.notes})
        for (std::string& note : *notes)
            note = printable(note);
    return mesh;
}

} // namespace slideway::fem
