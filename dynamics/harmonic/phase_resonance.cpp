#include "dynamics/harmonic/phase_resonance.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "continuation/pieces.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/response_completion.hpp"
#include "dynamics/harmonic/stuck_modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::Equations;
using continuation::Problem;
using continuation::Solution;

namespace {

struct Start {
    Vector x;
    double p;
};

class Tracer {
public:
    Tracer(const HarmonicBalance& model, const PhaseResonanceOptions& options,
           const Progress& progress)
        : n_(model.n()), o_(options), progress_(progress), equations_(model), model_(model)
    {
        const auto [from, to] = std::minmax_element(o_.levels.begin(), o_.levels.end());
        p_high_ = std::log(*to);
        p_low_ = *from < *to ? std::log(*from) : p_high_ - std::numbers::ln10;
        problem_.n_like_unknowns = n_;
        problem_.evaluate = [this](const Vector& x, double p, Equations& out) -> bool {
            return equations_(x, p, out);
        };
        add_backbone_monitors(problem_, n_, o_.Omega_low, o_.Omega_high,
                              [this](const Solution& solution) -> double {
                                  (void)equations_.value(solution.x, solution.p);
                                  return log_rms();
                              });
    }

    PhaseResonances trace();

private:
    Index n_;
    const PhaseResonanceOptions& o_;
    const Progress& progress_;
    PhaseEquations equations_;
    const HarmonicBalance& model_;
    Problem problem_;
    double p_low_ = 0, p_high_ = 0;
    PhaseResonances result_;
    Vector Y_;

