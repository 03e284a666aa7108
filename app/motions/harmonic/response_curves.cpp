#include "app/motions/harmonic/response_curves.hpp"

#include "app/results/branch_file.hpp"
#include "base/text.hpp"
#include "base/to_vector.hpp"
#include "base/two_pi.hpp"
#include "dynamics/harmonic/resonant_modes.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace slideway::app {

namespace {

using continuation::Branch;
using dynamics::ResponsePoints;

void verdict_arrays(io::Entries& a, const StabilityVerdict& verdict, const std::string& basis)
{
    a.derived(std::vector<int>{verdict.stable.begin(), verdict.stable.end()}, "stable", "",
              "1: stable, 0: unstable; " + basis, "N");
    a.derived(verdict.growth, "growth", "",
              "magnitude of the largest Floquet multiplier, 1e300 if it exceeds the range of "
              "numbers; " +
                  basis,
              "N");
}

void stability_arrays(io::Entries& a, const ResponseCurve& curve)
{
    StabilityVerdict series;
    if (!a.describes())
        series = {curve.response.branch.monitors.row(dynamics::monitor_stable),
                  curve.response.branch.monitors.row(dynamics::monitor_growth)};
    a.note("Stability exists only with `stability`. It is that of exact motions beside the curve, "
           "where these exist ([reason](../theory/harmonic_stability.md)). `levels/L/series` then "
           "has the same by the multipliers of the Fourier series.");
    verdict_arrays(a, curve.verdict ? *curve.verdict : series,
                   "by exact motions beside the curve where these exist");
    if (a.describes() || curve.verdict)
        a.group("series",
                [&] { verdict_arrays(a, series, "by the multipliers of the Fourier series"); });
}

void joint_arrays(io::Entries& a, const std::vector<Measure>& rows, const ResponseCurve& curve,
                  std::size_t k)
{
    const ResponsePoints::Joint none;
    const ResponsePoints::Joint& joint = a.describes() ? none : curve.points.joints[k];
    const std::string m = unit_on("m", rows), N = unit_on("N", rows);
    a.derived(
        [&]() -> Matrix {
            return curve.response.branch.x.middleRows(curve.points.first[k], joint.force.rows());
        },
        "displacement", m,
        "coefficients of the displacement, first body minus second, row by row; an elastic-coulomb "
        "joint has the rows tangential, normal",
        "rows size x N");
    a.derived(joint.force, "force", N,
              "coefficients of the force of the first body on the second, row by row",
              "rows size x N");
    a.derived(joint.dissipated, "dissipation", "J", "energy dissipated per cycle", "N",
              "with exact forces");
    a.derived(joint.loop_displacement, "loops/displacement", m,
              "one cycle in time at each point of loops, rows of the joint one below the other",
              "rows x 513");
    a.derived(joint.loop_force, "loops/force", N, "the force at these times", "rows x 513");
    a.note("`levels/L/joints/J/share` and `events` exist only for friction contacts with exact "
           "forces.");
    if (!a.describes() && joint.share.cols() == 0)
        return;
    a.derived(joint.share, "share", "", "share of the cycle in stick, slip, separation", "3 x N");
    a.derived(joint.event_point, "events/point", "", "point of each change of state, from 0", "k");
    a.derived(joint.event_phase, "events/phase", "rad", "Omega t of the change", "k");
    const std::string states = ": 0 stick, 1 slip forward, 2 slip back, 3 separation";
    a.derived(joint.event_before, "events/before", "", "state before" + states, "k");
    a.derived(joint.event_after, "events/after", "", "state after" + states, "k");
}

void curve_arrays(io::Entries& a, const Recorded& recorded, ResponseCurve& curve)
{
    Branch& branch = curve.response.branch;
    a.array(curve.response.level, "level", "", "factor of the harmonic drive");
    a.array(curve.crossing, "crossing", "",
            "0: the curve from an end of the range or a restart; otherwise one that crosses at a "
            "branch point, from 1");
    a.array(curve.other_end, "other_end", "",
            "1: from the end of the range, after one that turned back to its start");
    a.note("In `branch`, a zero of monitor " + std::to_string(dynamics::monitor_flip) +
           " is a period doubling, and one of monitor " +
           std::to_string(dynamics::monitor_neimark_sacker) + " a Neimark-Sacker point.");
    std::optional<Branch> points;
    if (branch.n_points() > 0)
        points = branch;
    a.optional(points, "branch", "for curves with points", [&](Branch& one) {
        arrays(a, one,
               {a.unit([&] { return recorded.unit_of_unknowns(); }, "m"),
                "coefficients of the joints' displacements (without nonlinear joints: of the first "
                "monitor) x points: joint by joint, row by row, in the order of n_h and "
                "static_part",
                "rad/s", "Omega", "the frequency"});
    });
    if (a.reads() && points)
        branch = std::move(*points);
    if (a.reads() || (!a.describes() && branch.n_points() == 0))
        return;
    a.derived(Vector(branch.p / two_pi), "frequency", "Hz",
              "frequency of each point along the curve, which may turn back", "N");
    if (a.describes() || has_stability(curve))
        stability_arrays(a, curve);
    a.derived(curve.points.loops, "loops", "",
              "points at maxima of the first monitor, or at its largest value, whose cycles "
              "`joints/J/loops` show",
              "n");
    a.each_group(recorded.monitors, "points", "P", "a monitor", [&](std::size_t k) {
        const ResponsePoints::Output none;
        const ResponsePoints::Output& output = a.describes() ? none : curve.points.outputs[k];
        const std::string unit = a.unit([&] { return recorded.unit(k); }, "m");
        a.derived(output.rms, "rms", unit, "rms of the displacement about its mean", "N");
        a.derived(output.peak, "peak", unit, "largest distance from the mean", "N");
        a.derived(output.phase_lag, "phase_lag", "rad",
                  "lag of the first harmonic behind cos(Omega t)", "N");
        a.derived(output.coefficients, "coefficients", unit, "coefficients of the harmonics",
                  "size x N");
    });
    std::vector<std::string> joints = recorded.joints;
    std::erase_if(joints, dynamics::is_mode_name); // they come last
    a.each_group(joints, "joints", "J", "a joint that is not linear", [&](std::size_t k) {
        joint_arrays(a, a.describes() ? std::vector<Measure>() : recorded.joint_rows[k], curve, k);
    });
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

void arrays(io::Entries& a, ResponseSet& r)
{
    a.note("N is the number of points of a curve. size is 2 n_h, and one more with means. "
           "Coefficients have the order [mean,] c1, s1, c2, s2, ...");
    a.attribute(r.static_part, "static_part", "`balanced` or `excluded`");
    a.attribute(r.monitor, "monitor", "first monitor");
    a.array(r.recorded.joints, "joints", "",
            "joints, in the order of `branch/x`; after them undamped modes whose resonances the "
            "joints bound, `mode at F Hz`",
            "joints");
    a.array(r.n_h, "n_h", "", "number of harmonics");
    a.array(r.range, "range", "rad/s", "Omega from where and to where the curves lead", "2");
    a.derived(r.stuck_hz, "stuck_frequency", "Hz",
              a.describes() ? "natural frequencies with the contacts stuck, in the range"
                            : name_of_stuck(r.recorded),
              "k");
    response_arrays(a, r.recorded, r.levels);
}

void response_arrays(io::Entries& a, const Recorded& recorded, std::vector<ResponseCurve>& curves)
{
    a.note("Levels have the order of the case. Each level has the curve from the start of the "
           "range or of a restart. If this curve turned back to its beginning, the curve from the "
           "other end follows. Then come the curves that cross.");
    a.numbered(curves, "levels", "L", "the number of a curve",
               [&](ResponseCurve& curve) { curve_arrays(a, recorded, curve); });
}

} // namespace slideway::app
