#pragma once

#include "dynamics/modal/driven_joints.hpp"

#include <vector>

namespace slideway::dynamics {

/// How a system changes with a number of what it models, per unit of that number, on the modes as
/// they are. Modes change too; what is left of their change on these coordinates couples them:
///
///   q'' = ... - stiffness q - damping q' + p0 + Re(p e^{j Omega t}) - sum (pull f + rows^T df),
///   dr = ... + rows q + Re(follow e^{j Omega t})
struct SystemChange {
    struct OnJoint {
        Matrix rows;                 ///< n x m
        Matrix pull;                 ///< m x n: of their transpose, in front of the forces
        ComplexVector follow;        ///< n [m]
        contact::JointLaw high, low; ///< at two values of the number, `width` apart
    };
    Matrix stiffness, damping; ///< m x m [1/s^2, 1/s]
    Vector p0;                 ///< m
    ComplexVector p;           ///< m: at Omega as it is
    std::vector<OnJoint> joints;
    double width = 1;
};

} // namespace slideway::dynamics
