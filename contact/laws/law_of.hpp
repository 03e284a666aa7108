#pragma once

#include "contact/laws/law_face.hpp"

#include <array>
#include <memory>
#include <optional>
#include <utility>

/// The face of a law, made from its members. Read by the source of each law, which ends with
///
///   template JointLaw::JointLaw(NAME law);
///
/// Each law is then compiled once.
namespace slideway::contact {

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
