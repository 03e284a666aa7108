#include "app/analyses/forced_response/curves.hpp"
#include "app/results/branch_file.hpp"

#include <numbers>

namespace slideway::app {

namespace {

using continuation::Branch;
using dynamics::ResponsePoints;

constexpr double two_pi = 2 * std::numbers::pi;

// Of the unknowns, which are one array for all joints.
std::vector<Measure> all_rows(const ResponseCurves& curves)
{
    std::vector<Measure> all;
    for (const std::vector<Measure>& rows : curves.joint_rows)
        all.insert(all.end(), rows.begin(), rows.end());
    return all;
}

void write_level(io::ArraySink& sink, const std::string& at, const ForcedResponse& e,
                 const ResponseCurves& curves, const ResponseCurve& curve)
{
    const Branch& branch = curve.response.branch;
    sink.write(at + "level", std::vector{curve.response.level}, "", "factor of the harmonic drive");
    sink.write(
        at + "crossing", std::vector<int>{curve.crossing},
        "0: the curve from an end of the range or a restart; else one that crosses at a branch "
        "point");
    sink.write(at + "other_end", std::vector<int>{curve.other_end ? 1 : 0},
               "1: from the end of the range, after one that turned back to its start");
    if (branch.n_points() == 0)
        return;
    sink.write(at + "frequency", Vector(branch.p / two_pi), "Hz", "of each point along the curve");
    write_branch(sink, at + "branch/", branch,
                 {unit_on("m", all_rows(curves)),
                  "coefficients of the joints' displacements x points: joint by joint, row by row, "
                  "in the order of n_h and static_part",
                  "rad/s", "Omega", "the frequency"});
    if (has_stability(curve)) {
        const Vector stable = branch.monitors.row(dynamics::monitor_stable),
                     growth = branch.monitors.row(dynamics::monitor_growth);
        sink.write(at + "stable", std::vector<int>{stable.begin(), stable.end()}, "1 or 0");
        sink.write(at + "growth", growth, "", "magnitude of the largest Floquet multiplier");
    }
    sink.write(at + "loops", curve.points.loops, "points whose cycles joints/*/loops show");
    for (std::size_t k = 0; k < curve.points.outputs.size(); ++k) {
        const ResponsePoints::Output& output = curve.points.outputs[k];
        const std::string to = at + "points/" + e.monitors[k] + "/";
        const std::string unit = unit_on("m", curves.monitors[k]);
        sink.write(to + "rms", output.rms, unit, "of the displacement about its mean");
        sink.write(to + "peak", output.peak, unit, "largest distance from the mean");
        sink.write(to + "phase_lag", output.phase_lag, "rad",
                   "of the first harmonic behind cos(Omega t)");
        sink.write(to + "coefficients", output.coefficients, unit,
                   "harmonics x points: [mean,] c1, s1, c2, s2, ...");
    }
    for (std::size_t k = 0; k < curve.points.joints.size(); ++k) {
        const ResponsePoints::Joint& joint = curve.points.joints[k];
        const Index rows = joint.force.rows(), first = curve.points.first[k];
        const std::string to = at + "joints/" + curves.joints[k] + "/";
        const std::string of_r = unit_on("m", curves.joint_rows[k]),
                          of_f = unit_on("N", curves.joint_rows[k]);
        sink.write(to + "displacement", Matrix(branch.x.middleRows(first, rows)), of_r,
                   "first body minus second: rows x harmonics, x points; an elastic-coulomb joint "
                   "has the rows tangential, normal");
        sink.write(to + "force", joint.force, of_f, "of the first body on the second, likewise");
        if (joint.dissipated.size() > 0)
            sink.write(to + "dissipation", joint.dissipated, "J", "per cycle");
        sink.write(to + "loops/displacement", joint.loop_displacement, of_r,
                   "one cycle in time: rows of the joint at each point of loops, x samples");
        sink.write(to + "loops/force", joint.loop_force, of_f, "likewise");
        if (joint.share.cols() == 0)
            continue;
        sink.write(to + "share", joint.share, "",
                   "of the cycle in stick, slip, separation x points");
        sink.write(to + "events/point", joint.event_point, "of the change of state, from 0");
        sink.write(to + "events/phase", joint.event_phase, "rad", "Omega t");
        sink.write(to + "events/before", joint.event_before,
                   "0 stick, 1 slip forward, 2 slip back, 3 separation");
        sink.write(to + "events/after", joint.event_after, "likewise");
    }
}

} // namespace

std::string group_of_curve(std::size_t k)
{
    std::string number = std::to_string(k + 1);
    number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
    return "levels/" + number + "/";
}

void write_curves(io::ArraySink& sink, const ForcedResponse& e, const ResponseCurves& curves)
{
    sink.attribute("static_part", std::string(name_of(e.static_part)));
    sink.attribute("monitor", e.monitors.front());
    sink.write("joints", curves.joints, "in the order of branch/x");
    sink.write("n_h", std::vector<int>{e.n_h}, "harmonics");
    sink.write("range", Vector(Eigen::Vector2d(e.options.Omega_from, e.options.Omega_to)), "rad/s",
               "Omega from where and to where the curves lead");
    sink.write("stuck_frequency", curves.stuck_hz, "Hz", name_of_stuck(curves));
    for (std::size_t k = 0; k < curves.levels.size(); ++k)
        write_level(sink, group_of_curve(k), e, curves, curves.levels[k]);
}

} // namespace slideway::app
