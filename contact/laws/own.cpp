#include "contact/laws/own.hpp"

#include "base/error.hpp"
#include "contact/laws/state_harmonics.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <utility>

namespace slideway::contact {

void OwnForce::refuse(double, double, const std::string& why) const
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

RowSlope Own::slope(double r, double v) const
{
    const OwnForce::Value value = force_->at(r, v);
    return {value.df_dr, value.df_dv};
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

// Force and slopes. Second derivatives are differences of the slopes at steps ahead of the samples
// and behind them.
void Own::evaluate(bool second, StateSamples& s) const
{
    const Index n = s.r.size();
    if (!second) {
        force_->at(s.r.data(), s.v.data(), n, s.f.data(), s.f_r.data(), s.f_v.data());
        return;
    }
    constexpr double share = 1e-5; // step, as a part of the largest displacement and velocity
    const auto differences = [&](double step_r, double step_v, Vector& by_r, Vector& by_v) {
        const double step = step_r + step_v;
        by_r.setZero(n);
        by_v.setZero(n);
        if (!(step > 0))
            return;
        Vector f(n), f_r(n), f_v(n);
        for (const double side : {1.0, -1.0}) {
            const Vector r = s.r.array() + side * step_r, v = s.v.array() + side * step_v;
            force_->at(r.data(), v.data(), n, f.data(), f_r.data(), f_v.data());
            by_r += side / (2 * step) * f_r;
            by_v += side / (2 * step) * f_v;
        }
    };
    Vector f_vr(n);
    differences(share * s.r.cwiseAbs().maxCoeff(), 0, s.f_rr, s.f_rv);
    differences(0, share * s.v.cwiseAbs().maxCoeff(), f_vr, s.f_vv);
    s.f_rv = (s.f_rv + f_vr) / 2;
}

void Own::sampled_force(const Harmonics& h, const VectorIn& R, double Omega, Index samples,
                        HarmonicForce& out) const
{
    HarmonicWorkspace work(h);
    const Vector none;
    if (prepare(h, rows_of(h, R), R, none, out))
        for (Index row = 0; row < rows_of(h, R); ++row)
            add_state_force(
                {row, R, none, depends_on_velocity(), Omega}, samples,
                [this](bool second, StateSamples& s) { evaluate(second, s); }, work, out);
}

void Own::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets,
                         HarmonicWorkspace& work, HarmonicForce& out) const
{
    constexpr Index most_samples = 8192; // so that kinks do not settle
    const Harmonics& h = work.harmonics;
    if (!prepare(h, rows_of(h, R), R, lambda, out))
        return;
    for (Index row = 0; row < rows_of(h, R); ++row)
        if (const Index samples = add_settled_force(
                {row, R, lambda, depends_on_velocity(), work.Omega}, most_samples,
                [this](bool second, StateSamples& s) { evaluate(second, s); }, work, out))
            force_->refuse(work.samples.r.cwiseAbs().maxCoeff(),
                           work.samples.v.cwiseAbs().maxCoeff(),
                           "its harmonic force does not settle with " + std::to_string(samples) +
                               " samples per cycle; expected a force without kinks, or "
                               "forced-response with forces = \"sampled\"");
}

} // namespace slideway::contact
