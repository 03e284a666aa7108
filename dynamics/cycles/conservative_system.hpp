#pragma once

#include "dynamics/modal/jointed_system.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// Conservative part of a system, without drive, dampers and dashpots:
///
///   q'' + omega^2 q + sum rows^T f(r) = p0,   f = dU/dr
struct ConservativeSystem {
    JointedSystem system; ///< Omega = 0
    std::vector<std::string>
        left_out;  ///< descriptions of the parts of the system that are left out
    Vector rest;   ///< m: equilibrium
    Vector omega;  ///< m: frequencies of small motions about it, ascending [rad/s], > 0
    Matrix shapes; ///< m x m: of these, orthonormal

    [[nodiscard]] Index m() const { return rest.size(); }
    /// m, of the potential: omega^2 q + sum rows^T f - p0 = -q''.
    [[nodiscard]] Vector gradient(const VectorIn& q) const;
    /// Kinetic and potential energy of a state (q, q'), 0 at rest [J].
    [[nodiscard]] double energy(const VectorIn& z) const;

private:
    friend ConservativeSystem conservative_system(JointedSystem system);
    Vector pull_;                   ///< m: omega^2 rest - p0
    std::vector<double> potential_; ///< potential of each joint at rest [J]
};

/// @throws InputError  nothing that moves; dry friction, or a law without a potential; a motion
///                     that only joints hold; a joint at its stop where the system rests
[[nodiscard]] ConservativeSystem conservative_system(JointedSystem system);

} // namespace slideway::dynamics
