#include "dynamics/harmonic/extremum_equations.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double period = 2 * std::numbers::pi;

// Of {F = 0, s = 0}.
void slope_column(const HarmonicBalance& model, HarmonicBalance::Evaluation& at,
                  ResonanceSlope& slope, const PeakParameter& p, ResonanceSlope::Partials& partials,
                  PeakColumn& out)
{
    const Index n = model.n();
    out.E.setZero(n + 1);
    out.log_rms = 0;
    if (p.level) {
        model.add_by_level(at, out.E);
        out.E(n) += slope.s_level();
        out.log_rms += slope.log_rms_level();
    }
    auto add = [&] {
        out.E.head(n) += partials.F;
        out.E(n) += partials.s;
        out.log_rms += partials.log_rms;
    };
    if (p.damping) {
        slope.by_damping_factor(at, partials);
        add();
    }
    for (const PeakParameter::Number& number : p.numbers) {
        slope.by_parameter(at, number.joint, *law_parameter(model, number).scaling, partials);
        add();
    }
}

} // namespace

double apart(double a, double b)
{
    return std::abs(std::remainder(a - b, period));
}

Index matching(const contact::SlipOnsets& onsets, const contact::OnsetPlace& place)
{
    const bool first = place.kind == contact::OnsetKind::first_slip; // one of them at most
    Index found = -1;
    double nearest = period;
    for (std::size_t i = 0; i < onsets.list.size(); ++i) {
        const contact::OnsetPlace& at = onsets.list[i].at;
        if (at.kind != place.kind || (at.side != place.side && !first))
            continue;
        const double distance = first ? 0 : apart(at.phase, place.phase);
        if (distance < nearest) {
            nearest = distance;
            found = static_cast<Index>(i);
        }
    }
    return found;
}

bool ExtremumEquations::evaluate(const Vector& x, double p)
{
    const Index n = motions_.model().n();
    if (motions_.holds(at_, x.head(n), x(n), p))
        return true;
    differentiated_ = false;
    return motions_.evaluate(x.head(n), x(n), p, at_);
}

double ExtremumEquations::slope(const Vector& x, double p)
{
    if (!evaluate(x, p))
        return std::numeric_limits<double>::quiet_NaN();
    differentiated_ = false;
    return slope_.value(at_);
}

const ResonanceSlope& ExtremumEquations::derivatives(const Vector& x, double p)
{
    if (evaluate(x, p) && !differentiated_) {
        slope_.differentiate(at_);
        differentiated_ = true;
    }
    return slope_;
}

bool ExtremumEquations::operator()(const Vector& x, double p, continuation::Equations& out)
{
    const Index n = motions_.model().n();
    if (!evaluate(x, p))
        return false;
    const ResonanceSlope& slope = derivatives(x, p);
    motions_.take(at_, out);
    out.F(n) = slope.s();
    out.F_x.row(n).head(n) = slope.s_r().transpose();
    out.F_x(n, n) = slope.s_Omega();
    column(motions_.parameter(), column_);
    out.F_p(n) = column_.E(n);
    return std::isfinite(out.F(n)) && out.F_x.row(n).allFinite() && std::isfinite(out.F_p(n));
}

void ExtremumEquations::column(const PeakParameter& p, PeakColumn& out)
{
    slope_column(motions_.model(), at_, slope_, p, partials_, out);
}

KinkEquations::KinkEquations(MotionFamily& motions, std::size_t output, Kink kink)
    : motions_(motions), model_(motions.model()), kink_(std::move(kink)), at_(model_),
      slope_(model_, output)
{
    at_.held.resize(model_.system().joints.size());
    at_.held[kink_.joint] = kink_.places;
    for (std::size_t k = 0; k <= kink_.joint; ++k) {
        n_ = model_.system().joints[k].on.rows.rows() * model_.harmonics().size();
        if (k < kink_.joint)
            first_ += n_;
    }
}

bool KinkEquations::evaluate(const Vector& x, double p)
{
    if (motions_.holds(at_, x.head(model_.n()), x(model_.n()), p))
        return defined_;
    defined_ = false;
    if (!motions_.evaluate(x.head(model_.n()), x(model_.n()), p, at_))
        return false;
    contact::slip_onsets(model_.system().joints[kink_.joint].law, x.segment(first_, n_),
                         at_.held[kink_.joint], at_.work[kink_.joint], onsets_);
    defined_ = matching(onsets_, kink_.places.front()) >= 0;
    return defined_;
}

bool KinkEquations::operator()(const Vector& x, double p, continuation::Equations& out)
{
    const Index n = model_.n();
    if (!evaluate(x, p))
        return false;
    motions_.take(at_, out);
    const Index i = matching(onsets_, kink_.places.front());
    out.F(n) = onsets_.list[static_cast<std::size_t>(i)].margin;
    out.F_x.row(n).setZero();
    out.F_x.row(n).segment(first_, n_) = onsets_.gradient.col(i).transpose();
    out.F_p(n) = margin_column(motions_.parameter());
    return std::isfinite(out.F(n)) && out.F_x.row(n).allFinite();
}

KinkEquations::Slopes KinkEquations::slopes(const Vector& x, double p)
{
    const double undefined = std::numeric_limits<double>::quiet_NaN();
    if (!evaluate(x, p))
        return {undefined, undefined, undefined};
    Slopes result{};
    result.stick = slope_.value(at_);
    jumps_.clear();
    for (const contact::OnsetPlace& place : kink_.places)
        if (const Index i = matching(onsets_, place); i >= 0)
            jumps_.push_back({kink_.joint, onsets_.jump.col(i), onsets_.gradient.col(i)});
    result.slip = slope_.value(at_, jumps_);
    lu_.compute(at_.equations.F_x);
    v_ = -at_.equations.F_p;
    lu_.solve_in_place(v_);
    result.margin =
        onsets_.gradient.col(matching(onsets_, kink_.places.front())).dot(v_.segment(first_, n_));
    return result;
}

const ResonanceSlope& KinkEquations::derivatives()
{
    slope_.differentiate(at_);
    return slope_;
}

double KinkEquations::margin_column(const PeakParameter& p) const
{
    double margin = 0;
    for (const PeakParameter::Number& number : p.numbers)
        if (number.joint == kink_.joint)
            margin += contact::margin_by_parameter(
                model_.harmonics(), *law_parameter(model_, number).scaling,
                at_.R.segment(first_, n_), onsets_, matching(onsets_, kink_.places.front()));
    return margin;
}

void KinkEquations::column(const PeakParameter& p, PeakColumn& out)
{
    slope_column(model_, at_, slope_, p, partials_, out);
    out.E(model_.n()) = margin_column(p);
}

void KinkEquations::take_places()
{
    for (contact::OnsetPlace& place : kink_.places)
        if (const Index i = matching(onsets_, place); i >= 0)
            place = onsets_.list[static_cast<std::size_t>(i)].at;
    at_.held[kink_.joint] = kink_.places;
}

} // namespace slideway::dynamics
