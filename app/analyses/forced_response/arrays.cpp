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
    using studies::StabilityPoint;
    const std::vector<StabilityPoint>& points = exact.points;
    const auto multipliers = [&](const auto& part) {
        Matrix all(points.empty() ? 0 : points.front().multipliers.size(),
                   static_cast<Index>(points.size()));
        for (std::size_t i = 0; i < points.size(); ++i)
            all.col(static_cast<Index>(i)) = part(points[i].multipliers);
        return all;
    };
    const io::Columns column(a, points, "n");
    column([](const StabilityPoint& point) { return static_cast<int>(point.point); }, "point", "",
           "point of the curve, from 0, beside which the motion was shot");
    column([](const StabilityPoint& point) { return point.Omega / two_pi; }, "frequency", "Hz",
           "frequency of the motion, which near folds is not that of the point");
    column(&StabilityPoint::distance, "distance", "",
           "distance of the Fourier series from it at phase 0, energy norm, relative to its size");
    column(&StabilityPoint::n_outside, "outside", "",
           "number of multipliers outside the unit circle");
    a.derived(multipliers([](const auto& all) -> Vector { return all.real(); }), "multipliers/real",
              "", "real parts of the multipliers of the period", "2 m x n");
    a.derived(multipliers([](const auto& all) -> Vector { return all.imag(); }), "multipliers/imag",
              "", "imaginary parts", "2 m x n");
}

LabelledPoint point_at(const ResponseCurves& curves, const ResponseCurve& curve, Index k)
{
    const dynamics::ResponsePoints::Output& output = curve.points.outputs.front();
    return {curve.response.level,
            curve.response.branch.p(k) / two_pi,
            output.rms(k),
            degrees * output.phase_lag(k),
            has_stability(curve) ? stable_at(curve, k) : 0,
            0,
            states_at(curves.recorded, curve.points, k)};
}

LabelledPoint point_at(const ResponseCurves& curves, const ResponseCurve& curve,
                       const ResponseLabel& label)
{
    LabelledPoint point;
    if (label.point >= 0)
        point = point_at(curves, curve, label.point);
    else
        point = {curve.response.level, label.Omega / two_pi, label.counted->rms,
                 degrees * label.counted->phase_lag};
    point.stable = label.stable;
    point.multiplicity = label.multiplicity;
    return point;
}

} // namespace

std::vector<LabelledPoints> labelled_points(const ResponseCurves& r)
{
    std::vector<LabelledPoints> all;
    for (const char* name : {"largest", "peaks", "folds", "branch_points", "period_doubling",
                             "neimark_sacker", "other_changes"})
        all.push_back({.name = name});
    enum : std::size_t { largest, peaks, folds, branch_points, flips, neimark_sacker, others };
    for (std::size_t c = 0; c < r.levels.size(); ++c) {
        const ResponseCurve& curve = r.levels[c];
        const Branch& branch = curve.response.branch;
        if (branch.n_points() == 0)
            continue;
        Index most = 0;
        curve.points.outputs.front().rms.maxCoeff(&most);
        all[largest].points.push_back(point_at(r, curve, most));
        for (const Index k : ascending(branch, PointKind::monitor_maximum))
            all[peaks].points.push_back(point_at(r, curve, k));
        for (const auto& [kind, list] : {std::pair{LabelKind::fold, folds},
                                         {LabelKind::branch_point, branch_points},
                                         {LabelKind::period_doubling, flips},
                                         {LabelKind::neimark_sacker, neimark_sacker},
                                         {LabelKind::jump, others}})
            for (const ResponseLabel& label : labels_of(curve, r.stability[c], kind))
                all[list].points.push_back(point_at(r, curve, label));
        for (const ResponseLabel& label : beside_folds(curve, r.stability[c]))
            all[others].points.push_back(point_at(r, curve, label));
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
    const bool stability =
        q.describes() || std::any_of(r.levels.begin(), r.levels.end(), has_stability);
    std::vector<LabelledPoints> all = labelled_points(r);
    q.note(
        "`largest` are the largest points of each curve, at an end of the range too. `peaks` are "
        "all local maxima, except where the monitor rests and its displacement is round-off. "
        "`folds` are places where a curve turns back in frequency, and `branch_points` where other "
        "curves cross, as where a symmetry is lost (with `branches` "
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
                const std::vector<LabelledPoint>& points = list.points;
                const io::Columns column(q, points, "k", any);
                column(&LabelledPoint::level, "level", "", "factor of the harmonic drive");
                column(&LabelledPoint::frequency, "frequency", "Hz", "frequency");
                column(&LabelledPoint::rms, "rms", unit, "rms of the displacement about its mean");
                column(&LabelledPoint::phase_lag, "phase_lag", "deg",
                       "lag of the first harmonic behind cos Omega t");
                const bool labels = q.describes() || (points.size() > 0 && points[0].multiplicity);
                const io::Columns with_stability(q, points, "k", "with stability");
                if (stability)
                    with_stability(&LabelledPoint::stable, "stable", "", "1 or 0");
                if (stability && labels)
                    with_stability(
                        &LabelledPoint::multiplicity, "multiplicity", "",
                        "number of motions that fold or branch at once, or of multipliers (pairs) "
                        "that cross the unit circle at once; 2 for two equal systems; not of "
                        "`largest` and `peaks`");
                if (q.describes() || (!points.empty() && !points.front().states.empty()))
                    q.derived(io::column(points, &LabelledPoint::states), "states", "",
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
