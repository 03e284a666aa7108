#pragma once

#include "fem/mesh.hpp"

#include <functional>

namespace slideway::fem {

/// How results are shown: displacement and stress at the nodes of a mesh from the dofs of the body.
struct Recovery {
    Mesh mesh;                                           ///< placed, undeformed
    std::function<Matrix(const Vector& u)> displacement; ///< n_nodes x 2 [m], supports included
    std::function<Matrix(const Vector& u)> stress;       ///< n_nodes x 3: s_xx, s_yy, s_xy [Pa]
};

} // namespace slideway::fem
