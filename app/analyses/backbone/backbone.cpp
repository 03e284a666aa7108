#include "app/analyses/backbone/backbone.hpp"

#include "app/analyses/backbone/backbone_results.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "base/to_vector.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/harmonic_stability.hpp"
#include "dynamics/harmonic/response_points.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace slideway::app {

using io::Range;

namespace {

constexpr double two_pi = 2 * std::numbers::pi;

HarmonicModel setup(const Backbone& e, const Case& c, const BuiltModel& built,
                    const Monitor& monitor)
{
    HarmonicModel model = harmonic_model(e, c, built, 0, Backbone::type, monitor);
    for (const double level : e.levels) {
        dynamics::ForcedResponseOptions response;
        response.level = level;
        response.Omega_from = e.options.Omega_low;
        response.Omega_to = e.options.Omega_high;
        response.tolerance = e.options.tolerance;
        dynamics::check_forced_response(model.balance, response);
    }
    return model;
}

// Of the motions of one level, as a forced response tells them.
void tell_level(const Backbone& e, const dynamics::HarmonicBalance& model,
                const dynamics::Ridges& ridges, std::size_t level,
                dynamics::HarmonicStability* stability, std::vector<ToldExtremum>& list)
{
    const std::vector<dynamics::RidgePoint>& points = ridges.at_levels[level];
    if (points.empty())
        return;
    const Index n = model.n();
    const auto N = static_cast<Index>(points.size());
    dynamics::ForcedResponse motions;
    motions.level = e.levels[level];
    motions.branch.x.resize(n, N);
    motions.branch.p.resize(N);
    motions.branch.kind.assign(points.size(), 0);
    motions.branch.monitors = Matrix::Zero(1, N);
    for (Index k = 0; k < N; ++k) {
        const dynamics::Extremum& at = points[static_cast<std::size_t>(k)].at;
        motions.branch.x.col(k) = at.x.head(n);
        motions.branch.p(k) = at.x(n);
    }
    const dynamics::ResponsePoints told = dynamics::response_points(model, motions);
    std::size_t largest = 0;
    for (std::size_t k = 0; k < points.size(); ++k)
        if (points[k].at.maximum &&
            (!points[largest].at.maximum || points[k].at.log_rms > points[largest].at.log_rms))
            largest = k;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const auto i = static_cast<Index>(k);
        const dynamics::RidgePoint& point = points[k];
        ToldExtremum& t = list.emplace_back();
        t.level = motions.level;
        t.frequency = motions.branch.p(i) / two_pi;
        for (const dynamics::ResponsePoints::Output& output : told.outputs) {
            t.rms.push_back(output.rms(i));
            t.phase_lag.push_back(output.phase_lag(i));
        }
        t.maximum = point.at.maximum;
        t.largest = t.maximum && k == largest;
        t.curve = point.curve;
        t.piece = point.at.piece;
        t.kink = ridges.curves[point.curve].kinks[point.at.piece].has_value();
        if (stability)
            t.stable = (*stability)(motions.branch.x.col(i), motions.branch.p(i)).stable ? 1 : 0;
        std::vector<std::string> words;
        for (std::size_t j = 0; j < told.joints.size(); ++j)
            if (!told.joints[j].states.empty())
                words.push_back(model.system().joints[j].name + " " + told.joints[j].states[k]);
        t.states = join(words);
    }
}

void tell_nodes(const dynamics::HarmonicBalance& model, BackboneResults& results)
{
    for (std::size_t c = 0; c < results.ridges.curves.size(); ++c) {
        const dynamics::ExtremaCurve& curve = results.ridges.curves[c];
        for (std::size_t k = 0; k < curve.kinks.size(); ++k) {
            const continuation::Branch& branch = curve.curve.pieces[k].branch;
            if (!curve.kinks[k])
                continue;
            for (const Index i : {Index(0), branch.n_points() - 1}) {
                const double stick = std::abs(branch.monitors(dynamics::extrema_first, i)),
                             slip = std::abs(branch.monitors(dynamics::extrema_second, i));
                results.nodes.push_back(
                    {c, std::exp(branch.p(i)), branch.x(model.n(), i) / two_pi,
                     std::exp(branch.monitors(dynamics::extrema_log_rms, i)),
                     model.system().joints[curve.kinks[k]->joint].name,
                     stick < slip ? "slope where it sticks is 0" : "slope where it slips is 0"});
            }
        }
    }
}

