#pragma once

#include "contact/laws/smoothed_gap.hpp"

namespace slideway::contact {

struct GapParameters {
    double stiffness = 0;    ///< [N/m]
    double clearance = 0;    ///< [m]
    bool both_sides = false; ///< also stops at r = -clearance
    double damping = 0;      ///< [N s/m] while in touch; the force never pulls
};

/// Free play on each row: no force while |r| < clearance (or r < clearance if one-sided), then a
/// spring.
class Gap final : public Law, public GapParameters {
public:
    explicit Gap(const GapParameters& p = {}) : GapParameters(p) {}

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    [[nodiscard]] bool is_odd() const override { return both_sides; }

    [[nodiscard]] bool has_phases() const override { return true; }
    [[nodiscard]] std::string_view phase_codes() const override;
    [[nodiscard]] JointPhases phases_at(const JointVector& r, const JointVector& v) const override;
    void piece(const JointPhases& phases, JointPiece& out) const override;
    void pass(JointPhases& phases, int guard, const JointVector& r,
              const JointVector& v) const override;
    [[nodiscard]] bool has_potential() const override { return true; }
    [[nodiscard]] double potential(const JointVector& r) const override; ///< energy of the spring
    [[nodiscard]] std::optional<JointLaw> without_dashpot() const override;

    [[nodiscard]] bool has_harmonic_force() const override { return damping == 0; }
    [[nodiscard]] std::string_view harmonic_condition() const override;
    [[nodiscard]] std::string_view harmonic_obstacle() const override;
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const override;
    [[nodiscard]] bool has_tangent_cycle() const override { return true; }
    /// States: 0 free, 1 in touch with either stop.
    void read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
                    TangentCycle& out) const override;
    void tangent(const signed char* states, Index rows, StateTangent& out) const override;
    [[nodiscard]] std::span<const LawParameter> parameters() const override;

private:
    [[nodiscard]] std::shared_ptr<Law> copy() const override;
};

template <class F>
void fields(F& f, Gap& law)
{
    using Range = typename F::Range;
    f.number({"stiffness", "N/m", "of the stop", true, Range::positive()}, law.stiffness);
    f.number({"clearance", "m", "free play before the stop", true, Range::not_negative()},
             law.clearance);
    f.flag({"both_sides", "", "stops at -clearance too"}, law.both_sides);
    f.number(
        {"damping", "N s/m", "while in touch; the force never pulls", false, Range::not_negative()},
        law.damping);
}

/// With `smoothing`, the smoothed gap.
template <class F>
JointLaw law_of(F& f, const Gap& gap)
{
    SmoothedGap smoothed({gap.stiffness, gap.clearance, gap.both_sides});
    fields(f, smoothed);
    if (!f.has("smoothing"))
        return gap;
    if (gap.damping > 0)
        f.refuse("smoothing", "with damping > 0 the force jumps where the stop is met, and "
                              "smoothing is of its corner alone; leave one of them out");
    return smoothed;
}

} // namespace slideway::contact
