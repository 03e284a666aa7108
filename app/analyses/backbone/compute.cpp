#include "app/analyses/backbone/backbone.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "base/two_pi.hpp"
#include "dynamics/harmonic/harmonic_stability.hpp"
#include "dynamics/harmonic/stuck_modes.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace slideway::app {

namespace {

// Motions of one level, with the quantities that a forced response reports.
std::vector<ReportedExtremum> reported(const dynamics::HarmonicBalance& model,
                                       const Recorded& recorded, double level, double value,
                                       const std::vector<dynamics::RidgePoint>& points)
{
    const Index n = model.n();
    const auto N = static_cast<Index>(points.size());
    dynamics::ForcedResponse motions;
    motions.level = level;
    motions.branch.x.resize(n, N);
    motions.branch.p.resize(N);
    motions.branch.kind.assign(points.size(), 0);
    motions.branch.monitors = Matrix::Zero(1, N);
    for (Index k = 0; k < N; ++k) {
        const dynamics::Extremum& extremum = points[static_cast<std::size_t>(k)].at;
        motions.branch.x.col(k) = extremum.x.head(n);
        motions.branch.p(k) = extremum.x(n);
    }
    const dynamics::ResponsePoints as_response = dynamics::response_points(model, motions);
    std::vector<ReportedExtremum> list;
    for (Index k = 0; k < N; ++k) {
        const dynamics::RidgePoint& point = points[static_cast<std::size_t>(k)];
        ReportedExtremum& t = list.emplace_back();
        t.level = level;
        t.value = value;
        t.derivatives = point.derivatives;
        t.frequency = motions.branch.p(k) / two_pi;
        for (const dynamics::ResponsePoints::Output& output : as_response.outputs) {
            t.rms.push_back(output.rms(k));
            t.phase_lag.push_back(output.phase_lag(k));
        }
        t.maximum = point.at.maximum;
        t.curve = point.curve ? *point.curve + 1 : 0;
        t.kink = point.kink.has_value();
        t.states = states_at(recorded, as_response, k);
    }
    return list;
}

void report_value(const dynamics::HarmonicBalance& model, const Recorded& recorded, double level,
                  double value, const std::vector<dynamics::RidgePoint>& points,
                  dynamics::HarmonicStability* stability, BackboneResults& results)
{
    std::vector<ReportedExtremum> list = reported(model, recorded, level, value, points);
    if (const std::size_t k = dynamics::largest_of(points); k < list.size())
        list[k].largest = true;
    for (std::size_t k = 0; stability && k < list.size(); ++k) {
        const Vector& x = points[k].at.x;
        list[k].stable = (*stability)(x.head(model.n()), x(model.n())).stable ? 1 : 0;
    }
    std::move(list.begin(), list.end(), std::back_inserter(results.extrema));
}

void report_nodes(const dynamics::HarmonicBalance& model, BackboneResults& results)
{
    for (std::size_t c = 0; c < results.ridges.curves.size(); ++c) {
        const dynamics::ExtremaCurve& curve = results.ridges.curves[c];
        const std::vector<continuation::Piece>& pieces = curve.curve.pieces;
        const auto add = [&](const continuation::Branch& branch, Index i,
                             const dynamics::Kink& kink, bool end) {
            results.nodes.push_back({c, results.unit * std::exp(branch.p(i)),
                                     branch.x(model.n(), i) / two_pi,
                                     std::exp(branch.monitors(dynamics::extrema_log_rms, i)),
                                     dynamics::joints_of(model, kink), end && !curve.closed});
        };
        for (std::size_t k = 0; k < pieces.size(); ++k) {
            if (!curve.kinks[k])
                continue;
            add(pieces[k].branch, 0, *curve.kinks[k], k == 0);
            // Where a curve started on a kink it has two pieces there.
            while (k + 1 < pieces.size() && pieces[k + 1].equations == pieces[k].equations)
                ++k;
            add(pieces[k].branch, pieces[k].branch.n_points() - 1, *curve.kinks[k],
                k + 1 == pieces.size());
        }
    }
}

// The level, the damping, each number of each joint that is not zero, and those of several joints.
void name_parameters(const dynamics::HarmonicBalance& model,
                     std::vector<dynamics::PeakParameter>& list, std::vector<std::string>& names)
{
    auto add = [&](const std::string& name, dynamics::PeakParameter p) {
        names.push_back(name);
        list.push_back(std::move(p));
    };
    add("level", dynamics::the_level());
    if (!model.system().modes.c.isZero(0))
        add("damping", dynamics::all_damping());
    std::map<std::string, std::vector<std::size_t>> having;
    const auto& joints = model.system().joints;
    for (std::size_t k = 0; k < joints.size(); ++k)
        for (const contact::LawParameter& p : joints[k].law->parameters())
            if (const std::string name(p.name); p.scaling && joints[k].law->parameter(name) != 0) {
                having[name].push_back(k);
                add(joints[k].name + "." + name,
                    dynamics::number_of(model, name, std::vector<std::size_t>{k}));
            }
    for (const auto& [name, of] : having)
        if (of.size() > 1)
            add("all." + name, dynamics::number_of(model, name, of));
}

void follow_ridges(const Backbone& e, const dynamics::HarmonicBalance& model,
                   const Recorded& recorded, const Progress& progress, BackboneResults& results)
{
    BackboneMotions motions = motions_of(e, model);
    results.unit = motions.unit;
    results.parameter = parameter_of(e);
    dynamics::RidgesOptions options;
    for (const double value : values_of(e))
        options.values.push_back(value / motions.unit);
    const auto [low, high] = std::minmax_element(options.values.begin(), options.values.end());
    for (const double level : e.responses)
        if (level >= *low && level <= *high)
            options.responses.push_back(level);
    options.extrema = e.options;
    name_parameters(model, options.parameters, results.parameters);
    results.ridges = dynamics::ridges(motions.family, options, progress);
    std::unique_ptr<dynamics::HarmonicStability> stability;
    for (std::size_t k = 0; k < results.ridges.points_at_values.size(); ++k) {
        std::optional<dynamics::HarmonicBalance> other;
        if (e.over)
            other.emplace(motions.family.balance(std::log(options.values[k])));
        const dynamics::HarmonicBalance& balance = other ? *other : model;
        if (e.stability && (other || !stability))
            stability = std::make_unique<dynamics::HarmonicStability>(balance.system(),
                                                                      balance.harmonics());
        const double value = values_of(e)[k];
        report_value(balance, recorded, e.over ? e.levels.front() : value, value,
                     results.ridges.points_at_values[k], stability.get(), results);
    }
    report_nodes(model, results);
    if (results.interrupted)
        return;
    const dynamics::LargestMaximum largest(motions.family, results.ridges, e.options);
    results.missing = largest.missing();
    results.off_curves = largest.off_curves();
    results.changes = largest.changes();
    if (!e.over && dynamics::scales_with_preloads(model))
        results.best_preload = largest.best_preload();
}

dynamics::BackboneSteps steps_of(const Backbone& e)
{
    return {e.options.tolerance, e.options.max_step, e.options.max_points};
}

void follow_phase(const Backbone& e, const dynamics::HarmonicBalance& model,
                  const Progress& progress, BackboneResults& results)
{
    dynamics::PhaseResonanceOptions options;
    options.levels = e.levels;
    options.Omega_low = e.options.Omega_low;
    options.Omega_high = e.options.Omega_high;
    options.steps = steps_of(e);
    results.phase = dynamics::phase_resonances(model, options, progress);
}

void follow_modes(const Backbone& e, const dynamics::HarmonicBalance& model,
                  const Progress& progress, BackboneResults& results)
{
    dynamics::DampedModeOptions options;
    options.level_from = *std::min_element(e.levels.begin(), e.levels.end());
    options.level_to = *std::max_element(e.levels.begin(), e.levels.end());
    options.Omega_low = e.options.Omega_low;
    options.Omega_high = e.options.Omega_high;
    options.steps = steps_of(e);
    options.levels = e.levels;
    const auto follow = [&](Index mode) {
        options.mode = mode;
        dynamics::DampedMode found = dynamics::damped_mode(model, options, progress);
        if (found.linear)
            results.linear_modes.push_back(std::move(found));
        else if (found.branch.n_points() == 0)
            results.left_out.push_back("mode " + std::to_string(mode) + ", " +
                                       number_text(found.Omega / two_pi, 8) +
                                       " Hz: " + found.branch.back.message);
        else
            results.modes.push_back(std::move(found));
    };
    for (const double mode : e.modes)
        follow(static_cast<Index>(mode));
    if (!e.modes.empty())
        return;
    if (results.stuck_hz.size() == 0)
        results.left_out.emplace_back("damped modes: no natural frequency with the joints as at "
                                      "rest lies in the range");
    const Vector omega = dynamics::stuck_frequencies(model, e.options.Omega_low);
    for (Index k = 0; k < omega.size(); ++k) {
        if (omega(k) < e.options.Omega_low || omega(k) > e.options.Omega_high)
            continue;
        try {
            follow(k + 1);
        } catch (const InputError& error) { // not one that was requested by its number
            results.left_out.push_back("mode " + std::to_string(k + 1) + ", " +
                                       number_text(omega(k) / two_pi, 8) + " Hz: " + error.what());
        }
    }
}

// Compares each method with the ridges; of several points at a level, the nearest in frequency is
// used.
void judge(const Backbone& e, Index n, BackboneResults& results)
{
    for (const ReportedExtremum& most : results.extrema) {
        if (!most.largest)
            continue;
        const auto level = static_cast<std::size_t>(
            std::find(e.levels.begin(), e.levels.end(), most.level) - e.levels.begin());
        std::optional<Judgement> phase, mode;
        auto look = [&](std::optional<Judgement>& best, double frequency, double rms) {
            const double away = frequency / most.frequency - 1;
            if (!best || std::abs(away) < std::abs(best->frequency))
                best = Judgement{most.level, away, rms / most.rms.front() - 1};
        };
        if (level < results.phase.at_levels.size())
            for (const dynamics::PhaseResonance& resonance : results.phase.at_levels[level])
                look(phase, resonance.x(n) / two_pi, std::exp(resonance.log_rms));
        for (const dynamics::DampedMode& one : results.modes)
            if (level < one.at_levels.size())
                for (const dynamics::DampedMotion& motion : one.at_levels[level])
                    look(mode, motion.x(n) / two_pi, std::exp(motion.log_rms));
        if (phase)
            results.of_phase.push_back(*phase);
        if (mode)
            results.of_modes.push_back(*mode);
    }
}

// The point of a level that a shape shows; none where no maximum is known.
std::optional<dynamics::RidgePoint> largest_at(const Backbone& e, dynamics::MotionFamily& motions,
                                               double level, BackboneResults& results)
{
    std::vector<std::string> reported; // of the requested levels
    const bool listed = std::find(e.levels.begin(), e.levels.end(), level) != e.levels.end();
    return dynamics::LargestMaximum(motions, results.ridges, e.options)
        .at(level, listed ? reported : results.ridges.lost);
}

// A point of a piece of a curve.
struct CurvePoint {
    std::size_t piece;
    Index k;
};

dynamics::RidgePoint ridge_point(const dynamics::ExtremaCurve& curve, std::size_t c,
                                 const CurvePoint& point)
{
    const continuation::Branch& branch = curve.curve.pieces[point.piece].branch;
    return {{branch.x.col(point.k), std::exp(branch.p(point.k)),
             branch.monitors(dynamics::extrema_log_rms, point.k), true, point.piece},
            c,
            curve.kinks[point.piece]};
}

// Where slip begins between two points of a smooth piece.
dynamics::RidgePoint slip_between(const Backbone& e, dynamics::MotionFamily& motions,
                                  const dynamics::ExtremaCurve& curve, dynamics::RidgePoint stuck,
                                  dynamics::RidgePoint slipping,
                                  const std::function<bool(const Vector& x, double level)>& sticks)
{
    constexpr double close = 1e-12; // of the level
    const Index n = motions.model().n();
    std::vector<std::string> ignored;
    while (std::abs(slipping.at.value - stuck.at.value) > close * stuck.at.value) {
        const double level = std::sqrt(stuck.at.value * slipping.at.value);
        const std::vector<dynamics::Extremum> there =
            dynamics::extrema_at(motions, curve, level, e.options, ignored);
        const auto away = [&](const dynamics::Extremum& extremum) {
            return std::abs(extremum.x(n) - stuck.at.x(n));
        };
        const auto nearest =
            std::min_element(there.begin(), there.end(),
                             [&](const auto& a, const auto& b) { return away(a) < away(b); });
        if (nearest == there.end() || level == stuck.at.value || level == slipping.at.value)
            break;
        (sticks(nearest->x, level) ? stuck : slipping).at = *nearest;
    }
    return stuck;
}

// Where, along maxima, contacts first slip that stick throughout before: of the lowest level.
std::optional<dynamics::RidgePoint> first_slip(const Backbone& e,
                                               const dynamics::HarmonicBalance& model,
                                               const BackboneResults& results)
{
    dynamics::MotionFamily motions(model);
    dynamics::HarmonicBalance::Evaluation motion(model);
    const auto sticks = [&](const Vector& x, double level) -> bool {
        model.evaluate(x.head(model.n()), x(model.n()), level, motion);
        return dynamics::sticks(model, motion);
    };
    std::optional<dynamics::RidgePoint> first;
    for (std::size_t c = 0; c < results.ridges.curves.size(); ++c) {
        const dynamics::ExtremaCurve& curve = results.ridges.curves[c];
        std::optional<CurvePoint> before;
        bool stuck_before = false;
        for (std::size_t i = 0; i < curve.kinks.size(); ++i) {
            const continuation::Branch& branch = curve.curve.pieces[i].branch;
            if (curve.kinks[i])
                continue;
            // Nodes lie on the edge, so the neighbouring points decide.
            const Index N = branch.n_points(), skip = N > 2 ? 1 : 0, begin = i > 0 ? skip : 0,
                        end = N - (i + 1 < curve.kinks.size() ? skip : 0);
            for (Index k = begin; k < end; ++k) {
                const CurvePoint point{i, k};
                const bool stuck = sticks(branch.x.col(k), std::exp(branch.p(k)));
                if (before && stuck != stuck_before) {
                    const CurvePoint& in_stick = stuck ? point : *before;
                    const CurvePoint& in_slip = stuck ? *before : point;
                    const bool maximum = curve.curve.pieces[in_stick.piece].branch.monitors(
                                             dynamics::extrema_first, in_stick.k) < 0;
                    // The end of the kink piece between them, or of the smooth one.
                    const bool kink = before->piece != i && curve.kinks[i - 1];
                    const dynamics::RidgePoint given_point =
                        kink ? ridge_point(
                                   curve, c,
                                   stuck
                                       ? CurvePoint{i - 1,
                                                    curve.curve.pieces[i - 1].branch.n_points() - 1}
                                       : CurvePoint{before->piece + 1, 0})
                             : slip_between(e, motions, curve, ridge_point(curve, c, in_stick),
                                            ridge_point(curve, c, in_slip), sticks);
                    if (maximum && (!first || given_point.at.value < first->at.value))
                        first = given_point;
                }
                before = point;
                stuck_before = stuck;
            }
        }
    }
    return first;
}

// Between the lowest and the highest level: of the damped modes' largest damping ratio; without any
// there, of the smallest maximum per level.
std::optional<double> level_of_largest_damping(const Backbone& e, const BackboneResults& results)
{
    const auto [low, high] = std::minmax_element(e.levels.begin(), e.levels.end());
    double most = 0, best = 0;
    for (const dynamics::DampedMode& mode : results.modes) {
        const dynamics::LargestRatio largest = dynamics::largest_ratio(mode);
        if (largest.level > *low && largest.level < *high && largest.ratio > most) {
            most = largest.ratio;
            best = largest.level;
        }
    }
    if (best > 0)
        return best;
    double least = std::numeric_limits<double>::infinity();
    for (const ReportedExtremum& x : results.extrema)
        if (x.largest && x.rms.front() / x.level < least) {
            least = x.rms.front() / x.level;
            best = x.level;
        }
    if (best > *low && best < *high)
        return best;
    return std::nullopt;
}

// Where motions are drawn.
void choose_shapes(const Backbone& e, const dynamics::HarmonicBalance& model,
                   const Recorded& recorded, BackboneResults& results)
{
    dynamics::MotionFamily motions(model);
    auto add = [&](const std::string& what, const std::optional<dynamics::RidgePoint>& point) {
        if (!point)
            return;
        const double level = point->at.value;
        results.shapes.push_back(
            {what, point->at.x, reported(model, recorded, level, level, {*point}).front()});
    };
    const auto [low, high] = std::minmax_element(e.levels.begin(), e.levels.end());
    add("lowest", largest_at(e, motions, *low, results));
    add("first slip", results.first_slip);
    if (const std::optional<double> level = level_of_largest_damping(e, results))
        add("largest damping", largest_at(e, motions, *level, results));
    add("highest", largest_at(e, motions, *high, results));
    for (const double level : e.shapes)
        add("largest", largest_at(e, motions, level, results));
}

void add_responses(const Backbone& e, const BuiltModel& built, const HarmonicModel& model,
                   const Progress& progress, BackboneResults& results)
{
    for (const double level : e.responses) {
        if (results.interrupted)
            return;
        dynamics::ForcedResponseOptions options = response_options(e, level);
        options.stability = e.stability;
        std::vector<ResponseCurve> curves = response_curves(
            built, model, dynamics::forced_response(model.balance, options, progress));
        std::move(curves.begin(), curves.end(), std::back_inserter(results.responses));
    }
}

} // namespace

