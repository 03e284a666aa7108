#pragma once

#include "dynamics/events/slow_mode.hpp"
#include "dynamics/modal/dry_contacts.hpp"

#include <vector>

namespace slideway::dynamics {

/// The linear system that a DrySystem is while one set of contact rows sticks, in the null
/// space of these rows: q = Psi y + A (c - Re(r_S e^{j Omega t})), B_S Psi = 0, B_S A = I, with c
/// the offset B_S q + Re(r_S e^{j Omega t}) that stays as long as they stick. First-order
/// coordinates z' = s z + to_z h make (y, y') = Re(from_z z) exact for every time; undamped rigid
/// modes and slow ones, which no damping couples to others, stand apart.
///
/// A harmonic force within `resonance` Omega of an eigenvalue enters by
/// (e^{j Omega t} - e^{s t}) / (j Omega - s) in a form without cancellation, so that an undamped
/// resonance grows as t sin(Omega t). A mode within 1e-5 of critical damping is moved that far
/// away (relative error of its stiffness 1e-10).
struct LockedModes {
    /// Distance from a resonance, relative to Omega, below which the resonant form is used. The
    /// quotient alone would lose 1e-16 / resonance. From 1e-7 to 0.1 motions change by 1e-9. At
    /// 1e-10 no steady state within 1e-7 of a resonance is found; above 1 all are wrong.
    static constexpr double resonance = 1e-4;

    std::vector<Index> stick; ///< rows that stick
    Matrix A;                 ///< m x n_s
    Matrix Psi;               ///< m x n
    ComplexVector s;          ///< n_z [1/s], Re s <= 0, Im s >= 0
    ComplexMatrix from_z;     ///< 2 n x n_z
    ComplexMatrix to_z;       ///< n_z x 2 n
    std::vector<Index> rigid; ///< columns of Psi without stiffness and damping
    std::vector<SlowMode> slow;

    ComplexVector g;                      ///< n: harmonic force on y
    ComplexVector plus, minus;            ///< n_z: forced z = plus e + minus conj(e)
    std::vector<Index> resonant;          ///< entries of z in resonance; there plus = 0
    ComplexVector resonant_force;         ///< force of each resonant mode on z
    ComplexMatrix velocity, reaction;     ///< k x n_z rows of v; n_s x n_z rows of the reactions
    Matrix slow_velocity;                 ///< k x slow: of v, by y'
    Matrix slow_reaction, slow_drag;      ///< n_s x slow: of the reactions, by y and y'
    ComplexVector forced_velocity;        ///< k: v = Re(... e^{j Omega t}), without resonant part
    ComplexVector forced_reaction;        ///< n_s, reactions of the forced motion
    Matrix constant_force;                ///< n x m: Psi^T
    Matrix offset_force, offset_reaction; ///< Psi^T omega^2 A; A^T omega^2 A
};

/// @param stick  rows, ascending; B_S M^-1 B_S^T regular
/// @throws std::runtime_error  a damped system without a complete set of modes
[[nodiscard]] LockedModes locked_modes(const DrySystem& system, const std::vector<Index>& stick);

} // namespace slideway::dynamics
