#include "app/analyses/forced_response/curves.hpp"

#include "app/analyses/forced_response/restart.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::app {

namespace {

using continuation::Branch;
using continuation::PointKind;
using continuation::Stop;
using studies::ExactLabel;

constexpr double degrees = 180 / std::numbers::pi;
// Relative difference in frequency below which a fold of the series and one of exact motions match.
constexpr double same_label = 1e-3;
constexpr double not_converged = 0.1;  // of a multiplier at a label
constexpr std::size_t most_lines = 12; // levels told one by one
constexpr std::size_t most_words = 6;  // frequencies in such a line

// Zeros of a test of stability.
std::vector<Index> losses(const Branch& branch, int monitor)
{
    std::vector<Index> list = continuation::points_of(branch, PointKind::monitor_zero);
    std::erase_if(list, [&](Index k) -> bool {
        return branch.monitor[static_cast<std::size_t>(k)] != monitor;
    });
    return list;
}

// Points of a kind in ascending frequency.
std::vector<Index> ascending(const Branch& branch, PointKind kind)
{
    std::vector<Index> list = continuation::points_of(branch, kind);
    std::sort(list.begin(), list.end(),
              [&](Index a, Index b) -> bool { return branch.p(a) < branch.p(b); });
    return list;
}

// Numbers over all levels, one list per quantity.
struct Lists {
    std::vector<double> level, frequency, rms, phase_lag, stable, multiplicity;
    std::vector<std::string> states;

