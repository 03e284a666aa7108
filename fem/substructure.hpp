#pragma once

#include "base/types.hpp"
#include "fem/edge.hpp"
#include "fem/surface.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace slideway::fem {

/// The only way in or out of a body: displacement y = W u, and forces act as W^T f.
///
/// Rows are node-major: node 0 component 0, node 0 component 1, node 1 component 0, ...
/// A supported dof has a zero row.
struct Port {
    std::string name;
    std::vector<std::string> components; ///< {"x", "y"} for a mesh; a lumped mass has those given
    SparseMatrix W;                      ///< (nodes * components) x n
    Matrix X;                ///< nodes x 2 undeformed positions [m]; NaN: no place (lumped)
    Vector share;            ///< nodes; sums to 1: how a resultant is spread, and the
                             ///< weights of the mean displacement (uniform traction)
    std::vector<Edge> edges; ///< rows of X; empty unless the port is a curve
    double area = 0;         ///< length times thickness of a curve [m^2]; else 0
    std::shared_ptr<const Surface> surface = {}; ///< of a group of faces; null without

    [[nodiscard]] Index n_nodes() const { return X.rows(); }
    [[nodiscard]] Index n_components() const { return static_cast<Index>(components.size()); }
};

struct Recovery;

/// A linear, time-invariant body: M u'' + C u' + K u = f, supports eliminated.
struct Substructure {
    std::string name;
    SparseMatrix M, C, K;    ///< n x n [kg, N s/m, N/m]
    double mass_damping = 0; ///< [1/s]: C holds mass_damping M, which in the frame of a driven body
                             ///< acts on the motion relative to that frame
    double stiffness_damping = 0; ///< [s]: C holds stiffness_damping K
    std::vector<Port> ports;
    std::shared_ptr<const Recovery> recovery; ///< how results are shown; null without a mesh
    Matrix rigid;                             ///< n x r: rigid motions, supported dofs left out
    std::vector<std::string> rigid_names;     ///< r: "translation in x", "rotation", ...

    [[nodiscard]] Index n() const { return M.rows(); }
};

/// Port `name`. @throws InputError with the nearest valid name.
[[nodiscard]] const Port& port(const Substructure& s, const std::string& name);

/// Index of `component` within the port. @throws InputError with the valid components.
[[nodiscard]] Index component(const Port& port, const std::string& component);

/// What a row of a port sees of a body: the dofs that it combines, ascending, and how.
struct PortRow {
    std::vector<Index> dofs;
    std::vector<double> weights; ///< not zero
};

/// The rows of a port. @param component  -1: of all components
[[nodiscard]] std::vector<PortRow> rows_of(const Port& port, Index component = -1);

/// Rows of one component: nodes x n.
[[nodiscard]] SparseMatrix component_rows(const Port& port, Index component);

/// Row of the mean displacement of one component, share^T * component_rows: also the vector that
/// spreads a unit resultant over the port. Size n.
[[nodiscard]] Vector mean_row(const Port& port, Index component);

/// Straight segments of a curve: one per edge, two where the edge has a mid node. Rows of X, body
/// on the right of first -> second.
[[nodiscard]] std::vector<std::array<int, 2>> segments(const Port& port);

/// C = alpha M + beta K added to the damping that the body has.
void add_rayleigh(Substructure& s, double alpha, double beta);

/// C - mass_damping M - stiffness_damping K, round-off of the difference left out: n x n, without
/// entries if C is nothing else.
[[nodiscard]] SparseMatrix other_damping(const Substructure& s);

} // namespace slideway::fem
