#pragma once

#include "base/sparse_rows.hpp"
#include "base/types.hpp"
#include "fem/edge.hpp"
#include "fem/surface.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace slideway::fem {

/// Interface of a body: displacements y = W u, and forces act as W^T f.
///
/// Rows are node-major: node 0 component 0, node 0 component 1, node 1 component 0, ...
/// A supported dof has a zero row.
struct Port {
    std::string name;
    std::vector<std::string> components; ///< {"x", "y"} for a mesh; those of a lumped mass as given
    SparseRows W;                        ///< (nodes * components) x n
    Matrix X;                            ///< nodes x 3 undeformed positions [m]; NaN: none (lumped)
    Vector share;            ///< nodes; sums to 1: distribution of a resultant, and weights of the
                             ///< mean displacement (uniform traction)
    std::vector<Edge> edges; ///< rows of X; empty unless the port is a curve
    double area = 0;         ///< length times thickness of a curve [m^2]; else 0
    std::shared_ptr<const Surface> surface = {}; ///< surface of a group of faces, or null

    [[nodiscard]] Index n_nodes() const { return X.rows(); }
    [[nodiscard]] Index n_components() const { return static_cast<Index>(components.size()); }
};

struct NamedNodes;
struct Recovery;

/// A linear, time-invariant body: M u'' + C u' + K u = f, supports eliminated.
struct Substructure {
    std::string name;
    SparseMatrix M, C, K;    ///< n x n [kg, N s/m, N/m]
    double mass_damping = 0; ///< [1/s]: part mass_damping M of C; in the frame of a driven body it
                             ///< acts on the motion relative to that frame
    double stiffness_damping = 0; ///< [s]: part stiffness_damping K of C
    /// Antisymmetric parts of C and K, which these lack, and the imaginary part of the stiffness in
    /// the frequency domain, K + i H. No rows: none. Analyses take them or refuse the body.
    SparseMatrix C_skew, K_skew, H;
    bool without_mass = false; ///< true: its files have stiffness alone, for static analyses
    /// > 0: motions that combine dofs with mass may have none, which is an eigenvalue below this of
    /// M scaled to a unit diagonal. 0: only dofs without mass have none.
    double massless_below = 0;
    std::vector<Port> ports;
    std::shared_ptr<const NamedNodes> nodes;  ///< nodes that make_port turns into ports, or null
    std::shared_ptr<const Recovery> recovery; ///< recovery of results; null without a mesh
    Matrix rigid;                             ///< n x r: rigid motions, without supported dofs
    std::vector<std::string> rigid_names;     ///< r: "translation in x", "rotation", ...

    [[nodiscard]] Index n() const { return M.rows(); }
};

/// Returns the port `name`. @throws InputError  none; names the nearest port or named node
[[nodiscard]] const Port& port(const Substructure& s, const std::string& name);

/// Returns the index of `component` within the port. @throws InputError with the valid components.
[[nodiscard]] Index component(const Port& port, const std::string& component);

/// One row of a port: the dofs that it combines, ascending, and their weights.
struct PortRow {
    std::vector<Index> dofs;
    std::vector<double> weights; ///< nonzero
};

/// Returns the rows of a port. @param component  -1: of all components
[[nodiscard]] std::vector<PortRow> rows_of(const Port& port, Index component = -1);

/// Returns the rows of one component: nodes x n.
[[nodiscard]] SparseRows component_rows(const Port& port, Index component);

/// Returns the row of the mean displacement of one component, share^T * component_rows. The same
/// vector distributes a unit resultant over the port. Size n.
[[nodiscard]] Vector mean_row(const Port& port, Index component);

/// Returns the straight segments of a curve, one per edge or two if the edge has a mid node. They
/// are rows of X; the body is on the right of first -> second.
[[nodiscard]] std::vector<std::array<int, 2>> segments(const Port& port);

/// Removes the rows and columns of all matrices but `kept`, ascending.
void keep_dofs_of_matrices(Substructure& s, const std::vector<Index>& kept);

/// Adds alpha M + beta K to the damping C of the body.
void add_rayleigh(Substructure& s, double alpha, double beta);

/// Returns C - mass_damping M - stiffness_damping K without the round-off of the difference: n x n,
/// without entries if there is no other damping.
[[nodiscard]] SparseMatrix other_damping(const Substructure& s);

} // namespace slideway::fem
