#include "app/motions/harmonic/response_curves.hpp"

#include "app/results/branch_file.hpp"
#include "base/text.hpp"
#include "base/to_vector.hpp"
#include "base/two_pi.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace slideway::app {

namespace {

using continuation::Branch;
using dynamics::ResponsePoints;

void write_verdict(io::ArraySink& sink, const std::string& group, const StabilityVerdict& verdict)
{
    sink.write(group + "stable", std::vector<int>{verdict.stable.begin(), verdict.stable.end()},
               "1 or 0");
    sink.write(group + "growth", verdict.growth, "", "magnitude of the largest Floquet multiplier");
}

void write_curve(io::ArraySink& sink, const std::string& group, const Recorded& recorded,
                 const ResponseCurve& curve)
{
    const Branch& branch = curve.response.branch;
    sink.write(group + "level", std::vector{curve.response.level}, "",
               "factor of the harmonic drive");
    sink.write(
        group + "crossing", std::vector<int>{curve.crossing},
        "0: the curve from an end of the range or a restart; else one that crosses at a branch "
        "point");
    sink.write(group + "other_end", std::vector<int>{curve.other_end ? 1 : 0},
               "1: from the end of the range, after one that turned back to its start");
    if (branch.n_points() == 0)
        return;
    sink.write(group + "frequency", Vector(branch.p / two_pi), "Hz",
               "of each point along the curve");
    write_branch(
        sink, group + "branch/", branch,
        {recorded.unit_of_unknowns(),
         "coefficients of the joints' displacements (without nonlinear joints: of the first "
         "monitor) x points: joint by joint, row by row, in the order of n_h and "
         "static_part",
         "rad/s", "Omega", "the frequency"});
    if (has_stability(curve)) {
        const StabilityVerdict series{branch.monitors.row(dynamics::monitor_stable),
                                      branch.monitors.row(dynamics::monitor_growth)};
        const StabilityVerdict& verdict = curve.verdict ? *curve.verdict : series;
        write_verdict(sink, group, verdict);
        if (curve.verdict)
            write_verdict(sink, group + "series/", series);
    }
    sink.write(group + "loops", curve.points.loops, "points whose cycles joints/*/loops show");
    for (std::size_t k = 0; k < curve.points.outputs.size(); ++k) {
        const ResponsePoints::Output& output = curve.points.outputs[k];
        const std::string target = group + "points/" + recorded.monitors[k] + "/";
        const std::string unit = recorded.unit(k);
        sink.write(target + "rms", output.rms, unit, "of the displacement about its mean");
        sink.write(target + "peak", output.peak, unit, "largest distance from the mean");
        sink.write(target + "phase_lag", output.phase_lag, "rad",
                   "of the first harmonic behind cos(Omega t)");
        sink.write(target + "coefficients", output.coefficients, unit,
                   "harmonics x points: [mean,] c1, s1, c2, s2, ...");
    }
    for (std::size_t k = 0; k < curve.points.joints.size(); ++k) {
        const ResponsePoints::Joint& joint = curve.points.joints[k];
        const Index rows = joint.force.rows(), first = curve.points.first[k];
        const std::string joint_group = group + "joints/" + recorded.joints[k] + "/";
        const std::string of_r = unit_on("m", recorded.joint_rows[k]),
                          of_f = unit_on("N", recorded.joint_rows[k]);
        sink.write(joint_group + "displacement", Matrix(branch.x.middleRows(first, rows)), of_r,
                   "first body minus second: rows x harmonics, x points; an elastic-coulomb joint "
                   "has the rows tangential, normal");
        sink.write(joint_group + "force", joint.force, of_f,
                   "of the first body on the second, likewise");
        if (joint.dissipated.size() > 0)
            sink.write(joint_group + "dissipation", joint.dissipated, "J", "per cycle");
        sink.write(joint_group + "loops/displacement", joint.loop_displacement, of_r,
                   "one cycle in time: rows of the joint at each point of loops, x samples");
        sink.write(joint_group + "loops/force", joint.loop_force, of_f, "likewise");
        if (joint.share.cols() == 0)
            continue;
        sink.write(joint_group + "share", joint.share, "",
                   "of the cycle in stick, slip, separation x points");
        sink.write(joint_group + "events/point", joint.event_point,
                   "of the change of state, from 0");
        sink.write(joint_group + "events/phase", joint.event_phase, "rad", "Omega t");
        sink.write(joint_group + "events/before", joint.event_before,
                   "0 stick, 1 slip forward, 2 slip back, 3 separation");
        sink.write(joint_group + "events/after", joint.event_after, "likewise");
    }
}

} // namespace

