#include "contact/laws/smoothed_gap.hpp"

namespace slideway::contact {

namespace {

template <class Use>
void for_corners(const SmoothedGap& law, Index row, const Use& use)
{
    use(SmoothedCorner{row, law.clearance, law.stiffness, law.delta});
    if (law.both_sides)
        use(SmoothedCorner{row, -law.clearance, law.stiffness, -law.delta});
}

} // namespace

LawDescription SmoothedGap::description() const
{
    return {"gap", "free play and smoothed stop", Directions::one};
}

std::span<const LawParameter> SmoothedGap::parameters() const
{
    using L = SmoothedGap;
    static const LawParameter list[] = {
        law_parameter<L>("stiffness", &L::stiffness, Scaling{{1, 1}, {0, 0}}),
        law_parameter<L>("clearance", &L::clearance, {}),
        law_parameter<L>("smoothing", &L::delta, {})};
    return list;
}

std::shared_ptr<Law> SmoothedGap::copy() const
{
    return std::make_shared<SmoothedGap>(*this);
}

void SmoothedGap::force(JointMemory&, const JointVector& r, const JointVector&,
                        ForceAndTangent& out) const
{
    out.clear(r.size());
    for (Index i = 0; i < r.size(); ++i)
        for_corners(*this, i, [&](const SmoothedCorner& corner) {
            const ForceAndSlope slope = force_at(corner, r(i));
            out.f(i) += slope.f;
            out.df_dr(i, i) += slope.df_dr;
        });
}

RowSlope SmoothedGap::slope(double r, double) const
{
    RowSlope slope;
    for_corners(*this, 0,
                [&](const SmoothedCorner& corner) { slope.by_r += force_at(corner, r).df_dr; });
    return slope;
}

// The bound also holds for both corners together: the slopes of u s(u) at u and -u sum to one, and
// beyond -u the other slope decreases to zero and below.
Bound SmoothedGap::bound(Index, double) const
{
    return {stiffness * steepest_slope(), 0};
}

void SmoothedGap::piece(const JointPhases&, JointPiece& out) const
{
    for (Index i = 0; i < out.at.size(); ++i)
        for_corners(*this, i, [&](const SmoothedCorner& corner) { out.corners.push_back(corner); });
}

std::optional<Smoothing> SmoothedGap::smoothing() const
{
    return Smoothing{delta, radius_of_influence() / delta, clearance,
                     largest_error() * stiffness / delta};
}

} // namespace slideway::contact
