#include "app/analyses/backbone/free_motions.hpp"

#include "app/case/joint_entry.hpp"
#include "app/case/located.hpp"
#include "app/results/branch_file.hpp"
#include "app/results/modal_outputs.hpp"
#include "assembly/joint.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::ConservativeBackbones;
using dynamics::ConservativeSystem;
using dynamics::FreeCurve;
using dynamics::OrbitLabel;

constexpr int digits = 11;

/// All of a run.
struct FreeMotions {
    ConservativeSystem system;
    std::vector<dynamics::ModalOutput> outputs;
    dynamics::FreeOptions options;
    ConservativeBackbones found;
};

/// Labels that are listed one by one, with the first word of their quantities.
const std::vector<std::pair<OrbitLabel, std::string>> reported_labels = {
    {OrbitLabel::grazing, "grazing"},
    {OrbitLabel::branch_point, "branch_point"},
    {OrbitLabel::fold, "fold"},
    {OrbitLabel::frequency, "at"}};

void refuse_laws(const Case& c, const BuiltModel& built)
{
    for (std::size_t k = 0; k < c.joints.size(); ++k) {
        const contact::JointLaw& law = built.model.joints[k].law;
        const JointEntry& entry = c.joints[k];
        if (!law->is_linear() && !law->has_potential())
            throw InputError(entry.places.of("law"), "joint." + entry.name + ".law",
                             "\"" + entry.law + "\"",
                             "method = \"conservative\" takes laws that conserve the energy: " +
                                 join(contact::laws_with(&contact::Law::has_potential)) + ", and " +
                                 join(contact::laws_with(&contact::Law::is_linear)));
    }
}

FreeMotions free_motions(const Backbone& e, const Case& c, const BuiltModel& built,
                         const Monitor& monitor)
{
    refuse_laws(c, built);
    return located(c.analysis.places, "analysis", [&]() -> FreeMotions {
        const std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
        FreeMotions motions{
            dynamics::conservative_system(dynamics::jointed_system(built.model, *modal)),
            modal_outputs(built.model, *modal, built.outputs),
            e.free,
            {}};
        for (std::size_t k = 0; k < motions.outputs.size(); ++k)
            if (motions.outputs[k].row.isZero(0))
                throw InputError("monitor", "\"" + e.monitors[k] + "\"", "a support holds it");
        for (const double mode : e.modes)
            motions.options.modes.push_back(static_cast<Index>(mode) - 1);
        dynamics::check(motions.system, motions.outputs, motions.options);
        return motions;
    });
}

std::string unit_of(const FreeMotions& motions, std::size_t output)
{
    return unit_on("m", motions.outputs[output].measure);
}

std::string range_text(const FreeMotions& motions)
{
    const dynamics::FreeOptions& o = motions.options;
    return std::string(name_of(o.over)) + " " + number_text(o.from, 9) + " to " +
           number_text(o.to, 9) + " " +
           (o.over == dynamics::FreeParameter::energy ? "J" : unit_of(motions, 0));
}

double frequency_at(const FreeCurve& curve, Index k)
{
    return curve.branch.x(curve.branch.x.rows() - 2, k) / two_pi;
}

double energy_at(const FreeCurve& curve, Index k)
{
    return std::exp(2 * curve.branch.p(k)) / 2;
}

Vector least_of(const FreeCurve& curve, std::size_t output)
{
    return curve.branch.monitors.row(dynamics::free_outputs + 2 * static_cast<Index>(output));
}

Vector most_of(const FreeCurve& curve, std::size_t output)
{
    return curve.branch.monitors.row(dynamics::free_outputs + 2 * static_cast<Index>(output) + 1);
}

double amplitude_at(const FreeCurve& curve, std::size_t output, Index k)
{
    return (most_of(curve, output)(k) - least_of(curve, output)(k)) / 2;
}

std::string motion_text(const Backbone& e, const FreeMotions& motions, const FreeCurve& curve,
                        Index k)
{
    std::string text = number_text(frequency_at(curve, k), digits) + " Hz, energy " +
                       number_text(energy_at(curve, k), digits) + " J, amplitude";
    for (std::size_t i = 0; i < e.monitors.size(); ++i)
        text += (i > 0 ? ", " : " ") + e.monitors[i] + " " +
                number_text(amplitude_at(curve, i, k), digits) + " " + unit_of(motions, i);
    return text;
}

std::string begins_text(const FreeCurve& curve)
{
    if (curve.beyond >= 0)
        return "mode " + std::to_string(curve.mode + 1) +
               " beyond an internal resonance of curve " + std::to_string(curve.beyond + 1);
    return curve.mode >= 0 ? "mode " + std::to_string(curve.mode + 1)
                           : "from the branch point of curve " + std::to_string(curve.parent + 1) +
                                 " at " + number_text(frequency_at(curve, 0), digits) + " Hz";
}