std::vector<ResponseCurve> response_curves(const BuiltModel& built, const HarmonicModel& model,
                                           dynamics::ForcedResponse response)
{
    std::vector<Branch> branches = {std::move(response.branch)};
    if (response.other_end)
        branches.push_back(std::move(*response.other_end));
    const int first = static_cast<int>(branches.size()) - 1;
    std::move(response.crossing.begin(), response.crossing.end(), std::back_inserter(branches));
    const bool drawn = !Scene(built).empty();
    std::vector<ResponseCurve> curves;
    for (Branch& branch : branches) {
        ResponseCurve& curve = curves.emplace_back();
        const int i = static_cast<int>(curves.size()) - 1;
        curve.crossing = std::max(0, i - first);
        curve.other_end = i > 0 && i == first;
        curve.response.level = response.level;
        curve.response.branch = std::move(branch);
        curve.points = dynamics::response_points(model.balance, curve.response);
        for (const int k : curve.points.loops)
            if (drawn)
                curve.shapes.push_back(response_shape(built, *model.modal, model.balance,
                                                      curve.response.branch.x.col(k),
                                                      curve.response.branch.p(k), response.level));
    }
    return curves;
}

bool has_stability(const ResponseCurve& curve)
{
    return curve.response.branch.monitors.rows() > dynamics::monitor_stable;
}

double stable_at(const ResponseCurve& curve, Index k)
{
    return curve.verdict ? curve.verdict->stable(k)
                         : curve.response.branch.monitors(dynamics::monitor_stable, k);
}

std::string Recorded::unit_of_unknowns() const
{
    std::vector<Measure> all;
    for (const std::vector<Measure>& rows : joint_rows)
        all.insert(all.end(), rows.begin(), rows.end());
    if (joints.empty() && !monitor_measures.empty())
        all = {monitor_measures.front()};
    return unit_on("m", all);
}

Recorded recorded(const HarmonicEntry& e, const BuiltModel& built,
                  const dynamics::HarmonicBalance& model)
{
    Recorded names;
    names.monitors = e.monitors;
    for (const dynamics::ModalLaw& joint : model.system().joints) {
        names.joints.push_back(joint.name);
        names.joint_rows.push_back(joint.measures);
        names.rubs = names.rubs || joint.law->rubs();
    }
    for (const dynamics::Probe& monitor : built.outputs)
        names.monitor_measures.push_back(monitor.measure);
    return names;
}

Vector stuck_hz(const dynamics::HarmonicBalance& model, double Omega_from, double Omega_to)
{
    const auto [low, high] = std::minmax(Omega_from, Omega_to);
    std::vector<double> stuck;
    for (const double omega : dynamics::stuck_frequencies(model, Omega_from))
        if (omega >= low && omega <= high)
            stuck.push_back(omega / two_pi);
    return to_vector(stuck);
}

std::string name_of_stuck(const Recorded& recorded)
{
    const std::string joints = recorded.joints.empty() ? ""
                               : recorded.rubs         ? " with the contacts stuck"
                                                       : " with the joints as at rest";
    return "natural frequencies" + joints + ", in the range";
}

std::string states_at(const Recorded& recorded, const ResponsePoints& points, Index k)
{
    std::vector<std::string> words;
    for (std::size_t j = 0; j < recorded.joints.size(); ++j)
        if (const ResponsePoints::Joint& joint = points.joints[j]; !joint.states.empty())
            words.push_back(recorded.joints[j] + " " + joint.states[static_cast<std::size_t>(k)]);
    return join(words);
}

std::string group_of_curve(std::size_t k)
{
    return numbered("levels", k);
}

void write_response_curves(io::ArraySink& sink, const Recorded& recorded,
                           const std::vector<ResponseCurve>& curves)
{
    for (std::size_t k = 0; k < curves.size(); ++k)
        write_curve(sink, group_of_curve(k), recorded, curves[k]);
}

} // namespace slideway::app
