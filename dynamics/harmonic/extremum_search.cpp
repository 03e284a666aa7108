#include "dynamics/harmonic/extremum_search.hpp"

#include "base/dense_solve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace slideway::dynamics {

using continuation::Equations;
using continuation::Problem;

double states_code(const HarmonicBalance::Evaluation& evaluation)
{
    double code = 0;
    for (const contact::HarmonicForce& force : evaluation.forces) {
        double counts[4] = {};
        for (const contact::FrictionState state : force.states)
            counts[static_cast<int>(state)] += 1;
        for (const double count : counts)
            code = std::fmod(31 * code + count, 1e12);
    }
    return code;
}

Problem ExtremumSearch::problem()
{
    Problem problem;
    problem.n_like_unknowns = n_;
    problem.evaluate = [this](const Vector& x, double p, Equations& out) -> bool {
        return equations_(x, p, out);
    };
    return problem;
}

continuation::Scales ExtremumSearch::scales(const VectorIn& x)
{
    return scales_(x, 0);
}

double ExtremumSearch::log_rms(const HarmonicBalance::Evaluation& evaluation)
{
    model_.output(evaluation, output_, Y_);
    return std::log(rms(model_.harmonics(), Y_));
}

void ExtremumSearch::heed_roughness(const MotionAt& motion)
{
    constexpr double above = 2, most = 1e-6;
    const Problem equations = problem();
    continuation::Corrector corrector(equations, n_ + 1, scales(motion.x), newton_);
    double rough = 0;
    if (corrector.evaluate(motion.x, motion.p)) {
        Vector along;
        corrector.any_tangent(along);
        rough = corrector.roughness(motion.x, motion.p, along);
    }
    newton_.residual_tol = std::max(tolerance_, std::min(above * rough, most));
}

void ExtremumSearch::polish(continuation::Corrector& corrector, Vector& x, double& p,
                            const Vector& fixed)
{
    constexpr double round_off = 1e-14;
    if (corrector.residual_norms().back() > round_off)
        corrector.polish(x, p, fixed);
}

std::vector<contact::SlipOnsets> ExtremumSearch::onsets(const MotionAt& motion)
{
    std::vector<contact::SlipOnsets> all(model_.system().joints.size());
    HarmonicBalance::Evaluation& e = equations_.at();
    Index first = 0;
    equations_.evaluate(motion.x, motion.p);
    for (std::size_t k = 0; k < all.size(); ++k) {
        const Index n = model_.system().joints[k].on.rows.rows() * model_.harmonics().size();
        contact::slip_onsets(model_.system().joints[k].law, motion.x.segment(first, n), {},
                             e.work[k], all[k]);
        first += n;
    }
    return all;
}

// Onsets passed together: in this joint, those of the other sense; in other joints, those of equal
// relative margin that, except at corners where two onsets meet, grows alike along the response.
OnsetPassed ExtremumSearch::passed(const MotionAt& motion, std::size_t joint,
                                   const std::vector<contact::SlipOnsets>& all,
                                   const contact::SlipOnset& onset)
{
    constexpr double same = 1e-6;
    OnsetPassed result{{joint, {onset.at}}, onset.margin > 0, std::abs(onset.margin) / onset.size};
    const auto coincides = [&](const contact::SlipOnset& other) -> bool {
        return other.at.kind == onset.at.kind &&
               std::abs(other.margin / other.size - onset.margin / onset.size) <= same;
    };
    for (const contact::SlipOnset& other : all[joint].list)
        if (other.at.side != onset.at.side && coincides(other))
            result.kink.places.push_back(other.at);
    std::optional<Vector> along; // dr/dOmega
    // dmargin/dOmega in parts of the margin's size, and what it is in round-off.
    const auto growth = [&](std::size_t index,
                            const contact::SlipOnset& one) -> std::pair<double, double> {
        if (!along) {
            equations_.evaluate(motion.x, motion.p);
            along = Lu(equations_.at().equations.F_x).solve(-equations_.at().equations.F_p);
        }
        Index first = 0;
        for (std::size_t k = 0; k < index; ++k)
            first += model_.system().joints[k].on.rows.rows() * model_.harmonics().size();
        const auto column = static_cast<Index>(&one - all[index].list.data());
        const auto gradient = all[index].gradient.col(column);
        const auto moves = along->segment(first, gradient.size());
        return {gradient.dot(moves) / one.size, gradient.norm() * moves.norm() / one.size};
    };
    for (std::size_t k = 0; k < all.size(); ++k) {
        Kink other{k, {}};
        for (const contact::SlipOnset& one : all[k].list) {
            if (k == joint || !coincides(one))
                continue;
            // At a peak of the joint's own displacement it is zero.
            const auto [own, scale] = growth(joint, onset);
            if (std::abs(growth(k, one).first - own) <= same * scale)
                other.places.push_back(one.at);
        }
        if (!other.places.empty())
            result.kink.also.push_back(std::move(other));
    }
    return result;
}

