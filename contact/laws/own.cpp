#include "contact/laws/own.hpp"

#include "contact/laws/law_of.hpp"
#include <algorithm>

namespace slideway::contact {

void Own::force(JointMemory&, const JointVector& r, const JointVector& v,
                ForceAndTangent& out) const
{
    out.clear(r.size());
    for (Index i = 0; i < r.size(); ++i) {
        const OwnForce::Value value = of->at(r(i), v(i));
        out.f(i) = value.f;
        out.df_dr(i, i) = value.df_dr;
        out.df_dv(i, i) = value.df_dv;
    }
}

void Own::forces(const Matrix& r, const Matrix& v, RowForces& out) const
{
    out.f.resizeLike(r);
    out.df_dr.resizeLike(r);
    out.df_dv.resizeLike(r);
    of->at(r.data(), v.data(), r.size(), out.f.data(), out.df_dr.data(), out.df_dv.data());
}

Bound Own::bound(Index, double reach) const
{
    constexpr int steps = 4; // on either side of rest
    Bound most;
    for (int i = reach > 0 ? -steps : 0; i <= (reach > 0 ? steps : 0); ++i) {
        const OwnForce::Value value = of->at(reach * i / steps, 0);
        most.stiffness = std::max(most.stiffness, value.df_dr);
        most.damping = std::max(most.damping, value.df_dv);
    }
    return most;
}

template JointLaw::JointLaw(Own law);

} // namespace slideway::contact
