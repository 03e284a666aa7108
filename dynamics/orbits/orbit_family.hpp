#pragma once

#include "dynamics/events/derived_by.hpp"
#include "dynamics/modal/driven_joints.hpp"

#include <string>

namespace slideway::dynamics {

/// What changes along a branch of periodic motions.
struct OrbitParameter {
    enum class Kind {
        Omega,  ///< [rad/s]
        level,  ///< factor on the loads and motions at Omega
        number, ///< of the law of a joint
    };
    Kind kind = Kind::Omega;
    LawNumber number = {};
};

/// A system over one of its parameters.
class OrbitFamily {
public:
    /// @throws InputError  as check_derivatives; no drive; laws that remember
    OrbitFamily(JointedSystem system, OrbitParameter parameter);

    [[nodiscard]] const JointedSystem& system() const { return system_; } ///< at the last p
    [[nodiscard]] const OrbitParameter& parameter() const { return parameter_; }
    [[nodiscard]] Index m() const { return system_.n_modes(); }
    /// Of the parameter, with those of the start.
    [[nodiscard]] DerivedBy derived_by() const;
    /// The system as it is first; false: the parameter is outside of what it may be.
    bool move_to(double p);
    [[nodiscard]] double value() const { return p_; }

    /// Why a motion and its mirror, -x half a period of the drive later, differ; "": they do not.
    [[nodiscard]] std::string asymmetry() const;

private:
    JointedSystem system_;
    OrbitParameter parameter_;
    JointedSystem unit_; // at level 1
    double p_ = 0;
};

/// The system with its drive ahead by an angle.
[[nodiscard]] JointedSystem turned(JointedSystem system, double angle);

} // namespace slideway::dynamics
