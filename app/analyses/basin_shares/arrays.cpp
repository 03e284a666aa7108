#include "app/analyses/basin_shares/share_results.hpp"

#include "app/results/branch_file.hpp"
#include "io/entries.hpp"

#include <limits>
#include <optional>

namespace slideway::app {

namespace {

using dynamics::OrbitPiece;
using studies::ShareCrisis;
using studies::SharedOrbit;

constexpr double none = std::numeric_limits<double>::quiet_NaN();
const std::string axis_number = "the number of an axis of the starts";

void end_arrays(io::Entries& a, const ShareResults& r, OrbitPiece::End& end, std::string& meets)
{
    a.derived(r.over.reported_value(end.p), "parameter", parameter_unit(a, r),
              "value at which the motion, or the range, ends");
    a.derived(std::string(name_of(end.why)), "kind", "",
              "range: the motion continues; fold; symmetry: a branch point on motions with more "
              "symmetry; lost: not followed further");
    a.array(end.stable, "stable", "", "1: the motion is stable near this end");
    a.array(meets, "meets", "", "name of the motions with more symmetry");
}

void change_arrays(io::Entries& a, const ShareResults& r,
                   const std::vector<OrbitPiece::Change>& changes)
{
    const io::Columns column(a, changes, "c", "if its stability changes");
    column([&](const auto& change) { return r.over.reported_value(change.p); }, "parameter",
           parameter_unit(a, r), "values at which its stability changes");
    column([](const auto& change) { return name_of(change.label); }, "label", "",
           "what happens there");
    column(&OrbitPiece::Change::stable_above, "stable_above", "",
           "1: stable from there on upwards");
}

void crisis_arrays(io::Entries& a, const ShareResults& r, const std::vector<ShareCrisis>& crises)
{
    const std::string unit = parameter_unit(a, r);
    const io::Columns column(a, crises, "c", "if there are any");
    column([&](const ShareCrisis& crisis) { return r.over.reported_value(crisis.from); }, "from",
           unit,
           "first of two neighbouring values at which the motion is stable and its share differs");
    column([&](const ShareCrisis& crisis) { return r.over.reported_value(crisis.to); }, "to", unit,
           "second of these values");
    column(&ShareCrisis::before, "before", "", "share at the first value");
    column(&ShareCrisis::after, "after", "", "share at the second value");
    column([](const ShareCrisis& crisis) { return name_of(crisis.kind); }, "kind", "",
           "vanishes, appears or jumps");
}

void orbit_arrays(io::Entries& a, const ShareResults& r, SharedOrbit& orbit)
{
    const auto k = static_cast<int>(&orbit - r.found.orbits.data());
    const auto n = static_cast<Index>(r.found.p.size());
    Vector share(n), error(n), growth(n), radius(n);
    std::vector<int> state, at_edge;
    for (Index v = 0; v < n; ++v) {
        const auto i = static_cast<std::size_t>(v);
        share(v) = r.found.share(i, k);
        error(v) = r.found.standard_error(i, k);
        growth(v) = orbit.at[i].size() > 0 ? orbit.growth[i] : none;
        radius(v) = orbit.integrity[i] ? orbit.integrity[i]->radius : none;
        at_edge.push_back(orbit.integrity[i] && orbit.integrity[i]->at_edge ? 1 : 0);
        state.push_back(static_cast<int>(orbit.state[i]));
    }
    a.array(orbit.name, "name", "", "name of the motion; its label is K - 1");
    a.array(orbit.periods, "period", "", "period, in periods of the drive");
    a.derived(state, "state", "", numbered_names(dynamics::NamedState::Kind()), "N");
    a.derived(share, "share", "", "share of the starts", "N");
    a.derived(r.random ? error : Vector(), "standard_error", "", "standard error of the share", "N",
              "for random starts");
    a.derived(growth, "growth", "", "magnitude of the largest multiplier of its period", "N");
    a.derived(r.random ? Vector() : radius, "integrity", plane_unit(a, r),
              "where it is stable: radius of the largest disc about it in the plane without "
              "another label; without unit: relative to the widths of the axes",
              "N", "for a plane of starts");
    a.derived(r.random ? std::vector<int>() : at_edge, "integrity_at_edge", "",
              "1: the edge of the plane ends the disc", "N", "for a plane of starts");
    std::vector<Matrix> places(r.axes.size(), Matrix::Constant(n, orbit.periods, none));
    for (std::size_t axis = 0; axis < places.size(); ++axis)
        for (Index v = 0; v < n; ++v)
            if (const Matrix& there = orbit.at[static_cast<std::size_t>(v)]; there.size() > 0)
                places[axis].row(v) = there.row(static_cast<Index>(axis));
    a.numbered(places, "at", "A", axis_number, [&](Matrix& one) {
        a.array(one, "values",
                a.describes() ? "m, m/s"
                              : r.axes[static_cast<std::size_t>(&one - places.data())].unit,
                "states of the motion on the axis, at phase 0, period after period", "N x period");
    });
    a.group("low", [&] { end_arrays(a, r, orbit.piece.low, orbit.low_meets); });
    a.group("high", [&] { end_arrays(a, r, orbit.piece.high, orbit.high_meets); });
    a.group("changes", [&] { change_arrays(a, r, orbit.piece.changes); });
    a.group("crises", [&] { crisis_arrays(a, r, orbit.crises); });
}

} // namespace

void arrays(io::Entries& a, ShareResults& r)
{
    studies::BasinShares& found = r.found;
    std::vector<int> labels;
    std::vector<double> not_settled, broke_off;
    for (std::size_t v = 0; v < found.p.size(); ++v) {
        labels.insert(labels.end(), found.label[v].begin(), found.label[v].end());
        not_settled.push_back(found.share(v, studies::not_settled));
        broke_off.push_back(found.share(v, studies::broke_off));
    }
    a.note("N is the number of values and n that of starts. Numbers are NaN where a motion is "
           "absent.");
    a.attribute(r.over.result_name, "parameter",
                "name of the parameter: `Omega`, `frequency`, `level`, or the last word of a key");
    a.attribute(r.random ? "random" : "plane", "starts", "`plane` or `random`");
    a.derived(values_of(r), "parameter", parameter_unit(a, r), "values, ascending", "N");
    a.numbered(r.axes, "axes", "A", axis_number, [&](PlaneAxis& axis) {
        a.derived(axis.name(), "name", "", "name of the axis");
        a.derived([&] { return Vector(r.at.row(&axis - r.axes.data()).transpose()); }, "values",
                  a.unit(axis.unit, "m, m/s"),
                  "value of each start, the same for all values of the parameter", "n");
    });
    a.derived(labels, "starts/label", "",
              "value by value: number of the motion from 0; -1 not settled, -3 broke off", "N n");
    a.array(found.periods, "starts/periods", "", "number of periods that motions ran, in the mean",
            "N");
    a.derived(not_settled, "shares/not_settled", "", "share of starts that did not settle", "N");
    a.derived(broke_off, "shares/broke_off", "", "share of starts whose motion broke off", "N");
    a.derived(r.random ? std::nullopt : std::optional(r.measure.resolution), "resolution",
              plane_unit(a, r),
              "distance of opposite points of a cell: the most by which the "
              "integrity is too large",
              "", "for a plane of starts");
    a.array(found.sample, "sample/starts", "", "starts that were run again", "N");
    a.array(found.wrong, "sample/wrong", "", "those with another label at the last period", "N");
    a.array(found.uncertain, "sample/uncertain", "",
            "those with another label at a hundredth of the tolerance", "N");
    a.numbered(found.orbits, "orbits", "K", "the number of a motion",
               [&](SharedOrbit& orbit) { orbit_arrays(a, r, orbit); });
}

} // namespace slideway::app
