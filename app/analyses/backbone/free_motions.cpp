#include "app/analyses/backbone/backbone.hpp"

#include "app/case/joint_entry.hpp"
#include "app/case/located.hpp"
#include "app/results/branch_file.hpp"
#include "app/results/modal_outputs.hpp"
#include "app/results/quantities.hpp"
#include "assembly/joint.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace slideway::app {

struct FreeMotions {
    dynamics::ConservativeSystem system;
    std::vector<dynamics::ModalOutput> outputs;
    dynamics::FreeOptions options;
    dynamics::ConservativeBackbones found;
};

namespace {

using dynamics::FreeCurve;
using dynamics::OrbitLabel;

constexpr int digits = 11;

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
                             law->is_of_script() ? "a law of a script that depends on velocity"
                                                 : "\"" + entry.law + "\"",
                             "method = \"conservative\" takes laws that conserve the energy: " +
                                 join(contact::laws_with(&contact::Law::has_potential)) +
                                 ", springs of scripts, and " +
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

std::string range_text(const FreeMotions& motions, const Recorded& recorded)
{
    const dynamics::FreeOptions& o = motions.options;
    return std::string(name_of(o.over)) + " " + number_text(o.from, 9) + " to " +
           number_text(o.to, 9) + " " +
           (o.over == dynamics::FreeParameter::energy ? "J" : recorded.unit(0));
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

Recorded recorded_monitors(const Backbone& e, const BuiltModel& built)
{
    Recorded recorded;
    recorded.monitors = e.monitors;
    for (const dynamics::Probe& monitor : built.outputs)
        recorded.monitor_measures.push_back(monitor.measure);
    return recorded;
}

double n_points(const FreeMotions& motions)
{
    double n = 0;
    for (const FreeCurve& curve : motions.found.curves)
        n += static_cast<double>(curve.branch.n_points());
    return n;
}

std::string motion_text(const Recorded& recorded, const FreeCurve& curve, Index k)
{
    std::string text = number_text(frequency_at(curve, k), digits) + " Hz, energy " +
                       number_text(energy_at(curve, k), digits) + " J, amplitude";
    for (std::size_t i = 0; i < recorded.monitors.size(); ++i)
        text += (i > 0 ? ", " : " ") + recorded.monitors[i] + " " +
                number_text(amplitude_at(curve, i, k), digits) + " " + recorded.unit(i);
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

void add_lines(Summary& s, const Recorded& recorded, const FreeMotions& motions)
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
                              motion_text(recorded, curve, static_cast<Index>(k)) +
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

// Quantities per label, in the order of curves. A branch point where a curve begins belongs to its
// parent.
void label_quantities(io::Entries& q, const Recorded& recorded, const FreeMotions& motions,
                      OrbitLabel label)
{
    struct Point {
        const FreeCurve* curve;
        Index k;
        std::size_t number;
    };
    std::vector<Point> points;
    for (const FreeCurve& curve : motions.found.curves)
        for (std::size_t k = 1; k < curve.labels.size(); ++k)
            if (curve.labels[k] == label)
                points.push_back({&curve, static_cast<Index>(k),
                                  static_cast<std::size_t>(&curve - motions.found.curves.data())});
    const std::string any = "if there are any";
    const io::Columns point_column(q, points, "k", any);
    point_column([](const Point& p) { return p.number + 1; }, "curve", "",
                 "number of the curve of each point, from 1");
    point_column([](const Point& p) { return frequency_at(*p.curve, p.k); }, "frequency", "Hz",
                 "frequency of the motion");
    point_column([](const Point& p) { return energy_at(*p.curve, p.k); }, "energy", "J",
                 "energy above that at rest");
    q.each_group(recorded.monitors, "", "M", "a monitor", [&](std::size_t i) {
        const auto amplitude = [i](const Point& p) { return amplitude_at(*p.curve, i, p.k); };
        point_column(amplitude, "amplitude", q.unit([&] { return recorded.unit(i); }, "m"),
                     "half of its peak-to-peak value");
    });
}

void curve_arrays(io::Entries& a, const Recorded& recorded, FreeCurve& curve)
{
    const continuation::Branch& branch = curve.branch;
    a.group("branch", [&] {
        arrays(a, curve.branch,
               {"kg^(1/2) m, kg^(1/2) m/s, rad/s, 1/s",
                "modal displacements, their velocities, Omega, damping (zero)", "",
                "logarithm of the square root of twice the energy", "the energy"});
    });
    a.derived(curve.mode + 1, "mode", "",
              "mode of small motions, from 1; 0: the curve begins at a branch point");
    a.derived([&] { return begins_text(curve); }, "begins", "", "where the curve begins");
    a.derived([&] { return end_text(curve); }, "ends", "", "reason why the curve ends");
    a.derived(Vector((2 * branch.p).array().exp() / 2), "energy", "J", "energy above that at rest",
              "N");
    a.derived([&]() -> Vector { return branch.x.row(branch.x.rows() - 2) / two_pi; }, "frequency",
              "Hz", "frequency of each point along the curve", "N");
    const auto monitor = [&](Index row) {
        return [&branch, row]() -> Vector { return branch.monitors.row(row); };
    };
    a.derived(monitor(dynamics::free_stable), "stable", "", "1 or 0", "N");
    a.derived(monitor(dynamics::free_growth), "growth", "",
              "largest modulus of a multiplier of a period, the two that are 1 left out", "N");
    a.derived(io::column(curve.labels,
                         [](OrbitLabel label) {
                             return label == OrbitLabel::none ? std::string_view() : name_of(label);
                         }),
              "label", "", "start, fold, branch point, grazing, frequency, bound or empty", "N");
    a.array(curve.notes, "note", "", "other events at the point: stops that are grazed", "N");
    a.each_group(recorded.monitors, "", "M", "a monitor", [&](std::size_t i) {
        const std::string unit = a.unit([&] { return recorded.unit(i); }, "m");
        a.derived([&] { return least_of(curve, i); }, "least", unit, "least value in a period",
                  "N");
        a.derived([&] { return most_of(curve, i); }, "largest", unit, "largest value in a period",
                  "N");
        a.derived([&]() -> Vector { return (most_of(curve, i) - least_of(curve, i)) / 2; },
                  "amplitude", unit, "half of its peak-to-peak value", "N");
    });
}

Settings settings(const Backbone& e, const FreeMotions& motions, const Recorded& recorded)
{
    std::vector<std::string> small;
    for (Index k = 0; k < motions.system.m(); ++k)
        if (e.modes.empty() || std::find(e.modes.begin(), e.modes.end(), k + 1) != e.modes.end())
            small.push_back(number_text(motions.system.omega(k) / two_pi, 8));
    Settings all = {{"monitor", join(e.monitors)},
                    {"method", methods_text(e) + ", by pseudo-arclength continuation"},
                    {"range", range_text(motions, recorded)},
                    {"small motions", join(small) + " Hz"},
                    {"equations", dynamics::free_equations_text(motions.system, motions.outputs,
                                                                motions.options)},
                    {"modes", std::to_string(motions.system.m())},
                    {"tolerance", number_text(motions.options.tolerance)},
                    {"max_step", number_text(motions.options.max_step)}};
    if (!motions.system.left_out.empty())
        all.emplace_back("left out", join(motions.system.left_out));
    return all;
}

Summary summary_of(const Backbone& e, BackboneResults& r)
{
    const FreeMotions& motions = *r.free;
    Summary s;
    if (motions.found.interrupted) {
        s.status = studies::Status::interrupted;
        s.message = "interrupted; the curves up to there are kept";
    }
    s.used = settings(e, motions, r.recorded);
    add_quantities(s, [&](io::Entries& q) { quantities(q, r); });
    s.extent = extent_text(motions.found.curves.size(), n_points(motions));
    add_lines(s, r.recorded, motions);
    return s;
}

} // namespace

std::string check_free_motions(const Backbone& e, const Case& c, const BuiltModel& built,
                               const Monitor& monitor)
{
    const FreeMotions motions = free_motions(e, c, built, monitor);
    return check_text(e.type, settings(e, motions, recorded_monitors(e, built)));
}

Outcome run_free_motions(const Backbone& e, const Case& c, const BuiltModel& built,
                         const Monitor& monitor)
{
    const auto motions = std::make_shared<FreeMotions>(free_motions(e, c, built, monitor));
    motions->found = dynamics::conservative_backbones(motions->system, motions->outputs,
                                                      motions->options, monitor.until_stopped());
    if (motions->found.curves.empty())
        refuse_nothing(e, c, motions->found.interrupted, motions->found.left_out);
    const auto results = std::make_shared<BackboneResults>();
    results->e = &e;
    results->free = motions;
    results->recorded = recorded_monitors(e, built);
    return {.summary = summary_of(e, *results), .arrays = writer_of(results)};
}

void free_arrays(io::Entries& a, BackboneResults& r)
{
    FreeMotions none;
    FreeMotions& motions = r.free ? *r.free : none;
    a.attribute(std::string(name_of(motions.options.over)), "over", "energy or amplitude",
                "with `conservative`");
    a.derived(Vector(motions.system.omega / two_pi), "small_frequency", "Hz",
              "frequencies of small motions, ascending", "m");
    a.numbered(motions.found.curves, "free_motions", "C", "the number of a curve",
               [&](FreeCurve& curve) { curve_arrays(a, r.recorded, curve); });
}

void free_quantities(io::Entries& q, BackboneResults& r)
{
    const FreeMotions none;
    const FreeMotions& motions = r.free ? *r.free : none;
    q.derived(Vector(motions.system.omega / two_pi), "small.frequency", "Hz",
              "frequencies of small motions, ascending", "m");
    if (!q.describes())
        count_quantities(q, motions.found.curves.size(), n_points(motions));
    for (const auto& [label, name] : reported_labels)
        q.group(name, [&, kind = label] { label_quantities(q, r.recorded, motions, kind); });
}

} // namespace slideway::app
