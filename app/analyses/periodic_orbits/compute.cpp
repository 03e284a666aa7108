#include "app/analyses/periodic_orbits/search_results.hpp"

#include "app/motions/start/motion_near.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/orbits/settling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::OrbitLabel;

constexpr int longest_recurrence = 40; // periods
constexpr int samples_per_period = 360;

// Settles the state from which the search begins. Returns its period, or 0 if there is none;
// `no_start` says why.
int settle(const PeriodicOrbits& e, const OrbitModel& model, const Monitor& monitor, Vector& z,
           OrbitResults& results)
{
    const int periods = settling_periods(e);
    if (periods == 0)
        return e.period.value_or(1);
    const Progress progress = monitor.part("periods of settling", periods);
    const dynamics::Settled settled =
        dynamics::settled(model.family, z, e.at, periods, e.options.step_tolerance, progress);
    if (settled.interrupted)
        throw Interrupted();
    results.no_start = settled.failure;
    z = settled.z;
    if (!results.no_start.empty())
        return 0;
    if (e.period)
        return *e.period;
    const int period = dynamics::recurrence(model.family, z, e.at, longest_recurrence,
                                            e.options.step_tolerance, monitor.until_stopped());
    if (period == 0)
        results.no_start = "after " + std::to_string(periods) +
                           " periods the motion does not recur within " +
                           std::to_string(longest_recurrence) +
                           "; give analysis.period, another start or more of analysis.settle";
    return period;
}

// @throws Interrupted  results hold the motions before it
void report_orbits(const PeriodicOrbits& e, const OrbitModel& model, std::size_t b,
                   const Progress& progress, OrbitResults& results)
{
    const dynamics::OrbitBranch& orbit_branch = results.found.branches[b];
    const continuation::Branch& branch = orbit_branch.branch;
    const auto report = [&](OrbitLabel label, Index point, const dynamics::OrbitForm& form,
                            const Vector& x, double p) {
        ask(progress);
        results.orbits.push_back(
            {label, b, point,
             dynamics::whole_orbit(model.family, form, x, p, model.monitors,
                                   e.options.step_tolerance, samples_per_period)});
    };
    for (Index k = 0; k < branch.n_points(); ++k)
        if (const OrbitLabel label = orbit_branch.labels[static_cast<std::size_t>(k)];
            label != OrbitLabel::none)
            report(label, k, orbit_branch.form, branch.x.col(k), branch.p(k));
    for (const double p : e.recorded)
        for (Index k = 0; k + 1 < branch.n_points(); ++k) {
            if (!((branch.p(k) - p) * (branch.p(k + 1) - p) < 0))
                continue;
            const dynamics::PeriodicMotion motion =
                dynamics::motion_between(model.family, orbit_branch, k, p, e.options);
            if (motion.found)
                report(OrbitLabel::none, -1, motion.form, motion.z, p);
        }
}

// The branch of one start, and those that leave it.
void follow(const PeriodicOrbits& e, const OrbitModel& model, const Monitor& monitor,
            OrbitResults& results)
{
    Vector z = model.start;
    const int period = settle(e, model, monitor, z, results);
    if (period == 0)
        return;
    const dynamics::PeriodicMotion start =
        motion_near(model.family, z, e.at, period, e.half_period, e.options, monitor);
    if (!start.found) {
        results.no_start = start.message;
        return;
    }
    const Progress progress = monitor.part("of a branch", 1);
    results.found =
        dynamics::orbit_branches(model.family, start, e.at, model.monitors, e.options, progress);
}

void take_up(const PeriodicOrbits& e, const OrbitModel& model, const Monitor& monitor,
             OrbitResults& results)
{
    results.found =
        dynamics::orbit_branches_from(model.family, model.restart->restart, model.monitors,
                                      e.options, monitor.part("of a branch", 1));
    if (results.found.branches.empty() && results.found.interrupted)
        throw Interrupted();
    if (results.found.branches.empty())
        results.no_start = join(results.found.not_followed);
}

// Whether a curve that is known passes a label, at the second parameter of the case.
bool passes(const ReportedCurve& reported, OrbitLabel label, int periods, double p, double second)
{
    constexpr double same = 1e-7; // above what labels are located to: it grows where two meet
    const dynamics::LabelCurve& curve = reported.curve;
    if (curve.label != label || curve.form.periods != periods)
        return false;
    for (Index k = 0; k < curve.branch.n_points(); ++k)
        if (std::abs(curve.branch.p(k) - second) <= same * std::abs(second) &&
            std::abs(curve.first(k) - p) <= same * std::abs(p))
            return true;
    return false;
}

void follow_labels(const PeriodicOrbits& e, const OrbitModel& model, const Progress& progress,
                   OrbitResults& results)
{
    const dynamics::OrbitFamily& family = *model.of_curves;
    dynamics::LabelCurveOptions options = e.curves->options;
    options.tolerance = e.options.tolerance;
    options.step_tolerance = e.options.step_tolerance;
    const auto known = [&](OrbitLabel label, int periods, double p) -> bool {
        return std::any_of(
            results.curves.begin(), results.curves.end(), [&](const ReportedCurve& reported_curve) {
                return passes(reported_curve, label, periods, p, family.second_value());
            });
    };
    for (std::size_t b = 0; b < results.found.branches.size(); ++b) {
        const dynamics::OrbitBranch& branch = results.found.branches[b];
        for (Index k = 0; k < branch.branch.n_points(); ++k) {
            const OrbitLabel label = branch.labels[static_cast<std::size_t>(k)];
            if (!e.curves->follows(label) || !dynamics::has_curve(family, branch, k) ||
                known(label, branch.form.periods, branch.branch.p(k)))
                continue;
            dynamics::LabelCurve curve;
            try {
                curve = dynamics::label_curve(family, branch, k, options, progress);
            } catch (const Interrupted&) { // before its first point; the branches are kept
                results.found.interrupted = true;
                return;
            }
            results.found.interrupted = continuation::interrupted(curve.branch);
            if (curve.branch.n_points() > 0)
                results.curves.push_back({b, k, std::move(curve)});
            else
                results.found.not_followed.push_back(
                    "the curve of " + std::string(name_of(label)) + " at " +
                    number_text(e.reported_value(branch.branch.p(k)), 11) + ": " +
                    curve.branch.back.message);
            if (results.found.interrupted)
                return;
        }
    }
}

} // namespace

OrbitResults compute(const PeriodicOrbits& e, const std::shared_ptr<const OrbitModel>& orbit_model,
                     const Monitor& monitor)
{
    const OrbitModel& model = *orbit_model;
    OrbitResults results;
    results.e = &e;
    results.model = orbit_model;
    if (e.search)
        search(e, model, monitor, results);
    else if (model.restart)
        take_up(e, model, monitor, results);
    else
        follow(e, model, monitor, results);
    if (!results.no_start.empty())
        return results;
    try {
        for (std::size_t b = 0; b < results.found.branches.size(); ++b)
            report_orbits(e, model, b, monitor.until_stopped(), results);
    } catch (const Interrupted&) {
        results.found.interrupted = results.orbits_cut = true;
    }
    if (e.curves && !results.found.interrupted)
        follow_labels(e, model, monitor.part("of a curve", 1), results);
    return results;
}

} // namespace slideway::app
