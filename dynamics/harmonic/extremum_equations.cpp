#include "dynamics/harmonic/extremum_equations.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double period = 2 * std::numbers::pi;

const contact::LawParameter& of(const HarmonicBalance& model, const PeakParameter::Number& number)
{
    return model.system().joints[number.joint].law.info().parameters[static_cast<std::size_t>(
        number.parameter)];
}

// F by ln level.
void add_drive(const HarmonicBalance& model, const HarmonicBalance::Evaluation& at, Vector& F)
{
    const Index means = model.harmonics().means ? 1 : 0;
    for (Index a = 0; a < model.n_rows(); ++a) {
        const Index row = model.first(a) + means;
        F(row) -= at.level * at.drive(a).real();
        F(row + 1) += at.level * at.drive(a).imag();
    }
}

// Of {F = 0, s = 0}.
void slope_column(const HarmonicBalance& model, HarmonicBalance::Evaluation& at,
                  ResonanceSlope& slope, const PeakParameter& p, ResonanceSlope::Partials& partials,
                  PeakColumn& out)
{
    const Index n = model.n();
    out.E.setZero(n + 1);
    out.log_rms = 0;
    if (p.level) {
        add_drive(model, at, out.E);
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
        slope.by_parameter(at, number.joint, of(model, number).scaling, partials);
        add();
    }
}

} // namespace

PeakParameter number_of(const HarmonicBalance& model, std::string_view name,
                        std::span<const std::size_t> joints)
{
    PeakParameter p;
    for (const std::size_t joint : joints)
        p.numbers.push_back({joint, model.system().joints.at(joint).law.parameter_index(name)});
    return p;
}

PeakParameter number_of(const HarmonicBalance& model, std::string_view name)
{
    std::vector<std::size_t> having;
    const auto& joints = model.system().joints;
    for (std::size_t i = 0; i < joints.size(); ++i)
        for (const contact::LawParameter& parameter : joints[i].law.info().parameters)
            if (parameter.name == name)
                having.push_back(i);
    if (having.empty())
        throw std::invalid_argument("no joint has a number \"" + std::string(name) + "\"");
    return number_of(model, name, having);
}

bool evaluate_at(const HarmonicBalance& model, const Vector& x, double p,
                 HarmonicBalance::Evaluation& at)
{
    const double Omega = x(model.n()), level = std::exp(p);
    return Omega > 0 && level > 0 && std::isfinite(level) && std::isfinite(Omega) &&
           model.evaluate(x.head(model.n()), Omega, level, at);
}

void take_balance(const HarmonicBalance& model, const HarmonicBalance::Evaluation& at,
                  continuation::Equations& out)
{
    const Index n = model.n();
    out.F.head(n) = at.equations.F;
    out.F_x.topLeftCorner(n, n) = at.equations.F_x;
    out.F_x.col(n).head(n) = at.equations.F_p;
    out.F_p.setZero();
    add_drive(model, at, out.F_p);
}

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
    const Index n = model_.n();
    if (at_.holds(x.head(n), x(n), std::exp(p)))
        return true;
    differentiated_ = false;
    return evaluate_at(model_, x, p, at_);
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
    const Index n = model_.n();
    if (!evaluate(x, p))
        return false;
    const ResonanceSlope& slope = derivatives(x, p);
    take_balance(model_, at_, out);
    out.F(n) = slope.s();
    out.F_x.row(n).head(n) = slope.s_r().transpose();
    out.F_x(n, n) = slope.s_Omega();
    out.F_p(n) = slope.s_level();
    return std::isfinite(out.F(n)) && out.F_x.row(n).allFinite() && std::isfinite(out.F_p(n));
}

void ExtremumEquations::column(const PeakParameter& p, PeakColumn& out)
{
    slope_column(model_, at_, slope_, p, partials_, out);
}

KinkEquations::KinkEquations(const HarmonicBalance& model, std::size_t output, Kink kink)
    : model_(model), kink_(std::move(kink)), at_(model), slope_(model, output)
{
    at_.held.resize(model.system().joints.size());
    at_.held[kink_.joint] = kink_.places;
    for (std::size_t k = 0; k <= kink_.joint; ++k) {
        n_ = model.system().joints[k].on.rows.rows() * model.harmonics().size();
        if (k < kink_.joint)
            first_ += n_;
    }
}

bool KinkEquations::evaluate(const Vector& x, double p)
{
    if (at_.holds(x.head(model_.n()), x(model_.n()), std::exp(p)))
        return defined_;
    defined_ = false;
    if (!evaluate_at(model_, x, p, at_))
        return false;
    contact::slip_onsets(model_.system().joints[kink_.joint].law, x.segment(first_, n_),
                         at_.held[kink_.joint], at_.work, onsets_);
    defined_ = matching(onsets_, kink_.places.front()) >= 0;
    return defined_;
}

bool KinkEquations::operator()(const Vector& x, double p, continuation::Equations& out)
{
    const Index n = model_.n();
    if (!evaluate(x, p))
        return false;
    take_balance(model_, at_, out);
    const Index i = matching(onsets_, kink_.places.front());
    out.F(n) = onsets_.list[static_cast<std::size_t>(i)].margin;
    out.F_x.row(n).setZero();
    out.F_x.row(n).segment(first_, n_) = onsets_.gradient.col(i).transpose();
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

void KinkEquations::column(const PeakParameter& p, PeakColumn& out)
{
    slope_column(model_, at_, slope_, p, partials_, out);
    double& margin = out.E(model_.n()) = 0;
    for (const PeakParameter::Number& number : p.numbers)
        if (number.joint == kink_.joint)
            margin += contact::margin_by_parameter(model_.harmonics(), of(model_, number).scaling,
                                                   at_.R.segment(first_, n_), onsets_,
                                                   matching(onsets_, kink_.places.front()));
}

void KinkEquations::take_places()
{
    for (contact::OnsetPlace& place : kink_.places)
        if (const Index i = matching(onsets_, place); i >= 0)
            place = onsets_.list[static_cast<std::size_t>(i)].at;
    at_.held[kink_.joint] = kink_.places;
}

} // namespace slideway::dynamics
