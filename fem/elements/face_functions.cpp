#include "fem/elements/face_functions.hpp"

#include <array>

namespace slideway::fem {

namespace {

// Functions of a solid cell on the face zeta = place(2), with the nodes of the face in turn.
template <int n, std::size_t m>
FaceFunctions on_face(const ShapeFunctions<n>& cell, const std::array<int, m>& nodes)
{
    FaceFunctions f;
    f.N.resize(m);
    f.dN.resize(m, 2);
    for (std::size_t i = 0; i < m; ++i) {
        f.N(static_cast<Index>(i)) = cell.N(nodes[i]);
        f.dN.row(static_cast<Index>(i)) = cell.dN.row(nodes[i]).template head<2>();
    }
    return f;
}

} // namespace

FaceFunctions face_functions(Index n_nodes, const Eigen::Vector3d& p)
{
    const Eigen::Vector3d bottom(p(0), p(1), -1), base(p(0), p(1), 0);
    if (n_nodes == 3)
        return on_face(tet4_functions(base), std::array{0, 1, 2});
    if (n_nodes == 4)
        return on_face(hex8_functions(bottom), std::array{0, 1, 2, 3});
    if (n_nodes == 6)
        return on_face(tet10_functions(base), std::array{0, 1, 2, 4, 5, 6});
    return on_face(hex20_functions(bottom), std::array{0, 1, 2, 3, 8, 9, 10, 11});
}

CellRule face_rule(Index n_nodes)
{
    if (n_nodes == 3 || n_nodes == 6)
        return triangle_rule(7);
    CellRule rule;
    for (const auto& [y, w_y] : gauss_points(4))
        for (const auto& [x, w_x] : gauss_points(4))
            rule.push_back({{x, y, 0}, w_x * w_y});
    return rule;
}

} // namespace slideway::fem
