#include "fem/surface.hpp"

#include "fem/elements/plane_element.hpp"
#include "fem/mesh.hpp"

#include <utility>

namespace slideway::fem {

namespace {

using Triangle = std::array<int, 3>;

// Triangles of a face with this number of nodes.
std::vector<Triangle> triangles_of(std::size_t n_nodes)
{
    switch (n_nodes) {
    case 3:
        return {{0, 1, 2}};
    case 4:
        return {{0, 1, 2}, {0, 2, 3}};
    case 6:
        return {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    default:
        return {{0, 4, 7}, {4, 1, 5}, {5, 2, 6}, {6, 3, 7}, {4, 5, 6}, {4, 6, 7}};
    }
}

double twice_area(const Matrix& X, const Triangle& t)
{
    const Eigen::RowVector2d a = X.row(t[1]) - X.row(t[0]), b = X.row(t[2]) - X.row(t[0]);
    return a(0) * b(1) - a(1) * b(0);
}

// Returns the nodes in the plane of the face relative to the first node, counter-clockwise. In
// space the normal follows from the diagonals of the corners.
ElementNodes in_plane(const Matrix& X, const std::vector<int>& face)
{
    const auto n = static_cast<Index>(face.size());
    Matrix from_first(n, 3);
    for (Index i = 0; i < n; ++i)
        from_first.row(i) = X.row(face[static_cast<std::size_t>(i)]) - X.row(face[0]);
    const bool four = n == 4 || n == 8;
    const Eigen::Vector3d first = from_first.row(four ? 2 : 1).transpose(),
                          second = (from_first.row(four ? 3 : 2) - from_first.row(four ? 1 : 0));
    if (from_first.col(2).isZero(0) && first.x() * second.y() > first.y() * second.x())
        return from_first.leftCols<2>();
    const Eigen::Vector3d along = first.normalized(),
                          across = (second - along.dot(second) * along).normalized();
    Matrix axes(3, 2);
    axes << along, across;
    return from_first * axes;
}

} // namespace

std::shared_ptr<const Surface> surface_of(const Matrix& X,
                                          const std::vector<std::vector<int>>& faces,
                                          const Eigen::RowVector3d& place)
{
    Surface surface;
    surface.X = X.leftCols<2>().rowwise() - place.head<2>();
    double area = 0;
    for (const std::vector<int>& face : faces)
        for (const Triangle& of_face : triangles_of(face.size())) {
            Triangle t{};
            for (std::size_t i = 0; i < 3; ++i)
                t[i] = face[static_cast<std::size_t>(of_face[i])];
            area += twice_area(surface.X, t);
            surface.triangles.push_back(t);
        }
    if (area < 0)
        for (Triangle& t : surface.triangles)
            std::swap(t[1], t[2]);
    constexpr double round_off = 1e-9; // relative to the extent, for printed coordinates
    const Vector lengths = X.colwise().maxCoeff() - X.colwise().minCoeff();
    surface.level = lengths(2) <= round_off * lengths.head<2>().maxCoeff();
    return std::make_shared<const Surface>(std::move(surface));
}

Vector face_shares(const Matrix& X, const std::vector<std::vector<int>>& faces)
{
    Vector share = Vector::Zero(X.rows());
    for (const std::vector<int>& face : faces) {
        const Shape& shape = shape_of(static_cast<Index>(face.size()));
        const Vector of_face = node_shares(plane_element(shape.name), in_plane(X, face));
        for (std::size_t i = 0; i < face.size(); ++i)
            share(face[i]) += of_face(static_cast<Index>(i));
    }
    return share;
}

} // namespace slideway::fem