Vector levels_of(const dynamics::DampedMode& mode)
{
    return (mode.branch.monitors.row(dynamics::damped_level).array() + 1) * mode.level_to;
}

dynamics::ForcedResponseOptions response_options(const Backbone& e, double level)
{
    dynamics::ForcedResponseOptions options;
    options.level = level;
    options.Omega_from = e.options.Omega_low;
    options.Omega_to = e.options.Omega_high;
    options.tolerance = e.options.tolerance;
    return options;
}

BackboneResults compute(const Backbone& e, const BuiltModel& built,
                        const std::shared_ptr<const HarmonicModel>& harmonic,
                        const Monitor& monitor)
{
    const OneThread alone; // of the BLAS too
    const dynamics::HarmonicBalance& model = harmonic->balance;
    BackboneResults results;
    results.e = &e;
    results.model = harmonic;
    const Progress progress = [&](double /*fraction*/) -> bool {
        results.interrupted = results.interrupted || monitor.stopped();
        return !results.interrupted;
    };
    results.n = model.n();
    results.recorded = recorded(e, built, model);
    results.stuck_hz = stuck_hz(model, e.options.Omega_low, e.options.Omega_high);
    if (follows(e, BackboneMethod::ridge))
        follow_ridges(e, model, results.recorded, progress, results);
    if (follows(e, BackboneMethod::phase_resonance))
        follow_phase(e, model, progress, results);
    if (follows(e, BackboneMethod::damped_mode))
        follow_modes(e, model, progress, results);
    judge(e, model.n(), results);
    if (results.recorded.rubs && !results.interrupted && !e.over)
        results.first_slip = first_slip(e, model, results);
    if (follows(e, BackboneMethod::ridge) && !results.interrupted && !e.over)
        choose_shapes(e, model, results.recorded, results);
    add_responses(e, built, *harmonic, progress, results);
    return results;
}

} // namespace slideway::app
