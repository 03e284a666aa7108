#include "app/analyses/backbone/backbone_results.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

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

Folds folds_of(const BackboneResults& results, const dynamics::ExtremaCurve& curve)
{
    Folds folds;
    for (const continuation::Piece& piece : curve.curve.pieces)
        for (const Index k : continuation::points_of(piece.branch, continuation::PointKind::fold)) {
            folds.value.push_back(results.unit * std::exp(piece.branch.p(k)));
            folds.frequency.push_back(piece.branch.x(results.n, k) / two_pi);
            folds.words.push_back(
                place(folds.value.back(), folds.frequency.back(), results.parameter));
        }
    return folds;
}

std::string line_of(const BackboneResults& results, std::size_t c, const std::string& unit)
{
    const dynamics::ExtremaCurve& curve = results.ridges.curves[c];
    const continuation::Branch& first = curve.curve.pieces.front().branch;
    const auto value_at = [&](double value, double frequency) {
        return place(value, frequency, results.parameter);
    };
    std::string text =
        "curve " + std::to_string(c + 1) + ": from " +
        value_at(results.unit * std::exp(first.p(0)), first.x(results.n, 0) / two_pi) + ", " +
        number_text(std::exp(first.monitors(dynamics::extrema_log_rms, 0)), 5) + " " + unit +
        " rms";
    std::vector<std::string> words;
    for (std::size_t k = 0; k < results.nodes.size(); ++k)
        if (results.nodes[k].curve == c && k % 2 == 0)
            words.push_back(results.nodes[k].joint + " from " +
                            value_at(results.nodes[k].value, results.nodes[k].frequency) + " to " +
                            value_at(results.nodes[k + 1].value, results.nodes[k + 1].frequency));
    if (!words.empty())
        text += "; kinks of " + few(words);
    const Folds folds = folds_of(results, curve);
    if (!folds.words.empty())
        text += "; folds at " + few(folds.words);
    return text + "; ends: " + curve.ends;
}

void add_ridges(Summary& s, const BackboneResults& results, const std::string& unit)
{
    // "level", or "value" of what ridges go over.
    const std::string along = results.parameter == "level" ? "level" : "value";
    std::vector<double> value, frequency, rms, lag;
    std::vector<std::string> states;
    for (const ReportedExtremum& x : results.extrema)
        if (x.largest) {
            value.push_back(x.value);
            frequency.push_back(x.frequency);
            rms.push_back(x.rms.front());
            lag.push_back(degrees * x.phase_lag.front());
            states.push_back(x.states);
        }
    if (!value.empty()) {
        s.quantities.push_back(list("largest." + along, value, ""));
        s.quantities.push_back(list("largest.frequency", frequency, "Hz"));
        s.quantities.push_back(list("largest.rms", rms, unit));
        s.quantities.push_back(list("largest.phase_lag", lag, "deg"));
        if (!states.front().empty())
            s.quantities.push_back(list("largest.states", states));
    }
    value.clear();
    frequency.clear();
    rms.clear();
    for (const ReportedNode& node : results.nodes) {
        if (node.end)
            continue;
        value.push_back(node.value);
        frequency.push_back(node.frequency);
        rms.push_back(node.rms);
    }
    if (results.first_slip)
        s.quantities.push_back({"ridge.first_slip.level", {results.first_slip->at.value}, ""});
    if (!value.empty()) {
        s.quantities.push_back(list("nodes." + along, value, ""));
        s.quantities.push_back(list("nodes.frequency", frequency, "Hz"));
        s.quantities.push_back(list("nodes.rms", rms, unit));
    }
    value.clear();
    frequency.clear();
    for (const dynamics::ExtremaCurve& curve : results.ridges.curves) {
        const Folds folds = folds_of(results, curve);
        value.insert(value.end(), folds.value.begin(), folds.value.end());
        frequency.insert(frequency.end(), folds.frequency.begin(), folds.frequency.end());
    }
    if (!value.empty()) {
        s.quantities.push_back(list("folds." + along, value, ""));
        s.quantities.push_back(list("folds.frequency", frequency, "Hz"));
    }
    value.clear();
    for (const dynamics::LargestChange& change : results.changes)
        value.push_back(results.unit * change.value);
    if (!value.empty())
        s.quantities.push_back(list("largest.changes." + along, value, ""));
}

