#include "app/analyses/backbone/backbone.hpp"
#include "app/results/quantities.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace slideway::app {

namespace {

constexpr double degrees = 180 / std::numbers::pi;
constexpr std::size_t most_words = 6; // nodes or folds listed in a line

std::string few(std::vector<std::string> words)
{
    const std::size_t n = words.size();
    if (n <= most_words)
        return join(words, "; ");
    words.resize(most_words);
    return join(words, "; ") + "; ... (" + std::to_string(n) + ")";
}

std::string place(double value, double frequency, const std::string& parameter = "level")
{
    return parameter + " " + number_text(value, 7) + ", " + number_text(frequency, 8) + " Hz";
}

struct Folds {
    std::vector<double> value, frequency;
    std::vector<std::string> words;
};

void add_folds(const BackboneResults& results, const dynamics::ExtremaCurve& curve, Folds& folds)
{
    for (const continuation::Piece& piece : curve.curve.pieces)
        for (const Index k : continuation::points_of(piece.branch, continuation::PointKind::fold)) {
            folds.value.push_back(results.unit * std::exp(piece.branch.p(k)));
            folds.frequency.push_back(piece.branch.x(results.n, k) / two_pi);
            folds.words.push_back(
                place(folds.value.back(), folds.frequency.back(), results.parameter));
        }
}

std::string first_unit(const io::Entries& q, const BackboneResults& results)
{
    return q.unit([&] { return results.recorded.unit(0); }, "m");
}

std::string line_of(const BackboneResults& results, std::size_t c)
{
    const dynamics::ExtremaCurve& curve = results.ridges.curves[c];
    const continuation::Branch& first = curve.curve.pieces.front().branch;
    const auto value_at = [&](double value, double frequency) {
        return place(value, frequency, results.parameter);
    };
    std::string text =
        "curve " + std::to_string(c + 1) + ": from " +
        value_at(results.unit * std::exp(first.p(0)), first.x(results.n, 0) / two_pi) + ", " +
        number_text(std::exp(first.monitors(dynamics::extrema_log_rms, 0)), 5) + " " +
        results.recorded.unit(0) + " rms";
    std::vector<std::string> words;
    for (std::size_t k = 0; k < results.nodes.size(); ++k)
        if (results.nodes[k].curve == c && k % 2 == 0)
            words.push_back(results.nodes[k].joint + " from " +
                            value_at(results.nodes[k].value, results.nodes[k].frequency) + " to " +
                            value_at(results.nodes[k + 1].value, results.nodes[k + 1].frequency));
    if (!words.empty())
        text += "; kinks of " + few(words);
    Folds folds;
    add_folds(results, curve, folds);
    if (!folds.words.empty())
        text += "; folds at " + few(folds.words);
    return text + "; ends: " + curve.ends;
}

// Describes levels, or values of the parameter that ridges go over in place of the level.
void along_quantities(io::Entries& q, const BackboneResults& r, const std::string& name,
                      const std::string& place, const std::vector<double>& values)
{
    const std::vector<double> none;
    q.derived(r.over() ? none : values, name + ".level", "", "level " + place, "k",
              "without `over`, if there are any");
    q.derived(r.over() ? values : none, name + ".value", "",
              "value of the key of `over` (damping: factor) " + place, "k",
              "with `over`, if there are any");
}

void ridge_quantities(io::Entries& q, const BackboneResults& r)
{
    const std::string unit = first_unit(q, r), any = "if there are any";
    std::vector<ReportedExtremum> largest = r.extrema;
    std::erase_if(largest, [](const auto& x) { return !x.largest; });
    std::vector<std::string> states = io::column(largest, &ReportedExtremum::states);
    if (!states.empty() && states.front().empty())
        states.clear();
    const io::Columns maximum_column(q, largest, "n", any);
    along_quantities(q, r, "largest",
                     "of each largest maximum over frequency, one per requested level or value",
                     io::column(largest, &ReportedExtremum::value));
    maximum_column(&ReportedExtremum::frequency, "largest.frequency", "Hz", "its frequency");
    maximum_column([](const auto& x) { return x.rms.front(); }, "largest.rms", unit,
                   "its rms about the mean");
    maximum_column([](const auto& x) { return degrees * x.phase_lag.front(); }, "largest.phase_lag",
                   "deg", "lag of its first harmonic behind cos(Omega t)");
    q.derived(states, "largest.states", "", "states of the contacts over a cycle", "n",
              "with friction");
    q.derived(r.first_slip ? std::optional(r.first_slip->at.value) : std::nullopt,
              "ridge.first_slip.level", "",
              "lowest level at which, along maxima, a contact slips for the first time", "", any);
    std::vector<ReportedNode> nodes = r.nodes;
    std::erase_if(nodes, [](const auto& node) { return node.end; });
    const io::Columns node_column(q, nodes, "k", any);
    along_quantities(q, r, "nodes", "at which kinks begin and end, curve by curve",
                     io::column(nodes, &ReportedNode::value));
    node_column(&ReportedNode::frequency, "nodes.frequency", "Hz", "frequencies there");
    node_column(&ReportedNode::rms, "nodes.rms", unit, "rms there");
    Folds folds;
    for (const dynamics::ExtremaCurve& curve : r.ridges.curves)
        add_folds(r, curve, folds);
    along_quantities(q, r, "folds", "at which curves of extrema turn back smoothly", folds.value);
    q.derived(folds.frequency, "folds.frequency", "Hz", "frequencies there", "k", any);
    along_quantities(
        q, r, "largest.changes",
        "at which another maximum becomes the largest, between requested ones that differ in it",
        io::column(r.changes, [&](const auto& change) { return r.unit * change.value; }));
}

std::size_t count(const std::vector<dynamics::ListedValues>& ranges)
{
    std::size_t n = 0;
    for (const dynamics::ListedValues& range : ranges)
        n += range.n;
    return n;
}

// "50 levels"
std::string numbers_text(const BackboneResults& results)
{
    return std::to_string(values_of(*results.e).size()) + " " +
           (results.parameter == "level" ? "levels" : "values of " + results.parameter);
}

// "34 of 50 levels: 0.02 to 3.9 (30); 4.1 (1); 150 to 200 (3)"
std::string ranges_text(const BackboneResults& results,
                        const std::vector<dynamics::ListedValues>& ranges)
{
    std::vector<std::string> words;
    for (const dynamics::ListedValues& range : ranges) {
        std::string text = number_text(results.unit * range.from, 7);
        if (range.n > 1)
            text += " to " + number_text(results.unit * range.to, 7);
        words.push_back(text + " (" + std::to_string(range.n) + ")");
    }
    return std::to_string(count(ranges)) + " of " + numbers_text(results) + ": " + few(words);
}

// Levels at which a damped mode has no motion because its curve could not be followed to them.
std::size_t n_without(const dynamics::DampedMode& mode)
{
    if (mode.branch.back.stop != continuation::Stop::failed)
        return 0;
    return static_cast<std::size_t>(
        std::count_if(mode.at_levels.begin(), mode.at_levels.end(),
                      [](const auto& motions) { return motions.empty(); }));
}

void report_faults(const BackboneResults& results, Summary& s)
{
    if (!results.off_curves.empty())
        s.lines.push_back("no curve leads to the largest maximum, which is that of the forced "
                          "response there, at " +
                          ranges_text(results, results.off_curves));
    std::vector<std::string> faults;
    if (!results.missing.empty())
        faults.push_back("no maximum was found at " + ranges_text(results, results.missing));
    if (const std::size_t n = results.ridges.gaps.size(); n > 0)
        faults.push_back("larger maxima may be missing at " + std::to_string(n) + " of " +
                         numbers_text(results) +
                         ", because no curve leads to all maxima and the "
                         "forced response there has gaps");
    for (const dynamics::DampedMode& mode : results.modes)
        if (const std::size_t n = n_without(mode); n > 0)
            faults.push_back("damped mode " + std::to_string(mode.mode) +
                             ": no motion was found at " + std::to_string(n) + " of " +
                             std::to_string(mode.at_levels.size()) +
                             " levels, where damping ratios may be larger");
    const std::size_t n_searched = results.ridges.n_searched;
    if (!results.ridges.curves.empty() && n_searched < values_of(*results.e).size())
        s.lines.push_back("forced responses at " + std::to_string(n_searched) + " of " +
                          numbers_text(results) +
                          " have no larger maximum; closed curves between these" +
                          (results.over() ? "" : " and analysis.responses") + " are not found");
    for (const std::string& text : faults)
        s.lines.push_back(text);
    if (!faults.empty() && s.status == studies::Status::end) {
        s.status = studies::Status::no_convergence;
        s.message = join(faults, "; ") + "; the curves are kept, and their ends state the reason";
    }
}

// Preloads of the joints per level.
std::vector<double> best_preloads(const BackboneResults& r)
{
    return io::column(r.model->balance.system().joints, [&](const dynamics::ModalLaw& joint) {
        return joint.law->parameter("preload") / r.best_preload->level;
    });
}

double best_rms(const BackboneResults& r)
{
    return std::exp(r.best_preload->at.at.log_rms) / r.best_preload->level;
}

double best_frequency(const BackboneResults& r)
{
    return r.best_preload->at.at.x(r.n) / two_pi;
}

void best_preload_quantities(io::Entries& q, const BackboneResults& r)
{
    if (!q.describes() && !r.best_preload)
        return;
    q.note("`best_preload` belongs to the level at which the largest maximum per level is "
           "smallest. It exists only with `ridge` if all joints have a preload, no constant load "
           "acts (or `static_part = \"excluded\"`), that level lies between requested ones, and "
           "no curve was lost within the ranges (docs/theory/backbones.md).");
    q.derived([&] { return r.best_preload->level; }, "best_preload.level", "",
              "level at which the largest maximum per level is smallest");
    q.derived([&] { return best_preloads(r); }, "best_preload.preload_per_level", "N",
              "preload of each joint over this level", "joints");
    q.derived([&] { return best_rms(r); }, "best_preload.rms_per_level", first_unit(q, r),
              "that maximum over this level");
    q.derived([&] { return best_frequency(r); }, "best_preload.frequency", "Hz", "its frequency");
}

void report_best_preload(const BackboneResults& r, Summary& s)
{
    if (!r.best_preload)
        return;
    const std::vector<double> preloads = best_preloads(r);
    const std::vector<dynamics::ModalLaw>& joints = r.model->balance.system().joints;
    std::vector<std::string> words;
    for (std::size_t k = 0; k < joints.size(); ++k)
        words.push_back(joints[k].name + " " + number_text(preloads[k], 8) + " N");
    s.lines.push_back("best preload per level: " + join(words) + "; largest maximum per level " +
                      number_text(best_rms(r), 6) + " " + r.recorded.unit(0) + " rms, " +
                      number_text(best_frequency(r), 8) + " Hz");
}

Judgement largest_of(const std::vector<Judgement>& all)
{
    Judgement largest;
    for (const Judgement& one : all) {
        largest.frequency = std::max(largest.frequency, std::abs(one.frequency));
        largest.rms = std::max(largest.rms, std::abs(one.rms));
    }
    return largest;
}

void judgement_quantities(io::Entries& q, const std::vector<Judgement>& all)
{
    const auto largest = [&](double Judgement::*member) {
        return all.empty() ? std::nullopt : std::optional(largest_of(all).*member);
    };
    q.group("judgement", [&] {
        const std::string both = "with `ridge` too";
        q.derived(largest(&Judgement::frequency), "frequency.max_abs", "",
                  "largest relative distance in frequency from the largest maximum; if a level has "
                  "several points, of the nearest one",
                  "", both);
        q.derived(largest(&Judgement::rms), "rms.max_abs", "",
                  "largest relative distance in rms of these points", "", both);
    });
}

void phase_quantities(io::Entries& q, const BackboneResults& r)
{
    const std::vector<dynamics::PhaseResonance> listed = joined(r.phase.at_levels);
    std::vector<double> folds;
    for (const continuation::Branch& branch : r.phase.curves)
        for (const Index k : continuation::points_of(branch, continuation::PointKind::fold))
            folds.push_back(std::exp(branch.p(k)));
    const std::string with = "with `phase-resonance`";
    const io::Columns motion_column(q, listed, "k", with);
    motion_column(&dynamics::PhaseResonance::level, "level", "",
                  "level of each phase resonance at the requested levels");
    motion_column([&](const auto& one) { return one.x(r.n) / two_pi; }, "frequency", "Hz",
                  "its frequency");
    motion_column([](const auto& one) { return std::exp(one.log_rms); }, "rms", first_unit(q, r),
                  "its rms about the mean");
    q.derived(folds, "folds.level", "", "levels at which curves of phase resonances turn back", "k",
              with);
    judgement_quantities(q, r.of_phase);
}

void mode_quantities(io::Entries& q, const BackboneResults& r)
{
    using dynamics::DampedMode;
    const std::string with = "with `damped-mode`", linear = "for modes on which no joint acts";
    const io::Columns mode_column(q, r.modes, "k", with);
    mode_column(&DampedMode::mode, "mode", "", "number of each mode");
    mode_column([](const DampedMode& one) { return largest_ratio(one).ratio; },
                "largest_damping_ratio", "", "largest damping ratio of each mode");
    mode_column([](const DampedMode& one) { return largest_ratio(one).level; },
                "largest_damping_ratio.level", "", "its level");
    const io::Columns linear_column(q, r.linear_modes, "k", linear);
    linear_column(
        &DampedMode::mode, "linear.mode", "",
        "number of each mode on which no joint acts at small amplitudes: it is linear there "
        "and is not followed");
    linear_column([](const DampedMode& one) { return one.Omega / two_pi; }, "linear.frequency",
                  "Hz", "its frequency");
    linear_column(&DampedMode::linear_ratio, "linear.damping_ratio", "", "its damping ratio");
    judgement_quantities(q, r.of_modes);
}

void shape_quantities(io::Entries& q, const BackboneResults& r)
{
    const std::string any = "if there are any";
    const io::Columns shape_column(q, r.shapes, "k", any);
    shape_column(&DrawnMotion::what, "what", "", "motions that are drawn for ParaView");
    shape_column([](const auto& one) { return one.extremum.level; }, "level", "", "their levels");
    shape_column([](const auto& one) { return one.extremum.frequency; }, "frequency", "Hz",
                 "their frequencies");
}

std::size_t n_curves(const BackboneResults& r)
{
    return r.ridges.curves.size() + r.phase.curves.size() + r.modes.size();
}

double n_points(const BackboneResults& r)
{
    double n = 0;
    for (const dynamics::ExtremaCurve& curve : r.ridges.curves)
        n += static_cast<double>(curve.curve.n_points());
    for (const continuation::Branch& branch : r.phase.curves)
        n += static_cast<double>(branch.n_points());
    for (const dynamics::DampedMode& mode : r.modes)
        n += static_cast<double>(mode.branch.n_points());
    return n;
}

void driven_quantities(io::Entries& q, BackboneResults& r)
{
    q.note("Quantities belong to the first monitor.");
    q.array(r.stuck_hz, "stuck.frequency", "Hz",
            "natural frequencies in the range with the contacts stuck, or with the joints as at "
            "rest",
            "k", "if there are any");
    ridge_quantities(q, r);
    q.group(group_of(BackboneMethod::phase_resonance), [&] { phase_quantities(q, r); });
    q.group(group_of(BackboneMethod::damped_mode), [&] { mode_quantities(q, r); });
    q.group("shapes", [&] { shape_quantities(q, r); });
    count_quantities(q, n_curves(r), n_points(r));
    if (q.describes() || (follows(*r.e, BackboneMethod::ridge) && !r.interrupted)) {
        q.derived(static_cast<double>(count(r.missing)), "largest.missing", "",
                  "number of requested levels, or values with `over`, at which no maximum was "
                  "found. The summary lists them, and the exit status is 1");
        q.derived(static_cast<double>(count(r.off_curves)), "largest.off_curves", "",
                  "number of requested levels, or values with `over`, whose largest maximum is on "
                  "no curve, but on the forced response there. The summary lists them");
    }
    best_preload_quantities(q, r);
}

void add_lines(Summary& s, const BackboneResults& results)
{
    for (std::size_t c = 0; c < results.phase.curves.size(); ++c) {
        const continuation::Branch& branch = results.phase.curves[c];
        const Index last = branch.n_points() - 1;
        std::vector<std::string> folds;
        for (const Index k : continuation::points_of(branch, continuation::PointKind::fold))
            folds.push_back(place(std::exp(branch.p(k)), branch.x(results.n, k) / two_pi));
        s.lines.push_back("phase resonance " + std::to_string(c + 1) + ": from " +
                          place(std::exp(branch.p(0)), branch.x(results.n, 0) / two_pi) + " to " +
                          place(std::exp(branch.p(last)), branch.x(results.n, last) / two_pi) +
                          (folds.empty() ? "" : "; folds at " + few(folds)) +
                          "; ends: " + end_of(branch));
    }
    for (const dynamics::DampedMode& mode : results.modes) {
        const continuation::Branch& branch = mode.branch;
        const Index last = branch.n_points() - 1;
        s.lines.push_back(
            "damped mode " + std::to_string(mode.mode) + ": from " +
            number_text(branch.x(results.n, 0) / two_pi, 8) + " Hz, damping ratio " +
            number_text(branch.monitors(dynamics::damped_ratio, 0), 6) + ", to " +
            number_text(branch.x(results.n, last) / two_pi, 8) + " Hz; largest damping ratio " +
            number_text(dynamics::largest_ratio(mode).ratio, 6) + "; ends: " + end_of(branch));
    }
    for (const dynamics::DampedMode& mode : results.linear_modes)
        s.lines.push_back("damped mode " + std::to_string(mode.mode) + ": " +
                          number_text(mode.Omega / two_pi, 8) + " Hz, " + mode.branch.back.message);
    for (const std::string& text : results.left_out)
        s.lines.push_back("left out: " + text);
    for (const auto& [name, judged] : {std::pair{"phase resonance", &results.of_phase},
                                       std::pair{"damped mode", &results.of_modes}}) {
        const Judgement largest = largest_of(*judged);
        if (!judged->empty())
            s.lines.push_back(std::string(name) + " compared with the largest maximum, at " +
                              std::to_string(judged->size()) + " levels: frequency off by " +
                              number_text(largest.frequency, 3) + " at most, rms by " +
                              number_text(largest.rms, 3));
    }
}

} // namespace