    [[nodiscard]] double log_rms()
    {
        equations_.model().output(equations_.at(), o_.output, Y_);
        return std::log(rms(model_.harmonics(), Y_));
    }
    [[nodiscard]] bool correct(Start& start) const;
    std::vector<Start> stuck_starts();
    std::vector<Start> response_starts();
    void follow(const std::vector<Start>& starts, int direction);
    [[nodiscard]] bool known(const Start& start);
    std::vector<PhaseResonance> points_at(const Branch& curve, double p, bool report);
};

bool Tracer::correct(Start& start) const
{
    return correct_at(problem_, LevelScales{AmplitudeScales(model_)}, o_.steps.tolerance, start.x,
                      start.p);
}

// Starts from the stuck system, at a level at which all joints stick and are linear enough for
// Newton's method.
std::vector<Start> Tracer::stuck_starts()
{
    constexpr double near = 1e-2; // of its frequency
    const std::vector<double> frequencies =
        stuck_phase_resonances(model_, o_.Omega_low, o_.Omega_high);
    std::vector<Start> found;
    std::vector<double> missing;
    constexpr int most = 12;
    for (int k = 0; k < most; ++k) {
        found.clear();
        missing.clear();
        for (const double Omega : frequencies) {
            Start start{Vector(n_ + 1), p_low_};
            start.x << stuck_motion(model_, Omega, std::exp(p_low_)), Omega;
            if (correct(start) && std::abs(start.x(n_) - Omega) <= near * Omega &&
                std::isfinite(equations_.value(start.x, start.p)) &&
                sticks(equations_.model(), equations_.at()))
                found.push_back(std::move(start));
            else
                missing.push_back(Omega);
        }
        if (missing.empty() || k + 1 == most)
            break;
        p_low_ -= std::numbers::ln10;
    }
    for (const double Omega : missing)
        result_.lost.push_back("the phase resonance of the stuck system at " +
                               number_text(Omega / two_pi, 8) +
                               " Hz: no motion found near it at small levels");
    return found;
}

// Where the phase condition changes its sign along the response of the highest level.
std::vector<Start> Tracer::response_starts()
{
    ForcedResponseOptions range;
    range.level = std::exp(p_high_);
    range.Omega_from = o_.Omega_low;
    range.Omega_to = o_.Omega_high;
    range.tolerance = o_.steps.tolerance;
    range.stability = false;
    const ForcedResponse response = forced_response(model_, range, progress_);
    std::vector<Start> found;
    for (const Branch* branch : curves_of(response)) {
        Vector phase(branch->n_points());
        Matrix x(n_ + 1, branch->n_points());
        x << branch->x, branch->p.transpose();
        for (Index k = 0; k < phase.size(); ++k)
            phase(k) = equations_.value(x.col(k), p_high_);
        for (const auto& [k, share] : continuation::crossings(phase, 0)) {
            Start start{Vector((1 - share) * x.col(k) + share * x.col(k + 1)), p_high_};
            if (correct(start))
                found.push_back(std::move(start));
            else
                result_.lost.push_back("a phase resonance of the response at the highest level, " +
                                       number_text(start.x(n_) / two_pi, 8) + " Hz");
        }
    }
    return found;
}

void Tracer::follow(const std::vector<Start>& starts, int direction)
{
    continuation::Options options = options_of(o_.steps, p_low_, p_high_);
    for (const double level : o_.levels)
        options.stations.push_back(std::log(level));
    std::sort(options.stations.begin(), options.stations.end());
    for (const Start& start : starts) {
        if (result_.interrupted || known(start))
            continue;
        continuation::RescaledTrace along{problem_, options, LevelScales{AmplitudeScales(model_)},
                                          progress_};
        Branch curve = along.begin(continuation::start_of(start.x, start.p, direction));
        result_.interrupted = continuation::interrupted(curve);
        describe_end(curve);
        if (curve.n_points() > 0)
            result_.curves.push_back(std::move(curve));
        else
            result_.lost.push_back(number_text(start.x(n_) / two_pi, 8) +
                                   " Hz: " + curve.back.message);
    }
}

bool Tracer::known(const Start& start)
{
    constexpr double same = 1e-7; // frequencies, relative
    return std::any_of(
        result_.curves.begin(), result_.curves.end(), [&](const Branch& curve) -> bool {
            const std::vector<PhaseResonance> there = points_at(curve, start.p, false);
            return std::any_of(
                there.begin(), there.end(), [&](const PhaseResonance& resonance) -> bool {
                    return std::abs(resonance.x(n_) - start.x(n_)) <= same * start.x(n_);
                });
        });
}

std::vector<PhaseResonance> Tracer::points_at(const Branch& curve, double p, bool report)
{
    std::vector<PhaseResonance> list;
    for (const auto& [k, share] : continuation::crossings(curve.p, p)) {
        if (const Index position = share == 0 ? k : k + 1; curve.p(position) == p) {
            list.push_back({curve.x.col(position), std::exp(p),
                            curve.monitors(backbone_log_rms, position), 0});
            continue;
        }
        Vector x = (1 - share) * curve.x.col(k) + share * curve.x.col(k + 1);
        if (between(problem_, LevelScales{AmplitudeScales(model_)}, o_.steps.tolerance,
                    curve.x.col(k), curve.x.col(k + 1), p, x)) {
            (void)equations_.value(x, p);
            list.push_back({std::move(x), std::exp(p), log_rms(), 0});
        } else if (report) {
            result_.lost.push_back("level " + number_text(std::exp(p), 8) + ": between " +
                                   number_text(curve.x(n_, k) / two_pi, 8) + " and " +
                                   number_text(curve.x(n_, k + 1) / two_pi, 8) + " Hz");
        }
    }
    return list;
}

PhaseResonances Tracer::trace()
{
    follow(stuck_starts(), 1);
    if (!result_.interrupted)
        follow(response_starts(), -1);
    if (result_.curves.empty() && !result_.interrupted)
        throw InputError("frequency",
                         number_text(o_.Omega_low / two_pi, 9) + " to " +
                             number_text(o_.Omega_high / two_pi, 9) + " Hz",
                         "the response is nowhere in quadrature with the drive there; widen the "
                         "range");
    for (const double level : o_.levels) {
        std::vector<PhaseResonance>& resonances = result_.at_levels.emplace_back();
        for (std::size_t c = 0; c < result_.curves.size(); ++c)
            for (PhaseResonance& point : points_at(result_.curves[c], std::log(level), true)) {
                point.level = level;
                point.curve = c;
                resonances.push_back(std::move(point));
            }
        std::sort(resonances.begin(), resonances.end(),
                  [this](const PhaseResonance& a, const PhaseResonance& b) -> bool {
                      return a.x(n_) < b.x(n_);
                  });
    }
    return std::move(result_);
}

void check(const HarmonicBalance& model, const PhaseResonanceOptions& o)
{
    if (o.levels.empty())
        throw InputError("no level");
    for (const double level : o.levels) {
        ForcedResponseOptions response;
        response.level = level;
        response.Omega_from = o.Omega_low;
        response.Omega_to = o.Omega_high;
        response.tolerance = o.steps.tolerance;
        response.stability = false;
        check_forced_response(model, response);
    }
}

} // namespace

