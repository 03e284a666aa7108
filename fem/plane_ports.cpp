#include "fem/plane_ports.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/plane.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace slideway::fem {

namespace {

Port port_of(const MeshBody& body, const std::string& name, const NodeGroup& nodes,
             const EdgeSurface& surface, const GroupShares& shares)
{
    const auto count = static_cast<Index>(nodes.nodes.size());
    Port port{
        name, body.components, SparseRows(2 * count, body.n), Matrix(count, 3), Vector::Zero(count),
        {}};
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < count; ++i) {
        const int node = nodes.nodes[static_cast<std::size_t>(i)];
        port.X.row(i) = body.mesh.X.row(node);
        for (int c = 0; c < 2; ++c)
            if (const Index dof = body.dof_of(node, c); dof >= 0)
                entries.emplace_back(2 * i + c, dof, 1.0);
    }
    port.W.setFromTriplets(entries.begin(), entries.end());

    auto row = [&nodes](int node) -> int {
        return static_cast<int>(std::lower_bound(nodes.nodes.begin(), nodes.nodes.end(), node) -
                                nodes.nodes.begin());
    };
    for (const Edge& of_mesh : nodes.edges) {
        const Edge edge{row(of_mesh.first), row(of_mesh.second),
                        of_mesh.middle < 0 ? -1 : row(of_mesh.middle)};
        port.edges.push_back(edge);
        port.area += surface.add_shares(of_mesh, edge, port.X, port.share);
    }
    std::vector<std::vector<int>> faces = nodes.faces;
    for (std::vector<int>& face : faces)
        std::transform(face.begin(), face.end(), face.begin(), row);
    if (!faces.empty())
        port.share = shares ? shares(name, nodes) : face_shares(port.X, faces);
    else if (port.edges.empty())
        port.share.setOnes();
    port.share /= port.share.sum();
    if (!faces.empty())
        port.surface = surface_of(port.X, faces, port.share.transpose() * port.X);
    return port;
}

// Number of elements at each side of a mesh.
std::map<std::pair<int, int>, int> elements_at_sides(const Mesh& mesh)
{
    std::map<std::pair<int, int>, int> count;
    for_each_element(mesh, [&](std::size_t b, Index e, Index) {
        const ElementBlock& block = mesh.blocks[b];
        for (int i = 0; i < shape(block.shape).n_corners; ++i) {
            const Edge edge = side(block, e, i);
            ++count[std::minmax(edge.first, edge.second)];
        }
    });
    return count;
}

} // namespace

void add_plane_ports(const MeshBody& body, const EdgeSurface& surface, const GroupShares& shares,
                     Substructure& s)
{
    for (const auto& [name, nodes] : body.mesh.groups)
        s.ports.push_back(port_of(body, name, nodes, surface, shares));
}

Matrix pressure_on_curve(const Mesh& mesh, const EdgeSurface& surface, const std::string& group)
{
    std::vector<std::string> curves;
    for (const auto& [name, candidate] : mesh.groups)
        if (!candidate.edges.empty())
            curves.push_back(name);
    if (std::find(curves.begin(), curves.end(), group) == curves.end())
        throw InputError("a pressure acts on a curve of a body in the plane" +
                         name_hint(group, curves));
    const std::map<std::pair<int, int>, int> elements = elements_at_sides(mesh);
    Matrix forces = Matrix::Zero(mesh.X.rows(), 2);
    Vector area;
    for (const Edge& edge : mesh.groups.at(group).edges) {
        const auto found = elements.find(std::minmax(edge.first, edge.second));
        if (found == elements.end() || found->second != 1)
            throw InputError("the curve " + group + " lies inside the body at " +
                             position_text(mesh.X.row(edge.first).transpose()) +
                             " m, where it has no outward normal");
        const Matrix vectors = edge_vectors(mesh.X, edge, surface.weight(edge), area);
        forces.row(edge.first) -= vectors.row(0);
        forces.row(edge.second) -= vectors.row(1);
        if (edge.middle >= 0)
            forces.row(edge.middle) -= vectors.row(2);
    }
    return forces;
}

} // namespace slideway::fem
