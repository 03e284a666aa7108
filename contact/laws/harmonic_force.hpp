#pragma once

#include "contact/laws/law.hpp"
#include "contact/periodic/harmonics.hpp"

/// Forces of joints in periodic motion, without time steps.
namespace slideway::contact {

/// @throws std::invalid_argument  always: the law has no harmonic force
[[noreturn]] void refuse_harmonic_force(const Law& law);

/// Forces of a joint in periodic motion, without time steps. elastic-coulomb: x is the first row,
/// tangential, and y the second, normal. The events of a cycle are located to the last bits and
/// none is missed, however short the state between two (SignChangeFinder); F, J and H are
/// integrals over the states in closed form. It takes the cycle that comes back to itself after a
/// start with the slider at 0. Any slip or separation wipes out that start. In a cycle that sticks
/// throughout, the slider stays as near to 0 as |T| <= mu N allows.
///
/// At the edge of a state the derivatives are those of the side named here: of stick where the
/// cycle just sticks, of contact where N touches 0 from above, of separation where it is 0
/// throughout. Beyond these edges second derivatives grow without bound, like the -1/2 power of
/// the distance; a term that would divide by zero is left out, so that all results are finite
/// where R is. Where R is not, neither is F: a solver that has lost its way sees it.
///
/// @param R       rows * size coefficients of r [m]; elastic-coulomb has two rows, gap and cubic
///                any
/// @param lambda  empty, or rows * size factors of the second derivatives
/// @param held    onsets beyond which the contact is taken to stick still: F stays smooth there
/// @throws std::invalid_argument  sizes that do not fit; a law without harmonic force
/// Source: Petrov & Ewins, J. Turbomach. 125(2), 2003, doi:10.1115/1.1539868 (forces and J of the
/// friction element). H from its boundary terms: a jump of dT/dR at an event times the derivative
/// of its phase. Formulas: docs/theory/harmonic_friction.md.
inline void harmonic_force(const Law& law, const VectorIn& R, const VectorIn& lambda,
                           HeldOnsets held, HarmonicWorkspace& work, HarmonicForce& out)
{
    if (!law.has_harmonic_force())
        refuse_harmonic_force(law);
    law.harmonic_force(R, lambda, held, work, out);
}
inline void harmonic_force(const Law& law, const VectorIn& R, const VectorIn& lambda,
                           HarmonicWorkspace& work, HarmonicForce& out)
{
    harmonic_force(law, R, lambda, {}, work, out);
}
/// Evaluates H alone, in out.H, of a motion whose force is known: the rest of `out` is of no use.
inline void second_derivatives(const Law& law, const VectorIn& R, const VectorIn& lambda,
                               HeldOnsets held, HarmonicWorkspace& work, HarmonicForce& out)
{
    if (!law.has_harmonic_force())
        refuse_harmonic_force(law);
    law.second_derivatives(R, lambda, held, work, out);
}

/// Every onset of slip of a motion: margin, gradient, jump of J. Of a law without friction, and
/// where R is not finite, none. With onsets held the sticks are those of the held force, so that
/// {F with it held, its margin} are smooth functions of R on both sides of margin = 0; as further
/// onsets in the same stick begin slips of their own, the margins after them count from there.
///
///   contact that sticks throughout        max u_0 + max u_1;  with means also max u_0 and max u_1,
///                                         where its slider is pushed away from 0
///   where a stick T = a + c meets a maximum of u_0 or u_1        u_0 + c or u_1 - c
///
/// In a cycle that slips once each way, both slips have the same margin, the first of these.
/// @throws std::invalid_argument  as harmonic_force
void slip_onsets(const Law& law, const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                 SlipOnsets& out);

/// Derivatives by ln p, p a number of a law (Law::parameters), from what its scaling makes of F,
/// J and H: F is differentiated on the side of the edges where they are, held onsets held.
///
///   dF/d ln p = force F + J (displacement R),   powers row by row
///
/// Across an onset it jumps by jump * (d margin / d ln p).
/// @param force  harmonic force of the motion R
/// @param dF  rows * size
void force_by_parameter(const Harmonics& harmonics, const Scaling& p, const VectorIn& R,
                        const HarmonicForce& force, Eigen::Ref<Vector> dF);
/// lambda . d^2 F / (d ln p dR) v, H being contracted with lambda; without bound where H has none.
[[nodiscard]] double slope_by_parameter(const Harmonics& harmonics, const Scaling& p,
                                        const VectorIn& R, const Matrix& J, const Matrix& H,
                                        const VectorIn& lambda, const VectorIn& v);
/// Derivative of the margin of onset i by the parameter.
[[nodiscard]] double margin_by_parameter(const Harmonics& harmonics, const Scaling& p,
                                         const VectorIn& R, const SlipOnsets& onsets, Index i);

/// F and J by the alternating frequency-time method (AFT): Law::force at equal steps
/// (with memory: three cycles from its start), and a Fourier transform of the last cycle. It
/// verifies harmonic_force, whose F it approaches with the square of the step, or with its first
/// power if a contact closes and sticks. J is the exact slope of this sum: it lacks how the moment
/// of such a closing moves, with any number of samples. (Of a law with memory and no sampled_force
/// of its own, with the memory held.) H is left empty: second derivatives of samples of a law in
/// straight pieces are zero, not those of the force.
/// @param samples  per cycle, more than 2 n_h
/// @param Omega    [rad/s]: what functions of (r, v) take v = Omega dr/dtheta from
/// @throws std::invalid_argument  sizes that do not fit; a law without sampled force; samples
///                                out of range
void sampled_force(const Law& law, const Harmonics& harmonics, const VectorIn& R, double Omega,
                   Index samples, HarmonicForce& out);

} // namespace slideway::contact
