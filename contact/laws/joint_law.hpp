#pragma once

#include "contact/laws/law_capabilities.hpp"

#include <array>
#include <cassert>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

/// Laws of joints as the rest of the program sees them: what a law can do, never which it is. Each
/// law is a struct of its own in contact/laws/NAME.hpp; joint_laws.hpp is the list of them.
namespace slideway::contact {

// ---- what is known of a law without its numbers

struct LawInfo {
    std::string_view keyword, about;
    Directions directions = Directions::components;
    bool linear = false, dry = false, force = false, stiffens = false;
    bool smooth = false;         ///< without kinks and memory
    bool of_state = false;       ///< smooth too, and a function of (r, v)
    bool phases = false;         ///< each a JointPiece: schemes that locate events take it
    bool harmonic_force = false; ///< under harmonic_condition, ...
    bool patch = false;          ///< friction of a contact patch
    bool set_valued_at_rest = false;
    std::string_view harmonic_condition; ///< ... "" of none
    bool friction_states = false;
    bool slip_onsets = false;
    std::span<const LawParameter> parameters;
    bool potential = false;       ///< conservative, but for a dashpot
    bool stability = false;       ///< of periodic motion: smooth, or with a tangent cycle
    std::string_view phase_codes; ///< "" of a law without phases
};

template <HasParameters L>
inline constexpr auto parameters_of = [] {
    std::array<LawParameter, L::parameters.size()> list;
    for (std::size_t i = 0; i < list.size(); ++i)
        list[i] = L::parameters[i];
    return list;
}();

template <Law L>
constexpr LawInfo info_of()
{
    LawInfo info{.keyword = L::keyword,
                 .about = L::about,
                 .directions = L::directions,
                 .linear = IsLinear<L>,
                 .dry = IsDry<L>,
                 .force = HasForce<L>,
                 .stiffens = Stiffens<L>,
                 .smooth = IsSmooth<L>,
                 .of_state = IsOfState<L>,
                 .phases = HasPiece<L>,
                 .harmonic_force = HasHarmonicForce<L>,
                 .patch = IsPatch<L>,
                 .set_valued_at_rest = IsSetValuedAtRest<L>,
                 .friction_states = HasFrictionStates<L>,
                 .slip_onsets = HasSlipOnsets<L>,
                 .potential = HasPotential<L>,
                 .stability = IsSmooth<L> || HasTangentCycle<L>};
    if constexpr (HasHarmonicCondition<L>)
        info.harmonic_condition = L::harmonic_condition;
    if constexpr (HasParameters<L>)
        info.parameters = parameters_of<L>;
    if constexpr (HasPhases<L>)
        info.phase_codes = L::phase_codes;
    return info;
}

/// Of every law in joint_laws.hpp, in its order.
[[nodiscard]] const std::vector<LawInfo>& all_laws();
/// Keywords of those with a capability: laws_with(&LawInfo::force).
[[nodiscard]] std::vector<std::string> laws_with(bool LawInfo::*capability);
/// Keywords of those with a harmonic force; behind them those that have one under a condition, with
/// it: "elastic-coulomb", "cubic", "gap without damping".
[[nodiscard]] std::vector<std::string> laws_with_harmonic_force();

// ---- a law with its numbers

/// Everything that a law may be asked. JointLaw makes it of a law.
class LawFace {
public:
    virtual ~LawFace() = default;
    [[nodiscard]] virtual const LawInfo& info() const = 0;
    [[nodiscard]] virtual Bound bound(Index row, double reach) const = 0;
    [[nodiscard]] virtual double dry_limit() const = 0;
    [[nodiscard]] virtual bool is_constant(Index row) const = 0;
    [[nodiscard]] virtual bool is_odd() const = 0; ///< known to be
    [[nodiscard]] virtual std::optional<NeverActs> never_acts() const = 0;
    /// None: no corner of the law is smoothed.
    [[nodiscard]] virtual std::optional<Smoothing> smoothing() const = 0;
    virtual void force(JointMemory& memory, const JointVector& r, const JointVector& v,
                       ForceAndTangent& out) const = 0;
    virtual void forces(const Matrix& r, const Matrix& v, RowForces& out) const = 0;
    /// Null: the law itself.
    [[nodiscard]] virtual std::shared_ptr<const LawFace>
    on(const std::vector<std::string>& components) const = 0;