std::optional<OnsetPassed> ExtremumSearch::onset(const MotionAt& a, const MotionAt& b)
{
    constexpr double near = 0.05;        // of its size
    constexpr double same_maximum = 0.3; // [rad] from a to b
    const std::vector<contact::SlipOnsets> at_a = onsets(a), at_b = onsets(b);
    auto passes = [&](std::size_t k, const contact::SlipOnset& onset) -> bool {
        const bool first = onset.at.kind == contact::OnsetKind::first_slip;
        const Index other = matching(at_b[k], onset.at);
        // A contact that stuck throughout may begin with several slips.
        if (other < 0)
            return first && onset.margin < 0 && onset.margin > -near * onset.size;
        const contact::SlipOnset& slip_onset = at_b[k].list[static_cast<std::size_t>(other)];
        return (slip_onset.margin > 0) != (onset.margin > 0) &&
               (first || apart(slip_onset.at.phase, onset.at.phase) < same_maximum);
    };
    std::optional<OnsetPassed> found;
    for (std::size_t k = 0; k < at_a.size(); ++k)
        for (const contact::SlipOnset& onset : at_a[k].list)
            if (passes(k, onset) &&
                (!found || std::abs(onset.margin) / onset.size < found->distance))
                found = passed(a, k, at_a, onset);
    return found;
}

std::vector<OnsetPassed> ExtremumSearch::onsets_near(const MotionAt& motion, double share)
{
    return onsets_within(motion, share, [](const contact::SlipOnset& onset, const auto&) -> double {
        return std::abs(onset.margin) / onset.size;
    });
}

std::vector<OnsetPassed> ExtremumSearch::onsets_ahead(const MotionAt& motion, const Vector& along,
                                                      double length)
{
    return onsets_within(motion, length,
                         [&](const contact::SlipOnset& onset, const auto& derivative) -> double {
                             // From the side of slip margins end with their square.
                             return (onset.margin > 0 ? -2 : -1) * onset.margin / derivative(along);
                         });
}

std::vector<OnsetPassed> ExtremumSearch::onsets_within(const MotionAt& motion, double most,
                                                       const Distance& distance)
{
    const std::vector<contact::SlipOnsets> all = onsets(motion);
    std::vector<OnsetPassed> list;
    const auto holds = [](const Kink& kink, std::size_t joint,
                          const contact::OnsetPlace& place) -> bool {
        return kink.joint == joint &&
               std::any_of(kink.places.begin(), kink.places.end(), [&](const auto& item) {
                   return item.kind == place.kind && item.side == place.side &&
                          item.phase == place.phase;
               });
    };
    auto listed = [&](std::size_t joint, const contact::OnsetPlace& place) -> bool {
        return std::any_of(list.begin(), list.end(), [&](const OnsetPassed& one) {
            return holds(one.kink, joint, place) ||
                   std::any_of(
                       one.kink.also.begin(), one.kink.also.end(),
                       [&](const Kink& near_kink) { return holds(near_kink, joint, place); });
        });
    };
    Index first = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
        const Index n = all[k].gradient.rows();
        for (std::size_t i = 0; i < all[k].list.size(); ++i) {
            const double d = distance(all[k].list[i], [&](const Vector& along) -> double {
                return all[k].gradient.col(static_cast<Index>(i)).dot(along.segment(first, n));
            });
            if (!(d >= 0 && d <= most) || listed(k, all[k].list[i].at))
                continue;
            list.push_back(passed(motion, k, all, all[k].list[i]));
            list.back().distance = d;
        }
        first += model_.system().joints[k].on.rows.rows() * model_.harmonics().size();
    }
    std::stable_sort(list.begin(), list.end(), [](const OnsetPassed& a, const OnsetPassed& b) {
        return a.distance < b.distance;
    });
    return list;
}

