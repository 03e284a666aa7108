#include "dynamics/harmonic/extremum_equations.hpp"

#include "base/text.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double period = 2 * std::numbers::pi;

// Computes the column of {F = 0, s = 0}.
void slope_column(const HarmonicBalance& model, HarmonicBalance::Evaluation& evaluation,
                  ResonanceSlope& slope, const PeakParameter& p, ResonanceSlope::Partials& partials,
                  PeakColumn& out)
{
    const Index n = model.n();
    out.E.setZero(n + 1);
    out.log_rms = 0;
    if (p.level) {
        model.add_by_level(evaluation, out.E);
        out.E(n) += slope.s_level();
        out.log_rms += slope.log_rms_level();
    }
    auto add = [&] {
        out.E.head(n) += partials.F;
        out.E(n) += partials.s;
        out.log_rms += partials.log_rms;
    };
    if (p.damping) {
        slope.by_damping_factor(evaluation, partials);
        add();
    }
    for (const PeakParameter::Number& number : p.numbers) {
        slope.by_parameter(evaluation, number.joint, *law_parameter(model, number).scaling,
                           partials);
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
        const contact::OnsetPlace& onset_place = onsets.list[i].at;
        if (onset_place.kind != place.kind || (onset_place.side != place.side && !first))
            continue;
        const double distance = first ? 0 : apart(onset_place.phase, place.phase);
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

std::string joints_of(const HarmonicBalance& model, const Kink& kink)
{
    std::vector<std::string> names = {model.system().joints[kink.joint].name};
    for (const Kink& other : kink.also)
        names.push_back(model.system().joints[other.joint].name);
    return listed(names, "and");
}

KinkEquations::KinkEquations(MotionFamily& motions, std::size_t output, Kink kink)
    : motions_(motions), model_(motions.model()), kink_(std::move(kink)), at_(model_),
      slope_(model_, output)
{
    const auto& joints = model_.system().joints;
    at_.held.resize(joints.size());
    parts_.push_back({&kink_, 0, 0, {}});
    for (Kink& other : kink_.also)
        parts_.push_back({&other, 0, 0, {}});
    for (Part& part : parts_) {
        at_.held[part.kink->joint] = part.kink->places;
        for (std::size_t k = 0; k <= part.kink->joint; ++k) {
            part.n = joints[k].on.rows.rows() * model_.harmonics().size();
            if (k < part.kink->joint)
                part.first += part.n;
        }
    }
}

bool KinkEquations::evaluate(const Vector& x, double p)
{
    if (motions_.holds(at_, x.head(model_.n()), x(model_.n()), p))
        return defined_;
    defined_ = false;
    if (!motions_.evaluate(x.head(model_.n()), x(model_.n()), p, at_))
        return false;
    for (Part& part : parts_) {
        const std::size_t joint = part.kink->joint;
        contact::slip_onsets(model_.system().joints[joint].law, x.segment(part.first, part.n),
                             at_.held[joint], at_.work[joint], part.onsets);
        if (matching(part.onsets, part.kink->places.front()) < 0)
            return false;
    }
    defined_ = true;
    return true;
}

bool KinkEquations::operator()(const Vector& x, double p, continuation::Equations& out)
{
    const Index n = model_.n();
    if (!evaluate(x, p))
        return false;
    motions_.take(at_, out);
    const Part& part = parts_.front();
    const Index i = matching(part.onsets, kink_.places.front());
    out.F(n) = part.onsets.list[static_cast<std::size_t>(i)].margin;
    out.F_x.row(n).setZero();
    out.F_x.row(n).segment(part.first, part.n) = part.onsets.gradient.col(i).transpose();
    out.F_p(n) = margin_column(motions_.parameter());
    return std::isfinite(out.F(n)) && out.F_x.row(n).allFinite();
}

continuation::Problem KinkEquations::problem()
{
    continuation::Problem problem;
    problem.n_like_unknowns = model_.n();
    problem.evaluate = [this](const Vector& x, double p, continuation::Equations& out) -> bool {
        return (*this)(x, p, out);
    };
    return problem;
}

KinkEquations::Slopes KinkEquations::slopes(const Vector& x, double p)
{
    const double undefined = std::numeric_limits<double>::quiet_NaN();
    if (!evaluate(x, p))
        return {undefined, undefined, undefined};
    Slopes result{};
    result.stick = slope_.value(at_);
    jumps_.clear();
    for (const Part& part : parts_)
        for (const contact::OnsetPlace& place : part.kink->places)
            if (const Index i = matching(part.onsets, place); i >= 0)
                jumps_.push_back(
                    {part.kink->joint, part.onsets.jump.col(i), part.onsets.gradient.col(i)});
    result.slip = slope_.value(at_, jumps_);
    lu_.compute(at_.equations.F_x);
    v_ = -at_.equations.F_p;
    lu_.solve_in_place(v_);
    result.margin = margin_along(v_);
    return result;
}

double KinkEquations::margin_along(const Vector& r) const
{
    const Part& part = parts_.front();
    return part.onsets.gradient.col(matching(part.onsets, kink_.places.front()))
        .dot(r.segment(part.first, part.n));
}

KinkEquations::Way KinkEquations::along_frequency() const
{
    return {v_, margin_along(v_)};
}

KinkEquations::Way KinkEquations::along_parameter()
{
    const Index n = model_.n();
    continuation::Equations equations;
    equations.F.resize(n);
    equations.F_x.resize(n, n + 1);
    equations.F_p.resize(n);
    motions_.take(at_, equations);
    Vector r = -equations.F_p;
    lu_.solve_in_place(r);
    const double margin = margin_along(r) + margin_column(motions_.parameter());
    return {std::move(r), margin};
}

bool is_maximum(const KinkEquations::Slopes& slopes)
{
    const bool slip_above = slopes.margin > 0;
    const double below = slip_above ? slopes.stick : slopes.slip,
                 above = slip_above ? slopes.slip : slopes.stick;
    return std::abs(below) > std::abs(above) ? below > 0 : above < 0;
}

Vector KinkEquations::into_slip() const
{
    const Part& own = parts_.front();
    const double size =
        own.onsets.list[static_cast<std::size_t>(matching(own.onsets, kink_.places.front()))].size;
    Vector r = Vector::Zero(model_.n());
    for (const Part& part : parts_) {
        const Index i = matching(part.onsets, part.kink->places.front());
        const auto gradient = part.onsets.gradient.col(i);
        const double share = part.onsets.list[static_cast<std::size_t>(i)].size / size;
        r.segment(part.first, part.n) = share / gradient.squaredNorm() * gradient;
    }
    return r;
}

const ResonanceSlope& KinkEquations::derivatives()
{
    slope_.differentiate(at_);
    return slope_;
}

double KinkEquations::margin_column(const PeakParameter& p) const
{
    double margin = 0;
    const Part& part = parts_.front();
    for (const PeakParameter::Number& number : p.numbers)
        if (number.joint == kink_.joint)
            margin += contact::margin_by_parameter(model_.harmonics(),
                                                   *law_parameter(model_, number).scaling,
                                                   at_.R.segment(part.first, part.n), part.onsets,
                                                   matching(part.onsets, kink_.places.front()));
    return margin;
}

void KinkEquations::column(const PeakParameter& p, PeakColumn& out)
{
    slope_column(model_, at_, slope_, p, partials_, out);
    out.E(model_.n()) = margin_column(p);
}

void KinkEquations::take_places()
{
    for (Part& part : parts_) {
        for (contact::OnsetPlace& place : part.kink->places)
            if (const Index i = matching(part.onsets, place); i >= 0)
                place = part.onsets.list[static_cast<std::size_t>(i)].at;
        at_.held[part.kink->joint] = part.kink->places;
    }
}

} // namespace slideway::dynamics
