#include "app/analyses/backbone/backbone_results.hpp"
#include "app/analyses/backbone/curve_file.hpp"
#include "app/analyses/backbone/monitored_motions.hpp"
#include "base/to_vector.hpp"
#include "base/two_pi.hpp"

namespace slideway::app {

namespace {

// rms and phase of all monitors under `at`, a column of `reported` for each entry.
void write_reported(io::ArraySink& sink, const std::string& group, const Recorded& recorded,
                    const MonitoredMotions& reported)
{
    for (std::size_t k = 0; k < recorded.monitors.size(); ++k) {
        const auto row = static_cast<Index>(k);
        const std::string prefix = group + recorded.monitors[k] + "/";
        sink.write(prefix + "rms", Vector(reported.rms.row(row)), recorded.unit(k),
                   "about the mean");
        sink.write(prefix + "phase_lag", Vector(reported.phase_lag.row(row)), "rad",
                   "of the first harmonic behind cos(Omega t)");
    }
}

// Where a motion stands: the level, and the parameter in place of it.
struct Standing {
    std::string parameter; ///< "level", "preload"
    double level, unit;    ///< level without the parameter; unit of the parameter at p = 0

    [[nodiscard]] bool over() const { return parameter != "level"; }
};

Standing standing_of(const Backbone& e, const BackboneResults& results)
{
    return {parameter_of(e), e.levels.front(), results.unit};
}

void write_standing(io::ArraySink& sink, const std::string& group, const Standing& standing,
                    const Vector& value)
{
    if (standing.over())
        sink.write(group + "value", value, "", "of " + standing.parameter);
    else
        sink.write(group + "level", value, "", "factor of the harmonic drive");
}

// Writes quantities of the points of a piece, besides its branch.
void write_points(io::ArraySink& sink, const std::string& group, const continuation::Branch& branch,
                  dynamics::MotionFamily& motions, const Standing& standing,
                  const Recorded& recorded)
{
    write_standing(sink, group, standing, standing.unit * branch.p.array().exp());
    sink.write(group + "frequency", Vector(branch.x.row(motions.model().n()) / two_pi), "Hz",
               "of each point along the curve");
    write_reported(sink, group, recorded, monitored_motions(motions, branch.x, branch.p));
}

// `list` under `at`, with the quantities of each.
void write_list(io::ArraySink& sink, const std::string& group, const Recorded& recorded,
                const std::vector<ReportedExtremum>& list)
{
    std::vector<double> level, frequency;
    std::vector<std::string> states;
    MonitoredMotions reported;
    const auto n = static_cast<Index>(list.size()),
               monitors = static_cast<Index>(recorded.monitors.size());
    reported.rms.resize(monitors, n);
    reported.phase_lag.resize(monitors, n);
    for (const ReportedExtremum& x : list) {
        const auto column = static_cast<Index>(level.size());
        level.push_back(x.level);
        frequency.push_back(x.frequency);
        states.push_back(x.states);
        reported.rms.col(column) = to_vector(x.rms);
        reported.phase_lag.col(column) = to_vector(x.phase_lag);
    }
    sink.write(group + "level", level, "", "factor of the harmonic drive");
    sink.write(group + "frequency", frequency, "Hz", "ascending at each level");
    sink.write(group + "states", states, "of the contacts over a cycle");
    write_reported(sink, group, recorded, reported);
}

void write_derivatives(io::ArraySink& sink, const BackboneResults& results)
{
    std::vector<int> there;
    for (const ReportedExtremum& x : results.extrema)
        there.push_back(x.derivatives.empty() ? 0 : 1);
    sink.write("extrema/differentiated", there, "1: has an entry in derivatives; 0: no bound");
    for (std::size_t k = 0; k < results.parameters.size(); ++k) {
        std::vector<double> rms, frequency;
        for (const ReportedExtremum& x : results.extrema)
            if (!x.derivatives.empty()) {
                rms.push_back(x.derivatives[k].log_rms);
                frequency.push_back(x.derivatives[k].log_frequency);
            }
        const std::string group = "extrema/derivatives/" + results.parameters[k] + "/";
        sink.write(group + "rms", rms, "", "d ln rms of the first monitor / d ln of the parameter");
        sink.write(group + "frequency", frequency, "", "d ln frequency / d ln of the parameter");
    }
}

void write_extrema(io::ArraySink& sink, const Backbone& e, const BackboneResults& results,
                   const dynamics::HarmonicBalance& model)
{
    BackboneMotions motions = motions_of(e, model);
    const Standing standing = standing_of(e, results);
    std::vector<double> value;
    std::vector<int> maximum, kink, largest, curve, stable;
    for (const ReportedExtremum& x : results.extrema) {
        value.push_back(x.value);
        maximum.push_back(x.maximum ? 1 : 0);
        kink.push_back(x.kink ? 1 : 0);
        largest.push_back(x.largest ? 1 : 0);
        curve.push_back(static_cast<int>(x.curve) + 1);
        stable.push_back(x.stable);
    }
    write_list(sink, "extrema/", results.recorded, results.extrema);
    if (standing.over())
        write_standing(sink, "extrema/", standing, to_vector(value));
    write_derivatives(sink, results);
    sink.write("extrema/maximum", maximum, "1; 0: a minimum over frequency");
    sink.write("extrema/kink", kink, "1: a contact begins to slip there; 0: smooth");
    sink.write("extrema/largest", largest, "1: of the maxima of its level");
    sink.write("extrema/curve", curve, "from 1");
    if (e.stability)
        sink.write("extrema/stable", stable, "1 or 0");
    for (std::size_t c = 0; c < results.ridges.curves.size(); ++c) {
        const dynamics::ExtremaCurve& one = results.ridges.curves[c];
        const std::string group = numbered("curves", c);
        write_extrema_curve(
            sink, group, one,
            {results.recorded.unit_of_unknowns() + ", rad/s",
             "coefficients of the joints' displacements, joint by joint, row by row, in the "
             "order of n_h and static_part; last: Omega; x points",
             "", "logarithm of a factor on the parameter", "the parameter"});
        for (std::size_t k = 0; k < one.curve.pieces.size(); ++k)
            write_points(sink, piece_group(group, k), one.curve.pieces[k].branch, motions.family,
                         standing, results.recorded);
    }
}

void write_shapes(io::ArraySink& sink, const BackboneResults& results)
{
    std::vector<std::string> what;
    std::vector<ReportedExtremum> reported;
    for (const DrawnMotion& shape : results.shapes) {
        what.push_back(shape.what);
        reported.push_back(shape.extremum);
    }
    write_list(sink, "shapes/", results.recorded, reported);
    sink.write("shapes/what", what,
               "lowest and highest level, first slip, largest damping, or largest: requested");
}

void write_phase(io::ArraySink& sink, const BackboneResults& results,
                 const dynamics::HarmonicBalance& model)
{
    const Index n = results.n;
    dynamics::MotionFamily motions(model);
    std::vector<dynamics::PhaseResonance> list;
    for (const auto& at_level : results.phase.at_levels)
        list.insert(list.end(), at_level.begin(), at_level.end());
    const auto N = static_cast<Index>(list.size());
    Vector level(N);
    Matrix x(n + 1, N);
    std::vector<int> curve;
    for (Index k = 0; k < N; ++k) {
        const dynamics::PhaseResonance& resonance = list[static_cast<std::size_t>(k)];
        level(k) = resonance.level;
        x.col(k) = resonance.x;
        curve.push_back(static_cast<int>(resonance.curve) + 1);
    }
    sink.write("phase_resonance/level", level, "", "factor of the harmonic drive");
    sink.write("phase_resonance/frequency", Vector(x.row(n) / two_pi), "Hz",
               "ascending at each level");
    sink.write("phase_resonance/curve", curve, "from 1");
    write_reported(sink, "phase_resonance/", results.recorded,
                   monitored_motions(motions, x, level.array().log()));
    for (std::size_t c = 0; c < results.phase.curves.size(); ++c) {
        const continuation::Branch& branch = results.phase.curves[c];
        const std::string group = "phase_resonance/" + numbered("curves", c);
        const Vector along = branch.p.array().exp();
        sink.write(group + "level", along, "", "along the curve");
        sink.write(group + "frequency", Vector(branch.x.row(n) / two_pi), "Hz", "");
        write_reported(sink, group, results.recorded,
                       monitored_motions(motions, branch.x, branch.p));
        sink.write(group + "ends", std::vector<std::string>{end_of(branch)}, "why");
    }
}

// The motions of a damped mode, along it or at levels. @param x  n + 2 x N
void write_motions(io::ArraySink& sink, const std::string& group, const Matrix& x,
                   const Vector& amplitude, const Vector& level, const BackboneResults& results,
                   const dynamics::HarmonicBalance& model)
{
    const Index n = results.n;
    sink.write(group + "amplitude", amplitude, "m kg^(1/2)", "modal, of the first harmonic");
    sink.write(group + "frequency", Vector(x.row(n) / two_pi), "Hz", "");
    sink.write(group + "damping_ratio", Vector(x.row(n + 1).array() / (2 * x.row(n).array())), "",
               "xi / (2 Omega)");
    sink.write(group + "level", level, "", "of the drive whose work the damping takes");
    write_reported(sink, group, results.recorded, monitored_modes(model, x));
}

void write_modes(io::ArraySink& sink, const BackboneResults& results,
                 const dynamics::HarmonicBalance& model)
{
    for (std::size_t m = 0; m < results.modes.size(); ++m) {
        const dynamics::DampedMode& mode = results.modes[m];
        const continuation::Branch& branch = mode.branch;
        const std::string group = numbered("damped_mode", m);
        sink.write(group + "mode", std::vector<int>{static_cast<int>(mode.mode)},
                   "number of the natural frequency with the joints as at rest, from 1");
        write_motions(sink, group, branch.x, Vector(branch.p.array().exp()), levels_of(mode),
                      results, model);
        sink.write(group + "ends", std::vector<std::string>{end_of(branch)}, "why");
        std::vector<dynamics::DampedMotion> list;
        for (const auto& at_level : mode.at_levels)
            list.insert(list.end(), at_level.begin(), at_level.end());
        const auto N = static_cast<Index>(list.size());
        Matrix x(results.n + 2, N);
        Vector amplitude(N), level(N);
        for (Index k = 0; k < N; ++k) {
            const dynamics::DampedMotion& motion = list[static_cast<std::size_t>(k)];
            x.col(k) = motion.x;
            amplitude(k) = motion.amplitude;
            level(k) = motion.level;
        }
        write_motions(sink, group + "at_levels/", x, amplitude, level, results, model);
    }
}

void write_judgement(io::ArraySink& sink, const std::string& method,
                     const std::vector<Judgement>& list)
{
    std::vector<double> level, frequency, rms;
    for (const Judgement& one : list) {
        level.push_back(one.level);
        frequency.push_back(one.frequency);
        rms.push_back(one.rms);
    }
    const std::string group = "judgement/" + method + "/";
    sink.write(group + "level", level, "", "at which the method has a point");
    sink.write(
        group + "frequency", frequency, "",
        "of the nearest point in frequency, relative to that of the largest maximum, less 1");
    sink.write(group + "rms", rms, "", "likewise");
}

} // namespace

void write_backbones(io::ArraySink& sink, const Backbone& e, const BackboneResults& results,
                     const dynamics::HarmonicBalance& model)
{
    sink.attribute("static_part", std::string(name_of(e.static_part)));
    sink.attribute("monitor", e.monitors.front());
    sink.attribute("parameter", parameter_of(e));
    sink.write("joints", results.recorded.joints, "in the order of branch/x");
    sink.write("n_h", std::vector<int>{e.n_h}, "harmonics");
    sink.write("stuck_frequency", results.stuck_hz, "Hz", name_of_stuck(results.recorded));
    if (follows(e, BackboneMethod::ridge))
        write_extrema(sink, e, results, model);
    if (!results.shapes.empty())
        write_shapes(sink, results);
    if (follows(e, BackboneMethod::phase_resonance))
        write_phase(sink, results, model);
    if (follows(e, BackboneMethod::damped_mode))
        write_modes(sink, results, model);
    if (!results.of_phase.empty())
        write_judgement(sink, "phase_resonance", results.of_phase);
    if (!results.of_modes.empty())
        write_judgement(sink, "damped_mode", results.of_modes);
    write_response_curves(sink, results.recorded, results.responses);
}

} // namespace slideway::app
