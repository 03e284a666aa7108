#pragma once

#include "contact/laws/joint_force.hpp"
#include "contact/laws/joint_law.hpp"
#include "contact/laws/law_info.hpp"

#include <concepts>
#include <optional>
#include <string>
#include <vector>

/// Optional capabilities of a joint law, in addition to those of every law (joint_law.hpp). A law
/// has a capability if it has its members.
namespace slideway::contact {

struct Harmonics;
struct HarmonicForce;
struct HarmonicWorkspace;
class PatchLaw;

// Version 14 of clang-format takes each requirement apart.
// clang-format off

/// A law that is part of the linear model. Its force does not depend on the past.
template <class L>
concept IsLinear = Law<L> && requires { requires L::linear; };

/// Rigid dry friction: |f| <= limit at rest, f = limit sgn(v) while it slides, along each row.
template <class L>
concept IsDry = Law<L> && requires(const L& law) {
    { law.dry_limit() } -> std::same_as<double>;
};

/// Friction of a contact patch. At rest, the reaction is any element of a convex set of forces and
/// torques. While the patch slides, the force depends on slip and spin.
template <class L>
concept IsPatch = Law<L> && requires(const L& law) {
    { law.patch() } -> std::same_as<const PatchLaw&>;
};

/// A force that is set-valued at rest. Only analyses with sticking accept it.
template <class L>
concept IsSetValuedAtRest = IsDry<L> || IsPatch<L>;

/// A force as a function of (r, v) and the memory. `out`, and an empty memory, are resized.
template <class L>
concept HasForce = Law<L> &&
    requires(const L& law, JointMemory& memory, const JointVector& r, const JointVector& v,
             ForceAndTangent& out) {
        law.force(memory, r, v, out);
    };

/// Parameters that depend on the components of the ports ("x", "rotation"). `on` returns the law
/// with the parameters for these rows.
template <class L>
concept DependsOnComponents = Law<L> &&
    requires(const L& law, const std::vector<std::string>& components) {
        { law.on(components) } -> std::same_as<L>;
    };

/// A law whose bound of the tangent of a row grows with the displacement.
template <class L>
concept Stiffens = Law<L> && requires { requires L::stiffens; };

/// A force without kinks, on uncoupled rows, without memory: df_i/dr_i = slope(r_i).
template <class L>
concept IsSmooth = HasForce<L> && requires(const L& law, double r) {
    { law.slope(r) } -> std::same_as<double>;
};

/// A smooth force that is no polynomial. The force of a row depends only on its own (r, v). Time
/// steps evaluate it for many states at once: r, v are rows x states, and `out` is resized.
template <class L>
concept IsOfState = HasForce<L> && requires(const L& law, const Matrix& r, RowForces& out) {
    law.forces(r, r, out);
};

/// A force that is a polynomial, or that of smoothed corners, while its phases last. A law without
/// HasPhases has a single phase. The caller clears `out`.
template <class L>
concept HasPiece = HasForce<L> && requires(const L& law, const JointPhases& phases, JointPiece& out) {
    law.piece(phases, out);
};

/// Phases of a force with kinks, for schemes that locate events. `phase_codes` describes the
/// meaning of the numbers in JointPhases::of.
template <class L>
concept HasPhases = HasPiece<L> && requires(const L& law, JointPhases& phases, const JointVector& r) {
        { L::phase_codes } -> std::convertible_to<std::string_view>;
        { law.phases_at(r, r) } -> std::same_as<JointPhases>;
        law.pass(phases, 0, r, r);
    };

/// Fourier coefficients of the force in periodic motion: harmonic_force.hpp.
template <class L>
concept HasHarmonicForce = HasForce<L> &&
    requires(const L& law, const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& out) {
        law.harmonic_force(R, R, work, out);
    };

/// A harmonic force that exists only for some parameters of the law. `harmonic_condition` describes
/// them ("without damping"). `harmonic_obstacle()` describes why this law has none ("with
/// damping"); it is empty if the law has one.
template <class L>
concept HasHarmonicCondition = HasHarmonicForce<L> && requires(const L& law) {
    { L::harmonic_condition } -> std::convertible_to<std::string_view>;
    { law.harmonic_obstacle() } -> std::same_as<std::string_view>;
};

/// A special function that samples the force over a cycle; see sampled_force in harmonic_force.hpp.
template <class L>
concept HasSampledForce = HasForce<L> &&
    requires(const L& law, const Harmonics& h, const VectorIn& R, HarmonicForce& out) {
        law.sampled_force(h, R, Index{}, out);
    };

/// A harmonic force that reports FrictionStates and FrictionEvents. If `rubs()`, slip dissipates.
template <class L>
concept HasFrictionStates = HasHarmonicForce<L> && requires(const L& law) {
    { law.rubs() } -> std::same_as<bool>;
};

/// Onsets of slip, where the harmonic force has kinks, and that force with some onsets held fixed.
template <class L>
concept HasSlipOnsets = HasHarmonicForce<L> &&
    requires(const L& law, const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
             HarmonicForce& out, SlipOnsets& onsets) {
        law.harmonic_force(R, R, held, work, out);
        law.slip_onsets(R, held, work, onsets);
    };

/// Second derivatives of the harmonic force, evaluated separately after the force.
template <class L>
concept HasSecondDerivatives = HasHarmonicForce<L> &&
    requires(const L& law, const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
             HarmonicForce& out) {
        law.second_derivatives(R, R, held, work, out);
    };

/// Parameters by which motions have derivatives. Derivatives of the harmonic force need their
/// scaling.
template <class L>
concept HasParameters = HasForce<L> && requires {
    { L::parameters.front() } -> std::convertible_to<Parameter<L>>;
};

/// Tangents that are constant between events of periodic motion.
template <class L>
concept HasTangentCycle = HasForce<L> &&
    requires(const L& law, const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
             TangentCycle& cycle, const signed char* states, StateTangent& tangent) {
        law.read_cycle(R, work, force, cycle);
        law.tangent(states, Index{}, tangent);
    };

/// A force that is the gradient of an energy [J], except for its dashpot.
template <class L>
concept HasPotential = HasPiece<L> && requires(const L& law, const JointVector& r) {
    { law.potential(r) } -> std::same_as<double>;
};

/// A dashpot parallel to its spring, which may be omitted.
template <class L>
concept HasDashpot = requires(L& law) {
    { law.damping } -> std::same_as<double&>;
};

/// Rows whose force is constant for every motion.
template <class L>
concept HasConstantRows = Law<L> && requires(const L& law, Index row) {
    { law.is_constant(row) } -> std::same_as<bool>;
};

/// A law that may be odd, f(-r, -v) = -f(r, v), for some or all of its parameters.
template <class L>
concept MayBeOdd = Law<L> && requires(const L& law) {
    { law.is_odd() } -> std::same_as<bool>;
};

/// A smooth law that approximates a law with corners.
template <class L>
concept IsSmoothed = IsSmooth<L> && requires(const L& law) {
    { law.smoothing() } -> std::same_as<Smoothing>;
};

/// A law that may have no effect, for some of its parameters.
template <class L>
concept MayNeverAct = Law<L> && requires(const L& law) {
    { law.never_acts() } -> std::same_as<std::optional<NeverActs>>;
};
// clang-format on

} // namespace slideway::contact
