#include "contact/laws/own.hpp"

#include "contact/laws/sampled_cycle.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <utility>

namespace slideway::contact {

Own::Own(std::shared_ptr<const OwnForce> own_force) : force_(std::move(own_force)) {}

LawDescription Own::description() const
{
    return {"own", "f(r, v) of a script", Directions::one};
}

void Own::force(JointMemory&, const JointVector& r, const JointVector& v,
                ForceAndTangent& out) const
{
    out.clear(r.size());
    for (Index i = 0; i < r.size(); ++i) {
        const OwnForce::Value value = force_->at(r(i), v(i));
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
    force_->at(r.data(), v.data(), r.size(), out.f.data(), out.df_dr.data(), out.df_dv.data());
}

Bound Own::bound(Index, double reach) const
{
    constexpr int steps = 4; // on either side of rest
    Bound most;
    for (int i = reach > 0 ? -steps : 0; i <= (reach > 0 ? steps : 0); ++i) {
        const OwnForce::Value value = force_->at(reach * i / steps, 0);
        most.stiffness = std::max(most.stiffness, value.df_dr);
        most.damping = std::max(most.damping, value.df_dv);
    }
    return most;
}

void Own::sampled_force(const Harmonics& h, const VectorIn& R, double Omega, Index samples,
                        HarmonicForce& out) const
{
    const Index m = h.size(), rows = rows_of(h, R), first = h.means ? 1 : 0;
    if (!prepare(h, rows, R, Vector(), out))
        return;
    const SampledCycle cycle(h, R, samples);
    Matrix rate = Matrix::Zero(m, samples); // derivative of the basis by theta
    for (Index k = 1; k <= h.n_h; ++k) {
        const Index c = first + 2 * (k - 1);
        rate.row(c) = -static_cast<double>(k) * cycle.basis.row(c + 1);
        rate.row(c + 1) = static_cast<double>(k) * cycle.basis.row(c);
    }
    const Matrix by_theta = R.reshaped(m, rows).transpose() * rate;
    RowForces sampled;
    forces(cycle.motion, Omega * by_theta, sampled);
    out.F.reshaped(m, rows) = cycle.projected * sampled.f.transpose();
    out.F_Omega.resize(R.size());
    out.F_Omega.reshaped(m, rows) =
        cycle.projected * sampled.df_dv.cwiseProduct(by_theta).transpose();
    for (Index row = 0; row < rows; ++row) {
        cycle.add_slope(row, row, sampled.df_dr.row(row), out);
        out.J.block(row * m, row * m, m, m).noalias() +=
            Matrix(cycle.projected * (Omega * sampled.df_dv.row(row)).asDiagonal()) *
            rate.transpose();
    }
}

} // namespace slideway::contact