void follow_ridges(const Backbone& e, const dynamics::HarmonicBalance& model,
                   const Progress& progress, BackboneResults& results)
{
    dynamics::RidgesOptions options;
    options.levels = e.levels;
    options.responses = e.responses;
    options.extrema = e.options;
    results.ridges = dynamics::ridges(model, options, progress);
    std::unique_ptr<dynamics::HarmonicStability> stability;
    if (e.stability)
        stability =
            std::make_unique<dynamics::HarmonicStability>(model.system(), model.harmonics());
    for (std::size_t k = 0; k < results.ridges.at_levels.size(); ++k)
        tell_level(e, model, results.ridges, k, stability.get(), results.extrema);
    tell_nodes(model, results);
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
    for (const double mode : e.modes) {
        options.mode = static_cast<Index>(mode);
        results.modes.push_back(dynamics::damped_mode(model, options, progress));
    }
    if (!e.modes.empty())
        return;
    const Vector omega = dynamics::stuck_frequencies(model, e.options.Omega_low);
    for (Index k = 0; k < omega.size(); ++k) {
        if (omega(k) < e.options.Omega_low || omega(k) > e.options.Omega_high)
            continue;
        options.mode = k + 1;
        try {
            results.modes.push_back(dynamics::damped_mode(model, options, progress));
        } catch (const InputError& error) { // none that was asked for by its number
            results.left_out.push_back("mode " + std::to_string(k + 1) + ", " +
                                       number_text(omega(k) / two_pi, 8) + " Hz: " + error.what());
        }
    }
}

// Of several points at a level the nearest in frequency.
void judge(const Backbone& e, Index n, BackboneResults& results)
{
    for (const ToldExtremum& most : results.extrema) {
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
            for (const dynamics::PhaseResonance& at : results.phase.at_levels[level])
                look(phase, at.x(n) / two_pi, std::exp(at.log_rms));
        for (const dynamics::DampedMode& one : results.modes)
            if (level < one.at_levels.size())
                for (const dynamics::DampedMotion& at : one.at_levels[level])
                    look(mode, at.x(n) / two_pi, std::exp(at.log_rms));
        if (phase)
            results.of_phase.push_back(*phase);
        if (mode)
            results.of_modes.push_back(*mode);
    }
}

BackboneResults compute(const Backbone& e, const dynamics::HarmonicBalance& model,
                        const Monitor& monitor)
{
    const OneThread alone; // of the BLAS too
    const Progress progress = monitor.until_stopped();
    BackboneResults results;
    results.n = model.n();
    results.n_modes = model.system().n_modes();
    results.form = model.form();
    std::vector<double> stuck;
    for (const double omega : dynamics::stuck_frequencies(model, e.options.Omega_low))
        if (omega >= e.options.Omega_low && omega <= e.options.Omega_high)
            stuck.push_back(omega / two_pi);
    results.stuck_hz = to_vector(stuck);
    if (follows(e, BackboneMethod::ridge))
        follow_ridges(e, model, progress, results);
    if (follows(e, BackboneMethod::phase_resonance))
        follow_phase(e, model, progress, results);
    if (follows(e, BackboneMethod::damped_mode))
        follow_modes(e, model, progress, results);
    judge(e, model.n(), results);
    return results;
}

// One of the methods, or several.
void method_field(io::Fields& f, Backbone& e)
{
    std::vector<std::string> names, allowed;
    std::string help = "one or several of";
    for (const BackboneMethod method : e.methods)
        names.emplace_back(name_of(method));
    for (const Choice<BackboneMethod>& one : choices(BackboneMethod::ridge)) {
        allowed.emplace_back(one.name);
        help += (allowed.size() > 1 ? "; " : " ") + allowed.back() + ": " + std::string(one.about);
    }
    f.text_or_texts({"method", "", help, false, {}, "\"ridge\""}, names);
    e.methods.clear();
    for (const std::string& name : names) {
        const auto known = std::find(allowed.begin(), allowed.end(), name);
        if (known == allowed.end())
            f.refuse("method", "expected one or several of " + join(allowed));
        e.methods.push_back(
            choices(BackboneMethod::ridge)[static_cast<std::size_t>(known - allowed.begin())]
                .value);
    }
    if (e.methods.empty())
        f.refuse("method", "expected one or several of " + join(allowed));
}

