#pragma once

#include "contact/laws/law.hpp"

namespace slideway::contact {

struct SmoothedGapParameters {
    double stiffness = 0; ///< [N/m]
    double clearance = 0; ///< [m]
    bool both_sides = false;
    double delta = 0; ///< [1/m], > 0
};

/// Free play on each row with its corners smoothed, without a dashpot: a gap with `smoothing`. Its
/// force is always below that of the gap, by largest_error() k / delta at most.
/// Source: the logistic function for F_p of doi:10.1007/s11071-023-08293-1, eqs. 8 and 10; written
/// so that nothing overflows (docs/theory/smoothed_gap.md).
class SmoothedGap final : public Law, public SmoothedGapParameters {
public:
    explicit SmoothedGap(const SmoothedGapParameters& p = {}) : SmoothedGapParameters(p) {}

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    [[nodiscard]] bool is_odd() const override { return both_sides; }
    [[nodiscard]] bool is_smooth() const override { return true; }
    [[nodiscard]] RowSlope slope(double r, double v) const override;
    [[nodiscard]] std::optional<Smoothing> smoothing() const override;
    [[nodiscard]] bool has_phases() const override { return true; }
    void piece(const JointPhases& phases, JointPiece& out) const override;
    [[nodiscard]] std::span<const LawParameter> parameters() const override;

private:
    [[nodiscard]] std::shared_ptr<Law> copy() const override;
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