// "no maximum was found at 34 of 50 levels: 0.02 to 3.9 (30); 4.1 (1); 150 to 200 (3)"
void add_missing(Summary& s, const BackboneResults& results, std::size_t asked)
{
    std::size_t n = 0;
    std::vector<std::string> ranges;
    for (const dynamics::ValuesWithout& range : results.missing) {
        n += range.n;
        std::string text = number_text(results.unit * range.from, 7);
        if (range.n > 1)
            text += " to " + number_text(results.unit * range.to, 7);
        ranges.push_back(text + " (" + std::to_string(range.n) + ")");
    }
    s.quantities.push_back({"largest.missing", {static_cast<double>(n)}, ""});
    if (n == 0)
        return;
    const std::string text =
        "no maximum was found at " + std::to_string(n) + " of " + std::to_string(asked) + " " +
        (results.parameter == "level" ? "levels" : "values of " + results.parameter) + ": " +
        few(ranges);
    s.lines.push_back(text);
    if (s.status == studies::Status::end) {
        s.status = studies::Status::no_convergence;
        s.message = text + "; the curves are kept, and their ends state the reason";
    }
}

// Preloads are per level: of level 1.
void add_best_preload(Summary& s, const BackboneResults& results,
                      const dynamics::HarmonicBalance& model, const std::string& unit)
{
    if (!results.best_preload)
        return;
    const auto& [at, level] = *results.best_preload;
    std::vector<double> preloads;
    std::vector<std::string> words;
    for (const dynamics::ModalLaw& joint : model.system().joints) {
        preloads.push_back(joint.law->parameter("preload") / level);
        words.push_back(joint.name + " " + number_text(preloads.back(), 8) + " N");
    }
    const double rms = std::exp(at.at.log_rms) / level, frequency = at.at.x(results.n) / two_pi;
    s.quantities.push_back({"best_preload.level", {level}, ""});
    s.quantities.push_back(list("best_preload.preload_per_level", preloads, "N"));
    s.quantities.push_back({"best_preload.rms_per_level", {rms}, unit});
    s.quantities.push_back({"best_preload.frequency", {frequency}, "Hz"});
    s.lines.push_back("best preload per level: " + join(words) + "; largest maximum per level " +
                      number_text(rms, 6) + " " + unit + " rms, " + number_text(frequency, 8) +
                      " Hz");
}

void add_shapes(Summary& s, const BackboneResults& results)
{
    std::vector<double> level, frequency;
    std::vector<std::string> what;
    for (const DrawnMotion& shape : results.shapes) {
        what.push_back(shape.what);
        level.push_back(shape.extremum.level);
        frequency.push_back(shape.extremum.frequency);
    }
    if (what.empty())
        return;
    s.quantities.push_back(list("shapes.what", what));
    s.quantities.push_back(list("shapes.level", level, ""));
    s.quantities.push_back(list("shapes.frequency", frequency, "Hz"));
}

void add_judgement(Summary& s, const std::string& name, const std::vector<Judgement>& list)
{
    double frequency = 0, rms = 0;
    for (const Judgement& one : list) {
        frequency = std::max(frequency, std::abs(one.frequency));
        rms = std::max(rms, std::abs(one.rms));
    }
    if (list.empty())
        return;
    s.quantities.push_back({name + ".judgement.frequency.max_abs", {frequency}, ""});
    s.quantities.push_back({name + ".judgement.rms.max_abs", {rms}, ""});
}

void add_phase(Summary& s, const BackboneResults& results, const std::string& unit)
{
    std::vector<double> level, frequency, rms, folds;
    for (const auto& at_level : results.phase.at_levels)
        for (const dynamics::PhaseResonance& resonance : at_level) {
            level.push_back(resonance.level);
            frequency.push_back(resonance.x(results.n) / two_pi);
            rms.push_back(std::exp(resonance.log_rms));
        }
    for (const continuation::Branch& branch : results.phase.curves)
        for (const Index k : continuation::points_of(branch, continuation::PointKind::fold))
            folds.push_back(std::exp(branch.p(k)));
    if (!level.empty()) {
        s.quantities.push_back(list("phase_resonance.level", level, ""));
        s.quantities.push_back(list("phase_resonance.frequency", frequency, "Hz"));
        s.quantities.push_back(list("phase_resonance.rms", rms, unit));
    }
    if (!folds.empty())
        s.quantities.push_back(list("phase_resonance.folds.level", folds, ""));
    add_judgement(s, "phase_resonance", results.of_phase);
}

