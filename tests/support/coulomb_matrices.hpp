#pragma once

#include "dynamics/modal/dry_contacts.hpp"

#include <string>

namespace slideway::test {

/// System M x'' + C x' + K x + B^T f = p cos(Omega t), f_k in limit_k Sgn(B_k x').
struct CoulombMatrices {
    Matrix M, K, B; ///< n x n, n x n, k x n
    Vector p, limit;
    Matrix C = {}; ///< none: undamped
    double Omega = 1;
};

/// The system on its undamped modes, x = Phi q.
struct CoulombOnModes {
    dynamics::DrySystem system;
    Matrix Phi;
};
[[nodiscard]] CoulombOnModes on_modes(const CoulombMatrices& a);

/// Chain of equal masses in units of the drive: Omega = 1, k = 1, m = r1^2. `wall` is the
/// counterpart of mass number `contact` (from 1): "ground", "base", or "mass", the mass before it.
/// The base moves by cos t; on the ground this is a force on the first mass.
[[nodiscard]] CoulombMatrices chain_matrices(Index n, const std::string& wall, int contact,
                                             double r1, double beta);

/// A block on springs with two dry contacts at different distances from its centre, and a mass
/// attached to it.
[[nodiscard]] CoulombMatrices two_contact_block();

} // namespace slideway::test
