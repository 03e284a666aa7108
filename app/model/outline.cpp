#include "app/model/outline.hpp"

#include "fem/cells.hpp"
#include "fem/recovery.hpp"
#include "io/entries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

namespace slideway::app {

namespace {

using Line = std::pair<int, int>;

void add_lines(const fem::ElementBlock& block, std::map<Line, int>& uses)
{
    for (Index e = 0; e < block.nodes.rows(); ++e)
        ++uses[std::minmax(block.nodes(e, 0), block.nodes(e, 1))];
}

// Sides that belong to one element, and all line elements.
std::vector<Line> lines_of(const fem::Mesh& mesh)
{
    std::map<Line, int> uses;
    for (const fem::ElementBlock& block : mesh.blocks) {
        const fem::Shape& shape = fem::shape(block.shape);
        if (shape.dimension == 1)
            add_lines(block, uses);
        for (Index e = 0; shape.dimension == 2 && e < block.nodes.rows(); ++e)
            for (int i = 0; i < shape.n_corners; ++i)
                ++uses[std::minmax(block.nodes(e, i), block.nodes(e, (i + 1) % shape.n_corners))];
    }
    std::vector<Line> lines;
    for (const auto& [line, n] : uses)
        if (n == 1)
            lines.push_back(line);
    return lines;
}

// Corners of a face, with its normal of length one.
struct SurfaceFace {
    std::vector<int> corners;
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    bool of_shell = false; ///< the normal may have either sign
};

SurfaceFace face_with_normal(const fem::Mesh& mesh, std::vector<int> corners, bool of_shell)
{
    SurfaceFace face{std::move(corners)};
    face.of_shell = of_shell;
    const std::size_t n = face.corners.size();
    const Eigen::RowVector3d from = mesh.X.row(face.corners[0]);
    for (std::size_t i = 0; i < n; ++i) { // areas seen along x, y and z
        const Eigen::RowVector3d a = mesh.X.row(face.corners[i]) - from,
                                 b = mesh.X.row(face.corners[(i + 1) % n]) - from;
        for (int c = 0; c < 3; ++c)
            face.normal(c) +=
                (a((c + 1) % 3) - b((c + 1) % 3)) * (a((c + 2) % 3) + b((c + 2) % 3)) / 2;
    }
    face.normal.normalize();
    return face;
}

// Faces of solids that belong to one element, and elements of dimension 2.
std::vector<SurfaceFace> surface_of(const fem::Mesh& mesh)
{
    std::map<std::vector<int>, std::pair<int, std::vector<int>>> uses; // faces of solids
    std::vector<std::vector<int>> shells;
    const auto key_of = [](std::vector<int> corners) -> std::vector<int> {
        std::sort(corners.begin(), corners.end());
        return corners;
    };
    for (const fem::ElementBlock& block : mesh.blocks) {
        const fem::Shape& shape = fem::shape(block.shape);
        const std::size_t faces = shape.dimension == 3   ? fem::cell_of(shape).faces.size()
                                  : shape.dimension == 2 ? 1
                                                         : 0;
        for (Index e = 0; e < block.nodes.rows(); ++e)
            for (std::size_t i = 0; i < faces; ++i) {
                std::vector<int> corners;
                if (shape.dimension == 3)
                    corners = fem::face_of(block, e, i);
                else
                    corners.assign(block.nodes.row(e).begin(), block.nodes.row(e).end());
                if (corners.size() > 4) // mid nodes come last
                    corners.resize(corners.size() / 2);
                if (shape.dimension == 2) {
                    shells.push_back(std::move(corners));
                    continue;
                }
                auto& [n, kept] = uses[key_of(corners)];
                if (++n == 1)
                    kept = std::move(corners);
            }
    }
    std::vector<SurfaceFace> surface;
    for (std::vector<int>& shell : shells) // those that cover a solid are its surface already
        if (!uses.contains(key_of(shell)))
            surface.push_back(face_with_normal(mesh, std::move(shell), true));
    for (auto& [key, use] : uses)
        if (use.first == 1)
            surface.push_back(face_with_normal(mesh, std::move(use.second), false));
    return surface;
}

// Edges between faces at an angle, or all edges of a smooth surface.
std::vector<Line> edges_of(const std::vector<SurfaceFace>& surface)
{
    const double most_cosine = std::cos(30 * std::numbers::pi / 180);
    std::map<Line, std::vector<const SurfaceFace*>> faces_at;
    for (const SurfaceFace& face : surface)
        for (std::size_t i = 0; i < face.corners.size(); ++i)
            faces_at[std::minmax(face.corners[i], face.corners[(i + 1) % face.corners.size()])]
                .push_back(&face);
    std::vector<Line> all, sharp;
    for (const auto& [line, faces] : faces_at) {
        all.push_back(line);
        const double cosine = faces.size() == 2 ? faces[0]->normal.dot(faces[1]->normal) : -1;
        const bool of_shell = faces[0]->of_shell || faces.back()->of_shell;
        if (faces.size() != 2 || (of_shell ? std::abs(cosine) : cosine) < most_cosine)
            sharp.push_back(line);
    }
    return sharp.empty() ? all : sharp;
}

// Lines of a mesh in space: edges of its surface, and line elements.
std::vector<Line> lines_in_space(const fem::Mesh& mesh)
{
    std::map<Line, int> uses;
    for (const fem::ElementBlock& block : mesh.blocks)
        if (fem::shape(block.shape).dimension == 1)
            add_lines(block, uses);
    std::vector<Line> lines = edges_of(surface_of(mesh));
    for (const auto& [line, n] : uses)
        lines.push_back(line);
    return lines;
}

void add_mesh(Outline& outline, const fem::Recovery& recovery)
{
    const fem::Mesh& mesh = recovery.mesh;
    const std::vector<Line> lines = recovery.in_space ? lines_in_space(mesh) : lines_of(mesh);
    std::map<int, int> row_of;
    for (const auto& [first, second] : lines)
        for (const int node : {first, second})
            row_of.emplace(node, 0);
    for (const fem::ElementBlock& block : mesh.blocks)
        if (fem::shape(block.shape).dimension == 0)
            for (const int node : block.nodes.reshaped())
                row_of.emplace(node, 0);
    outline.X.resize(static_cast<Index>(row_of.size()), recovery.in_space ? 3 : 2);
    for (auto& [node, row] : row_of) {
        row = static_cast<int>(outline.nodes.size());
        outline.nodes.push_back(node);
        outline.X.row(row) = mesh.X.row(node).head(outline.X.cols());
    }
    const auto n_nodes = static_cast<std::size_t>(mesh.X.rows());
    const auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
    const bool numbered = mesh.tags.size() == n_nodes && n_nodes > 0 &&
                          *std::max_element(mesh.tags.begin(), mesh.tags.end()) <= most;
    for (std::size_t k = 0; numbered && k < outline.nodes.size(); ++k)
        outline.labels.push_back(
            static_cast<int>(mesh.tags[static_cast<std::size_t>(outline.nodes[k])]));
    for (const auto& [first, second] : lines) {
        outline.first.push_back(row_of[first]);
        outline.second.push_back(row_of[second]);
    }
}

bool moves_in_space(const std::vector<fem::Port>& ports)
{
    return std::any_of(ports.begin(), ports.end(), [](const fem::Port& port) {
        return std::find(port.components.begin(), port.components.end(), "z") !=
               port.components.end();
    });
}

bool has_positions(const fem::Port& port)
{
    return port.X.size() > 0 && port.X.allFinite();
}

void add_ports(Outline& outline, const std::vector<fem::Port>& ports)
{
    const Index d = moves_in_space(ports) ? 3 : 2;
    for (const fem::Port& port : ports) {
        if (!has_positions(port))
            continue;
        const Index start = outline.X.rows();
        if (!port.edges.empty())
            for (const auto& [first, second] : fem::segments(port)) {
                outline.first.push_back(static_cast<int>(start) + first);
                outline.second.push_back(static_cast<int>(start) + second);
            }
        outline.X.conservativeResize(start + port.n_nodes(), d);
        outline.X.bottomRows(port.n_nodes()) = port.X.leftCols(d);
    }
}

// Rows of the x, y (and z) components of the nodes of a port, zero for a direction without one.
Matrix points_of(const fem::Port& port, Index d, const Matrix& u)
{
    constexpr std::string_view directions[] = {"x", "y", "z"};
    const Matrix y = port.W * u;
    Matrix points = Matrix::Zero(d * port.n_nodes(), u.cols());
    for (Index i = 0; i < port.n_components(); ++i) {
        const Index c =
            std::find(directions, directions + d, port.components[static_cast<std::size_t>(i)]) -
            directions;
        if (c == d)
            continue;
        for (Index node = 0; node < port.n_nodes(); ++node)
            points.row(d * node + c) = y.row(node * port.n_components() + i);
    }
    return points;
}

} // namespace

Outline outline_of(const fem::Substructure& body)
{
    Outline outline;
    outline.name = body.name;
    if (body.recovery)
        add_mesh(outline, *body.recovery);
    else
        add_ports(outline, body.ports);
    const bool of_matrices = body.recovery && !body.recovery->stress;
    if (outline.first.empty() || of_matrices)
        for (const fem::Port& port : body.ports)
            for (const std::string& component : port.components)
                outline.components.push_back(port.name + "." + component);
    return outline;
}

OutlineMotion motion_of(const fem::Substructure& body, const Outline& outline, const Matrix& u)
{
    OutlineMotion motion;
    const Index d = outline.X.cols();
    motion.points.resize(d * outline.X.rows(), u.cols());
    if (body.recovery) {
        for (Index j = 0; j < u.cols(); ++j) {
            const Matrix all = body.recovery->displacement(u.col(j));
            for (std::size_t k = 0; k < outline.nodes.size(); ++k)
                motion.points.col(j).segment(d * static_cast<Index>(k), d) =
                    all.row(outline.nodes[k]).head(d).transpose();
        }
    } else {
        Index row = 0;
        for (const fem::Port& port : body.ports)
            if (has_positions(port)) {
                motion.points.middleRows(row, d * port.n_nodes()) = points_of(port, d, u);
                row += d * port.n_nodes();
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
    a.array(
        outline.X, "outline/X", "m",
        "undeformed points of its outline: the boundary of its mesh, the edges of a solid, or the "
        "nodes of its ports",
        "p x d, d = 3 in space, else 2", with_positions);
    a.array(outline.labels, "outline/label", "",
            "number of the node at each point in the file of the mesh", "p",
            "for a body with a mesh from a file");
    a.array(outline.first, "outline/first", "",
            "first end of each line, a row of `outline/X` from 0", "l",
            "for a body with a mesh or with curves");
    a.array(outline.second, "outline/second", "", "second end of each line", "l",
            "for a body with a mesh or with curves");
    a.array(outline.components, "components", "", "PORT.COMPONENT of every port", "c",
            without_lines);
}

} // namespace slideway::app