std::optional<MotionAt> ExtremumSearch::on_response(const Vector& guess, double Omega, double p,
                                                    double tolerance)
{
    Problem problem;
    HarmonicBalance::Evaluation& evaluation = equations_.at();
    problem.n_like_unknowns = n_;
    problem.evaluate = [&](const Vector& r, double w, Equations& out) -> bool {
        if (!motions_.evaluate(r, w, p, evaluation))
            return false;
        out.F = evaluation.equations.F;
        out.F_x = evaluation.equations.F_x;
        out.F_p = evaluation.equations.F_p;
        return true;
    };
    Vector r = guess.head(n_);
    double w = Omega;
    continuation::NewtonOptions newton = newton_;
    newton.max_iterations = 30; // from farther away than a step
    newton.residual_tol = std::min(newton.residual_tol, tolerance);
    continuation::Corrector corrector(
        problem, n_, {scales_.amplitudes(r) / amplitudes_per_range, Omega}, newton);
    const Vector fixed = Vector::Unit(n_ + 1, n_);
    if (corrector.correct(r, w, fixed) != continuation::NewtonStatus::converged)
        return std::nullopt;
    polish(corrector, r, w, fixed);
    MotionAt result{Vector(n_ + 1), p};
    result.x << r, Omega;
    return result;
}

double ExtremumSearch::slope(const MotionAt& motion)
{
    return equations_.slope(motion.x, motion.p);
}

bool ExtremumSearch::slips(const MotionAt& motion, const Kink& kink)
{
    const std::vector<contact::SlipOnsets> all = onsets(motion);
    const Index i = matching(all[kink.joint], kink.places.front());
    return i >= 0 ? all[kink.joint].list[static_cast<std::size_t>(i)].margin > 0
                  : equations_.at().forces[kink.joint].states.size() > 1;
}

std::optional<MotionAt> ExtremumSearch::extremum(const MotionAt& guess, bool at_frequency)
{
    const Problem equations = problem();
    continuation::Corrector corrector(equations, n_ + 1, scales(guess.x), newton_);
    const Vector fixed = Vector::Unit(n_ + 2, at_frequency ? n_ : n_ + 1);
    MotionAt found = guess;
    auto correct = [&]() -> bool {
        return corrector.correct(found.x, found.p, fixed) == continuation::NewtonStatus::converged;
    };
    if (!correct())
        return std::nullopt;
    polish(corrector, found.x, found.p, fixed);
    // Derivatives without bound belittle a residual: rows are weighed again where it ends.
    if (!correct())
        return std::nullopt;
    return found;
}

std::optional<Extremum> ExtremumSearch::on_kink(const MotionAt& guess, const Kink& kink)
{
    KinkEquations equations(motions_, output_, kink);
    const Problem problem = equations.problem();
    continuation::Corrector corrector(problem, n_ + 1, scales(guess.x), newton_);
    const Vector fixed = Vector::Unit(n_ + 2, n_ + 1);
    MotionAt found = guess;
    if (corrector.correct(found.x, found.p, fixed) != continuation::NewtonStatus::converged)
        return std::nullopt;
    polish(corrector, found.x, found.p, fixed);
    const KinkEquations::Slopes s = equations.slopes(found.x, found.p);
    return Extremum{found.x, std::exp(found.p), log_rms(equations.at()), is_maximum(s), 0};
}

