#include "app/model/outline.hpp"

#include "fem/recovery.hpp"
#include "io/entries.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace slideway::app {

namespace {

using Line = std::pair<int, int>;

// Sides that belong to one element, and all line elements.
std::vector<Line> lines_of(const fem::Mesh& mesh)
{
    std::map<Line, int> uses;
    for (const fem::ElementBlock& block : mesh.blocks) {
        const bool is_line = block.nodes.cols() == 2;
        const int n = is_line ? 1 : fem::shape(block.shape).n_corners;
        for (Index e = 0; e < block.nodes.rows(); ++e)
            for (int i = 0; i < n; ++i)
                ++uses[std::minmax(block.nodes(e, i), block.nodes(e, is_line ? 1 : (i + 1) % n))];
    }
    std::vector<Line> lines;
    for (const auto& [line, n] : uses)
        if (n == 1)
            lines.push_back(line);
    return lines;
}

void add_mesh(Outline& outline, const fem::Mesh& mesh)
{
    const std::vector<Line> lines = lines_of(mesh);
    std::map<int, int> row_of;
    for (const auto& [first, second] : lines)
        for (const int node : {first, second})
            row_of.emplace(node, 0);
    outline.X.resize(static_cast<Index>(row_of.size()), 2);
    for (auto& [node, row] : row_of) {
        row = static_cast<int>(outline.nodes.size());
        outline.nodes.push_back(node);
        outline.X.row(row) = mesh.X.row(node).head(2);
    }
    for (const auto& [first, second] : lines) {
        outline.first.push_back(row_of[first]);
        outline.second.push_back(row_of[second]);
    }
}

bool has_plane_mesh(const fem::Substructure& body)
{
    return body.recovery && fem::dimension_of(body.recovery->mesh) < 3;
}

bool has_positions(const fem::Port& port)
{
    return port.X.size() > 0 && port.X.allFinite();
}

void add_ports(Outline& outline, const std::vector<fem::Port>& ports)
{
    for (const fem::Port& port : ports) {
        if (!has_positions(port))
            continue;
        const Index start = outline.X.rows();
        if (!port.edges.empty())
            for (const auto& [first, second] : fem::segments(port)) {
                outline.first.push_back(static_cast<int>(start) + first);
                outline.second.push_back(static_cast<int>(start) + second);
            }
        outline.X.conservativeResize(start + port.n_nodes(), 2);
        outline.X.bottomRows(port.n_nodes()) = port.X.leftCols(2);
    }
}

// Rows of the x and y components of the nodes of a port, zero for a direction without a component.
Matrix points_of(const fem::Port& port, const Matrix& u)
{
    const Matrix y = port.W * u;
    Matrix points = Matrix::Zero(2 * port.n_nodes(), u.cols());
    for (Index i = 0; i < port.n_components(); ++i) {
        const std::string& component = port.components[static_cast<std::size_t>(i)];
        if (component != "x" && component != "y")
            continue;
        for (Index node = 0; node < port.n_nodes(); ++node)
            points.row(2 * node + (component == "y" ? 1 : 0)) =
                y.row(node * port.n_components() + i);
    }
    return points;
}

} // namespace

Outline outline_of(const fem::Substructure& body)
{
    Outline outline;
    outline.name = body.name;
    if (has_plane_mesh(body))
        add_mesh(outline, body.recovery->mesh);
    else
        add_ports(outline, body.ports);
    if (outline.first.empty())
        for (const fem::Port& port : body.ports)
            for (const std::string& component : port.components)
                outline.components.push_back(port.name + "." + component);
    return outline;
}

OutlineMotion motion_of(const fem::Substructure& body, const Outline& outline, const Matrix& u)
{
    OutlineMotion motion;
    motion.points.resize(2 * outline.X.rows(), u.cols());
    if (has_plane_mesh(body)) {
        for (Index j = 0; j < u.cols(); ++j) {
            const Matrix all = body.recovery->displacement(u.col(j));
            for (std::size_t k = 0; k < outline.nodes.size(); ++k)
                motion.points.col(j).segment<2>(2 * static_cast<Index>(k)) =
                    all.row(outline.nodes[k]).transpose();
        }
    } else {
        Index row = 0;
        for (const fem::Port& port : body.ports)
            if (has_positions(port)) {
                motion.points.middleRows(row, 2 * port.n_nodes()) = points_of(port, u);
                row += 2 * port.n_nodes();
            }
    }
    motion.components.resize(static_cast<Index>(outline.components.size()), u.cols());
    if (!outline.components.empty()) {
        Index row = 0;
        for (const fem::Port& port : body.ports)
            for (Index i = 0; i < port.n_components(); ++i)
                motion.components.row(row++) = fem::mean_row(port, i).transpose() * u;
    }
    return motion;
}

void arrays(io::Entries& a, Outline& outline)
{
    a.array(outline.X, "outline/X", "m",
            "undeformed points of its outline: the boundary of its mesh, or the nodes of its ports",
            "p x 2", with_positions);
    a.array(outline.first, "outline/first", "",
            "first end of each line, a row of `outline/X` from 0", "l",
            "for a body with a mesh or with curves");
    a.array(outline.second, "outline/second", "", "second end of each line", "l",
            "for a body with a mesh or with curves");
    a.array(outline.components, "components", "", "PORT.COMPONENT of every port", "c",
            without_lines);
}

} // namespace slideway::app
