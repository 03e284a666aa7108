#pragma once

#include "assembly/rows_on.hpp"
#include "assembly/signals.hpp"
#include "base/measure.hpp"
#include "base/source_line.hpp"
#include "base/types.hpp"
#include "contact/laws/friction.hpp"
#include "fem/substructure.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace slideway::assembly {

struct Joint; // include joint.hpp to create, copy or destroy a model

/// Bond of two bodies: first.rows u_1 = second.rows u_2.
struct Bond {
    std::string name;
    SourceLine where;
    RowsOn first, second;
    std::vector<std::string> labels; ///< name of each row: "x at (0.1, 0) m"
};

/// Force or moment on one body: f = row s(t). The row distributes a unit resultant over a port.
struct Load {
    std::string name;
    SourceLine where;
    std::size_t body = 0;
    Vector row;
    std::variant<Constant, Harmonic, Noise, Raised> signal;
    Measure measure = Measure::displacement; ///< quantity of the loaded component
};

/// Imposed motion of some rows of one body. All rows have the same displacement x(t), with velocity
///
///   v(t) = velocity/2 (1 - cos(pi t / ramp))  for t < ramp,   v(t) = velocity  later
///
/// The time t counts from the start. If the motion reverses (`turning`), v(t) differs, and
/// `velocity` has the initial sign. Static analyses use `displacement` instead. With `harmonic`,
/// x(t) is that signal, without ramp.
struct Motion {
    std::string name;
    SourceLine where;
    RowsOn on;
    double velocity = 0; ///< [m/s or rad/s]
    double ramp = 0;     ///< [s], >= 0
    Turning turning = {};
    double displacement = 0; ///< [m or rad]
    std::optional<Harmonic> harmonic;
    Measure measure = Measure::displacement;

    [[nodiscard]] bool turns() const { return turning.index() != 0; }
};

/// Contact of slave nodes of one body on a master polyline of another. The rows B_C and B_E of each
/// node change with the configuration.
struct Sliding {
    std::string name;
    SourceLine where;
    std::size_t slave_body = 0, master_body = 0;
    SparseMatrix slave_rows;      ///< 2 S x n_slave: node 0 x, node 0 y, node 1 x, ...
    Eigen::Vector2d origin{0, 0}; ///< point near the contact [m]. slave_X and master_X are relative
                                  ///< to it, so that sums with displacements lose no digits
    Matrix slave_X;               ///< S x 2 [m]
    Vector slave_area;            ///< S [m^2]: tributary area of each node; 0 for points
    double slave_thickness = 0;   ///< thickness out of the plane [m]; 0 for points
    SparseMatrix master_rows;     ///< 2 N x n_master: node 0 x, node 0 y, node 1 x, ...
    Matrix master_X;              ///< N x 2 [m], along the polyline, body on the right
    contact::Friction friction;
    double gap_tolerance = 1e-6; ///< fraction of the segment length within which a slave touches
    double restitution = 0;      ///< 0 to 1: ratio of the normal velocities after and before an
                                 ///< impact; only between rigid bodies

    [[nodiscard]] Index n_slaves() const { return slave_X.rows(); }
    [[nodiscard]] Index n_segments() const { return master_X.rows() - 1; }
};

/// Complete model: linear bodies, interfaces and drives.
struct CoupledModel {
    std::vector<fem::Substructure> bodies;
    std::vector<Bond> bonds;
    std::vector<Joint> joints;
    std::vector<Sliding> sliding;
    std::vector<Load> loads;
    std::vector<Motion> motions;
    double Omega = 0; ///< frequency of all harmonic loads and motions [rad/s]; 0: not given
};

/// Creates a contact of the nodes of `slave` (x and y) on the curve of `master`.
/// @throws InputError  a port without positions, or without x and y; master not one open curve;
///                     slave and master on the same body
[[nodiscard]] Sliding make_sliding(const std::string& name,
                                   const std::vector<fem::Substructure>& bodies,
                                   std::size_t slave_body, const fem::Port& slave,
                                   std::size_t master_body, const fem::Port& master,
                                   const contact::Friction& friction);

/// Creates an imposed motion of one component of a port. For a group it applies to all nodes that
/// are not supported.
/// @throws InputError  all nodes are supported
[[nodiscard]] Motion make_motion(const std::string& name, std::size_t body, const fem::Port& port,
                                 Index component);

} // namespace slideway::assembly
