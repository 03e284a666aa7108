#pragma once

#include "base/types.hpp"
#include "contact/laws/directions.hpp"
#include "contact/laws/joint_force.hpp"

#include <cassert>
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Laws of joints. Each law is a final class below Law in contact/laws/NAME.hpp; joint_laws.hpp is
/// the list of them.
namespace slideway::contact {

class Law;
class PatchLaw;
struct Harmonics;
struct HarmonicForce;
struct HarmonicWorkspace;

/// Value that holds the law of a joint in a model. Copies share the law, which is immutable.
class JointLaw {
public:
    JointLaw() = default; ///< no law; one must be assigned before use
    template <std::derived_from<Law> L>
    JointLaw(L law) : law_(std::make_shared<const L>(std::move(law))) // implicit: a law is a value
    {
    }
    explicit JointLaw(std::shared_ptr<const Law> law) : law_(std::move(law)) {}

    [[nodiscard]] const Law& operator*() const
    {
        assert(law_);
        return *law_;
    }
    [[nodiscard]] const Law* operator->() const { return &**this; }
    operator const Law&() const { return **this; } // implicit: functions take any law
    [[nodiscard]] explicit operator bool() const { return law_ != nullptr; }

private:
    std::shared_ptr<const Law> law_;
};

/// Name of a law in case files, a line about it, and its rows.
struct LawDescription {
    std::string_view keyword, about;
    Directions directions = Directions::components;
};

/// Energy that a force takes from every periodic motion of its row, at least.
enum class Dissipation {
    none,           ///< not known, or none
    bounded_force,  ///< the force may be bounded: energy ~ amplitude
    unbounded_force ///< energy ~ amplitude^2, or a higher power
};

/// Largest stiffness and damping that a row can have while |r| <= reach [N/m, N s/m].
struct Bound {
    double stiffness = 0, damping = 0;
};

/// Effect of a factor s > 0 on a parameter p of a law on its harmonic force, row by row:
///
///   F(R; s p) = s^force F(s^displacement R; p)
///
/// The relation is exact, also beyond held onsets. Margins of slip onsets scale like forces of the
/// first row.
struct Scaling {
    struct Powers {
        int first, others; ///< exponents of the first row and of the others

        [[nodiscard]] int power(Index row) const { return row == 0 ? first : others; }
    };
    Powers force, displacement;
};

/// Number of a law with respect to which motions are differentiated. Its name is that in case
/// files.
struct LawParameter {
    std::string_view name;
    double Law::*value;             ///< member of the class of the law
    std::optional<Scaling> scaling; ///< scaling of the harmonic force; empty: no derivative
};

/// A parameter that is a member of the law L.
template <class L>
LawParameter law_parameter(std::string_view name, double L::*value, std::optional<Scaling> scaling)
{
    return {name, static_cast<double Law::*>(value), scaling};
}

/// Joint law. Analyses query its capabilities: predicates that are false, or functions that return
/// an empty result, unless a law overrides them. The functions of a capability throw
/// std::logic_error if the law does not have it.
class Law {
public:
    virtual ~Law() = default;

    [[nodiscard]] virtual LawDescription description() const = 0;
    [[nodiscard]] virtual Bound bound(Index row, double reach) const = 0;

    [[nodiscard]] std::string_view keyword() const { return description().keyword; }
    [[nodiscard]] Directions directions() const { return description().directions; }
    /// True if the rows are (t, n).
    [[nodiscard]] bool has_normal() const { return directions() == Directions::tangent_and_normal; }

    /// True if the law is part of the linear model. The force of such a law does not depend on the
    /// past.
    [[nodiscard]] virtual bool is_linear() const { return false; }
    /// Friction force of rigid dry friction [N]: |f| <= static_limit at rest, f = dry_limit sgn(v)
    /// while it slides, along each row. Empty: another law.
    [[nodiscard]] virtual std::optional<double> dry_limit() const { return std::nullopt; }
    /// Friction force of rigid dry friction that ends its rest [N], >= dry_limit.
    [[nodiscard]] virtual std::optional<double> static_limit() const { return dry_limit(); }
    [[nodiscard]] bool is_dry() const { return dry_limit().has_value(); }
    /// Friction of a contact patch; null: another law. At rest, the reaction is any element of a
    /// convex set of forces and torques. While the patch slides, the force depends on slip and
    /// spin.
    [[nodiscard]] virtual const PatchLaw* patch() const { return nullptr; }
    [[nodiscard]] bool is_patch() const { return patch() != nullptr; }
    /// True if the force is set-valued at rest. Only analyses with sticking accept it.
    [[nodiscard]] bool is_set_valued_at_rest() const { return is_dry() || is_patch(); }
    /// True if the force is a function of (r, v) and the memory.
    [[nodiscard]] bool has_force() const { return !is_set_valued_at_rest(); }
    [[nodiscard]] bool is_nonlinear() const { return has_force() && !is_linear(); }

