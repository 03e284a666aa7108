#pragma once

#include "dynamics/modal/stacked_modes.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// Linear bodies with rigid dry contacts under harmonic drive, on all modes q of the components:
///
///   q'' + D q' + omega^2 q + B^T f = p0 + Re(p exp(j Omega t)),      f_k in limit_k Sgn(v_k),
///   v = B q' + Re(j Omega r exp(j Omega t))
///
/// v: sliding velocity of each row of the Coulomb joints, first body minus second; r: what harmonic
/// motions of components move of their displacement.
struct CoulombSystem {
    StackedModes modes;             ///< m
    Matrix B;                       ///< k x m
    Vector limit;                   ///< k [N], >= 0
    std::vector<std::string> names; ///< k: joint, with its row if it has several
    Vector p0;                      ///< m: constant loads
    ComplexVector p;                ///< m: p_at(Omega)
    ComplexVector r;                ///< k [m]
    double Omega = 0;               ///< [rad/s], > 0
    /// What p is made of, m each: amplitudes of loads; of motions times inertia, and times drag.
    /// In these, p0 and B what is round-off of the loads and of the rows is 0.
    ComplexVector force, inertia, drag;

    [[nodiscard]] Index n_modes() const { return modes.n(); }
    [[nodiscard]] Index n_contacts() const { return limit.size(); }
    /// Loads of the modes at another frequency: force + Omega^2 inertia - j Omega drag.
    [[nodiscard]] ComplexVector p_at(double frequency) const
    {
        return force + frequency * frequency * inertia - Complex(0, frequency) * drag;
    }
};

/// How a dry contact moves in the steady state.
enum class Regime { no_motion, stick_slip, continuous };
[[nodiscard]] std::string regime_name(Regime regime); ///< "no-motion", "stick-slip", "continuous"

/// @throws InputError  no frequency of excitation; a joint that is neither linear nor Coulomb; a
///                     sliding contact; a random load; a motion with a velocity; a contact that
///                     moves no mass; damping that feeds energy
[[nodiscard]] CoulombSystem coulomb_system(const assembly::CoupledModel& model,
                                           const ModalModel& modal);
/// The same without the joints of other laws, without a frequency (Omega = 0) if the model has
/// none, and with any damping.
[[nodiscard]] CoulombSystem coulomb_part(const assembly::CoupledModel& model,
                                         const ModalModel& modal);

/// A joint that is not linear, on all modes: r = rows q + Re(follow exp(j Omega t)), first body
/// minus second.
struct JointOnModes {
    Matrix rows;          ///< n x m
    ComplexVector follow; ///< n [m]
};
[[nodiscard]] JointOnModes joint_on_modes(const assembly::CoupledModel& model,
                                          const ModalModel& modal, std::size_t joint);

/// Whether a constant load acts on a rigid motion, so that friction alone holds it.
[[nodiscard]] bool pushes_rigid_motion(const CoulombSystem& system);
/// @throws InputError  pushes_rigid_motion: a mean force on the contacts that the closed forms of
///                     regimes leave out
void refuse_no_closed_form(const CoulombSystem& system);
/// @throws InputError  B B^T is singular: how the contacts share friction is not determined
void refuse_dependent_contacts(const CoulombSystem& system);

} // namespace slideway::dynamics