std::string end_of(const continuation::Branch& branch)
{
    const Index last = branch.n_points() - 1;
    if (branch.back.stop == continuation::Stop::bound)
        return branch.tangent(branch.x.rows(), last) > 0 ? "the highest level" : "the lowest level";
    if (branch.back.stop == continuation::Stop::monitor)
        switch (branch.monitor.back()) {
        case dynamics::backbone_low:
            return "the lowest frequency of the range";
        case dynamics::backbone_high:
            return "the highest frequency of the range";
        case dynamics::damped_level:
            return "the highest level";
        default:
            break;
        }
    return branch.back.message;
}

std::string extent_text(std::size_t curves, double points)
{
    return number_text(points) + " points on " + plural(curves, "curve");
}

void count_quantities(io::Entries& q, std::size_t curves, double points)
{
    q.derived(static_cast<double>(curves), "curves", "", "number of curves");
    q.derived(points, "points", "", "number of points of all curves");
}

void quantities(io::Entries& q, BackboneResults& r)
{
    q.note("With `conservative` there are only `small.frequency`, `curves`, `points` and the "
           "quantities after `small.frequency`. Lists then have the order of curves and of points "
           "along them; a branch point where a curve begins is listed with the curve that it "
           "leaves.");
    if (q.describes() || !r.free)
        driven_quantities(q, r);
    if (q.describes() || r.free)
        free_quantities(q, r);
}