void add_modes(Summary& s, const BackboneResults& results)
{
    std::vector<double> number, most, at;
    for (const dynamics::DampedMode& mode : results.modes) {
        number.push_back(static_cast<double>(mode.mode));
        const dynamics::LargestRatio largest = dynamics::largest_ratio(mode);
        most.push_back(largest.ratio);
        at.push_back(largest.level);
    }
    if (!number.empty()) {
        s.quantities.push_back(list("damped_mode.mode", number, ""));
        s.quantities.push_back(list("damped_mode.largest_damping_ratio", most, ""));
        s.quantities.push_back(list("damped_mode.largest_damping_ratio.level", at, ""));
    }
    number.clear();
    most.clear();
    at.clear(); // [Hz]
    for (const dynamics::DampedMode& mode : results.linear_modes) {
        number.push_back(static_cast<double>(mode.mode));
        most.push_back(mode.linear_ratio);
        at.push_back(mode.Omega / two_pi);
    }
    if (!number.empty()) {
        s.quantities.push_back(list("damped_mode.linear.mode", number, ""));
        s.quantities.push_back(list("damped_mode.linear.frequency", at, "Hz"));
        s.quantities.push_back(list("damped_mode.linear.damping_ratio", most, ""));
    }
    add_judgement(s, "damped_mode", results.of_modes);
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
        double frequency = 0, rms = 0;
        for (const Judgement& one : *judged) {
            frequency = std::max(frequency, std::abs(one.frequency));
            rms = std::max(rms, std::abs(one.rms));
        }
        if (!judged->empty())
            s.lines.push_back(std::string(name) + " compared with the largest maximum, at " +
                              std::to_string(judged->size()) + " levels: frequency off by " +
                              number_text(frequency, 3) + " at most, rms by " +
                              number_text(rms, 3));
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

Summary summarise(const Backbone& e, const BackboneResults& results,
                  const dynamics::HarmonicBalance& model)
{
    const std::string unit = results.recorded.unit(0);
    Summary s;
    if (results.interrupted) {
        s.status = studies::Status::interrupted;
        s.message = "interrupted; the curves and pieces up to there are kept";
    }
    s.used = {
        {"method", methods_text(e) + ", by harmonic balance and pseudo-arclength continuation"},
        {"n_h", std::to_string(e.n_h)},
        {"static_part", std::string(name_of(e.static_part))},
        {"forces", forces_text(e)},
        {"form", form_text(results.form)},
        {"modes", std::to_string(results.n_modes)},
        {"unknowns", std::to_string(results.n + 1)},
        {"tolerance", number_text(e.options.tolerance)},
        {"max_step", number_text(e.options.max_step)}};
    if (results.stuck_hz.size() > 0)
        s.quantities.push_back(
            list("stuck.frequency", {results.stuck_hz.begin(), results.stuck_hz.end()}, "Hz"));
    add_ridges(s, results, unit);
    add_phase(s, results, unit);
    add_modes(s, results);
    add_shapes(s, results);
    double n_points = 0;
    for (const dynamics::ExtremaCurve& curve : results.ridges.curves)
        n_points += static_cast<double>(curve.curve.n_points());
    for (const continuation::Branch& branch : results.phase.curves)
        n_points += static_cast<double>(branch.n_points());
    for (const dynamics::DampedMode& mode : results.modes)
        n_points += static_cast<double>(mode.branch.n_points());
    const std::size_t n =
        results.ridges.curves.size() + results.phase.curves.size() + results.modes.size();
    s.quantities.push_back({"curves", {static_cast<double>(n)}, ""});
    s.quantities.push_back({"points", {n_points}, ""});
    s.extent =
        number_text(n_points) + " points on " + std::to_string(n) + (n == 1 ? " curve" : " curves");
    for (std::size_t c = 0; c < results.ridges.curves.size(); ++c)
        s.lines.push_back(line_of(results, c, unit));
    if (follows(e, BackboneMethod::ridge) && !results.interrupted)
        add_missing(s, results, values_of(e).size());
    for (const dynamics::LostEnd& end : dynamics::lost_ends(results.ridges))
        s.warnings.push_back(
            "curve " + std::to_string(end.curve + 1) + " could not be followed beyond " +
            place(results.unit * end.value, end.Omega / two_pi, results.parameter) +
            ", so larger maxima may be missing: " + end.why +
            "; change analysis.max_step or analysis.n_h");
    add_best_preload(s, results, model, unit);
    add_lines(s, results);
    std::vector<std::string> all_lost = results.ridges.lost;
    all_lost.insert(all_lost.end(), results.phase.lost.begin(), results.phase.lost.end());
    for (const dynamics::DampedMode& mode : results.modes)
        all_lost.insert(all_lost.end(), mode.lost.begin(), mode.lost.end());
    for (const std::string& point : results.ridges.unbounded)
        s.warnings.push_back("the extremum at " + point +
                             " has no derivatives, because they are unbounded there");
    for (const std::string& lost : all_lost)
        s.warnings.push_back("no point was found at " + lost +
                             ", though a curve passes there; lower analysis.max_step");
    return s;
}

} // namespace slideway::app
