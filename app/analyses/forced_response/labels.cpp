#include "app/analyses/forced_response/labels.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace slideway::app {

namespace {

using continuation::Branch;
using continuation::PointKind;
using studies::StabilityLabel;

// Relative difference in frequency below which a fold of the series and one of exact motions match.
constexpr double same_label = 1e-3;

bool at_one(LabelKind kind)
{
    return kind == LabelKind::fold || kind == LabelKind::branch_point;
}

bool between(const studies::CurveStability& counted, const StabilityLabel& label, Index k)
{
    const auto next = std::find_if(
        counted.points.begin(), counted.points.end(),
        [&](const studies::StabilityPoint& point) -> bool { return point.point > label.after; });
    return k > label.after && (next == counted.points.end() || k < next->point);
}

bool same_place(const VerifiedStability& stability, const StabilityLabel& label,
                const Branch& branch, Index k)
{
    return between(stability.counted(), label, k) ||
           std::abs(branch.p(k) - label.Omega) <= same_label * label.Omega;
}

// Where several systems alike fold at once, the motions that fold apart cross: a branch point of
// the equations, and a fold of the curve. Two points away its turn is not round-off. A curve that
// leaves another one turns there too, but no two of its multipliers cross.
bool folds_at_once(const VerifiedStability& stability, const Branch& branch, Index k)
{
    constexpr Index away = 2;
    if (k < away || k + away >= branch.n_points() ||
        !((branch.p(k) - branch.p(k - away)) * (branch.p(k + away) - branch.p(k)) < 0))
        return false;
    if (const auto known = stability.multiplicities.find(k);
        known != stability.multiplicities.end())
        return known->second > 1;
    const auto& labels = stability.exact.labels;
    return std::any_of(labels.begin(), labels.end(), [&](const StabilityLabel& label) -> bool {
        return (label.kind == LabelKind::fold || label.kind == LabelKind::jump) &&
               label.multiplicity() > 1 && same_place(stability, label, branch, k);
    });
}

// Zeros of a test of stability of the series.
std::vector<Index> zeros(const Branch& branch, int monitor)
{
    std::vector<Index> list = continuation::points_of(branch, PointKind::monitor_zero);
    std::erase_if(list, [&](Index k) -> bool {
        return branch.monitor[static_cast<std::size_t>(k)] != monitor;
    });
    return list;
}

// Points of the curve with a label of a kind.
std::vector<Index> own_labels(const Branch& branch, const VerifiedStability& stability,
                              LabelKind kind)
{
    std::vector<Index> list;
    if (at_one(kind)) {
        list = continuation::points_of(branch, PointKind::branch_point);
        std::erase_if(list, [&](Index k) -> bool {
            return folds_at_once(stability, branch, k) != (kind == LabelKind::fold);
        });
        if (kind == LabelKind::fold)
            for (const Index k : continuation::points_of(branch, PointKind::fold))
                list.push_back(k);
        std::sort(list.begin(), list.end());
    } else if (kind != LabelKind::jump && !stability.counted().known()) {
        list = zeros(branch, kind == LabelKind::period_doubling ? dynamics::monitor_flip
                                                                : dynamics::monitor_neimark_sacker);
    }
    return list;
}

bool at_own_fold(const Branch& branch, const VerifiedStability& stability,
                 const StabilityLabel& label)
{
    const std::vector<Index> folds = own_labels(branch, stability, LabelKind::fold);
    return std::any_of(folds.begin(), folds.end(),
                       [&](Index k) -> bool { return same_place(stability, label, branch, k); });
}

// Fold or branch point of the curve to which each change of the number of the multipliers of a
// series at 1 belongs; -1: none near it. A point takes as many changes as its multiplicity, the
// nearest first. So a fold and a branch point beside it have changes of their own.
std::vector<Index> points_of_changes(const Branch& branch, const VerifiedStability& stability)
{
    struct Pair {
        double distance;
        std::size_t change;
        Index point;
    };
    constexpr double other_kind = 0.25; // of points
    const std::vector<StabilityLabel>& changes = stability.counted().labels;
    std::vector<Pair> pairs;
    std::map<Index, int> room;
    for (const LabelKind kind : {LabelKind::fold, LabelKind::branch_point})
        for (const Index k : own_labels(branch, stability, kind)) {
            const auto known = stability.multiplicities.find(k);
            room[k] = known != stability.multiplicities.end() ? known->second : 1;
            for (std::size_t i = 0; i < changes.size(); ++i)
                if (at_one(changes[i].kind) && same_place(stability, changes[i], branch, k))
                    pairs.push_back({std::abs(static_cast<double>(k - changes[i].after) - 0.5) +
                                         (changes[i].kind == kind ? 0 : other_kind),
                                     i, k});
        }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& a, const Pair& b) -> bool { return a.distance < b.distance; });
    std::vector<Index> points(changes.size(), -1);
    for (const Pair& pair : pairs)
        if (points[pair.change] < 0 && room[pair.point] > 0) {
            points[pair.change] = pair.point;
            room[pair.point] -= changes[pair.change].multiplicity();
        }
    return points;
}

