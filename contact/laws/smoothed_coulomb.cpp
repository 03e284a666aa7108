#include "contact/laws/smoothed_coulomb.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/state_harmonics.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <cmath>
#include <numbers>

namespace slideway::contact {

LawDescription SmoothedCoulomb::description() const
{
    return {"coulomb",
            sign == SmoothedSign::tanh ? "dry friction, smoothed by tanh"
                                       : "dry friction, smoothed by arctan",
            Directions::components};
}

std::span<const LawParameter> SmoothedCoulomb::parameters() const
{
    using L = SmoothedCoulomb;
    static const LawParameter list[] = {
        law_parameter<L>("limit", &L::limit, Scaling{{1, 1}, {0, 0}}),
        law_parameter<L>("smoothing", &L::speed, Scaling{{0, 0}, {-1, -1}})};
    return list;
}

std::shared_ptr<Law> SmoothedCoulomb::copy() const
{
    return std::make_shared<SmoothedCoulomb>(*this);
}

std::optional<JointLaw> SmoothedCoulomb::times(double n) const
{
    return SmoothedCoulomb({n * limit, speed, sign});
}

SmoothedCoulomb::Friction SmoothedCoulomb::friction(double v) const
{
    const double u = v / speed;
    if (sign == SmoothedSign::tanh) {
        const double t = std::tanh(u), e = std::exp(-2 * std::abs(u));
        const double slope = 4 * e / ((1 + e) * (1 + e)); // 1 - t^2, without cancellation
        return {limit * t, limit / speed * slope, -2 * limit / (speed * speed) * t * slope};
    }
    const double scale = limit * 2 / std::numbers::pi, slope = 1 / (1 + u * u);
    return {scale * std::atan(u), scale / speed * slope,
            -2 * scale / (speed * speed) * (u * slope) * slope};
}

void SmoothedCoulomb::force(JointMemory&, const JointVector& r, const JointVector& v,
                            ForceAndTangent& out) const
{
    out.clear(r.size());
    for (Index i = 0; i < r.size(); ++i) {
        const Friction value = friction(v(i));
        out.f(i) = value.f;
        out.df_dv(i, i) = value.slope;
    }
}

void SmoothedCoulomb::forces(const Matrix& r, const Matrix& v, RowForces& out) const
{
    out.f.resizeLike(r);
    out.df_dv.resizeLike(r);
    out.df_dr.setZero(r.rows(), r.cols());
    for (Index i = 0; i < r.size(); ++i) {
        const Friction value = friction(v.data()[i]);
        out.f.data()[i] = value.f;
        out.df_dv.data()[i] = value.slope;
    }
}

RowSlope SmoothedCoulomb::slope(double, double v) const
{
    return {0, friction(v).slope};
}

Bound SmoothedCoulomb::bound(Index, double) const
{
    return {0, friction(0).slope};
}

void SmoothedCoulomb::piece(const JointPhases&, JointPiece&) const {}

void SmoothedCoulomb::evaluate(bool second, StateSamples& s) const
{
    for (Index i = 0; i < s.v.size(); ++i) {
        const Friction value = friction(s.v(i));
        s.f(i) = value.f;
        s.f_r(i) = 0;
        s.f_v(i) = value.slope;
        if (second) {
            s.f_rr(i) = s.f_rv(i) = 0;
            s.f_vv(i) = value.curvature;
        }
    }
}

void SmoothedCoulomb::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets,
                                     HarmonicWorkspace& work, HarmonicForce& out) const
{
    constexpr Index most_samples = 65536;
    const Harmonics& h = work.harmonics;
    if (!prepare(h, rows_of(h, R), R, lambda, out))
        return;
    for (Index row = 0; row < rows_of(h, R); ++row)
        if (const Index samples = add_settled_force(
                {row, R, lambda, true, work.Omega}, most_samples,
                [this](bool second, StateSamples& s) { evaluate(second, s); }, work, out))
            throw InputError("smoothed friction: with smoothing = " + number_text(speed) +
                             " its harmonic force does not settle with " + std::to_string(samples) +
                             " samples per cycle at speeds up to " +
                             number_text(work.samples.v.cwiseAbs().maxCoeff(), 3) +
                             " m/s; expected a larger smoothing, or forced-response with forces "
                             "= \"sampled\"");
}

void SmoothedCoulomb::sampled_force(const Harmonics& h, const VectorIn& R, double Omega,
                                    Index samples, HarmonicForce& out) const
{
    HarmonicWorkspace work(h);
    const Vector none;
    if (prepare(h, rows_of(h, R), R, none, out))
        for (Index row = 0; row < rows_of(h, R); ++row)
            add_state_force(
                {row, R, none, true, Omega}, samples,
                [this](bool second, StateSamples& s) { evaluate(second, s); }, work, out);
}

} // namespace slideway::contact
