#pragma once

#include "contact/laws/law.hpp"

namespace slideway::contact {

/// A saturating spring: f = limit tanh(r / length) on each row.
class Saturating final : public Law {
public:
    double limit = 0;  ///< [N]
    double length = 0; ///< [m]

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
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
