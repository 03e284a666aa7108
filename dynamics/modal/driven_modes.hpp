#pragma once

#include "dynamics/modal/stacked_modes.hpp"

#include <cmath>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

/// Linear bodies under constant and harmonic loads, on all modes q of the components:
///
///   q'' + D q' + omega^2 q = p0 + Re(p exp(j Omega t))
struct DrivenModes {
    StackedModes modes; ///< m
    Vector p0;          ///< m: constant loads
    ComplexVector p;    ///< m: p_at(Omega)
    double Omega = 0;   ///< [rad/s]; 0: nothing moves harmonically
    /// Parts of p (m each): amplitudes of loads, and of motions times inertia and times drag.
    /// Round-off of the loads is set to 0 in these and in p0.
    ComplexVector force, inertia, drag;

    [[nodiscard]] Index n_modes() const { return modes.n(); }
    /// Loads of the modes at another frequency: force + Omega^2 inertia - j Omega eta drag.
    /// @param eta  factor on all damping
    [[nodiscard]] ComplexVector p_at(double frequency, double eta = 1) const
    {
        return force + frequency * frequency * inertia - Complex(0, eta * frequency) * drag;
    }
};

/// Builds the driven modes of a model with any damping. Omega is 0 if the model has no frequency.
/// @throws InputError  a sliding contact; a random load; a motion with a velocity
[[nodiscard]] DrivenModes driven_modes(const assembly::CoupledModel& model,
                                       const ModalModel& modal);

/// A joint on all modes: r = rows q + Re(follow exp(j Omega t)), first body minus second.
struct JointOnModes {
    Matrix rows;          ///< n x m
    ComplexVector follow; ///< n [m]: part of r that harmonic imposed motions move
};
/// Projects a joint on the modes. @param joint  index in `model`; not a linear joint
[[nodiscard]] JointOnModes joint_on_modes(const assembly::CoupledModel& model,
                                          const ModalModel& modal, std::size_t joint);
/// Projects only the first end of a joint on the modes.
[[nodiscard]] JointOnModes first_body_on_modes(const assembly::CoupledModel& model,
                                               const ModalModel& modal, std::size_t joint);

/// Sets values to zero that are round-off relative to `size`, such as loads that cancel.
template <class Values>
void clean_round_off(Values&& values, double size)
{
    constexpr double round_off = 1e-13;
    for (Index i = 0; i < values.size(); ++i)
        if (std::abs(values(i)) <= round_off * size)
            values(i) = 0;
}

/// Whether a constant load acts on a rigid motion, so that friction alone holds it.
[[nodiscard]] bool pushes_rigid_motion(const DrivenModes& driven);

} // namespace slideway::dynamics