    void add(const ResponseCurves& curves, const ResponseCurve& curve, Index k)
    {
        level.push_back(curve.response.level);
        frequency.push_back(curve.response.branch.p(k) / two_pi);
        rms.push_back(curve.points.outputs.front().rms(k));
        phase_lag.push_back(degrees * curve.points.outputs.front().phase_lag(k));
        states.push_back(states_at(curves.recorded, curve.points, k));
        if (has_stability(curve))
            stable.push_back(stable_at(curve, k));
    }
    // A label of the exact motions.
    void add(const ResponseCurve& curve, const ExactLabel& label)
    {
        level.push_back(curve.response.level);
        frequency.push_back(label.Omega / two_pi);
        rms.push_back(label.rms);
        phase_lag.push_back(degrees * label.phase_lag);
        states.emplace_back();
        stable.push_back(label.n_outside == 0 ? 1 : 0);
        multiplicity.push_back(label.multiplicity());
    }
    void write(Summary& s, const std::string& name, const std::string& unit) const
    {
        if (level.empty())
            return;
        s.quantities.push_back(list(name + ".level", level, ""));
        s.quantities.push_back(list(name + ".frequency", frequency, "Hz"));
        s.quantities.push_back(list(name + ".rms", rms, unit));
        s.quantities.push_back(list(name + ".phase_lag", phase_lag, "deg"));
        if (!stable.empty())
            s.quantities.push_back(list(name + ".stable", stable, ""));
        if (multiplicity.size() == level.size())
            s.quantities.push_back(list(name + ".multiplicity", multiplicity, ""));
        if (!states.front().empty())
            s.quantities.push_back(list(name + ".states", states));
    }
};

// Place where the motions of a curve lose their stability: exact labels, or those of the Fourier
// series if there are no exact motions.
struct Loss {
    double Omega = 0;
    Index point = -1;                  // of the curve; -1: exact
    const ExactLabel* exact = nullptr; // else null
};

bool between(const studies::ExactStability& exact, const ExactLabel& label, Index k)
{
    const auto next =
        std::find_if(exact.points.begin(), exact.points.end(),
                     [&](const studies::ExactPoint& at) -> bool { return at.point > label.after; });
    return k > label.after && (next == exact.points.end() || k < next->point);
}

bool same_place(const VerifiedStability& by, const ExactLabel& label, const Branch& branch, Index k)
{
    return between(by.exact, label, k) ||
           std::abs(branch.p(k) - label.Omega) <= same_label * label.Omega;
}

// Where several systems alike fold at once, the motions that fold apart cross: a branch point of
// the equations, and a fold of the curve. Two points away its turn is not round-off. A curve that
// leaves another one turns there too, but no two of its multipliers cross.
bool folds_at_once(const VerifiedStability& by, const Branch& branch, Index k)
{
    constexpr Index away = 2;
    if (k < away || k + away >= branch.n_points() ||
        !((branch.p(k) - branch.p(k - away)) * (branch.p(k + away) - branch.p(k)) < 0))
        return false;
    return std::any_of(
        by.exact.labels.begin(), by.exact.labels.end(), [&](const ExactLabel& label) -> bool {
            return (label.kind == ExactLabel::Kind::fold || label.kind == ExactLabel::Kind::jump) &&
                   label.multiplicity() > 1 && same_place(by, label, branch, k);
        });
}

// Points of the curve with a label of a kind.
std::vector<Index> own_labels(const Branch& branch, const VerifiedStability& by,
                              ExactLabel::Kind kind)
{
    using Kind = ExactLabel::Kind;
    std::vector<Index> list;
    if (kind == Kind::fold || kind == Kind::branch_point) {
        list = continuation::points_of(branch, PointKind::branch_point);
        std::erase_if(list, [&](Index k) -> bool {
            return folds_at_once(by, branch, k) != (kind == Kind::fold);
        });
        if (kind == Kind::fold)
            for (const Index k : continuation::points_of(branch, PointKind::fold))
                list.push_back(k);
        std::sort(list.begin(), list.end());
    } else if (kind != Kind::jump && !by.exact.known()) {
        list = losses(branch, kind == Kind::period_doubling ? dynamics::monitor_flip
                                                            : dynamics::monitor_neimark_sacker);
    }
    return list;
}

bool at_own_fold(const Branch& branch, const VerifiedStability& by, const ExactLabel& label)
{
    const std::vector<Index> folds = own_labels(branch, by, ExactLabel::Kind::fold);
    return std::any_of(folds.begin(), folds.end(),
                       [&](Index k) -> bool { return same_place(by, label, branch, k); });
}

// Labels of a kind: folds and branch points are those of the curve, and in addition those of exact
// motions that the curve does not show; the others are those of exact motions if there are any.
std::vector<Loss> losses(const ResponseCurve& curve, const VerifiedStability& by,
                         ExactLabel::Kind kind)
{
    using Kind = ExactLabel::Kind;
    const Branch& branch = curve.response.branch;
    std::vector<Loss> list;
    for (const Index k : own_labels(branch, by, kind))
        list.push_back({branch.p(k), k, nullptr});
    for (const ExactLabel& label : by.exact.labels) {
        // A fold at grazing is a fold, though no multiplier passes the circle.
        const bool at_fold = label.kind == Kind::jump && kind == Kind::fold;
        if (label.kind != kind && !at_fold)
            continue;
        const auto same = std::find_if(list.begin(), list.end(), [&](const Loss& at) -> bool {
            return !at.exact && at.point >= 0 && same_place(by, label, branch, at.point);
        });
        if (same != list.end())
            same->exact = &label;
        else if (!at_fold && (kind != Kind::jump || !at_own_fold(branch, by, label)))
            list.push_back({label.Omega, -1, &label});
    }
    return list;
}

void add_losses(const ResponseCurves& curves, std::size_t c, ExactLabel::Kind kind, Lists& lists)
{
    const ResponseCurve& curve = curves.levels[c];
    for (const Loss& at : losses(curve, curves.stability[c], kind)) {
        if (at.point < 0) {
            lists.add(curve, *at.exact);
            continue;
        }
        lists.add(curves, curve, at.point);
        if (curves.stability[c].exact.known())
            lists.multiplicity.push_back(at.exact ? at.exact->multiplicity() : 1);
    }
}

// "level 3, crossing curve 2"
std::string curve_name(const ResponseCurve& curve)
{
    return "level " + number_text(curve.response.level, 6) +
           (curve.crossing > 0 ? ", crossing curve " + std::to_string(curve.crossing) : "") +
           (curve.other_end ? ", from the other end" : "");
}

// The first of many words.
std::string few(std::vector<std::string> words)
{
    const std::size_t n = words.size();
    if (n <= most_words)
        return join(words);
    words.resize(most_words);
    return join(words) + ", ... (" + std::to_string(n) + ")";
}

std::string line_of(const ForcedResponse& e, const ResponseCurves& curves,
                    const ResponseCurve& curve, const VerifiedStability& by)
{
    const Branch& branch = curve.response.branch;
    std::string text = curve_name(curve) + ": ";
    std::vector<std::string> words;
    for (const Index k : ascending(branch, PointKind::monitor_maximum)) {
        const std::string states = states_at(curves.recorded, curve.points, k);
        words.push_back(number_text(branch.p(k) / two_pi, 8) + " Hz, " +
                        number_text(curve.points.outputs.front().rms(k), 6) + " " +
                        curves.recorded.unit(0) + " rms" +
                        (states.empty() ? "" : " (" + states + ")"));
    }
    if (branch.n_points() == 0)
        return text + "no curve";
    text += words.empty() ? "no peak of " + e.monitors.front()
                          : (words.size() == 1 ? "peak " : "peaks ") + join(words, "; ");
    using Kind = ExactLabel::Kind;
    for (const auto& [kind, what] :
         {std::pair{Kind::fold, "folds at "}, std::pair{Kind::branch_point, "branch points at "},
          std::pair{Kind::period_doubling, "period doubling at "},
          std::pair{Kind::neimark_sacker, "Neimark-Sacker points at "},
          std::pair{Kind::jump, "stability changes by grazing at "}}) {
        words.clear();
        for (const Loss& at : losses(curve, by, kind))
            words.push_back(number_text(at.Omega / two_pi, 8) +
                            (at.exact && at.exact->multiplicity() > 1
                                 ? " (" + std::to_string(at.exact->multiplicity()) + " at once)"
                                 : ""));
        if (!words.empty())
            text += "; " + (what + few(words)) + " Hz";
    }
    if (branch.back.stop == Stop::closed)
        text += "; a closed curve";
    return text;
}

// Curves that were interrupted and levels that were not begun.
std::string interruption(const ResponseCurves& curves)
{
    std::vector<std::string> stopped, waiting;
    for (const ResponseCurve& curve : curves.levels) {
        const Branch& branch = curve.response.branch;
        const Index N = branch.n_points();
        if (std::find(curves.not_begun.begin(), curves.not_begun.end(), curve.response.level) !=
            curves.not_begun.end())
            continue;
        for (const auto& [end, k] :
             {std::pair{&branch.front, Index(0)}, {&branch.back, std::max<Index>(N - 1, 0)}})
            if (end->stop == Stop::interrupted)
                stopped.push_back(
                    curve_name(curve) +
                    (N == 0 ? " has no point yet"
                            : " stops at " + number_text(branch.p(k) / two_pi, 8) + " Hz"));
    }
    for (const double level : curves.not_begun)
        waiting.push_back(number_text(level, 6));
    return "interrupted: " + (stopped.empty() ? "" : few(stopped)) +
           (stopped.empty() || waiting.empty() ? "" : "; ") +
           (waiting.empty() ? ""
                            : (waiting.size() == 1 ? "level " : "levels ") + few(waiting) +
                                  (waiting.size() == 1 ? " was not begun" : " were not begun")) +
           "; what was computed is kept";
}

// "1 of 3 levels failed; level 2: message"
std::string failures(const ForcedResponse& e, const ResponseCurves& curves)
{
    const std::size_t n = curves.failed.size();
    const FailedLevel& first = curves.failed.front();
    return std::to_string(n) + " of " + std::to_string(e.levels.size()) + " levels failed; " +
           (n > 1 ? "the first, " : "") + "level " + number_text(first.level, 6) + ": " +
           first.message;
}

void add_status(const ForcedResponse& e, const ResponseCurves& curves, Summary& s)
{
    if (!curves.not_reached.empty()) {
        s.status = Status::turned_back;
        s.message = curves.not_reached.front();
    }
    if (!curves.failed.empty()) {
        s.status = Status::failed;
        s.message = failures(e, curves) + "; the curves of the others are kept";
        s.warnings.push_back(failures(e, curves));
    }
    for (const ResponseCurve& curve : curves.levels) {
        const Branch& branch = curve.response.branch;
        for (const continuation::BranchEnd* end : {&branch.front, &branch.back}) {
            const bool failed = end->stop == Stop::failed, stopped = end->stop == Stop::interrupted;
            if (!failed && !stopped && end->stop != Stop::max_points)
                continue;
            if (curve.other_end && !stopped)
                continue; // of use only as far as it got: `not_reached` tells
            if (s.status == Status::failed ||
                (s.status != Status::end && s.status != Status::turned_back && !failed))
                continue;
            s.status = failed ? Status::failed : stopped ? Status::interrupted : Status::max_points;
            s.message = curve_name(curve) + ": " + end->message;
            if (branch.n_points() == 0)
                s.message += "; there is no curve";
            else
                s.message += std::string(failed ? " (p: Omega in rad/s)" : "") +
                             "; the curve up to there is kept";
        }
    }
    if (!curves.not_begun.empty() && s.status != Status::failed)
        s.status = Status::interrupted;
    if (s.status == Status::interrupted)
        s.message = interruption(curves);
}

// Places where the verdict of the series changes from one point to the next without a label.
std::vector<std::string> unlabelled(const Branch& branch)
{
    const auto labelled = [&](Index k) -> bool {
        const PointKind kind = branch.kind_of(k);
        return kind == PointKind::fold || kind == PointKind::branch_point ||
               kind == PointKind::monitor_zero;
    };
    std::vector<std::string> places;
    for (Index k = 0; k + 1 < branch.n_points(); ++k)
        if (branch.monitors(dynamics::monitor_stable, k) !=
                branch.monitors(dynamics::monitor_stable, k + 1) &&
            !labelled(k) && !labelled(k + 1))
            places.push_back(number_text(branch.p(k) / two_pi, 8) + " to " +
                             number_text(branch.p(k + 1) / two_pi, 8) + " Hz");
    return places;
}

// Adds lines and warnings about the verification of stability by exact motions.
void add_exact(const ResponseCurves& curves, Summary& s)
{
    double most = 0;
    std::size_t n = 0;
    Index differ = 0;
    for (std::size_t c = 0; c < curves.levels.size(); ++c) {
        const studies::ExactStability& exact = curves.stability[c].exact;
        if (!exact.known())
            continue;
        const std::string name = curve_name(curves.levels[c]) + ": ";
        n += exact.points.size();
        differ += exact.n_differ;
        for (const studies::ExactPoint& at : exact.points)
            most = std::max(most, at.distance);
        if (exact.n_failed > 0)
            s.warnings.push_back(name + "beside " + std::to_string(exact.n_failed) +
                                 " points shooting finds no motion; their stability is that of "
                                 "their neighbours; raise analysis.n_h");
        for (const auto& [low, high] : exact.unlocated)
            s.warnings.push_back(name +
                                 "the number of multipliers outside the unit circle changes "
                                 "between " +
                                 number_text(low / two_pi, 8) + " and " +
                                 number_text(high / two_pi, 8) + " Hz, where no label was located");
    }
    if (n > 0)
        s.lines.push_back("stability by the exact motions beside " + std::to_string(n) +
                          " points, from which the Fourier series differ by up to " +
                          number_text(most, 2) + " of their size" +
                          (differ > 0
                               ? "; by the multipliers of the series " + std::to_string(differ) +
                                     " of them would have the opposite stability"
                               : ""));
}

// How far the multipliers of curves without exact motions have converged in n_h.
void add_convergence(const ResponseCurves& curves, Summary& s)
{
    studies::SeriesConvergence all;
    std::string obstacle, of_most;
    for (std::size_t c = 0; c < curves.levels.size(); ++c) {
        const ResponseCurve& curve = curves.levels[c];
        const VerifiedStability& by = curves.stability[c];
        if (!has_stability(curve) || curve.response.branch.n_points() < 2 || by.exact.known())
            continue;
        const std::string name = curve_name(curve);
        if (const std::vector<std::string> places = unlabelled(curve.response.branch);
            !places.empty())
            s.lines.push_back(name + ": stability changes without a label: " + few(places) +
                              "; there contacts begin to slip and multipliers jump, or folds of "
                              "the series and multipliers at 1 do not meet");
        obstacle = by.exact.obstacle;
        if (!by.series || by.series->n_compared == 0) {
            s.warnings.push_back(name + ": its stability is not verified: no exact motions (" +
                                 obstacle + "), and no comparison with more harmonics");
            continue;
        }
        const studies::SeriesConvergence& series = *by.series;
        if (series.n_differ > 0 || series.at_labels > not_converged)
            s.warnings.push_back(
                name + ": its stability has not converged: with n_h = " +
                std::to_string(series.n_h) + " multipliers at labels move by up to " +
                number_text(series.at_labels, 2) + ", and " + std::to_string(series.n_differ) +
                " of " + std::to_string(series.n_compared) +
                " points get the opposite stability; raise analysis.n_h");
        if (series.moved >= all.moved)
            of_most = name;
        all.n_h = series.n_h;
        all.n_compared += series.n_compared;
        all.moved = std::max(all.moved, series.moved);
        all.at_labels = std::max(all.at_labels, series.at_labels);
    }
    if (all.n_compared > 0)
        s.lines.push_back("stability by the Fourier series (no exact motions: " + obstacle +
                          "): with n_h = " + std::to_string(all.n_h) +
                          " the largest multiplier changes by up to " + number_text(all.moved, 2) +
                          " (" + of_most + ") at " + std::to_string(all.n_compared) + " points" +
                          (all.at_labels > 0
                               ? ", multipliers at labels by up to " + number_text(all.at_labels, 2)
                               : ""));
}

} // namespace

