#pragma once

#include "base/types.hpp"
#include "contact/joint_laws.hpp"
#include "contact/trigonometric_sum.hpp"

#include <string_view>
#include <vector>

/// Forces of joints in periodic motion, harmonic by harmonic:
///
///   r(theta) = [r_0] + sum_k r_ck cos k theta + r_sk sin k theta,   k = 1 .. n_h
///
/// theta is the phase of the cycle. The laws do not depend on its frequency. Coefficients of one
/// row stand in the order [mean,] c1, s1, c2, s2, ...; the rows of a joint follow one another.
namespace slideway::contact {

/// Which coefficients take part.
struct Harmonics {
    Index n_h = 1;      ///< at least 1
    bool means = false; ///< balanced with the others; if not, means of r count as zero and those
                        ///< of the forces are dropped

    [[nodiscard]] Index size() const { return 2 * n_h + (means ? 1 : 0); } ///< per row
};

enum class FrictionState { stick, slip_forward, slip_back, separation };
[[nodiscard]] std::string_view name(FrictionState state);

/// A change of state. Five kinds occur in general: stick -> slip, slip -> stick,
/// slip -> separation, separation -> stick, separation -> slip. Where no tangential force is left
/// as a contact opens, as with x = 0, so does stick -> separation. Without friction a closed
/// contact slips all the time, at no force, and a slip turns into that of the other sense.
struct FrictionEvent {
    double phase = 0; ///< in [0, 2 pi)
    FrictionState before{}, after{};
};

/// Fourier coefficients of the forces of a joint, and their derivatives.
struct HarmonicForce {
    Vector F; ///< rows * size [N]
    Matrix J; ///< dF/dR [N/m]
    Matrix H; ///< sum_i lambda_i d^2 F_i / dR^2, symmetric; 0 x 0 without lambda
    /// elastic-coulomb alone: changes of state over the cycle in the order of time, ...
    std::vector<FrictionEvent> events;
    std::vector<FrictionState> states; ///< ... the state after each; one for a cycle without events
    double dissipated = 0; ///< work of the forces that does not come back, per cycle [J]
};

/// What evaluations with the same harmonics share; after the first, evaluations allocate nothing.
struct HarmonicWorkspace {
    explicit HarmonicWorkspace(const Harmonics& harmonics);

    /// u grows between low and high, where it has a maximum.
    struct Rise {
        double low, high;
        double bottom, top; ///< u there
        double bend;        ///< u'' at high
    };
    /// An event with what the derivatives need.
    struct Change {
        double theta;
        FrictionState before, after;
        double c;      ///< of a stick that begins: T = k_t x + c
        double dc_dy;  ///< of a stick that begins: dc/dY = dc_dy * (basis at theta)
        double slope;  ///< stick -> slip: growth of |T| - mu N; slip -> stick: that of slip, < 0
        double a1, a2; ///< at separation: derivatives of k_t x ...
        double n1, n2; ///< ... and of N
    };
    /// Integrals of cos k theta, sin k theta, k = 0 .. 2 n_h, over some of the cycle.
    struct Moments {
        std::vector<double> c, s;
    };

    Harmonics harmonics;
    SignChangeFinder finder;
    TrigonometricSum x, normal, bound[2];
    std::vector<SignChange> extrema, openings;
    std::vector<Rise> rises[2], turned[2];
    std::vector<Change> changes;
    std::vector<double> cosines, sines; ///< of k theta at each change, k = 0 .. 2 n_h
    Moments sticking, slipping, touching;
    std::vector<double> basis, slope_basis, update, w, weighted;
    Matrix block;
};

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
