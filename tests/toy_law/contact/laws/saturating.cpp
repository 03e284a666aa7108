#include "contact/laws/saturating.hpp"

#include <cmath>

namespace slideway::contact {

LawDescription Saturating::description() const
{
    return {"saturating", "spring that gives way", Directions::one};
}

void Saturating::force(JointMemory&, const JointVector& r, const JointVector&,
                       ForceAndTangent& out) const
{
    out.clear(r.size());
    for (Index i = 0; i < r.size(); ++i) {
        const double t = std::tanh(r(i) / length);
        out.f(i) = limit * t;
        out.df_dr(i, i) = limit / length * (1 - t * t);
    }
}

Bound Saturating::bound(Index, double) const
{
    return {limit / length, 0};
}

} // namespace slideway::contact