std::string end_text(const FreeCurve& curve)
{
    if (curve.branch.back.stop == continuation::Stop::monitor)
        return "the largest amplitude";
    if (curve.labels.back() == OrbitLabel::bound && curve.message.empty())
        return curve.branch.tangent(curve.branch.x.rows(), curve.branch.n_points() - 1) < 0
                   ? "the lowest energy"
                   : "the largest energy";
    return curve.message.empty() ? curve.branch.back.message : curve.message;
}

void add_lines(Summary& s, const Backbone& e, const FreeMotions& motions)
{
    for (std::size_t c = 0; c < motions.found.curves.size(); ++c) {
        const FreeCurve& curve = motions.found.curves[c];
        const std::string name = "curve " + std::to_string(c + 1);
        s.lines.push_back(name + ": " + begins_text(curve) + ", " +
                          std::to_string(curve.branch.n_points()) + " points from " +
                          number_text(frequency_at(curve, 0), 8) + " to " +
                          number_text(frequency_at(curve, curve.branch.n_points() - 1), 8) +
                          " Hz; ends: " + end_text(curve));
        for (std::size_t k = 0; k < curve.labels.size(); ++k) {
            const auto label =
                std::find_if(reported_labels.begin(), reported_labels.end(),
                             [&](const auto& one) -> bool { return one.first == curve.labels[k]; });
            if (label == reported_labels.end() || k == 0)
                continue;
            s.lines.push_back(name + ", " + std::string(name_of(label->first)) + ": " +
                              motion_text(e, motions, curve, static_cast<Index>(k)) +
                              (curve.notes[k].empty() ? "" : " (" + curve.notes[k] + ")"));
        }
    }
    for (const std::string& text : motions.found.notes)
        s.lines.push_back(text);
    for (const std::string& text : motions.system.left_out)
        s.lines.push_back("left out of the free motions: " + text);
    for (const std::string& text : motions.found.left_out)
        s.lines.push_back("not followed: " + text);
}

// Adds a quantity per label, in the order of curves. A branch point where a curve begins belongs to
// its parent.
void add_labels(Summary& s, const Backbone& e, const FreeMotions& motions)
{
    for (const auto& [label, name] : reported_labels) {
        std::vector<double> curve_of, frequency, energy;
        std::map<std::string, std::vector<double>> amplitude;
        for (std::size_t c = 0; c < motions.found.curves.size(); ++c) {
            const FreeCurve& curve = motions.found.curves[c];
            for (std::size_t k = 1; k < curve.labels.size(); ++k) {
                if (curve.labels[k] != label)
                    continue;
                const auto index = static_cast<Index>(k);
                curve_of.push_back(static_cast<double>(c + 1));
                frequency.push_back(frequency_at(curve, index));
                energy.push_back(energy_at(curve, index));
                for (std::size_t i = 0; i < e.monitors.size(); ++i)
                    amplitude[e.monitors[i]].push_back(amplitude_at(curve, i, index));
            }
        }
        if (curve_of.empty())
            continue;
        s.quantities.push_back(list(name + ".curve", curve_of, ""));
        s.quantities.push_back(list(name + ".frequency", frequency, "Hz"));
        s.quantities.push_back(list(name + ".energy", energy, "J"));
        for (std::size_t i = 0; i < e.monitors.size(); ++i)
            s.quantities.push_back(list(name + "." + e.monitors[i] + ".amplitude",
                                        amplitude[e.monitors[i]], unit_of(motions, i)));
    }
}

Summary summary_of(const Backbone& e, const FreeMotions& motions)
{
    Summary s;
    if (motions.found.interrupted) {
        s.status = studies::Status::interrupted;
        s.message = "interrupted; the curves up to there are kept";
    }
    s.used = {{"method", methods_text(e) + ", by pseudo-arclength continuation"},
              {"range", range_text(motions)},
              {"modes", std::to_string(motions.system.m())},
              {"tolerance", number_text(motions.options.tolerance)},
              {"max_step", number_text(motions.options.max_step)}};
    double points = 0;
    for (const FreeCurve& curve : motions.found.curves)
        points += static_cast<double>(curve.branch.n_points());
    const std::size_t n = motions.found.curves.size();
    const Vector small = motions.system.omega / two_pi;
    s.quantities.push_back(list("small.frequency", {small.begin(), small.end()}, "Hz"));
    s.quantities.push_back({"curves", {static_cast<double>(n)}, ""});
    s.quantities.push_back({"points", {points}, ""});
    add_labels(s, e, motions);
    s.extent =
        number_text(points) + " points on " + std::to_string(n) + (n == 1 ? " curve" : " curves");
    add_lines(s, e, motions);
    return s;
}

