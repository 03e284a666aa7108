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
    /// What p is made of, m each: amplitudes of loads; of motions times inertia, and times drag.
    /// In these and p0 what is round-off of the loads is 0.
    ComplexVector force, inertia, drag;

    [[nodiscard]] Index n_modes() const { return modes.n(); }
    /// Loads of the modes at another frequency: force + Omega^2 inertia - j Omega eta drag.
    /// @param eta  factor on all damping
    [[nodiscard]] ComplexVector p_at(double frequency, double eta = 1) const
    {
        return force + frequency * frequency * inertia - Complex(0, eta * frequency) * drag;
    }
};

/// Without a frequency (Omega = 0) if the model has none, and with any damping.
/// @throws InputError  a sliding contact; a random load; a motion with a velocity
[[nodiscard]] DrivenModes driven_modes(const assembly::CoupledModel& model,
                                       const ModalModel& modal);

/// A joint on all modes: r = rows q + Re(follow exp(j Omega t)), first body minus second.
struct JointOnModes {
    Matrix rows;          ///< n x m
    ComplexVector follow; ///< n [m]: what harmonic motions of components move of r
};
/// @param joint  of `model`, not a linear one
[[nodiscard]] JointOnModes joint_on_modes(const assembly::CoupledModel& model,
                                          const ModalModel& modal, std::size_t joint);
/// The same of its first body alone.
[[nodiscard]] JointOnModes first_body_on_modes(const assembly::CoupledModel& model,
                                               const ModalModel& modal, std::size_t joint);

/// Sets to zero what is round-off beside `size`: loads that cancel, modes that a row does not see.
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
