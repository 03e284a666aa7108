#include "assembly/coincidence.hpp"

#include "fem/cells.hpp"
#include "fem/local_origin.hpp"
#include "fem/plane.hpp"
#include "fem/recovery.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace slideway::assembly {

namespace {

// Adds the lengths of the edges of elements, and their number.
void add_edges(const Matrix& X, const fem::ElementBlock& block, double& length, Index& count)
{
    const fem::Shape& shape = fem::shape(block.shape);
    std::vector<std::array<int, 2>> edges;
    if (shape.dimension == 3)
        edges.assign(fem::cell_of(shape).edges.begin(), fem::cell_of(shape).edges.end());
    else if (shape.dimension == 2)
        for (int i = 0; i < shape.n_corners; ++i)
            edges.push_back({i, (i + 1) % shape.n_corners});
    else if (shape.dimension == 1)
        edges.push_back({0, 1});
    for (Index e = 0; e < block.nodes.rows(); ++e)
        for (const auto& [first, second] : edges)
            length += (X.row(block.nodes(e, second)) - X.row(block.nodes(e, first))).norm();
    count += block.nodes.rows() * static_cast<Index>(edges.size());
}

// Mean edge of the drawing of a body [m]; the extent of its ports without a drawing; 0 for a point.
double edge_length(const fem::Substructure& body)
{
    double length = 0;
    Index count = 0;
    if (body.recovery)
        for (const fem::ElementBlock& block : body.recovery->mesh.blocks)
            add_edges(body.recovery->mesh.X, block, length, count);
    if (count > 0)
        return length / static_cast<double>(count);
    const fem::Box box = fem::box_of(body);
    return box.empty() ? 0 : box.sizes().norm();
}

} // namespace

double edge_length(const fem::Substructure& first, const fem::Substructure& second)
{
    const double a = edge_length(first), b = edge_length(second);
    return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}

} // namespace slideway::assembly