void write_curve(io::ArraySink& sink, const std::string& group, const Backbone& e,
                 const FreeMotions& motions, const FreeCurve& curve)
{
    const Index n = curve.branch.n_points(), last = curve.branch.x.rows();
    write_branch(sink, group + "branch/", curve.branch,
                 {"kg^(1/2) m, kg^(1/2) m/s, rad/s, 1/s",
                  "modal displacements, their velocities, Omega, damping (zero)", "",
                  "logarithm of the square root of twice the energy", "the energy"});
    std::vector<std::string> labels;
    for (const OrbitLabel label : curve.labels)
        labels.emplace_back(label == OrbitLabel::none ? "" : name_of(label));
    const Vector energy = (2 * curve.branch.p).array().exp() / 2;
    sink.write(group + "mode", std::vector<int>{static_cast<int>(curve.mode) + 1},
               "of small motions, from 1; 0: it begins at a branch point");
    sink.write(group + "begins", std::vector<std::string>{begins_text(curve)}, "where");
    sink.write(group + "ends", std::vector<std::string>{end_text(curve)}, "why");
    sink.write(group + "energy", energy, "J", "above that at rest");
    sink.write(group + "frequency", Vector(curve.branch.x.row(last - 2) / two_pi), "Hz", "");
    sink.write(group + "stable", Vector(curve.branch.monitors.row(dynamics::free_stable)), "",
               "1 or 0");
    sink.write(group + "growth", Vector(curve.branch.monitors.row(dynamics::free_growth)), "",
               "largest modulus of a multiplier of a period, the two that are 1 left out");
    sink.write(group + "label", labels, "what happens at a point");
    sink.write(group + "note", curve.notes, "what else does");
    for (std::size_t i = 0; i < e.monitors.size(); ++i) {
        const std::string prefix = group + e.monitors[i] + "/", unit = unit_of(motions, i);
        sink.write(prefix + "least", least_of(curve, i), unit, "over a period");
        sink.write(prefix + "largest", most_of(curve, i), unit, "over a period");
        Vector amplitude(n);
        for (Index k = 0; k < n; ++k)
            amplitude(k) = amplitude_at(curve, i, k);
        sink.write(prefix + "amplitude", amplitude, unit, "half of its peak-to-peak value");
    }
}

} // namespace

std::string check_free_motions(const Backbone& e, const Case& c, const BuiltModel& built,
                               const Monitor& monitor)
{
    const FreeMotions motions = free_motions(e, c, built, monitor);
    std::vector<std::string> words;
    for (Index k = 0; k < motions.system.m(); ++k)
        if (e.modes.empty() || std::find(e.modes.begin(), e.modes.end(), k + 1) != e.modes.end())
            words.push_back(number_text(motions.system.omega(k) / two_pi, 8));
    std::string text =
        "analysis backbone of " + join(e.monitors) + ", " + methods_text(e) + ": " +
        range_text(motions) + ", from " + join(words) +
        " Hz: " + dynamics::free_equations_text(motions.system, motions.outputs, motions.options);
    if (!motions.system.left_out.empty())
        text += "; left out: " + join(motions.system.left_out);
    return text + "\n";
}

Outcome run_free_motions(const Backbone& e, const Case& c, const BuiltModel& built,
                         const Monitor& monitor)
{
    const auto motions = std::make_shared<FreeMotions>(free_motions(e, c, built, monitor));
    motions->found = dynamics::conservative_backbones(motions->system, motions->outputs,
                                                      motions->options, monitor.until_stopped());
    if (motions->found.curves.empty()) {
        if (motions->found.interrupted)
            throw Interrupted();
        throw InputError(c.analysis.places.of("method"), "analysis.method",
                         "\"" + methods_text(e) + "\"",
                         "there is nothing to follow; " + join(motions->found.left_out, "; "));
    }
    return {.summary = summary_of(e, *motions), .arrays = [&e, motions](io::ArraySink& sink) {
                sink.attribute("monitor", e.monitors.front());
                sink.attribute("over", std::string(name_of(motions->options.over)));
                sink.write("small_frequency", Vector(motions->system.omega / two_pi), "Hz",
                           "of small motions");
                for (std::size_t k = 0; k < motions->found.curves.size(); ++k)
                    write_curve(sink, numbered("free_motions", k), e, *motions,
                                motions->found.curves[k]);
            }};
}

} // namespace slideway::app