// A label that the curve shows and the change of the number of multipliers there are one.
void unite(ResponseLabel& response_label, const StabilityLabel& label,
           const VerifiedStability& stability)
{
    response_label.counted = &label;
    response_label.stable = label.n_outside == 0 ? 1 : 0;
    if (stability.exact.known())
        response_label.multiplicity = label.multiplicity();
}

} // namespace

std::vector<Index> ascending(const Branch& branch, PointKind kind)
{
    std::vector<Index> list = continuation::points_of(branch, kind);
    std::sort(list.begin(), list.end(),
              [&](Index a, Index b) -> bool { return branch.p(a) < branch.p(b); });
    return list;
}

std::vector<ResponseLabel> labels_of(const ResponseCurve& curve, const VerifiedStability& stability,
                                     LabelKind kind)
{
    const Branch& branch = curve.response.branch;
    std::vector<ResponseLabel> list;
    for (const Index k : own_labels(branch, stability, kind)) {
        const auto known = stability.multiplicities.find(k);
        list.push_back({branch.p(k), k, nullptr,
                        known != stability.multiplicities.end() ? known->second : 1,
                        has_stability(curve) ? stable_at(curve, k) : 0});
    }
    // Near a fold of a series its multipliers need not show that it turns.
    const bool of_series = !stability.exact.known() && at_one(kind);
    const std::vector<Index> points =
        of_series ? points_of_changes(branch, stability) : std::vector<Index>{};
    for (std::size_t i = 0; i < points.size(); ++i)
        for (ResponseLabel& own : list)
            if (points[i] >= 0 && own.point == points[i] && !own.counted)
                unite(own, stability.counted().labels[i], stability);
    for (const StabilityLabel& label : stability.counted().labels) {
        // A fold at grazing is a fold, though no multiplier passes the circle.
        const bool at_fold = label.kind == LabelKind::jump && kind == LabelKind::fold;
        if ((label.kind != kind && !at_fold) || (of_series && at_one(label.kind)))
            continue;
        const auto same = std::find_if(
            list.begin(), list.end(), [&](const ResponseLabel& response_label) -> bool {
                return !response_label.counted && response_label.point >= 0 &&
                       same_place(stability, label, branch, response_label.point);
            });
        if (same != list.end())
            unite(*same, label, stability);
        else if (!at_fold && (stability.exact.known() || !at_one(kind)) &&
                 (kind != LabelKind::jump || !at_own_fold(branch, stability, label)))
            list.push_back(
                {label.Omega, -1, &label, label.multiplicity(), label.n_outside == 0 ? 1.0 : 0.0});
    }
    return list;
}

std::vector<ResponseLabel> beside_folds(const ResponseCurve& curve,
                                        const VerifiedStability& stability)
{
    std::vector<ResponseLabel> list;
    if (stability.exact.known())
        return list;
    const std::vector<Index> points = points_of_changes(curve.response.branch, stability);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const StabilityLabel& label = stability.series.labels[i];
        if (at_one(label.kind) && points[i] < 0)
            list.push_back(
                {label.Omega, -1, &label, label.multiplicity(), label.n_outside == 0 ? 1.0 : 0.0});
    }
    return list;
}

} // namespace slideway::app
