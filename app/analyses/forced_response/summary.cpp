#include "app/analyses/forced_response/curves.hpp"

#include "app/analyses/forced_response/labels.hpp"
#include "app/analyses/forced_response/restart.hpp"
#include "app/results/quantities.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::app {

namespace {

using continuation::Branch;
using continuation::PointKind;
using continuation::Stop;

constexpr double not_converged = 0.1;  // of a multiplier at a label
constexpr std::size_t most_lines = 12; // levels listed one by one
constexpr std::size_t most_words = 6;  // frequencies in such a line

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

// "0.15915494 (2 at once)"
std::string place_of(const ResponseLabel& label)
{
    return number_text(label.Omega / two_pi, 8) +
           (label.multiplicity > 1 ? " (" + std::to_string(label.multiplicity) + " at once)" : "");
}

std::string line_of(const ForcedResponse& e, const ResponseCurves& curves,
                    const ResponseCurve& curve, const VerifiedStability& stability)
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
    const char* const jumps = stability.exact.known()
                                  ? "stability changes by grazing at "
                                  : "stability jumps where slip begins or ends at ";
    for (const auto& [kind, what] :
         {std::pair{LabelKind::fold, "folds at "},
          std::pair{LabelKind::branch_point, "branch points at "},
          std::pair{LabelKind::period_doubling, "period doubling at "},
          std::pair{LabelKind::neimark_sacker, "Neimark-Sacker points at "},
          std::pair{LabelKind::jump, jumps}}) {
        words.clear();
        for (const ResponseLabel& label : labels_of(curve, stability, kind))
            words.push_back(place_of(label));
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
                continue; // of use only as far as it got; `not_reached` says how far
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

// Adds lines and warnings about the verification of stability by exact motions.
void add_exact(const ResponseCurves& curves, Summary& s)
{
    double most = 0;
    std::size_t n = 0;
    Index differ = 0;
    for (std::size_t c = 0; c < curves.levels.size(); ++c) {
        const studies::CurveStability& exact = curves.stability[c].exact;
        if (!exact.known())
            continue;
        const std::string name = curve_name(curves.levels[c]) + ": ";
        n += exact.points.size();
        differ += exact.n_differ;
        for (const studies::StabilityPoint& point : exact.points)
            most = std::max(most, point.distance);
        if (exact.n_failed > 0)
            s.warnings.push_back(name + "beside " + std::to_string(exact.n_failed) +
                                 " points shooting finds no motion; their stability is that of "
                                 "their neighbours; raise analysis.n_h");
    }
    if (n > 0)
        s.lines.push_back("stability by the exact motions near " + std::to_string(n) +
                          " points, from which the Fourier series differ by up to " +
                          number_text(most, 2) + " of their size" +
                          (differ > 0
                               ? "; by the multipliers of the series " + std::to_string(differ) +
                                     " of them would have the opposite stability"
                               : ""));
}

// Changes of the number of multipliers that have no label.
void add_unlocated(const ResponseCurves& curves, Summary& s)
{
    for (std::size_t c = 0; c < curves.levels.size(); ++c) {
        const std::string name = curve_name(curves.levels[c]) + ": ";
        for (const auto& [low, high] : curves.stability[c].counted().unlocated)
            s.warnings.push_back(name +
                                 "the number of multipliers outside the unit circle changes "
                                 "between " +
                                 number_text(low / two_pi, 8) + " and " +
                                 number_text(high / two_pi, 8) + " Hz, where no label was located");
        std::vector<std::string> words;
        for (const ResponseLabel& label : beside_folds(curves.levels[c], curves.stability[c]))
            words.push_back(place_of(label));
        if (!words.empty())
            s.lines.push_back(name + "multipliers of the series pass 1 at " + few(words) +
                              " Hz, where it has no fold or branch point: both meet only with more "
                              "harmonics");
    }
}

// Points where the first monitor rests, so that maxima of its rms are round-off.
void add_resting(const ForcedResponse& e, const ResponseCurves& curves, Summary& s)
{
    std::size_t n = 0, resting = 0;
    double most = 0;
    for (const ResponseCurve& curve : curves.levels) {
        if (curve.points.outputs.empty())
            continue;
        const dynamics::ResponsePoints::Output& output = curve.points.outputs.front();
        n += output.rests.size();
        for (std::size_t k = 0; k < output.rests.size(); ++k)
            if (output.rests[k] != 0) {
                ++resting;
                most = std::max(most, output.rms(static_cast<Index>(k)));
            }
    }
    if (resting > 0)
        s.lines.push_back(e.monitors.front() + " rests at " + std::to_string(resting) + " of " +
                          std::to_string(n) + " points: its rms there is at most " +
                          number_text(most, 3) + " " + curves.recorded.unit(0) +
                          ", round-off of the motion of the model, and has no peaks");
}

// How far the multipliers of curves without exact motions have converged in n_h.
void add_convergence(const ResponseCurves& curves, Summary& s)
{
    studies::SeriesConvergence all;
    std::string obstacle, of_most;
    for (std::size_t c = 0; c < curves.levels.size(); ++c) {
        const ResponseCurve& curve = curves.levels[c];
        const VerifiedStability& stability = curves.stability[c];
        if (!has_stability(curve) || curve.response.branch.n_points() < 2 ||
            stability.exact.known() || stability.linear)
            continue;
        const std::string name = curve_name(curve);
        obstacle = stability.exact.obstacle;
        if (!stability.convergence || stability.convergence->n_compared == 0) {
            s.warnings.push_back(name + ": its stability is not verified: no exact motions (" +
                                 obstacle + "), and no comparison with more harmonics");
            continue;
        }
        const studies::SeriesConvergence& series = *stability.convergence;
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

Settings settings(const ForcedResponse& e, const dynamics::HarmonicBalance& model)
{
    Settings all = harmonic_settings(e, {e.options.Omega_from, e.options.Omega_to}, model);
    all.emplace_back("method", "harmonic balance, pseudo-arclength continuation");
    all.emplace_back("levels", std::to_string(e.levels.size()));
    all.emplace_back("tolerance", number_text(e.options.tolerance));
    all.emplace_back("max_step", number_text(e.options.max_step));
    if (e.without_stability)
        all.emplace_back("stability", "not computed: it is not offered for laws of scripts");
    if (e.restart.given)
        all.emplace_back("restart", "from " + e.restart.at + " of " + e.restart.results);
    return all;
}

Summary summarise(const ForcedResponse& e, ResponseCurves& curves)
{
    Summary s;
    add_status(e, curves, s);
    s.used = curves.used;
    add_quantities(s, [&](io::Entries& q) { quantities(q, curves); });
    Index n_points = 0;
    for (const ResponseCurve& curve : curves.levels)
        n_points += curve.response.branch.n_points();
    const std::size_t n = curves.levels.size();
    s.extent = std::to_string(n_points) + " points on " + plural(n, "curve");
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
    add_unlocated(curves, s);
    add_convergence(curves, s);
    add_resting(e, curves, s);
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
