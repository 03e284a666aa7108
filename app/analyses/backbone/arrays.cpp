#include "app/analyses/backbone/backbone.hpp"
#include "app/analyses/backbone/curve_file.hpp"
#include "app/analyses/backbone/monitored_motions.hpp"
#include "base/to_vector.hpp"
#include "base/two_pi.hpp"
#include "io/entries.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

namespace {

using continuation::Branch;

constexpr const char* drive_factor = "factor of the harmonic drive";

// @param motions  computes the values of all monitors
void monitor_arrays(io::Entries& a, const Recorded& recorded, const std::string& shape,
                    const std::function<MonitoredMotions()>& motions)
{
    const MonitoredMotions values = a.describes() ? MonitoredMotions() : motions();
    a.each_group(recorded.monitors, "", "M", "a monitor", [&](std::size_t k) {
        const auto row = static_cast<Index>(k);
        a.derived([&]() -> Vector { return values.rms.row(row); }, "rms",
                  a.unit([&] { return recorded.unit(k); }, "m"), "rms about the mean", shape);
        a.derived([&]() -> Vector { return values.phase_lag.row(row); }, "phase_lag", "rad",
                  "lag of the first harmonic behind cos(Omega t)", shape);
    });
}

void extremum_arrays(io::Entries& a, const Recorded& recorded,
                     const std::vector<ReportedExtremum>& extrema)
{
    const io::Columns extremum_column(a, extrema, "n");
    extremum_column(&ReportedExtremum::level, "level", "", drive_factor);
    extremum_column(&ReportedExtremum::frequency, "frequency", "Hz",
                    "frequency, ascending at each level");
    extremum_column(&ReportedExtremum::states, "states", "",
                    "states of the contacts over a cycle: `left stick, right stick/slip`");
    monitor_arrays(a, recorded, "n", [&] {
        const auto n = static_cast<Index>(extrema.size()),
                   monitors = static_cast<Index>(recorded.monitors.size());
        MonitoredMotions motions{Matrix(monitors, n), Matrix(monitors, n)};
        for (Index k = 0; k < n; ++k) {
            motions.rms.col(k) = to_vector(extrema[static_cast<std::size_t>(k)].rms);
            motions.phase_lag.col(k) = to_vector(extrema[static_cast<std::size_t>(k)].phase_lag);
        }
        return motions;
    });
}

void derivative_arrays(io::Entries& a, const BackboneResults& r)
{
    std::vector<ReportedExtremum> bounded = r.extrema;
    std::erase_if(bounded, [](const auto& x) { return x.derivatives.empty(); });
    a.derived(
        io::column(r.extrema, [](const auto& x) { return !x.derivatives.empty(); }),
        "differentiated", "",
        "1: one of the n_d extrema with derivatives; 0: a derivative has no bound, or no curve "
        "leads there",
        "n");
    a.each_group(
        r.parameters, "derivatives", "D",
        "`level`, `damping` (all linear damping), `JOINT.NUMBER` (preload, friction, k_t, ..., "
        "unless it is 0) or `all.NUMBER` (all joints that have it, if several)",
        [&](std::size_t k) {
            const auto of_rms = [k](const auto& x) { return x.derivatives[k].log_rms; };
            const auto of_frequency = [k](const auto& x) { return x.derivatives[k].log_frequency; };
            const io::Columns derivative_column(a, bounded, "n_d");
            derivative_column(of_rms, "rms", "",
                              "d ln rms of the first monitor / d ln of the parameter");
            derivative_column(of_frequency, "frequency", "",
                              "d ln frequency / d ln of the parameter");
        });
}

constexpr const char* parameter_value = "value of the key of `over`; a factor for damping";

void extrema_arrays(io::Entries& a, const BackboneResults& r)
{
    const std::vector<ReportedExtremum>& all = r.extrema;
    a.note("`extrema` and `curves` exist only with `ridge`. Extrema are sorted by level, in the "
           "order of the case, and then by frequency.");
    a.note(
        "`monitors` of a piece are ln rms and its distances from the bounds of the frequency. "
        "Those of smooth extrema end with ds/dOmega (< 0: maximum), s the slope of ln rms, and a "
        "code of the states. Those of kinks end with s on the side that sticks, s on the side "
        "that slips, and the change of the margin of slip with the frequency.");
    extremum_arrays(a, r.recorded, all);
    a.derived(r.over() ? io::column(all, &ReportedExtremum::value) : std::vector<double>(), "value",
              "", parameter_value, "n", "with `over`");
    derivative_arrays(a, r);
    const io::Columns column(a, all, "n");
    column(&ReportedExtremum::maximum, "maximum", "", "1: maximum over frequency, 0: minimum");
    column(&ReportedExtremum::kink, "kink", "", "1: a contact begins to slip there; 0: smooth");
    column(&ReportedExtremum::largest, "largest", "", "1: largest maximum of its level");
    column(
        &ReportedExtremum::curve, "curve", "",
        "number of its curve, from 1; 0: no curve leads there, the forced response at that level "
        "has it");
    if (a.describes() || r.e->stability)
        a.derived(io::column(all, &ReportedExtremum::stable), "stable", "", "1 or 0", "n",
                  "with `stability`");
}

void curve_arrays(io::Entries& a, BackboneResults& r)
{
    std::optional<BackboneMotions> motions;
    if (!a.describes())
        motions.emplace(motions_of(*r.e, r.model->balance));
    const BranchMeaning meaning{
        r.recorded.unit_of_unknowns() + ", rad/s",
        "coefficients of the joints' displacements, joint by joint, row by row, in the order of "
        "n_h and static_part; last: Omega",
        "", "logarithm of a factor on the parameter", "the parameter"};
    a.numbered(r.ridges.curves, "curves", "C", "the number of a curve", [&](auto& curve) {
        arrays(a, curve, meaning);
        a.numbered(curve.curve.pieces, "pieces", "P", "the number of a piece", [&](auto& piece) {
            const Branch& branch = piece.branch;
            const Vector values = r.unit * branch.p.array().exp();
            a.derived(r.over() ? Vector() : values, "level", "", drive_factor, "N",
                      "without `over`");
            a.derived(r.over() ? values : Vector(), "value", "", parameter_value, "N",
                      "with `over`");
            a.derived([&]() -> Vector { return branch.x.row(r.n) / two_pi; }, "frequency", "Hz",
                      "frequency of each point along the curve, which may turn back", "N");
            monitor_arrays(a, r.recorded, "N",
                           [&] { return monitored_motions(motions->family, branch.x, branch.p); });
        });
    });
}

void shape_arrays(io::Entries& a, const BackboneResults& r)
{
    a.note("`shapes` are the largest maxima that are drawn for ParaView, if there are any. They "
           "include bodies without a mesh. The largest damping is where the damping ratio of a "
           "damped mode is largest; without damped modes it is the requested level at which the "
           "largest maximum per level is smallest. At the lowest or the highest level it is not "
           "repeated.");
    std::vector<ReportedExtremum> extrema;
    for (const DrawnMotion& shape : r.shapes)
        extrema.push_back(shape.extremum);
    extremum_arrays(a, r.recorded, extrema);
    a.derived(io::column(r.shapes, &DrawnMotion::what), "what", "",
              "lowest or highest (level), first slip, largest damping, or largest: requested in "
              "`shapes`",
              "n");
}

// Unknowns of motions, a column per motion.
template <class T>
Matrix unknowns(const std::vector<T>& motions, Index rows)
{
    Matrix x(rows, static_cast<Index>(motions.size()));
    for (Index k = 0; k < x.cols(); ++k)
        x.col(k) = motions[static_cast<std::size_t>(k)].x;
    return x;
}

void phase_arrays(io::Entries& a, BackboneResults& r)
{
    std::optional<dynamics::MotionFamily> motions;
    if (!a.describes())
        motions.emplace(r.model->balance);
    const auto motion_arrays = [&](const Matrix& x, const Vector& level, const Vector& p,
                                   const std::string& shape) {
        a.derived(level, "level", "", drive_factor, shape);
        a.derived([&]() -> Vector { return x.row(r.n) / two_pi; }, "frequency", "Hz",
                  "frequency; at requested levels ascending", shape);
        monitor_arrays(a, r.recorded, shape, [&] { return monitored_motions(*motions, x, p); });
    };
    a.note("`phase_resonance` exists only with `phase-resonance`.");
    const auto listed = joined(r.phase.at_levels);
    const Vector level = to_vector(io::column(listed, &dynamics::PhaseResonance::level));
    motion_arrays(unknowns(listed, r.n + 1), level, level.array().log(), "n");
    a.derived(io::column(listed, [](const auto& one) { return one.curve + 1; }), "curve", "",
              "number of its curve, from 1", "n");
    a.numbered(r.phase.curves, "curves", "C", "the number of a curve", [&](Branch& branch) {
        motion_arrays(branch.x, branch.p.array().exp(), branch.p, "N");
        a.derived([&] { return end_of(branch); }, "ends", "", "reason why the curve ends");
    });
}

void damped_arrays(io::Entries& a, const BackboneResults& r, const Matrix& x,
                   const Vector& amplitude, const Vector& level, const std::string& shape)
{
    const Index n = r.n;
    a.derived(amplitude, "amplitude", "m kg^(1/2)", "modal amplitude of the first harmonic", shape);
    a.derived([&]() -> Vector { return x.row(n) / two_pi; }, "frequency", "Hz", "frequency", shape);
    a.derived([&]() -> Vector { return x.row(n + 1).array() / (2 * x.row(n).array()); },
              "damping_ratio", "", "xi / (2 Omega)", shape);
    a.derived(level, "level", "", "level of the drive whose work equals the dissipation", shape);
    monitor_arrays(a, r.recorded, shape, [&] { return monitored_modes(r.model->balance, x); });
}

void mode_arrays(io::Entries& a, BackboneResults& r)
{
    a.note("`damped_mode` exists only with `damped-mode`. Its phase lags are those behind a drive "
           "in quadrature with the motion.");
    a.numbered(r.modes, "damped_mode", "C", "the number of a curve", [&](auto& mode) {
        const Branch& branch = mode.branch;
        a.array(mode.mode, "mode", "",
                "number of the natural frequency with the joints as at rest, from 1");
        damped_arrays(a, r, branch.x, branch.p.array().exp(),
                      a.describes() ? Vector() : levels_of(mode), "N");
        a.derived([&] { return end_of(branch); }, "ends", "", "reason why the curve ends");
        a.group("at_levels", [&] {
            const auto listed = joined(mode.at_levels);
            damped_arrays(a, r, unknowns(listed, r.n + 2),
                          to_vector(io::column(listed, &dynamics::DampedMotion::amplitude)),
                          to_vector(io::column(listed, &dynamics::DampedMotion::level)), "n");
        });
    });
}

void judgement_arrays(io::Entries& a, BackboneMethod method, const std::vector<Judgement>& all)
{
    const std::string condition = "with `ridge` and `" + std::string(name_of(method)) + "`";
    a.group("judgement/" + group_of(method), [&] {
        const io::Columns column(a, all, "k", condition);
        column(&Judgement::level, "level", "", "levels at which the method has a point");
        column(&Judgement::frequency, "frequency", "",
               "frequency of the nearest point over that of the largest maximum, less 1");
        column(&Judgement::rms, "rms", "",
               "rms of that point over that of the largest maximum, less 1");
    });
}

void driven_arrays(io::Entries& a, BackboneResults& r)
{
    using enum BackboneMethod;
    const auto has = [&](BackboneMethod method) { return a.describes() || follows(*r.e, method); };
    const std::string driven = "without `conservative`";
    a.attribute(r.e ? std::string(name_of(r.e->static_part)) : "", "static_part",
                "balanced or excluded", driven);
    a.attribute(r.e ? parameter_of(*r.e) : "", "parameter",
                "parameter of the curves: `level`, or the key of `over`", driven);
    a.array(r.recorded.joints, "joints", "", "names of the joints, in the order of `x`", "k");
    a.derived([&] { return r.e->n_h; }, "n_h", "", "number of harmonics");
    a.array(r.stuck_hz, "stuck_frequency", "Hz", name_of_stuck(r.recorded), "k");
    if (has(ridge)) {
        a.group("extrema", [&] { extrema_arrays(a, r); });
        curve_arrays(a, r);
    }
    if (a.describes() || !r.shapes.empty())
        a.group("shapes", [&] { shape_arrays(a, r); });
    if (has(phase_resonance))
        a.group("phase_resonance", [&] { phase_arrays(a, r); });
    if (has(damped_mode))
        mode_arrays(a, r);
    judgement_arrays(a, phase_resonance, r.of_phase);
    judgement_arrays(a, damped_mode, r.of_modes);
    if (a.describes() || !r.responses.empty()) {
        a.note("`levels` exists only with `responses`.");
        response_arrays(a, r.recorded, r.responses);
    }
}

} // namespace

void arrays(io::Entries& a, BackboneResults& r)
{
    a.note("With `conservative` there are only `small_frequency` and `free_motions`.");
    a.attribute(r.recorded.monitors.empty() ? "" : r.recorded.monitors.front(), "monitor",
                "first monitor, whose rms has the extrema");
    if (a.describes() || !r.free)
        driven_arrays(a, r);
    if (a.describes() || r.free)
        free_arrays(a, r);
}

} // namespace slideway::app