    /// Evaluates the force at (r, v) and updates the memory. `out` and an empty memory are resized.
    virtual void force(JointMemory& memory, const JointVector& r, const JointVector& v,
                       ForceAndTangent& out) const;
    /// True if the force depends on more than (r, v).
    [[nodiscard]] virtual bool has_memory() const { return false; }
    /// Laws whose forces on the same rows add up to that of this law; empty: it is a single one.
    [[nodiscard]] virtual std::vector<JointLaw> parts() const { return {}; }
    /// True if the bound of a row grows with the displacement.
    [[nodiscard]] virtual bool stiffens() const { return false; }
    /// True if the force of a row is constant for every motion.
    [[nodiscard]] virtual bool is_constant(Index /*row*/) const { return false; }
    /// True if f(-r, -v) = -f(r, v) is known.
    [[nodiscard]] virtual bool is_odd() const { return false; }
    /// Reason why the law with these numbers never acts; empty if it acts.
    [[nodiscard]] virtual std::optional<NeverActs> never_acts() const { return std::nullopt; }
    /// Returns the law for rows of these components of a port ("x", "rotation"), if its numbers
    /// depend on them.
    [[nodiscard]] virtual std::optional<JointLaw>
    adapted(const std::vector<std::string>& components) const;

    /// True for a force without kinks, on uncoupled rows, without memory.
    [[nodiscard]] virtual bool is_smooth() const { return false; }
    [[nodiscard]] virtual RowSlope slope(double r, double v) const;
    /// True if a smooth force depends on v.
    [[nodiscard]] virtual bool depends_on_velocity() const { return false; }
    /// Energy that the law with these numbers takes from every periodic motion.
    [[nodiscard]] virtual Dissipation dissipation() const { return Dissipation::none; }
    /// Deviation of a law with smoothed corners from that with corners; empty for other laws.
    [[nodiscard]] virtual std::optional<Smoothing> smoothing() const { return std::nullopt; }
    /// Displacements, or velocities if the force depends on them, between which the force of a row
    /// is one polynomial; empty unless the law is a table.
    [[nodiscard]] virtual std::span<const double> knots() const { return {}; }
    /// True for a force that is known at single states alone, and not by the terms of a piece. The
    /// force of a row depends only on its own (r, v). Time steps evaluate it for many states at
    /// once: r, v are rows x states, and `out` is resized.
    [[nodiscard]] virtual bool is_state_function() const { return false; }
    virtual void forces(const Matrix& r, const Matrix& v, RowForces& out) const;
    /// True if a script states the force.
    [[nodiscard]] virtual bool is_of_script() const { return false; }

    /// True if the force in each phase is a polynomial, that of smoothed corners, or a smooth
    /// function of (r, v) (is_smooth and is_state_function, with an empty piece). Schemes that
    /// locate events require it.
    [[nodiscard]] virtual bool has_phases() const { return false; }
    /// Meaning of the numbers in JointPhases::codes; "": a single phase.
    [[nodiscard]] virtual std::string_view phase_codes() const { return ""; }
    /// Returns the phases at (r, v) of a joint that has not slipped yet. By default one phase.
    [[nodiscard]] virtual JointPhases phases_at(const JointVector& r, const JointVector& v) const;
    /// Adds force and guards of the phases to `out`, which the caller has cleared; see piece_of.
    virtual void piece(const JointPhases& phases, JointPiece& out) const;
    /// Replaces the phases by the next ones, after guard number `guard` has reached zero at (r, v).
    virtual void pass(JointPhases& phases, int guard, const JointVector& r,
                      const JointVector& v) const;
    /// True if the force is the gradient of an energy, except for its dashpot. Such a law has
    /// phases.
    [[nodiscard]] virtual bool has_potential() const { return false; }
    [[nodiscard]] virtual double potential(const JointVector& r) const; ///< [J]
    /// Returns the law without its dashpot; empty if it has no dashpot.
    [[nodiscard]] virtual std::optional<JointLaw> without_dashpot() const;
    /// Terms of a force that is one polynomial of (r, v) on each row; empty: another law.
    [[nodiscard]] virtual std::vector<PolynomialTerm> polynomial() const { return {}; }
    /// Returns the law with n times the force; empty if its parameters or its pieces give it.
    [[nodiscard]] virtual std::optional<JointLaw> times(double n) const;