std::vector<PhaseEquations::Term> PhaseEquations::terms_of(const DrivenModes& driven)
{
    // Re(conj(p) (c - j s)) = Re p . c - Im p . s,   p = force + Omega^2 inertia - j Omega drag
    std::vector<Term> terms;
    auto add = [&](const Vector& row, double sign, int power, bool cosine) {
        if (!row.isZero(0))
            terms.push_back({row, sign, power, cosine});
    };
    add(driven.force.real(), 1, 0, true);
    add(driven.force.imag(), -1, 0, false);
    add(driven.inertia.real(), 1, 2, true);
    add(driven.inertia.imag(), -1, 2, false);
    add(driven.drag.imag(), 1, 1, true);
    add(driven.drag.real(), 1, 1, false);
    if (terms.empty())
        throw InputError("phase resonance needs a load, or a motion that shakes a body; what moves "
                         "here drives through nonlinear joints alone");
    return terms;
}

HarmonicBalance PhaseEquations::with_terms(const HarmonicBalance& model,
                                           const std::vector<Term>& terms)
{
    std::vector<ModalOutput> outputs = model.outputs();
    for (const Term& term : terms)
        outputs.push_back({term.row});
    return {model.system(), model.harmonics(), outputs, model.samples()};
}

PhaseEquations::PhaseEquations(const HarmonicBalance& model)
    : terms_(terms_of(model.system())), motions_(with_terms(model, terms_)),
      model_(motions_.model()), at_(model_)
{
}

bool PhaseEquations::evaluate(const Vector& x, double p)
{
    const Index n = model_.n();
    return motions_.holds(at_, x.head(n), x(n), p) || motions_.evaluate(x.head(n), x(n), p, at_);
}

double PhaseEquations::value(const Vector& x, double p)
{
    if (!evaluate(x, p))
        return std::numeric_limits<double>::quiet_NaN();
    const std::size_t first = model_.n_outputs() - terms_.size();
    const Index c = model_.harmonics().means ? 1 : 0;
    double sum = 0;
    for (std::size_t k = 0; k < terms_.size(); ++k) {
        model_.output(at_, first + k, Y_);
        sum += terms_[k].sign * std::pow(at_.Omega, terms_[k].power) *
               Y_(terms_[k].cosine ? c : c + 1);
    }
    return sum;
}

bool PhaseEquations::operator()(const Vector& x, double p, Equations& out)
{
    if (!evaluate(x, p))
        return false;
    motions_.take(at_, out);
    const Index n = model_.n(), c = model_.harmonics().means ? 1 : 0;
    const std::size_t first = model_.n_outputs() - terms_.size();
    out.F(n) = out.F_p(n) = 0;
    out.F_x.row(n).setZero();
    for (std::size_t k = 0; k < terms_.size(); ++k) {
        const Term& term = terms_[k];
        model_.output(at_, first + k, Y_);
        model_.output_derivatives(at_, first + k, Y_R_, Y_Omega_);
        const double factor = term.sign * std::pow(at_.Omega, term.power),
                     rate = term.sign * term.power * std::pow(at_.Omega, term.power - 1);
        const Complex h = at_.drive(model_.n_rows() + static_cast<Index>(first + k));
        const Index i = term.cosine ? c : c + 1;
        out.F(n) += factor * Y_(i);
        out.F_x.row(n).head(n) += factor * Y_R_.row(i);
        out.F_x(n, n) += factor * Y_Omega_(i) + rate * Y_(i);
        out.F_p(n) += factor * at_.level * (term.cosine ? h.real() : -h.imag());
    }
    return out.F.allFinite() && out.F_x.allFinite() && out.F_p.allFinite();
}

PhaseResonances phase_resonances(const HarmonicBalance& model, const PhaseResonanceOptions& options,
                                 const Progress& progress)
{
    check(model, options);
    return Tracer(model, options, progress).trace();
}

} // namespace slideway::dynamics
