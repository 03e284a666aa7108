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

constexpr double degrees = 180 / std::numbers::pi;
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
    std::vector<double> level, frequency, rms, phase_lag, stable;
    std::vector<std::string> states;

    void add(const ResponseCurves& curves, const ResponseCurve& curve, Index k)
    {
        level.push_back(curve.response.level);
        frequency.push_back(curve.response.branch.p(k) / two_pi);
        rms.push_back(curve.points.outputs.front().rms(k));
        phase_lag.push_back(degrees * curve.points.outputs.front().phase_lag(k));
        states.push_back(states_at(curves.recorded, curve.points, k));
        if (has_stability(curve))
            stable.push_back(curve.response.branch.monitors(dynamics::monitor_stable, k));
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
        if (!states.front().empty())
            s.quantities.push_back(list(name + ".states", states));
    }
};

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
                    const ResponseCurve& curve)
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
    for (const auto& [kind, what] : {std::pair{PointKind::fold, "folds at "},
                                     std::pair{PointKind::branch_point, "branch points at "}}) {
        words.clear();
        for (const Index k : continuation::points_of(branch, kind))
            words.push_back(number_text(branch.p(k) / two_pi, 8));
        if (!words.empty())
            text += "; " + (what + few(words)) + " Hz";
    }
    for (const auto& [monitor, what] :
         {std::pair{dynamics::monitor_flip, "period doubling at "},
          std::pair{dynamics::monitor_neimark_sacker, "Neimark-Sacker points at "}}) {
        words.clear();
        for (const Index k : losses(branch, monitor))
            words.push_back(number_text(branch.p(k) / two_pi, 8));
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
    for (const ResponseCurve& curve : curves.levels) {
        const Branch& branch = curve.response.branch;
        n_points += static_cast<double>(branch.n_points());
        ends.emplace_back(continuation::name(branch.back.stop));
        if (branch.n_points() == 0)
            continue;
        for (const Index k : ascending(branch, PointKind::monitor_maximum))
            peaks.add(curves, curve, k);
        for (const Index k : continuation::points_of(branch, PointKind::fold))
            folds.add(curves, curve, k);
        for (const Index k : continuation::points_of(branch, PointKind::branch_point))
            branch_points.add(curves, curve, k);
        for (const Index k : losses(branch, dynamics::monitor_flip))
            flips.add(curves, curve, k);
        for (const Index k : losses(branch, dynamics::monitor_neimark_sacker))
            neimark_sacker.add(curves, curve, k);
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
            s.lines.push_back(line_of(e, curves, curves.levels[k]));
        else if (k == most_lines / 2)
            s.lines.push_back("... " + std::to_string(n - most_lines) +
                              " more levels in summary.json and results.h5");
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