    /// True if the law with these numbers has Fourier coefficients in periodic motion; see
    /// harmonic_force.hpp.
    [[nodiscard]] virtual bool has_harmonic_force() const { return false; }
    /// Condition under which the law has Fourier coefficients ("without damping"); "": none needed.
    [[nodiscard]] virtual std::string_view harmonic_condition() const { return ""; }
    /// Reason why the law with these numbers has no harmonic force ("with damping"). Empty if it
    /// has one, or if the law has none with any numbers.
    [[nodiscard]] virtual std::string_view harmonic_obstacle() const { return ""; }
    /// A law without slip onsets ignores `held`.
    virtual void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                                HarmonicWorkspace& work, HarmonicForce& out) const;
    /// Evaluates the second derivatives H once the force is known. The default evaluates both.
    virtual void second_derivatives(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                                    HarmonicWorkspace& work, HarmonicForce& out) const;
    /// True if sampled_force accepts the law.
    [[nodiscard]] bool has_sampled_force() const
    {
        return has_harmonic_force() || is_smooth() || is_state_function();
    }
    virtual void sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega,
                               Index samples, HarmonicForce& out) const;
    /// True if the harmonic force reports FrictionStates and FrictionEvents.
    [[nodiscard]] virtual bool has_friction_states() const { return false; }
    /// True if slip dissipates energy.
    [[nodiscard]] virtual bool rubs() const { return false; }
    /// Determines the onsets of slip, where the harmonic force has kinks. By default there are
    /// none.
    virtual void slip_onsets(const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                             SlipOnsets& out) const;
    /// True if tangents are constant between events of periodic motion.
    [[nodiscard]] virtual bool has_tangent_cycle() const { return false; }
    virtual void read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
                            TangentCycle& out) const;
    virtual void tangent(const signed char* states, Index rows, StateTangent& out) const;
    /// True if the stability of periodic motion can be determined.
    [[nodiscard]] bool has_stability() const
    {
        return is_smooth() || has_tangent_cycle() || !parts().empty();
    }

    /// Parameters with respect to which motions are differentiated.
    [[nodiscard]] virtual std::span<const LawParameter> parameters() const { return {}; }
    /// Index of a parameter.
    /// @throws std::invalid_argument  the law has none of that name
    [[nodiscard]] Index parameter_index(std::string_view name) const;
    [[nodiscard]] double parameter(Index index) const;
    [[nodiscard]] double parameter(std::string_view name) const;
    /// Returns the law with another value of a parameter.
    [[nodiscard]] JointLaw with(std::string_view parameter, double value) const;

protected:
    Law() = default;
    Law(const Law&) = default;
    Law& operator=(const Law&) = default;
    /// A law that has parameters returns a copy of itself.
    [[nodiscard]] virtual std::shared_ptr<Law> copy() const;
    [[noreturn]] void refuse(const char* what) const;
};

/// All laws in joint_laws.hpp, in its order, with default numbers.
[[nodiscard]] const std::vector<JointLaw>& all_laws();
/// Keywords of the laws with a capability: laws_with(&Law::has_force).
[[nodiscard]] std::vector<std::string> laws_with(bool (Law::*capability)() const);
/// Keywords of the laws with a harmonic force. Laws that always have one come first:
/// "elastic-coulomb", "cubic", "gap without damping".
[[nodiscard]] std::vector<std::string> laws_with_harmonic_force();

} // namespace slideway::contact