Settings settings(const Backbone& e, const dynamics::HarmonicBalance& model)
{
    const auto range_text = [](const std::vector<double>& values) {
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        return number_text(*low, 9) + " to " + number_text(*high, 9);
    };
    Settings all = harmonic_settings(e, {e.options.Omega_low, e.options.Omega_high}, model);
    all.emplace_back("method",
                     methods_text(e) + ", by harmonic balance and pseudo-arclength continuation");
    if (e.over)
        all.emplace_back(e.over->key, range_text(e.over->values));
    all.emplace_back("level", e.over ? number_text(e.levels.front(), 9) : range_text(e.levels));
    all.emplace_back("tolerance", number_text(e.options.tolerance));
    all.emplace_back("max_step", number_text(e.options.max_step));
    return all;
}

Summary summarise(BackboneResults& r)
{
    const Backbone& e = *r.e;
    Summary s;
    if (r.interrupted) {
        s.status = studies::Status::interrupted;
        s.message = "interrupted; the curves and pieces up to there are kept";
    }
    s.used = settings(e, r.model->balance);
    add_quantities(s, [&](io::Entries& q) { quantities(q, r); });
    s.extent = extent_text(n_curves(r), n_points(r));
    for (std::size_t c = 0; c < r.ridges.curves.size(); ++c)
        s.lines.push_back(line_of(r, c));
    if (!r.interrupted)
        report_faults(r, s);
    for (const dynamics::LostEnd& end : dynamics::lost_ends(r.ridges))
        s.warnings.push_back(
            "curve " + std::to_string(end.curve + 1) + " could not be followed beyond " +
            place(r.unit * end.value, end.Omega / two_pi, r.parameter) +
            ", so larger maxima may be missing between requested values: " + end.why +
            "; change analysis.max_step or analysis.n_h");
    report_best_preload(r, s);
    add_lines(s, r);
    std::vector<std::string> all_lost = r.ridges.lost;
    all_lost.insert(all_lost.end(), r.phase.lost.begin(), r.phase.lost.end());
    for (const dynamics::DampedMode& mode : r.modes)
        all_lost.insert(all_lost.end(), mode.lost.begin(), mode.lost.end());
    for (const dynamics::ResponseGap& gap : r.ridges.gaps)
        s.warnings.push_back(r.parameter + " " + number_text(r.unit * gap.value, 7) + ": " +
                             gap.text);
    for (const std::string& point : r.ridges.unbounded)
        s.warnings.push_back("the extremum at " + point +
                             " has no derivatives, because they are unbounded there");
    for (const std::string& lost : all_lost)
        s.warnings.push_back("no point was found at " + lost +
                             ", though a curve passes there; lower analysis.max_step");
    return s;
}

} // namespace slideway::app