    [[nodiscard]] virtual JointPhases phases_at(const JointVector& r,
                                                const JointVector& v) const = 0;
    virtual void piece(const JointPhases& phases, JointPiece& out) const = 0;
    virtual void pass(JointPhases& phases, int guard, const JointVector& r,
                      const JointVector& v) const = 0;

    [[nodiscard]] virtual double potential(const JointVector& r) const = 0;
    /// Null: there is none.
    [[nodiscard]] virtual std::shared_ptr<const LawFace> without_dashpot() const = 0;

    [[nodiscard]] virtual std::string_view harmonic_obstacle() const = 0;
    /// A law without onsets ignores what is held.
    virtual void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                                HarmonicWorkspace& work, HarmonicForce& out) const = 0;
    /// H alone; a law that has no way to it of its own sets the rest too.
    virtual void second_derivatives(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                                    HarmonicWorkspace& work, HarmonicForce& out) const = 0;
    /// False: the law has no onsets.
    virtual bool slip_onsets(const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                             SlipOnsets& out) const = 0;
    [[nodiscard]] virtual double parameter(Index i) const = 0;
    [[nodiscard]] virtual std::shared_ptr<const LawFace> with(Index parameter,
                                                              double value) const = 0;
    /// False: it has no way of its own.
    virtual bool sampled_force(const Harmonics& harmonics, const VectorIn& R, Index samples,
                               HarmonicForce& out) const = 0;
    [[nodiscard]] virtual bool rubs() const = 0;
    [[nodiscard]] virtual double slope(double r) const = 0;
    /// False: the law is smooth.
    virtual bool read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
                            TangentCycle& out) const = 0;
    virtual void tangent(const signed char* states, Index rows, StateTangent& out) const = 0;
    [[nodiscard]] virtual const PatchLaw& patch() const = 0;

protected:
    [[noreturn]] void refuse(const char* what) const;
};

/// A law of a joint, any that satisfies the concept Law. A value: copies share the law, which does
/// not change.
class JointLaw {
public:
    JointLaw() = default; ///< none; a law is to be assigned
    template <Law L>
    JointLaw(L law); // a law is a JointLaw

    [[nodiscard]] const LawFace* operator->() const
    {
        assert(face_);
        return face_.get();
    }
    [[nodiscard]] const LawInfo& info() const { return (*this)->info(); }
    /// The law on the rows of these components, which may decide some of its numbers.
    [[nodiscard]] JointLaw on(const std::vector<std::string>& components) const;

    /// The law without its dashpot; nothing: it has none.
    [[nodiscard]] std::optional<JointLaw> without_dashpot() const;

    /// Place of a parameter in info().parameters.
    /// @throws std::invalid_argument  the law has none of that name
    [[nodiscard]] Index parameter_index(std::string_view name) const;
    [[nodiscard]] double parameter(std::string_view name) const
    {
        return (*this)->parameter(parameter_index(name));
    }
    /// The law with another value of a parameter.
    [[nodiscard]] JointLaw with(std::string_view parameter, double value) const;

private:
    std::shared_ptr<const LawFace> face_;
};

