#include "app/analyses.hpp"
#include "app/branch_file.hpp"
#include "app/forced_response_restart.hpp"
#include "app/modal_outputs.hpp"
#include "app/progress_printer.hpp"
#include "app/response_shapes.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "dynamics/modal_model.hpp"
#include "dynamics/response_points.hpp"
#include "io/hdf5_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <mutex>
#include <numbers>
#include <optional>

namespace slideway::app {

namespace {

using continuation::Branch;
using continuation::PointKind;
using continuation::Stop;
using dynamics::ForcedResponse;
using dynamics::ResponsePoints;

constexpr double two_pi = 2 * std::numbers::pi;
constexpr double degrees = 180 / std::numbers::pi;
constexpr std::size_t most_lines = 12; // levels told one by one
constexpr std::size_t most_words = 6;  // frequencies in such a line

// What the curves are computed on.
struct Setup {
    dynamics::ModalModel modal;
    dynamics::HarmonicBalance model;
    std::vector<std::optional<dynamics::Restart>> restarts; // one per level; empty without restart
};

struct Curve {
    ForcedResponse response;
    ResponsePoints points;
    std::vector<ResponseShape> shapes; // of bodies with a mesh, at points.loops
    int crossing = 0;       // 0: from an end of the range or a restart; else of its level, from 1
    bool other_end = false; // from where the range ends
};

struct Curves {
    std::vector<Curve> levels; // those begun, each before those that cross it
    std::vector<std::string> not_followed;
    std::vector<std::string> not_reached; // levels of which a part of the range is missing
    Vector stuck_hz;                      // in the range
    Index n_unknowns = 0, n_modes = 0;
    std::vector<double> not_begun; // levels
    bool new_points = false;       // that the results gone on with do not hold
    dynamics::HarmonicBalance::Form form = dynamics::HarmonicBalance::Form::modes;
    bool rubs = false; // a contact with friction
    std::vector<std::string> joints;
};

void refuse_laws(const Case& c, const BuiltModel& built)
{
    for (std::size_t k = 0; k < c.joints.size(); ++k) {
        const contact::JointLaw& law = built.model.joints[k].law;
        const JointEntry& entry = c.joints[k];
        if (!std::holds_alternative<contact::Linear>(law) && !contact::has_harmonic_force(law))
            throw InputError(entry.places.of("law"), "joint." + entry.name + ".law",
                             "\"" + entry.law + "\"" + (entry.law == "gap" ? " with damping" : ""),
                             "forced-response takes elastic-coulomb, cubic, gap without damping, "
                             "and linear");
        const auto* contact = std::get_if<contact::ElasticCoulomb>(&law);
        if (contact && contact->k_n == 0 && !(contact->preload > 0))
            throw InputError(entry.places.of("preload"), "joint." + entry.name + ".preload",
                             number_text(contact->preload),
                             "expected a number > 0: with k_n = 0 it is the normal force, and "
                             "without it the contact never closes");
    }
}

// Means are balanced with loads alone.
void refuse_motions(const Case& c)
{
    for (const MotionEntry& motion : c.motions)
        if (motion.displacement != 0 && c.analysis.forced_response.static_part == "balanced")
            throw InputError(motion.places.of("displacement"),
                             "motion." + motion.name + ".displacement",
                             number_text(motion.displacement),
                             "forced-response takes harmonic motions, { amplitude = ... }; give a "
                             "constant load in place of it, or static_part = \"excluded\"");
}

// The level multiplies all harmonic drives, or the only one by name.
void refuse_loads(const Case& c)
{
    const std::string& name = c.analysis.forced_response.load;
    if (name.empty())
        return;
    const SourceLine& where = c.analysis.places.of("level.load");
    const std::string key = "analysis.level.load", value = "\"" + name + "\"";
    std::vector<std::string> known, others;
    bool found = false;
    for (const LoadEntry& load : c.loads) {
        if (load.harmonic)
            known.push_back(load.name);
        if (load.harmonic && load.name != name)
            others.push_back("load." + load.name);
        found = found || (load.harmonic && load.name == name);
    }
    for (const MotionEntry& motion : c.motions)
        if (motion.harmonic)
            others.push_back("motion." + motion.name);
    if (!found)
        throw InputError(where, key, value, "no such harmonic load" + name_hint(name, known));
    if (!others.empty())
        throw InputError(where, key, value,
                         "the level multiplies every harmonic drive, also " + join(others) +
                             "; leave load out, or have one drive");
}

dynamics::ForcedResponseOptions options_of(const Case& c, double level)
{
    dynamics::ForcedResponseOptions options = c.analysis.forced_response.options;
    options.level = level;
    return options;
}

Setup setup(const Case& c, const BuiltModel& built)
{
    const ForcedResponseEntry& entry = c.analysis.forced_response;
    refuse_laws(c, built);
    refuse_motions(c);
    refuse_loads(c);
    dynamics::ModalModel modal = dynamics::modal_model(built.model);
    std::vector<dynamics::ModalOutput> outputs = modal_outputs(built.model, modal, built.outputs);
    for (std::size_t k = 0; k < outputs.size(); ++k)
        if (outputs[k].row.isZero(0) && outputs[k].follow == dynamics::Complex(0))
            throw InputError(c.analysis.places.of("monitor"), "analysis.monitor",
                             "\"" + entry.monitors[k] + "\"", "a support holds it");
    dynamics::HarmonicBalance model{dynamics::joint_system(built.model, modal),
                                    {entry.n_h, entry.static_part == "balanced"},
                                    std::move(outputs),
                                    entry.forces == "sampled" ? entry.samples : 0};
    Setup s{std::move(modal), std::move(model), {}};
    for (const double level : entry.levels)
        dynamics::check_forced_response(s.model, options_of(c, level));
    s.restarts = read_restarts(c, s.model);
    return s;
}

// What of the range neither the curve that turned back nor the one from the other end reaches.
std::string gap_text(const ForcedResponse& response, const std::array<double, 2>& gap)
{
    std::string text = "level " + number_text(response.level, 6) + ": the curve turns back at " +
                       number_text(gap[0] / two_pi, 8) +
                       " Hz and leaves the range where it began, the one from the other end ";
    if (!response.other_end)
        return text + "is missing";
    const Branch& other = *response.other_end;
    if (other.n_points() == 0)
        return text + "has no start (" + other.back.message + ")";
    const std::string end = number_text(gap[1] / two_pi, 8) + " Hz";
    if (other.back.stop == Stop::bound)
        return text + "turns back at " + end +
               ": the motion between them is another one; widen the range";
    return text + "gets to " + end + " (" + other.back.message + ")";
}

// Whether a response has points that another does not have.
bool adds_points(const ForcedResponse& response, const ForcedResponse& to)
{
    auto n_crossing = [](const ForcedResponse& r) -> Index {
        Index n = 0;
        for (const Branch& branch : r.crossing)
            n += branch.n_points();
        return n;
    };
    return response.branch.n_points() > to.branch.n_points() ||
           (response.other_end &&
            response.other_end->n_points() > (to.other_end ? to.other_end->n_points() : 0)) ||
           n_crossing(response) > n_crossing(to);
}

// Every level on its own; they share threads and one account of progress.
Curves compute(const Case& c, const BuiltModel& built, const Setup& s, ProgressPrinter& printer)
{
    const std::vector<double>& levels = c.analysis.forced_response.levels;
    const std::size_t n = levels.size();
    std::vector<std::vector<Curve>> curves(n);
    std::vector<std::vector<std::string>> not_followed(n), not_reached(n);
    std::vector<double> done(n, 0);
    std::vector<char> adds(n, 0); // points; threads write side by side
    std::mutex mutex;
    const Progress report = printer.callback();
    bool go_on = true;
    auto progress = [&](std::size_t k, double fraction) -> bool {
        const std::lock_guard lock(mutex);
        done[k] = fraction;
        double sum = 0;
        for (const double part : done)
            sum += part;
        go_on = report(sum / static_cast<double>(n)) && go_on;
        return go_on;
    };
    auto keeps = [&](std::size_t k) -> bool {
        return !s.restarts.empty() && s.restarts[k] &&
               dynamics::extends(*s.restarts[k], options_of(c, levels[k]));
    };
    auto store = [&](std::size_t k, dynamics::HarmonicBalance& model, ForcedResponse response) {
        std::vector<Branch> branches = {std::move(response.branch)};
        if (response.other_end)
            branches.push_back(std::move(*response.other_end));
        const int first = static_cast<int>(branches.size()) - 1;
        std::move(response.crossing.begin(), response.crossing.end(), std::back_inserter(branches));
        for (Branch& branch : branches) {
            Curve& curve = curves[k].emplace_back();
            const int i = static_cast<int>(curves[k].size()) - 1;
            curve.crossing = std::max(0, i - first);
            curve.other_end = i > 0 && i == first;
            curve.response.level = response.level;
            curve.response.branch = std::move(branch);
            curve.points = dynamics::response_points(model, curve.response);
            curve.shapes =
                response_shapes(built, s.modal, model, curve.response, curve.points.loops);
        }
    };
    auto point = [&](std::size_t k) -> studies::PointResult {
        dynamics::HarmonicBalance model = s.model;
        const dynamics::ForcedResponseOptions options = options_of(c, levels[k]);
        const Progress part = [&](double fraction) -> bool { return progress(k, fraction); };
        const bool restarts = !s.restarts.empty() && s.restarts[k];
        ForcedResponse response =
            restarts ? dynamics::forced_response_from(model, options, *s.restarts[k], part)
                     : dynamics::forced_response(model, options, part);
        adds[k] = adds_points(response,
                              keeps(k) ? dynamics::kept_curves(*s.restarts[k]) : ForcedResponse());
        not_followed[k] = std::move(response.not_followed);
        if (const auto gap = dynamics::unreached(response, options); gap && (!restarts || keeps(k)))
            not_reached[k] = {gap_text(response, *gap)};
        store(k, model, std::move(response));
        return {"end", "", {}};
    };
    const int n_threads = threads();
    const OneThread alone; // the levels have the threads
    const std::vector<studies::PointResult> results =
        studies::sweep(n, point, n_threads, [&](double) -> bool { return !interrupted(); });
    Curves all;
    for (std::size_t k = 0; k < n; ++k) {
        if (curves[k].empty()) {
            if (results[k].status == "failed")
                throw std::runtime_error("level " + number_text(levels[k]) + ": " +
                                         results[k].message);
            all.not_begun.push_back(levels[k]);
            if (keeps(k)) { // nothing of the earlier run is lost
                dynamics::HarmonicBalance model = s.model;
                store(k, model,
                      dynamics::forced_response_from(model, options_of(c, levels[k]),
                                                     *s.restarts[k],
                                                     [](double) -> bool { return false; }));
            }
        }
        all.new_points = all.new_points || adds[k] != 0;
        std::move(curves[k].begin(), curves[k].end(), std::back_inserter(all.levels));
        std::move(not_followed[k].begin(), not_followed[k].end(),
                  std::back_inserter(all.not_followed));
        std::move(not_reached[k].begin(), not_reached[k].end(),
                  std::back_inserter(all.not_reached));
    }
    const dynamics::ForcedResponseOptions& range = c.analysis.forced_response.options;
    std::vector<double> stuck;
    dynamics::HarmonicBalance at_rest = s.model;
    for (const double omega : dynamics::stuck_frequencies(at_rest, range.Omega_from))
        if (omega >= std::min(range.Omega_from, range.Omega_to) &&
            omega <= std::max(range.Omega_from, range.Omega_to))
            stuck.push_back(omega / two_pi);
    all.stuck_hz = Eigen::Map<const Vector>(stuck.data(), static_cast<Index>(stuck.size()));
    all.n_unknowns = s.model.n();
    all.n_modes = s.model.system().dry.n_modes();
    all.form = s.model.form();
    for (const dynamics::ModalLaw& joint : s.model.system().joints) {
        all.joints.push_back(joint.name);
        const auto* contact = std::get_if<contact::ElasticCoulomb>(&joint.law);
        all.rubs = all.rubs || (contact && contact->friction > 0);
    }
    return all;
}

// "left_face stick, right_face stick/slip"; "" without friction contacts.
std::string states_at(const Curves& curves, const Curve& curve, Index k)
{
    std::vector<std::string> words;
    for (std::size_t j = 0; j < curves.joints.size(); ++j) {
        const ResponsePoints::Joint& joint = curve.points.joints[j];
        if (!joint.states.empty())
            words.push_back(curves.joints[j] + " " + joint.states[static_cast<std::size_t>(k)]);
    }
    return join(words);
}

bool has_stability(const Curve& curve)
{
    return curve.response.branch.monitors.rows() > dynamics::monitor_stable;
}

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

