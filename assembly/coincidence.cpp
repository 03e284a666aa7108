#include "assembly/coincidence.hpp"

#include "fem/cells.hpp"
#include "fem/local_origin.hpp"
#include "fem/plane.hpp"
#include "fem/recovery.hpp"

#include <algorithm>

namespace slideway::assembly {

namespace {

// Mean edge of the drawing of a body [m]; the extent of its ports without a drawing; 0 for a point.
double edge_length(const fem::Substructure& body)
{
    if (!body.recovery) {
        const fem::Box box = fem::box_of(body);
        return box.empty() ? 0 : box.sizes().norm();
    }
    const fem::Mesh& mesh = body.recovery->mesh;
    double length = 0;
    Index count = 0;
    for (const fem::ElementBlock& block : mesh.blocks) {
        if (fem::dimension_of(mesh) == 3) {
            const auto edges = fem::cell_of(fem::shape(block.shape)).edges;
            for (Index e = 0; e < block.nodes.rows(); ++e)
                for (const auto& [first, second] : edges)
                    length +=
                        (mesh.X.row(block.nodes(e, second)) - mesh.X.row(block.nodes(e, first)))
                            .norm();
            count += block.nodes.rows() * static_cast<Index>(edges.size());
            continue;
        }
        const Index n = block.shape == "line2" ? 2 : fem::shape(block.shape).n_corners;
        for (Index e = 0; e < block.nodes.rows(); ++e)
            for (Index i = 0; i < (n > 2 ? n : 1); ++i, ++count)
                length += (mesh.X.row(block.nodes(e, (i + 1) % n)) - mesh.X.row(block.nodes(e, i)))
                              .norm();
    }
    return length / static_cast<double>(std::max<Index>(count, 1));
}

} // namespace

double edge_length(const fem::Substructure& first, const fem::Substructure& second)
{
    const double a = edge_length(first), b = edge_length(second);
    return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}

} // namespace slideway::assembly