std::optional<Extremum> ExtremumSearch::extremum_near(const MotionAt& guess, const Vector& r,
                                                      double near)
{
    auto is_near = [&](const std::optional<MotionAt>& motion) -> bool {
        return motion && std::abs(motion->x(n_) - guess.x(n_)) <= near;
    };
    std::optional<MotionAt> found = extremum(guess);
    if (!is_near(found)) {
        found.reset();
        const std::optional<MotionAt> next_motion = on_response(r, guess.x(n_), guess.p);
        for (const int way : {1, -1}) {
            const auto other =
                next_motion ? extremum_from(*next_motion, near / guess.x(n_), way) : std::nullopt;
            if (is_near(other) && (!found || std::abs(other->x(n_) - guess.x(n_)) <
                                                 std::abs(found->x(n_) - guess.x(n_))))
                found = other;
        }
    }
    if (!found)
        return std::nullopt;
    const double curvature = equations_.derivatives(found->x, found->p).curvature();
    return Extremum{found->x, std::exp(found->p), log_rms(equations_.at()), curvature < 0, 0};
}

// By halves until Newton's method takes over.
std::optional<MotionAt> ExtremumSearch::refine(MotionAt& a, MotionAt& b)
{
    constexpr int most = 60;       // halves: beyond, the frequencies are the same
    constexpr double same = 1e-14; // frequencies, relative
    const bool above = slope(a) > 0;
    for (int k = 0; k < most; ++k) {
        const double low = std::min(a.x(n_), b.x(n_)), high = std::max(a.x(n_), b.x(n_));
        const double Omega = 0.5 * (low + high);
        std::optional<MotionAt> middle = on_response(0.5 * (a.x + b.x), Omega, a.p);
        if (!middle)
            middle = on_response(a.x, Omega, a.p);
        if (!middle)
            return std::nullopt;
        const std::optional<MotionAt> found = extremum(*middle);
        if (found && found->x(n_) >= low && found->x(n_) <= high)
            return found;
        const double s = slope(*middle);
        if (!(high - low > same * high) || !std::isfinite(s))
            return std::nullopt;
        ((s > 0) == above ? a : b) = *middle;
    }
    return std::nullopt;
}

std::optional<MotionAt> ExtremumSearch::extremum_from(const MotionAt& motion, double limit, int way)
{
    constexpr double first = 1e-11, growth = 2.5; // shares of the frequency
    constexpr int halves = 6;
    const double s_0 = slope(motion), Omega = motion.x(n_);
    MotionAt before = motion;
    double last = 0;
    for (double h = first; h < limit; h = last * growth) {
        std::optional<MotionAt> next_motion =
            on_response(before.x, Omega * (1 + way * h), motion.p);
        // The response may fold within the step, behind the extremum.
        for (int k = 0; !next_motion && k < halves; ++k) {
            h = 0.5 * (last + h);
            next_motion = on_response(before.x, Omega * (1 + way * h), motion.p);
        }
        if (!next_motion)
            return std::nullopt;
        last = h;
        const double s = slope(*next_motion);
        if (!std::isfinite(s))
            return std::nullopt;
        if ((s > 0) != (s_0 > 0))
            return refine(before, *next_motion);
        before = *next_motion;
    }
    return std::nullopt;
}

// The first maximum or minimum, or the second extremum, from a motion in one direction.
std::optional<MotionAt> ExtremumSearch::next_extremum(const MotionAt& motion, int way, bool maximum)
{
    constexpr double far = 0.02, beyond = 1e-9; // shares of the frequency
    const bool first = ((slope(motion) > 0) == (way > 0)) == maximum;
    const std::optional<MotionAt> found = extremum_from(motion, far, way);
    if (!found || first)
        return found;
    const std::optional<MotionAt> behind =
        on_response(found->x, found->x(n_) * (1 + way * beyond), motion.p);
    return behind ? extremum_from(*behind, far, way) : std::nullopt;
}

} // namespace slideway::dynamics
