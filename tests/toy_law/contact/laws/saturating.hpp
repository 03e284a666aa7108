#pragma once

#include "contact/laws/joint_force.hpp"
#include "contact/laws/joint_law.hpp"

namespace slideway::contact {

/// A saturating spring: f = limit tanh(r / length) on each row.
struct Saturating {
    static constexpr std::string_view keyword = "saturating", about = "spring that gives way";
    static constexpr Directions directions = Directions::one;

    double limit = 0;  ///< [N]
    double length = 0; ///< [m]

    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const;
    [[nodiscard]] Bound bound(Index row, double reach) const;
};

template <class F>
void fields(F& f, Saturating& law)
{
    using Range = typename F::Range;
    f.number({"limit", "N", "largest force", true, Range::positive()}, law.limit);
    f.number({"length", "m", "where the force has 76 % of it", true, Range::positive()},
             law.length);
}

} // namespace slideway::contact
