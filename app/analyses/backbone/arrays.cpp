#include "app/analyses/backbone/backbone_results.hpp"
#include "app/results/branch_file.hpp"

#include <cmath>
#include <numbers>

namespace slideway::app {

namespace {

constexpr double two_pi = 2 * std::numbers::pi;

std::string numbered(const std::string& what, std::size_t k)
{
    std::string number = std::to_string(k + 1);
    number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
    return what + "/" + number + "/";
}

void write_piece(io::ArraySink& sink, const std::string& at, const continuation::Piece& piece,
                 Index n, const std::string& unit)
{
    const continuation::Branch& branch = piece.branch;
    sink.write(at + "equations", std::vector<std::string>{piece.equations},
               "extremum, or kink of a joint that begins to slip");
    sink.write(at + "ends", std::vector<std::string>{piece.ends}, "why");
    sink.write(at + "level", Vector(branch.p.array().exp()), "", "factor of the harmonic drive");
    sink.write(at + "frequency", Vector(branch.x.row(n) / two_pi), "Hz",
               "of each point along the curve");
    sink.write(at + "rms", Vector(branch.monitors.row(dynamics::extrema_log_rms).array().exp()),
               unit, "of the first monitor about its mean");
    write_branch(sink, at + "branch/", branch,
                 {"m, rad/s",
                  "coefficients of the joints' displacements, joint by joint, row by row, in the "
                  "order of n_h and static_part; last: Omega; x points",
                  "", "logarithm of the level", "the level"});
}

void write_extrema(io::ArraySink& sink, const Backbone& e, const BackboneResults& results,
                   const std::vector<std::string>& units)
{
    std::vector<double> level, frequency;
    std::vector<int> maximum, kink, largest, curve, stable;
    std::vector<std::string> states;
    for (const ToldExtremum& x : results.extrema) {
        level.push_back(x.level);
        frequency.push_back(x.frequency);
        maximum.push_back(x.maximum ? 1 : 0);
        kink.push_back(x.kink ? 1 : 0);
        largest.push_back(x.largest ? 1 : 0);
        curve.push_back(static_cast<int>(x.curve) + 1);
        stable.push_back(x.stable);
        states.push_back(x.states);
    }
    sink.write("extrema/level", level, "", "factor of the harmonic drive");
    sink.write("extrema/frequency", frequency, "Hz", "ascending at each level");
    sink.write("extrema/maximum", maximum, "1; 0: a minimum over frequency");
    sink.write("extrema/kink", kink, "1: a contact begins to slip there; 0: smooth");
    sink.write("extrema/largest", largest, "1: of the maxima of its level");
    sink.write("extrema/curve", curve, "from 1");
    if (e.stability)
        sink.write("extrema/stable", stable, "1 or 0");
    sink.write("extrema/states", states, "of the contacts over a cycle");
    for (std::size_t k = 0; k < e.monitors.size(); ++k) {
        std::vector<double> rms, phase;
        for (const ToldExtremum& x : results.extrema) {
            rms.push_back(x.rms[k]);
            phase.push_back(x.phase_lag[k]);
        }
        sink.write("extrema/" + e.monitors[k] + "/rms", rms, units[k], "about the mean");
        sink.write("extrema/" + e.monitors[k] + "/phase_lag", phase, "rad",
                   "of the first harmonic behind cos(Omega t)");
    }
    for (std::size_t c = 0; c < results.ridges.curves.size(); ++c) {
        const dynamics::ExtremaCurve& one = results.ridges.curves[c];
        const std::string at = numbered("curves", c);
        sink.write(at + "ends", std::vector<std::string>{one.begins, one.ends},
                   "why the curve begins and ends");
        for (std::size_t k = 0; k < one.curve.pieces.size(); ++k)
            write_piece(sink, at + numbered("pieces", k), one.curve.pieces[k], results.n,
                        units.front());
    }
}

void write_phase(io::ArraySink& sink, const BackboneResults& results, const std::string& unit)
{
    std::vector<double> level, frequency, rms;
    std::vector<int> curve;
    for (const auto& at_level : results.phase.at_levels)
        for (const dynamics::PhaseResonance& at : at_level) {
            level.push_back(at.level);
            frequency.push_back(at.x(results.n) / two_pi);
            rms.push_back(std::exp(at.log_rms));
            curve.push_back(static_cast<int>(at.curve) + 1);
        }
    sink.write("phase_resonance/level", level, "", "factor of the harmonic drive");
    sink.write("phase_resonance/frequency", frequency, "Hz", "ascending at each level");
    sink.write("phase_resonance/rms", rms, unit, "of the first monitor about its mean");
    sink.write("phase_resonance/curve", curve, "from 1");
    for (std::size_t c = 0; c < results.phase.curves.size(); ++c) {
        const continuation::Branch& branch = results.phase.curves[c];
        const std::string at = "phase_resonance/" + numbered("curves", c);
        sink.write(at + "level", Vector(branch.p.array().exp()), "", "along the curve");
        sink.write(at + "frequency", Vector(branch.x.row(results.n) / two_pi), "Hz", "");
        sink.write(at + "rms",
                   Vector(branch.monitors.row(dynamics::backbone_log_rms).array().exp()), unit, "");
        sink.write(at + "ends", std::vector<std::string>{end_of(branch)}, "why");
    }
}

void write_modes(io::ArraySink& sink, const BackboneResults& results, const std::string& unit)
{
    for (std::size_t m = 0; m < results.modes.size(); ++m) {
        const dynamics::DampedMode& mode = results.modes[m];
        const continuation::Branch& branch = mode.branch;
        const std::string at = numbered("damped_mode", m);
        sink.write(at + "mode", std::vector<int>{static_cast<int>(mode.mode)},
                   "number of the natural frequency with the contacts stuck, from 1");
        sink.write(at + "amplitude", Vector(branch.p.array().exp()), "m kg^(1/2)",
                   "modal, of the first harmonic");
        sink.write(at + "frequency", Vector(branch.x.row(results.n) / two_pi), "Hz", "");
        sink.write(at + "damping_ratio", Vector(branch.monitors.row(dynamics::damped_ratio)), "",
                   "xi / (2 Omega)");
        sink.write(
            at + "level",
            Vector((branch.monitors.row(dynamics::damped_level).array() + 1) * mode.level_to), "",
            "of the drive whose work the damping takes");
        sink.write(at + "rms",
                   Vector(branch.monitors.row(dynamics::backbone_log_rms).array().exp()), unit,
                   "of the first monitor about its mean");
        sink.write(at + "ends", std::vector<std::string>{end_of(branch)}, "why");
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
    const std::string at = "judgement/" + method + "/";
    sink.write(at + "level", level, "", "at which the method has a point");
    sink.write(
        at + "frequency", frequency, "",
        "of the nearest point in frequency, relative to that of the largest maximum, less 1");
    sink.write(at + "rms", rms, "", "likewise");
}

} // namespace

void write_backbones(io::ArraySink& sink, const Backbone& e, const BackboneResults& results,
                     const std::vector<std::string>& units)
{
    sink.attribute("static_part", std::string(name_of(e.static_part)));
    sink.attribute("monitor", e.monitors.front());
    sink.write("n_h", std::vector<int>{e.n_h}, "harmonics");
    sink.write("stuck_frequency", results.stuck_hz, "Hz",
               "natural frequencies with the contacts stuck, in the range");
    if (follows(e, BackboneMethod::ridge))
        write_extrema(sink, e, results, units);
    if (follows(e, BackboneMethod::phase_resonance))
        write_phase(sink, results, units.front());
    if (follows(e, BackboneMethod::damped_mode))
        write_modes(sink, results, units.front());
    if (!results.of_phase.empty())
        write_judgement(sink, "phase_resonance", results.of_phase);
    if (!results.of_modes.empty())
        write_judgement(sink, "damped_mode", results.of_modes);
}

} // namespace slideway::app
