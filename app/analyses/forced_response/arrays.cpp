#include "app/analyses/forced_response/curves.hpp"
#include "app/analyses/forced_response/labels.hpp"
#include "base/two_pi.hpp"

#include <algorithm>
#include <numbers>

namespace slideway::app {

namespace {

using continuation::Branch;
using continuation::PointKind;

constexpr double degrees = 180 / std::numbers::pi;

// The exact motions beside points of a curve.
void exact_arrays(io::Entries& a, const studies::CurveStability& exact)
{
    const auto n = static_cast<Index>(exact.points.size());
    std::vector<int> point, outside;
    std::vector<double> hz, distance;
    Matrix real(n > 0 ? exact.points.front().multipliers.size() : 0, n), imag(real.rows(), n);
    for (Index i = 0; i < n; ++i) {
        const studies::StabilityPoint& one = exact.points[static_cast<std::size_t>(i)];
        point.push_back(static_cast<int>(one.point));
        hz.push_back(one.Omega / two_pi);
        distance.push_back(one.distance);
        outside.push_back(one.n_outside);
        real.col(i) = one.multipliers.real();
        imag.col(i) = one.multipliers.imag();
    }
    a.derived(point, "point", "", "point of the curve, from 0, beside which the motion was shot",
              "n");
    a.derived(hz, "frequency", "Hz",
              "frequency of the motion, which near folds is not that of the point", "n");
    a.derived(
        distance, "distance", "",
        "distance of the Fourier series from it at phase 0, energy norm, relative to its size",
        "n");
    a.derived(outside, "outside", "", "number of multipliers outside the unit circle", "n");
    a.derived(real, "multipliers/real", "", "real parts of the multipliers of the period",
              "2 m x n");
    a.derived(imag, "multipliers/imag", "", "imaginary parts", "2 m x n");
}

void add_point(const ResponseCurves& curves, const ResponseCurve& curve, Index k,
               LabelledPoints& list)
{
    const dynamics::ResponsePoints::Output& output = curve.points.outputs.front();
    list.level.push_back(curve.response.level);
    list.frequency.push_back(curve.response.branch.p(k) / two_pi);
    list.rms.push_back(output.rms(k));
    list.phase_lag.push_back(degrees * output.phase_lag(k));
    list.states.push_back(states_at(curves.recorded, curve.points, k));
    if (has_stability(curve))
        list.stable.push_back(stable_at(curve, k));
}

void add_label(const ResponseCurves& curves, const ResponseCurve& curve, const ResponseLabel& label,
               LabelledPoints& list)
{
    if (has_stability(curve))
        list.multiplicity.push_back(label.multiplicity);
    if (label.point >= 0) {
        add_point(curves, curve, label.point, list);
        if (!list.stable.empty())
            list.stable.back() = label.stable;
        return;
    }
    list.level.push_back(curve.response.level);
    list.frequency.push_back(label.Omega / two_pi);
    list.rms.push_back(label.counted->rms);
    list.phase_lag.push_back(degrees * label.counted->phase_lag);
    list.states.emplace_back();
    list.stable.push_back(label.stable);
}

} // namespace

std::vector<LabelledPoints> labelled_points(const ResponseCurves& r)
{
    std::vector<LabelledPoints> all;
    for (const char* name : {"largest", "peaks", "folds", "branch_points", "period_doubling",
                             "neimark_sacker", "other_changes"})
        all.push_back({.name = name});
    constexpr std::size_t largest = 0, peaks = 1, others = 6;
    for (std::size_t c = 0; c < r.levels.size(); ++c) {
        const ResponseCurve& curve = r.levels[c];
        const Branch& branch = curve.response.branch;
        if (branch.n_points() == 0)
            continue;
        Index most = 0;
        curve.points.outputs.front().rms.maxCoeff(&most);
        add_point(r, curve, most, all[largest]);
        for (const Index k : ascending(branch, PointKind::monitor_maximum))
            add_point(r, curve, k, all[peaks]);
        for (const auto& [kind, list] : {std::pair{LabelKind::fold, 2},
                                         {LabelKind::branch_point, 3},
                                         {LabelKind::period_doubling, 4},
                                         {LabelKind::neimark_sacker, 5},
                                         {LabelKind::jump, 6}})
            for (const ResponseLabel& label : labels_of(curve, r.stability[c], kind))
                add_label(r, curve, label, all[static_cast<std::size_t>(list)]);
        for (const ResponseLabel& label : beside_folds(curve, r.stability[c]))
            add_label(r, curve, label, all[others]);
    }
    for (LabelledPoints& list : all) {
        if (list.multiplicity.size() != list.level.size())
            list.multiplicity.clear();
        if (!list.states.empty() && list.states.front().empty())
            list.states.clear();
    }
    return all;
}

void arrays(io::Entries& a, ResponseCurves& r)
{
    arrays(a, static_cast<ResponseSet&>(r));
    a.note("`levels/L/orbits` exists only for curves with exact motions.");
    a.numbered(r.stability, "levels", "L", "the number of a curve", [&](VerifiedStability& one) {
        if (a.describes() || one.exact.known())
            a.group("orbits", [&] { exact_arrays(a, one.exact); });
    });
}

void quantities(io::Entries& q, ResponseCurves& r)
{
    const std::string any = "if there are any";
    const std::string unit = q.unit([&] { return r.recorded.unit(0); }, "m");
    q.note("The quantities belong to the first monitor. A list has one entry per point. Levels "
           "have the order of the case, and frequencies ascend within a level (losses of stability "
           "and folds have the order of the curve).");
    q.derived(std::vector<double>{r.stuck_hz.begin(), r.stuck_hz.end()}, "stuck.frequency", "Hz",
              "natural frequencies of small vibrations about the equilibrium under the constant "
              "loads, within the range: closed contacts stick (without friction: stay closed), "
              "open contacts and open gaps have no stiffness",
              "k", any);
    std::vector<LabelledPoints> all = labelled_points(r);
    q.note(
        "`largest` are the largest points of each curve, at an end of the range too. `peaks` are "
        "all local maxima. `folds` are places where a curve turns back in frequency, and "
        "`branch_points` where other curves cross, as where a symmetry is lost (with `branches` "
        "on each of the curves).");
    q.note("At `period_doubling` and `neimark_sacker` stability is lost or regained by motions of "
           "twice the period, or of two frequencies. They are determined by exact motions beside "
           "the curve where these exist ([reason](../theory/harmonic_stability.md)), otherwise by "
           "the multipliers of the series. They lie between points of the curve.");
    q.note("At `other_changes` the number of multipliers outside the unit circle changes for "
           "another reason. It jumps where a motion grazes a stop or a slip begins. Multipliers of "
           "a series pass 1 beside its folds, unless it has enough harmonics.");
    q.named(all, "", "X",
            "`largest`, `peaks`, `folds`, `branch_points`, `period_doubling`, `neimark_sacker` or "
            "`other_changes`",
            [&](LabelledPoints& list) {
                q.array(list.level, "level", "", "factor of the harmonic drive", "k", any);
                q.array(list.frequency, "frequency", "Hz", "frequency", "k", any);
                q.array(list.rms, "rms", unit, "rms of the displacement about its mean", "k", any);
                q.array(list.phase_lag, "phase_lag", "deg",
                        "lag of the first harmonic behind cos Omega t", "k", any);
                q.array(list.stable, "stable", "", "1 or 0", "k", "with stability");
                q.array(
                    list.multiplicity, "multiplicity", "",
                    "number of motions that fold or branch at once, or of multipliers (pairs) that "
                    "cross the unit circle at once; 2 for two equal systems; not of `largest` and "
                    "`peaks`",
                    "k", "with stability");
                q.array(list.states, "states", "",
                        "states of each contact that last at least 1e-4 of the cycle", "k",
                        "with friction contacts and exact forces");
            });
    double n_points = 0;
    std::vector<std::string> ends;
    for (const ResponseCurve& curve : r.levels) {
        n_points += static_cast<double>(curve.response.branch.n_points());
        ends.emplace_back(continuation::name(curve.response.branch.back.stop));
    }
    q.derived(n_points, "points", "", "number of points of all curves");
    q.derived(ends, "end", "",
              "reason for the end of each curve: `bound`, `closed`, `max points`, `failed`, "
              "`interrupted`",
              "curves", any);
}

} // namespace slideway::app