/// Name in case files.
[[nodiscard]] inline std::string_view keyword(const JointLaw& law)
{
    return law.info().keyword;
}
[[nodiscard]] inline bool is_linear(const JointLaw& law)
{
    return law.info().linear;
}
[[nodiscard]] inline bool is_dry(const JointLaw& law)
{
    return law.info().dry;
}
/// Friction force of a dry law [N].
/// @throws std::logic_error  a law that is not dry
[[nodiscard]] inline double dry_limit(const JointLaw& law)
{
    return law->dry_limit();
}
[[nodiscard]] inline bool is_set_valued_at_rest(const JointLaw& law)
{
    return law.info().set_valued_at_rest;
}
/// Neither part of the linear model nor set-valued at rest.
[[nodiscard]] inline bool is_nonlinear(const JointLaw& law)
{
    return !is_linear(law) && !is_set_valued_at_rest(law);
}
/// Whether the rows of a law are (t, n).
[[nodiscard]] inline bool has_normal(const JointLaw& law)
{
    return law.info().directions == Directions::tangent_and_normal;
}
/// Whether the force is a function of (r, v) and the memory.
[[nodiscard]] inline bool has_force(const JointLaw& law)
{
    return law.info().force;
}
/// Force at (r, v); moves the memory. `out` is resized.
/// @throws std::logic_error  a law without has_force
inline void force(const JointLaw& law, JointMemory& memory, const JointVector& r,
                  const JointVector& v, ForceAndTangent& out)
{
    law->force(memory, r, v, out);
}
template <HasForce L>
void force(const L& law, JointMemory& memory, const JointVector& r, const JointVector& v,
           ForceAndTangent& out)
{
    law.force(memory, r, v, out);
}
[[nodiscard]] inline Bound bound(const JointLaw& law, Index row, double reach)
{
    return law->bound(row, reach);
}

// ---- implementation

template <Law L>
class LawOf final : public LawFace {
public:
    explicit LawOf(L law) : law_(std::move(law)) {}

    [[nodiscard]] const LawInfo& info() const override
    {
        static constexpr LawInfo info = info_of<L>();
        return info;
    }
    [[nodiscard]] Bound bound(Index row, double reach) const override
    {
        return law_.bound(row, reach);
    }
    [[nodiscard]] double dry_limit() const override
    {
        if constexpr (IsDry<L>)
            return law_.dry_limit();
        else
            refuse("is no rigid dry friction");
    }
    [[nodiscard]] bool is_constant(Index row) const override
    {
        if constexpr (HasConstantRows<L>)
            return law_.is_constant(row);
        return false;
    }
    [[nodiscard]] bool is_odd() const override
    {
        if constexpr (MayBeOdd<L>)
            return law_.is_odd();
        return false;
    }
    [[nodiscard]] std::optional<NeverActs> never_acts() const override
    {
        if constexpr (MayNeverAct<L>)
            return law_.never_acts();
        return std::nullopt;
    }
    [[nodiscard]] std::optional<Smoothing> smoothing() const override
    {
        if constexpr (IsSmoothed<L>)
            return law_.smoothing();
        return std::nullopt;
    }
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override
    {
        if constexpr (HasForce<L>)
            law_.force(memory, r, v, out);
        else
            refuse("is not a function of the motion");
    }
    void forces(const Matrix& r, const Matrix& v, RowForces& out) const override
    {
        if constexpr (IsOfState<L>)
            law_.forces(r, v, out);
        else
            refuse("is no function of the state alone");
    }
    [[nodiscard]] std::shared_ptr<const LawFace>
    on(const std::vector<std::string>& components) const override
    {
        if constexpr (DependsOnComponents<L>)
            return std::make_shared<const LawOf>(law_.on(components));
        return nullptr;
    }

    [[nodiscard]] JointPhases phases_at(const JointVector& r, const JointVector& v) const override
    {
        if constexpr (HasPhases<L>)
            return law_.phases_at(r, v);
        else if constexpr (HasPiece<L>)
            return {std::vector<int>(static_cast<std::size_t>(r.size()), 0), {}};
        else
            refuse("has no phases");
    }
    void piece(const JointPhases& phases, JointPiece& out) const override
    {
        if constexpr (HasPiece<L>) {
            out.clear(static_cast<Index>(phases.of.size()));
            law_.piece(phases, out);
        } else {
            refuse("has no phases");
        }
    }
    void pass(JointPhases& phases, int guard, const JointVector& r,
              const JointVector& v) const override
    {
        if constexpr (HasPhases<L>)
            law_.pass(phases, guard, r, v);
    }

