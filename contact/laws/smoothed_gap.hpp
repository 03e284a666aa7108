#pragma once

#include "contact/laws/joint_force.hpp"
#include "contact/laws/joint_law.hpp"
#include "contact/laws/law_info.hpp"

#include <array>

namespace slideway::contact {

/// Free play on each row with its corners smoothed, without a dashpot: a gap with `smoothing`. Its
/// force is always below that of the gap, by largest_error() k / delta at most.
/// Source: the logistic function for F_p of doi:10.1007/s11071-023-08293-1, eqs. 8 and 10; written
/// so that nothing overflows (docs/theory/smoothed_gap.md).
struct SmoothedGap {
    static constexpr std::string_view keyword = "gap", about = "free play and smoothed stop";
    static constexpr Directions directions = Directions::one;

    double stiffness = 0; ///< [N/m]
    double clearance = 0; ///< [m]
    bool both_sides = false;
    double delta = 0; ///< [1/m], > 0

    static constexpr std::array<Parameter<SmoothedGap>, 3> parameters{
        {{{"stiffness", Scaling{{1, 1}, {0, 0}}}, &SmoothedGap::stiffness},
         {{"clearance", {}}, &SmoothedGap::clearance},
         {{"smoothing", {}}, &SmoothedGap::delta}}};

    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const;
    [[nodiscard]] double slope(double r) const;
    [[nodiscard]] Bound bound(Index row, double reach) const;
    void piece(const JointPhases& phases, JointPiece& out) const;
    [[nodiscard]] bool is_odd() const { return both_sides; }
    [[nodiscard]] Smoothing smoothing() const;
};

/// The key that makes it of a gap.
template <class F>
void fields(F& f, SmoothedGap& law)
{
    using Range = typename F::Range;
    f.number({"smoothing", "1/m",
              "the corner of the stop as a logistic function, k x / (1 + e^(-smoothing x)) of the "
              "depth x, to compare with exact ones; without damping; in forced responses with "
              "sampled forces",
              false, Range::positive(), "none: exact"},
             law.delta);
}

} // namespace slideway::contact