std::vector<std::string> units_of(const BuiltModel& built)
{
    std::vector<std::string> units;
    for (const dynamics::Probe& probe : built.outputs)
        units.push_back(unit_on("m", probe.measure));
    return units;
}

} // namespace

bool follows(const Backbone& e, BackboneMethod method)
{
    return std::find(e.methods.begin(), e.methods.end(), method) != e.methods.end();
}

void fields(io::Fields& f, Backbone& e)
{
    method_field(f, e);
    motion_fields(f, e);
    monitor_field(f, e, "recorded; the extrema are those of the first");
    level_field(f, e, "levels of the drive at which extrema are listed; curves span them", true);
    if (f.has("level") && e.levels.size() < 2)
        f.refuse("level", "expected at least two levels: the curves go from the lowest to the "
                          "highest");
    f.numbers({"responses", "",
               "levels whose forced responses are searched for extrema that are on no curve yet, "
               "beside the lowest and the highest",
               false, Range::positive(), "none"},
              e.responses);
    f.numbers(
        {"modes", "",
         "damped-mode: numbers of the natural frequencies with the contacts stuck, 1 the lowest",
         false, Range::between(1, 1e6), "all in the range"},
        e.modes);
    if (f.has("modes") && !follows(e, BackboneMethod::damped_mode))
        f.refuse("modes", "they are those of method = \"damped-mode\"");
    for (const double mode : e.modes)
        if (mode != std::floor(mode))
            f.refuse("modes", "expected whole numbers");
    double from = 0, to = 0;
    frequency_field(f, from, to, "lowest; a curve that gets there ends", "highest");
    e.options.Omega_low = std::min(from, to);
    e.options.Omega_high = std::max(from, to);
    f.number({"max_step",
              "",
              "longest step from point to point: change of the logarithm of the level, of "
              "displacements in parts of their amplitude",
              false,
              {.min = 0, .max = 1, .min_open = true}},
             e.options.max_step);
    f.number({"tolerance",
              "",
              "of displacements in Newton's method, relative to their amplitude",
              false,
              {.min = 0, .max = 1e-3, .min_open = true}},
             e.options.tolerance);
    f.flag({"stability", "",
            "of each extremum listed; the cost grows with the cube of the modes: with many, reduce "
            "the bodies or give false"},
           e.stability);
    f.integer({"max_points", "", "of a piece of a curve", false, Range::between(2, 1000000)},
              e.options.max_points);
}

Needs needs(const Backbone& e)
{
    return {.observed = {"monitor", e.monitors}};
}

void refuse(const Backbone& e, const Case& c)
{
    refuse_drives(e, c, Backbone::type);
}

std::string methods_text(const Backbone& e)
{
    std::vector<std::string> names;
    for (const BackboneMethod method : e.methods)
        names.emplace_back(name_of(method));
    return join(names);
}

std::string check(const Backbone& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const HarmonicModel model = located(c.analysis.places, "analysis", [&]() -> HarmonicModel {
        return setup(e, c, built, monitor);
    });
    return "analysis backbone of " + join(e.monitors) + ", " + methods_text(e) + ": level " +
           number_text(*std::min_element(e.levels.begin(), e.levels.end()), 9) + " to " +
           number_text(*std::max_element(e.levels.begin(), e.levels.end()), 9) + ", " +
           number_text(e.options.Omega_low / two_pi, 9) + " to " +
           number_text(e.options.Omega_high / two_pi, 9) + " Hz, " + std::to_string(e.n_h) +
           " harmonics, static part " + std::string(name_of(e.static_part)) + ": " +
           std::to_string(model.balance.n()) + " unknowns on " +
           std::to_string(model.balance.system().n_modes()) + " modes\n";
}

Outcome run(const Backbone& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto results = std::make_shared<const BackboneResults>(
        located(c.analysis.places, "analysis", [&]() -> BackboneResults {
            return compute(e, setup(e, c, built, monitor).balance, monitor);
        }));
    if (results->ridges.curves.empty() && results->phase.curves.empty() && results->modes.empty())
        throw Interrupted();
    return {.summary = summarise(e, *results, units_of(built)),
            .arrays = [&e, &built, results](io::ArraySink& sink) {
                write_backbones(sink, e, *results, units_of(built));
            }};
}

} // namespace slideway::app