    [[nodiscard]] double potential(const JointVector& r) const override
    {
        if constexpr (HasPotential<L>)
            return law_.potential(r);
        else
            refuse("has no potential");
    }
    [[nodiscard]] std::shared_ptr<const LawFace> without_dashpot() const override
    {
        if constexpr (HasPotential<L> && HasDashpot<L>)
            if (law_.damping != 0) {
                L law = law_;
                law.damping = 0;
                return std::make_shared<const LawOf>(std::move(law));
            }
        return nullptr;
    }

    [[nodiscard]] std::string_view harmonic_obstacle() const override
    {
        if constexpr (HasHarmonicCondition<L>)
            return law_.harmonic_obstacle();
        return "";
    }
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const override
    {
        if constexpr (HasSlipOnsets<L>)
            law_.harmonic_force(R, lambda, held, work, out);
        else if constexpr (HasHarmonicForce<L>)
            law_.harmonic_force(R, lambda, work, out);
        else
            refuse("has no harmonic force");
    }
    void second_derivatives(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                            HarmonicWorkspace& work, HarmonicForce& out) const override
    {
        if constexpr (HasSecondDerivatives<L>)
            law_.second_derivatives(R, lambda, held, work, out);
        else
            harmonic_force(R, lambda, held, work, out);
    }
    bool slip_onsets(const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                     SlipOnsets& out) const override
    {
        if constexpr (HasSlipOnsets<L>)
            law_.slip_onsets(R, held, work, out);
        return HasSlipOnsets<L>;
    }
    [[nodiscard]] double parameter(Index i) const override
    {
        if constexpr (HasParameters<L>)
            return law_.*L::parameters.at(static_cast<std::size_t>(i)).value;
        else
            refuse("has no parameters");
    }
    [[nodiscard]] std::shared_ptr<const LawFace> with(Index parameter, double value) const override
    {
        if constexpr (HasParameters<L>) {
            L law = law_;
            law.*L::parameters.at(static_cast<std::size_t>(parameter)).value = value;
            return std::make_shared<const LawOf>(std::move(law));
        } else {
            refuse("has no parameters");
        }
    }
    bool sampled_force(const Harmonics& harmonics, const VectorIn& R, Index samples,
                       HarmonicForce& out) const override
    {
        if constexpr (HasSampledForce<L>)
            law_.sampled_force(harmonics, R, samples, out);
        return HasSampledForce<L>;
    }
    [[nodiscard]] bool rubs() const override
    {
        if constexpr (HasFrictionStates<L>)
            return law_.rubs();
        return false;
    }
    [[nodiscard]] double slope(double r) const override
    {
        if constexpr (IsSmooth<L>)
            return law_.slope(r);
        else
            refuse("has no slope");
    }
    bool read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
                    TangentCycle& out) const override
    {
        if constexpr (HasTangentCycle<L>)
            law_.read_cycle(R, work, force, out);
        return HasTangentCycle<L>;
    }
    void tangent(const signed char* states, Index rows, StateTangent& out) const override
    {
        if constexpr (HasTangentCycle<L>)
            law_.tangent(states, rows, out);
    }
    [[nodiscard]] const PatchLaw& patch() const override
    {
        if constexpr (IsPatch<L>)
            return law_.patch();
        else
            refuse("is no friction of a patch");
    }

private:
    L law_;
};

template <Law L>
JointLaw::JointLaw(L law) : face_(std::make_shared<const LawOf<L>>(std::move(law)))
{
}

} // namespace slideway::contact
