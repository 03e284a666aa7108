#include "fem/traction.hpp"

#include "fem/elements/face_functions.hpp"

#include <cmath>
#include <utility>

namespace slideway::fem {

Matrix area_vectors(const Matrix& X, const std::vector<int>& face, Vector& area)
{
    const auto n = static_cast<Index>(face.size());
    Matrix from_first(n, 3), vectors = Matrix::Zero(n, 3);
    for (Index i = 0; i < n; ++i)
        from_first.row(i) = X.row(face[static_cast<std::size_t>(i)]) - X.row(face[0]);
    area = Vector::Zero(n);
    for (const CellPoint& q : face_rule(n)) {
        const FaceFunctions f = face_functions(n, q.place);
        const Eigen::RowVector3d a = f.dN.col(0).transpose() * from_first,
                                 b = f.dN.col(1).transpose() * from_first;
        const Eigen::RowVector3d normal(a(1) * b(2) - a(2) * b(1), a(2) * b(0) - a(0) * b(2),
                                        a(0) * b(1) - a(1) * b(0));
        vectors += q.weight * f.N * normal;
        area += q.weight * normal.norm() * f.N;
    }
    return vectors;
}

double add_edge_shares(const Edge& edge, const Matrix& X, Vector& share)
{
    if (edge.middle < 0) {
        const double length = (X.row(edge.second) - X.row(edge.first)).norm();
        share(edge.first) += length / 2;
        share(edge.second) += length / 2;
        return length;
    }
    // Three Gauss points give 1/6, 4/6, 1/6 exactly on a straight edge.
    const double g = std::sqrt(0.6);
    double length = 0;
    for (const auto& [s, weight] :
         {std::pair{-g, 5.0 / 9}, std::pair{0.0, 8.0 / 9}, std::pair{g, 5.0 / 9}}) {
        const Eigen::RowVector3d tangent = (s - 0.5) * X.row(edge.first) +
                                           (s + 0.5) * X.row(edge.second) -
                                           2 * s * X.row(edge.middle);
        const double ds = weight * tangent.norm();
        share(edge.first) += s * (s - 1) / 2 * ds;
        share(edge.second) += s * (s + 1) / 2 * ds;
        share(edge.middle) += (1 - s * s) * ds;
        length += ds;
    }
    return length;
}

Matrix edge_vectors(const Matrix& X, const Edge& edge, const EdgeWeight& weight, Vector& area)
{
    const bool curved = edge.middle >= 0;
    const auto place = [&X](int node) -> Eigen::Vector2d {
        return X.row(node).head<2>().transpose();
    };
    const Eigen::Vector2d a = place(edge.first), chord = place(edge.second) - a,
                          bulge = curved ? Eigen::Vector2d(place(edge.middle) - a - chord / 2)
                                         : Eigen::Vector2d(0, 0);
    const Index n = curved ? 3 : 2;
    Matrix vectors = Matrix::Zero(n, 2);
    area = Vector::Zero(n);
    const double g = std::sqrt(0.6);
    for (const auto& [s, gauss] :
         {std::pair{-g, 5.0 / 9}, std::pair{0.0, 8.0 / 9}, std::pair{g, 5.0 / 9}}) {
        Vector N(n);
        if (curved)
            N << s * (s - 1) / 2, s * (s + 1) / 2, 1 - s * s;
        else
            N << (1 - s) / 2, (1 + s) / 2;
        const Eigen::Vector2d tangent = chord / 2 - 2 * s * bulge;
        const double x = a.x() + (1 + s) / 2 * chord.x() + (1 - s * s) * bulge.x();
        const double w = gauss * weight(x);
        vectors += w * N * Eigen::RowVector2d(-tangent.y(), tangent.x());
        area += w * tangent.norm() * N;
    }
    return vectors;
}

} // namespace slideway::fem
