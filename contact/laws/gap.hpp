#pragma once

#include "contact/laws/joint_force.hpp"
#include "contact/laws/joint_law.hpp"
#include "contact/laws/law_info.hpp"
#include "contact/laws/smoothed_gap.hpp"
#include "contact/periodic/harmonics.hpp"

#include <array>

namespace slideway::contact {

/// Free play on each row: no force while |r| < clearance (or r < clearance if one-sided), then a
/// spring.
struct Gap {
    static constexpr std::string_view keyword = "gap", about = "free play and stop";
    static constexpr Directions directions = Directions::one;
    static constexpr std::string_view phase_codes =
        "0 free, +1 or -1 on that stop, +2 or -2 beyond it where the dashpot would pull";
    static constexpr std::string_view harmonic_condition = "without damping";

    double stiffness = 0;    ///< [N/m]
    double clearance = 0;    ///< [m]
    bool both_sides = false; ///< also stops at r = -clearance
    double damping = 0;      ///< [N s/m] while in touch; the force never pulls

    static constexpr std::array<Parameter<Gap>, 3> parameters{
        {{{"stiffness", Scaling{{1, 1}, {0, 0}}}, &Gap::stiffness},
         {{"clearance", Scaling{{1, 1}, {-1, -1}}}, &Gap::clearance},
         {{"damping", {}}, &Gap::damping}}};

    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const;
    [[nodiscard]] Bound bound(Index row, double reach) const;
    [[nodiscard]] bool is_odd() const { return both_sides; }

    [[nodiscard]] JointPhases phases_at(const JointVector& r, const JointVector& v) const;
    void piece(const JointPhases& phases, JointPiece& out) const;
    void pass(JointPhases& phases, int guard, const JointVector& r, const JointVector& v) const;

    [[nodiscard]] double potential(const JointVector& r) const; ///< potential of the spring [J]

    [[nodiscard]] std::string_view harmonic_obstacle() const;
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HarmonicWorkspace& work,
                        HarmonicForce& out) const;
    /// States: 0 free, 1 in touch with either stop.
    void read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
                    TangentCycle& out) const;
    void tangent(const signed char* states, Index rows, StateTangent& out) const;
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
    SmoothedGap smoothed{gap.stiffness, gap.clearance, gap.both_sides};
    fields(f, smoothed);
    if (!f.has("smoothing"))
        return gap;
    if (gap.damping > 0)
        f.refuse("smoothing", "with damping > 0 the force jumps where the stop is met, and "
                              "smoothing is of its corner alone; leave one of them out");
    return smoothed;
}

} // namespace slideway::contact