Summary summarise(const ForcedResponse& e, const ResponseCurves& curves)
{
    Summary s;
    add_status(e, curves, s);
    s.used = {{"method", "harmonic balance, pseudo-arclength continuation"},
              {"n_h", std::to_string(e.n_h)},
              {"static_part", std::string(name_of(e.static_part))},
              {"forces", forces_text(e)},
              {"form", form_text(curves.form)},
              {"modes", std::to_string(curves.n_modes)},
              {"unknowns", std::to_string(curves.n_unknowns)},
              {"tolerance", number_text(e.options.tolerance)},
              {"max_step", number_text(e.options.max_step)}};
    if (e.without_stability)
        s.used.emplace_back("stability", "not looked at: it is not offered of laws of scripts");
    if (e.restart.given)
        s.used.emplace_back("restart", "from " + e.restart.at + " of " + e.restart.results);
    Lists peaks, folds, branch_points, largest, flips, neimark_sacker;
    std::vector<std::string> ends;
    double n_points = 0;
    for (std::size_t c = 0; c < curves.levels.size(); ++c) {
        const ResponseCurve& curve = curves.levels[c];
        const Branch& branch = curve.response.branch;
        n_points += static_cast<double>(branch.n_points());
        ends.emplace_back(continuation::name(branch.back.stop));
        if (branch.n_points() == 0)
            continue;
        for (const Index k : ascending(branch, PointKind::monitor_maximum))
            peaks.add(curves, curve, k);
        using Kind = ExactLabel::Kind;
        for (const auto& [kind, lists] :
             {std::pair{Kind::fold, &folds}, std::pair{Kind::branch_point, &branch_points},
              std::pair{Kind::period_doubling, &flips},
              std::pair{Kind::neimark_sacker, &neimark_sacker}})
            add_losses(curves, c, kind, *lists);
        Index most = 0;
        curve.points.outputs.front().rms.maxCoeff(&most);
        largest.add(curves, curve, most);
    }
    if (curves.stuck_hz.size() > 0)
        s.quantities.push_back(
            list("stuck.frequency", {curves.stuck_hz.begin(), curves.stuck_hz.end()}, "Hz"));
    const std::string monitor = curves.recorded.unit(0);
    largest.write(s, "largest", monitor);
    peaks.write(s, "peaks", monitor);
    folds.write(s, "folds", monitor);
    branch_points.write(s, "branch_points", monitor);
    flips.write(s, "period_doubling", monitor);
    neimark_sacker.write(s, "neimark_sacker", monitor);
    s.quantities.push_back({"points", {n_points}, ""});
    if (!ends.empty())
        s.quantities.push_back(list("end", ends));
    const std::size_t n = curves.levels.size();
    s.extent =
        number_text(n_points) + " points on " + std::to_string(n) + (n == 1 ? " curve" : " curves");
    std::vector<std::string> words;
    for (const double f : curves.stuck_hz)
        words.push_back(number_text(f, 9));
    s.lines.push_back(name_of_stuck(curves.recorded) + ": " +
                      (words.empty() ? "none" : join(words) + " Hz"));
    for (std::size_t k = 0; k < n; ++k)
        if (n <= most_lines || k < most_lines / 2 || k + most_lines / 2 >= n)
            s.lines.push_back(line_of(e, curves, curves.levels[k], curves.stability[k]));
        else if (k == most_lines / 2)
            s.lines.push_back("... " + std::to_string(n - most_lines) +
                              " more levels in summary.json and results.h5");
    add_exact(curves, s);
    add_convergence(curves, s);
    words.clear();
    for (const double level : curves.left_out)
        words.push_back(number_text(level, 6));
    if (!words.empty())
        s.lines.push_back("left out: " + few(words) + " of " + e.restart.results +
                          ", which this case does not have among its levels");
    for (const std::string& text : curves.not_reached)
        s.lines.push_back("not reached: " + text);
    for (const std::string& message : curves.not_followed)
        s.lines.push_back("not followed: " + message);
    return s;
}

} // namespace slideway::app
