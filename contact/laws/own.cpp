#include "contact/laws/own.hpp"

#include "base/error.hpp"
#include "contact/laws/sampled_cycle.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <utility>

namespace slideway::contact {

void OwnForce::refuse(double, const std::string& why) const
{
    throw InputError("a law of a script: " + why);
}

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

double Own::slope(double r) const
{
    return force_->at(r, 0).df_dr;
}

void Own::piece(const JointPhases&, JointPiece&) const {}

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

void Own::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets,
                         HarmonicWorkspace& work, HarmonicForce& out) const
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size(), rows = rows_of(h, R);
    if (!prepare(h, rows, R, lambda, out))
        return;
    // The error of a smooth force is squared when the steps are halved: from 1e-8 to round-off.
    constexpr double settled = 1e-8;
    constexpr Index most_samples = 8192;
    RowForces sampled;
    for (Index samples = std::max<Index>(64, 16 * h.n_h);; samples *= 2) {
        const SampledCycle cycle(h, R, samples);
        const Matrix at_rest = Matrix::Zero(rows, samples);
        forces(cycle.motion, at_rest, sampled);
        const Matrix F = cycle.projected * sampled.f.transpose();
        Matrix every_other = Matrix::Zero(m, rows);
        for (Index i = 0; i < samples; i += 2)
            every_other.noalias() += 2 * cycle.projected.col(i) * sampled.f.col(i).transpose();
        if ((F - every_other).norm() > settled * F.norm()) {
            if (2 * samples > most_samples)
                force_->refuse(cycle.motion.cwiseAbs().maxCoeff(),
                               "its harmonic force does not settle with " +
                                   std::to_string(samples) +
                                   " samples per cycle; expected a force without kinks, or "
                                   "forced-response with forces = \"sampled\"");
            continue;
        }
        out.F.reshaped(m, rows) = F;
        for (Index row = 0; row < rows; ++row)
            cycle.add_slope(row, row, sampled.df_dr.row(row), out);
        if (lambda.size() == 0)
            return;
        const double step = 1e-5 * cycle.motion.cwiseAbs().maxCoeff();
        if (!(step > 0))
            return;
        RowForces ahead, behind;
        forces((cycle.motion.array() + step).matrix(), at_rest, ahead);
        forces((cycle.motion.array() - step).matrix(), at_rest, behind);
        const Matrix by_r_twice = (ahead.df_dr - behind.df_dr) / (2 * step);
        for (Index row = 0; row < rows; ++row) {
            const Vector weights = (cycle.projected.transpose() * lambda.segment(row * m, m))
                                       .cwiseProduct(by_r_twice.row(row).transpose());
            out.H.block(row * m, row * m, m, m).noalias() +=
                cycle.basis * weights.asDiagonal() * cycle.basis.transpose();
        }
        return;
    }
}

} // namespace slideway::contact
