#pragma once

#include "contact/laws/joint_laws.hpp"
#include "contact/periodic/harmonics.hpp"

/// Forces of joints in periodic motion, without time steps.
namespace slideway::contact {

/// Whether harmonic_force takes the law: elastic-coulomb, cubic and undamped gap.
[[nodiscard]] bool has_harmonic_force(const JointLaw& law);

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
/// any
/// @param lambda  empty, or rows * size factors of the second derivatives
/// @throws std::invalid_argument  sizes that do not fit; a law without has_harmonic_force
/// Source: Petrov & Ewins, J. Turbomach. 125(2), 2003, doi:10.1115/1.1539868 (forces and J of the
/// friction element). H from its boundary terms: a jump of dT/dR at an event times the derivative
/// of its phase. Formulas: docs/theory/harmonic_friction.md.
void harmonic_force(const ElasticCoulomb& law, const VectorIn& R, const VectorIn& lambda,
                    HarmonicWorkspace& work, HarmonicForce& out);
void harmonic_force(const Gap& law, const VectorIn& R, const VectorIn& lambda,
                    HarmonicWorkspace& work, HarmonicForce& out);
void harmonic_force(const Cubic& law, const VectorIn& R, const VectorIn& lambda,
                    HarmonicWorkspace& work, HarmonicForce& out);
void harmonic_force(const JointLaw& law, const VectorIn& R, const VectorIn& lambda,
                    HarmonicWorkspace& work, HarmonicForce& out);

/// The same F and J by alternating between frequency and time (AFT): the law of joint_laws.hpp at
/// equal steps, three cycles from the slider at 0, and a Fourier transform of the last. A check of
/// harmonic_force, whose F it approaches with the square of the step; with its first power where a
/// contact closes and sticks. J is the exact slope of this sum: it lacks how the moment of such a
/// closing moves, with any number of samples. H is left empty: second derivatives of samples of a
/// law in straight pieces are zero, not those of the force.
/// @param samples  per cycle, more than 2 n_h
/// @throws std::invalid_argument  as harmonic_force; samples out of range
void sampled_force(const JointLaw& law, const Harmonics& harmonics, const VectorIn& R,
                   Index samples, HarmonicForce& out);

/// How far a cycle is from slip, with mean values as harmonic_force takes them.
struct SlipMargin {
    double value = 0; ///< max(k_t x - mu N) + max(-k_t x - mu N) [N]; it sticks while <= 0
    Vector gradient;  ///< by R [N/m]
    Matrix J_slip;    ///< dF/dR as the onset of slip is approached from the side of slip
};

/// Margin of an elastic-coulomb joint, for following the onset of slip.
void slip_margin(const ElasticCoulomb& law, const VectorIn& R, HarmonicWorkspace& work,
                 SlipMargin& out);

} // namespace slideway::contact