    void add(const Curves& curves, const Curve& curve, Index k)
    {
        level.push_back(curve.response.level);
        frequency.push_back(curve.response.branch.p(k) / two_pi);
        rms.push_back(curve.points.outputs.front().rms(k));
        phase_lag.push_back(degrees * curve.points.outputs.front().phase_lag(k));
        states.push_back(states_at(curves, curve, k));
        if (has_stability(curve))
            stable.push_back(curve.response.branch.monitors(dynamics::monitor_stable, k));
    }
    void write(Summary& s, const std::string& name) const
    {
        if (level.empty())
            return;
        s.quantities.push_back({name + ".level", level, ""});
        s.quantities.push_back({name + ".frequency", frequency, "Hz"});
        s.quantities.push_back({name + ".rms", rms, "m"});
        s.quantities.push_back({name + ".phase_lag", phase_lag, "deg"});
        if (!stable.empty())
            s.quantities.push_back({name + ".stable", stable, ""});
        if (!states.front().empty())
            s.quantities.push_back({name + ".states", {}, "", states});
    }
};

// "level 3, crossing curve 2"
std::string name_of(const Curve& curve)
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

std::string line_of(const Case& c, const Curves& curves, const Curve& curve)
{
    const Branch& branch = curve.response.branch;
    std::string text = name_of(curve) + ": ";
    std::vector<std::string> words;
    for (const Index k : ascending(branch, PointKind::monitor_maximum)) {
        const std::string states = states_at(curves, curve, k);
        words.push_back(number_text(branch.p(k) / two_pi, 8) + " Hz, " +
                        number_text(curve.points.outputs.front().rms(k), 6) + " m rms" +
                        (states.empty() ? "" : " (" + states + ")"));
    }
    if (branch.n_points() == 0)
        return text + "no curve";
    text += words.empty() ? "no peak of " + c.analysis.forced_response.monitors.front()
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
std::string interruption(const Curves& curves)
{
    std::vector<std::string> stopped, waiting;
    for (const Curve& curve : curves.levels) {
        const Branch& branch = curve.response.branch;
        const Index N = branch.n_points();
        if (std::find(curves.not_begun.begin(), curves.not_begun.end(), curve.response.level) !=
            curves.not_begun.end())
            continue;
        for (const auto& [end, k] :
             {std::pair{&branch.front, Index(0)}, {&branch.back, std::max<Index>(N - 1, 0)}})
            if (end->stop == Stop::interrupted)
                stopped.push_back(
                    name_of(curve) +
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

void add_status(const Curves& curves, Summary& s)
{
    if (!curves.not_reached.empty()) {
        s.status = "turned-back";
        s.message = curves.not_reached.front();
    }
    for (const Curve& curve : curves.levels) {
        const Branch& branch = curve.response.branch;
        for (const continuation::BranchEnd* end : {&branch.front, &branch.back}) {
            const bool failed = end->stop == Stop::failed, stopped = end->stop == Stop::interrupted;
            if (!failed && !stopped && end->stop != Stop::max_points)
                continue;
            if (curve.other_end && !stopped)
                continue; // of use only as far as it got: `not_reached` tells
            if (s.status == "failed" || (s.status != "end" && s.status != "turned-back" && !failed))
                continue;
            s.status = failed ? "failed" : stopped ? "interrupted" : "max-points";
            s.message = name_of(curve) + ": " + end->message;
            if (branch.n_points() == 0)
                s.message += "; there is no curve";
            else
                s.message += std::string(failed ? " (p: Omega in rad/s)" : "") +
                             "; the curve up to there is kept";
        }
    }
    if (!curves.not_begun.empty() && s.status != "failed")
        s.status = "interrupted";
    if (s.status == "interrupted")
        s.message = interruption(curves);
}

std::string form_text(dynamics::HarmonicBalance::Form form)
{
    switch (form) {
    case dynamics::HarmonicBalance::Form::modes:
        return "modal, classical damping";
    case dynamics::HarmonicBalance::Form::poles:
        return "modal; damping is not classical and couples the modes (by their poles)";
    case dynamics::HarmonicBalance::Form::lu:
        return "modal; damping is not classical and couples the modes (factorised at each "
               "frequency)";
    }
    return "";
}

std::string name_of_stuck(const Curves& curves)
{
    return std::string("natural frequencies with the ") +
           (curves.rubs ? "contacts stuck" : "joints as at rest") + ", in the range";
}

Summary summarise(const Case& c, const Curves& curves)
{
    const ForcedResponseEntry& entry = c.analysis.forced_response;
    Summary s;
    add_status(curves, s);
    s.used = {{"method", "harmonic balance, pseudo-arclength continuation"},
              {"n_h", std::to_string(entry.n_h)},
              {"static_part", entry.static_part},
              {"forces", entry.forces == "sampled"
                             ? "sampled, " + std::to_string(entry.samples) + " per cycle"
                             : "exact"},
              {"form", form_text(curves.form)},
              {"modes", std::to_string(curves.n_modes)},
              {"unknowns", std::to_string(curves.n_unknowns)},
              {"tolerance", number_text(entry.options.tolerance)},
              {"max_step", number_text(entry.options.max_step)}};
    if (entry.restart.given)
        s.used.emplace_back("restart", "from " + entry.restart.at + " of " + entry.restart.results);
    Lists peaks, folds, branch_points, largest, flips, neimark_sacker;
    std::vector<std::string> ends;
    double n_points = 0;
    for (const Curve& curve : curves.levels) {
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
            {"stuck.frequency", {curves.stuck_hz.begin(), curves.stuck_hz.end()}, "Hz"});
    largest.write(s, "largest");
    peaks.write(s, "peaks");
    folds.write(s, "folds");
    branch_points.write(s, "branch_points");
    flips.write(s, "period_doubling");
    neimark_sacker.write(s, "neimark_sacker");
    s.quantities.push_back({"points", {n_points}, ""});
    if (!ends.empty())
        s.quantities.push_back({"end", {}, "", ends});
    const std::size_t n = curves.levels.size();
    s.extent =
        number_text(n_points) + " points on " + std::to_string(n) + (n == 1 ? " curve" : " curves");
    std::vector<std::string> words;
    for (const double f : curves.stuck_hz)
        words.push_back(number_text(f, 9));
    s.lines.push_back(name_of_stuck(curves) + ": " +
                      (words.empty() ? "none" : join(words) + " Hz"));
    for (std::size_t k = 0; k < n; ++k)
        if (n <= most_lines || k < most_lines / 2 || k + most_lines / 2 >= n)
            s.lines.push_back(line_of(c, curves, curves.levels[k]));
        else if (k == most_lines / 2)
            s.lines.push_back("... " + std::to_string(n - most_lines) +
                              " more levels in summary.json and results.h5");
    words.clear();
    for (const double level : levels_left_out(c))
        words.push_back(number_text(level, 6));
    if (!words.empty())
        s.lines.push_back("left out: " + few(words) + " of " + entry.restart.results +
                          ", which this case does not have among its levels");
    for (const std::string& text : curves.not_reached)
        s.lines.push_back("not reached: " + text);
    for (const std::string& message : curves.not_followed)
        s.lines.push_back("not followed: " + message);
    return s;
}

Vector vector(const std::vector<double>& values)
{
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

void write_level(io::Hdf5Writer& h5, const std::string& at, const Case& c, const Curves& curves,
                 const Curve& curve)
{
    const Branch& branch = curve.response.branch;
    h5.write(at + "level", vector({curve.response.level}), "", "factor of the harmonic drive");
    h5.write(
        at + "crossing", std::vector<int>{curve.crossing},
        "0: the curve from an end of the range or a restart; else one that crosses at a branch "
        "point");
    h5.write(at + "other_end", std::vector<int>{curve.other_end ? 1 : 0},
             "1: from the end of the range, after one that turned back to its start");
    if (branch.n_points() == 0)
        return;
    h5.write(at + "frequency", Vector(branch.p / two_pi), "Hz", "of each point along the curve");
    write_branch(h5, at + "branch/", branch);
    if (has_stability(curve)) {
        const Vector stable = branch.monitors.row(dynamics::monitor_stable),
                     growth = branch.monitors.row(dynamics::monitor_growth);
        h5.write(at + "stable", std::vector<int>{stable.begin(), stable.end()}, "1 or 0");
        h5.write(at + "growth", growth, "", "magnitude of the largest Floquet multiplier");
    }
    h5.write(at + "loops", curve.points.loops, "points whose cycles joints/*/loops show");
    for (std::size_t k = 0; k < curve.points.outputs.size(); ++k) {
        const ResponsePoints::Output& output = curve.points.outputs[k];
        const std::string to = at + "points/" + c.analysis.forced_response.monitors[k] + "/";
        h5.write(to + "rms", output.rms, "m", "of the displacement about its mean");
        h5.write(to + "peak", output.peak, "m", "largest distance from the mean");
        h5.write(to + "phase_lag", output.phase_lag, "rad",
                 "of the first harmonic behind cos(Omega t)");
        h5.write(to + "coefficients", output.coefficients, "m",
                 "harmonics x points: [mean,] c1, s1, c2, s2, ...");
    }
    for (std::size_t k = 0; k < curve.points.joints.size(); ++k) {
        const ResponsePoints::Joint& joint = curve.points.joints[k];
        const Index rows = joint.force.rows(), first = curve.points.first[k];
        const std::string to = at + "joints/" + curves.joints[k] + "/";
        h5.write(to + "displacement", Matrix(branch.x.middleRows(first, rows)), "m",
                 "first body minus second: rows x harmonics, x points; an elastic-coulomb joint "
                 "has the rows tangential, normal");
        h5.write(to + "force", joint.force, "N", "of the first body on the second, likewise");
        if (joint.dissipated.size() > 0)
            h5.write(to + "dissipation", joint.dissipated, "J", "per cycle");
        h5.write(to + "loops/displacement", joint.loop_displacement, "m",
                 "one cycle in time: rows of the joint at each point of loops, x samples");
        h5.write(to + "loops/force", joint.loop_force, "N", "likewise");
        if (joint.share.cols() == 0)
            continue;
        h5.write(to + "share", joint.share, "", "of the cycle in stick, slip, separation x points");
        h5.write(to + "events/point", joint.event_point, "of the change of state, from 0");
        h5.write(to + "events/phase", vector(joint.event_phase), "rad", "Omega t");
        h5.write(to + "events/before", joint.event_before,
                 "0 stick, 1 slip forward, 2 slip back, 3 separation");
        h5.write(to + "events/after", joint.event_after, "likewise");
    }
}

void write_arrays(const std::filesystem::path& file, const Case& c, const Curves& curves,
                  const Summary& summary)
{
    const ForcedResponseEntry& entry = c.analysis.forced_response;
    io::Hdf5Writer h5(file);
    h5.attribute("title", c.title);
    h5.attribute("analysis", "forced-response");
    h5.attribute("status", summary.status);
    h5.attribute("message", summary.message);
    h5.attribute("static_part", entry.static_part);
    h5.attribute("monitor", entry.monitors.front());
    h5.write("joints", curves.joints, "in the order of branch/x");
    h5.write("n_h", std::vector<int>{entry.n_h}, "harmonics");
    h5.write("range", Vector(Eigen::Vector2d(entry.options.Omega_from, entry.options.Omega_to)),
             "rad/s", "Omega from where and to where the curves lead");
    h5.write("stuck_frequency", curves.stuck_hz, "Hz", name_of_stuck(curves));
    for (std::size_t k = 0; k < curves.levels.size(); ++k) {
        std::string number = std::to_string(k + 1);
        number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
        write_level(h5, "levels/" + number + "/", c, curves, curves.levels[k]);
    }
    h5.close();
}

} // namespace

Outcome run_forced_response(const Case& c, const BuiltModel& built, bool quiet)
{
    const Setup s =
        located(c.analysis.places, "analysis", [&]() -> Setup { return setup(c, built); });
    const std::filesystem::path continues =
        c.analysis.forced_response.restart.given ? restart_file(c) : std::filesystem::path();
    ProgressPrinter printer(quiet, "levels",
                            static_cast<double>(c.analysis.forced_response.levels.size()));
    Curves curves = compute(c, built, s, printer);
    Summary summary = summarise(c, curves);
    const bool new_points = curves.new_points;
    return {summary,
            [&c, &built, curves = std::move(curves), summary](const auto& folder) {
                write_arrays(folder / "results.h5", c, curves, summary);
                const Scene scene(built);
                for (const Curve& curve : curves.levels)
                    for (const ResponseShape& shape : curve.shapes)
                        write_animation(folder, scene, std::filesystem::path("shapes") / shape.name,
                                        shape.name, shape.motion);
            },
            continues, new_points};
}

void check_forced_response(const Case& c, const BuiltModel& built)
{
    const ForcedResponseEntry& entry = c.analysis.forced_response;
    const Setup s =
        located(c.analysis.places, "analysis", [&]() -> Setup { return setup(c, built); });
    const std::size_t n = entry.levels.size();
    std::printf("analysis forced-response of %s: %s to %s Hz, %zu level%s, %d harmonics, static "
                "part %s: %lld unknowns on %lld modes\n",
                join(entry.monitors).c_str(),
                number_text(entry.options.Omega_from / two_pi, 9).c_str(),
                number_text(entry.options.Omega_to / two_pi, 9).c_str(), n, n == 1 ? "" : "s",
                entry.n_h, entry.static_part.c_str(), static_cast<long long>(s.model.n()),
                static_cast<long long>(s.model.system().dry.n_modes()));
}

} // namespace slideway::app
