#pragma once

#include "base/error.hpp"
#include "base/types.hpp"
#include "fem/substructure.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace slideway::assembly {

/// Constant force [N].
struct Constant {
    double force = 0;
};

/// Band-limited Gaussian force (base/band_noise.hpp).
struct Noise {
    double rms = 0;                     ///< [N]
    double band_low = 0, band_high = 0; ///< [Hz]
    std::uint64_t seed = 1;
};

/// Force on one body: f = row s(t); the row spreads a unit resultant over a port.
struct Load {
    std::string name;
    SourceLine where;
    std::size_t body = 0;
    Vector row;
    std::variant<Constant, Noise> signal;
};

/// Imposed motion of some dofs of one body, all by the same amount x(t):
/// v(t) = velocity/2 (1 - cos(pi t / ramp)) for t < ramp, then velocity; t counts from the start.
struct Motion {
    std::string name;
    SourceLine where;
    std::size_t body = 0;
    std::vector<Index> dofs; ///< ascending
    double velocity = 0;     ///< [m/s]
    double ramp = 0;         ///< [s], >= 0
};

/// One slave node on a master polyline; its rows B_C, B_E move with the configuration.
struct Sliding {
    std::string name;
    SourceLine where;
    std::size_t slave_body = 0, master_body = 0;
    SparseMatrix slave_rows;     ///< 2 x n_slave: x, y
    Eigen::Vector2d slave_X;     ///< [m]
    SparseMatrix master_rows;    ///< 2 N x n_master: node 0 x, node 0 y, node 1 x, ...
    Matrix master_X;             ///< N x 2 [m], along the polyline, body on the right
    double mu = 0;               ///< Coulomb friction coefficient
    double gap_tolerance = 1e-6; ///< fraction of the segment length within which the slave touches

    [[nodiscard]] Index n_segments() const { return master_X.rows() - 1; }
};

/// Everything a user models: linear bodies, interfaces, drives. A plain record.
struct CoupledModel {
    std::vector<fem::Substructure> bodies;
    std::vector<Sliding> sliding;
    std::vector<Load> loads;
    std::vector<Motion> motions;
};

/// Contact of the node of `slave` (a port with one node, x and y) on the curve of `master`.
/// @throws InputError  slave with several nodes, or without x and y; master not one open curve;
///                     slave and master on the same body
[[nodiscard]] Sliding make_sliding(const std::string& name,
                                   const std::vector<fem::Substructure>& bodies,
                                   std::size_t slave_body, const fem::Port& slave,
                                   std::size_t master_body, const fem::Port& master, double mu);

/// The analyses of this version take one sliding contact at most.
/// @throws InputError naming the second
void require_single_contact(const CoupledModel& model);

/// Dofs of a body that its motions impose, ascending. @throws InputError if two motions share one.
[[nodiscard]] std::vector<Index> imposed_dofs(const CoupledModel& model, std::size_t body);

/// How the free dofs of the body follow a unit of the motion: the rigid motion e with e = 1 at the
/// dofs of the motion, 0 at the dofs of the other motions of that body, and K e = 0. Size n.
/// @throws InputError  the body cannot follow without deforming
[[nodiscard]] Vector rigid_follower(const CoupledModel& model, const Motion& motion);

} // namespace slideway::assembly
