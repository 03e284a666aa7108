#include "contact/laws/saturating.hpp"

#include "contact/laws/law_of.hpp"

#include <cmath>

namespace slideway::contact {

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

template JointLaw::JointLaw(Saturating law);

} // namespace slideway::contact
