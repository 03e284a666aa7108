#include "app/analyses/basin_shares/share_results.hpp"

#include "app/results/branch_file.hpp"

#include <limits>
#include <tuple>

namespace slideway::app {

namespace {

using dynamics::OrbitPiece;
using studies::SharedOrbit;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

void write_ends(io::ArraySink& sink, const std::string& group, const BasinShares& e,
                const SharedOrbit& orbit)
{
    const auto reported = [&](double p) { return std::vector{e.reported_value(p)}; };
    for (const auto& [name, end, meets] : {std::tuple{"low", &orbit.piece.low, &orbit.low_meets},
                                           {"high", &orbit.piece.high, &orbit.high_meets}}) {
        sink.write(group + name + "/parameter", reported(end->p), e.unit,
                   "where the motion ends, or the range does");
        sink.write(group + name + "/kind", std::vector{std::string(name_of(end->why))},
                   "range: it goes on; symmetry: a branch point on motions with more of it; lost: "
                   "not followed further");
        sink.write(group + name + "/stable", std::vector{end->stable ? 1 : 0},
                   "1: the motion is stable beside it");
        sink.write(group + name + "/meets", std::vector{*meets}, "the name of those");
    }
    if (!orbit.piece.changes.empty()) {
        std::vector<double> p;
        std::vector<int> stable;
        std::vector<std::string> label;
        for (const OrbitPiece::Change& change : orbit.piece.changes) {
            p.push_back(e.reported_value(change.p));
            stable.push_back(change.stable_above ? 1 : 0);
            label.emplace_back(name_of(change.label));
        }
        sink.write(group + "changes/parameter", p, e.unit, "where its stability changes");
        sink.write(group + "changes/label", label, "what happens there");
        sink.write(group + "changes/stable_above", stable, "1: it is stable from there on upwards");
    }
    if (!orbit.crises.empty()) {
        std::vector<double> from, to, before, after;
        std::vector<std::string> kind;
        for (const studies::ShareCrisis& crisis : orbit.crises) {
            from.push_back(e.reported_value(crisis.from));
            to.push_back(e.reported_value(crisis.to));
            before.push_back(crisis.before);
            after.push_back(crisis.after);
            kind.emplace_back(name_of(crisis.kind));
        }
        sink.write(group + "crises/from", from, e.unit,
                   "neighbouring values at which the motion is stable, and its share another");
        sink.write(group + "crises/to", to, e.unit, "likewise");
        sink.write(group + "crises/before", before, "", "share at from");
        sink.write(group + "crises/after", after, "", "share at to");
        sink.write(group + "crises/kind", kind, "vanishes, appears or jumps");
    }
}

void write_orbit(io::ArraySink& sink, const std::string& group, const BasinShares& e,
                 const ShareModel& model, const studies::BasinShares& found, std::size_t k)
{
    const SharedOrbit& orbit = found.orbits[k];
    const auto n = static_cast<Index>(found.p.size());
    sink.write(group + "name", std::vector{orbit.name},
               "of the motion whose label is its number from 0");
    sink.write(group + "period", std::vector{orbit.periods}, "in periods of the drive");
    Vector share(n), error(n), growth(n), radius(n);
    std::vector<int> state, at_edge;
    for (Index v = 0; v < n; ++v) {
        const auto i = static_cast<std::size_t>(v);
        share(v) = found.share(i, static_cast<int>(k));
        error(v) = found.standard_error(i, static_cast<int>(k));
        growth(v) = orbit.at[i].size() > 0 ? orbit.growth[i] : none;
        radius(v) = orbit.integrity[i] ? orbit.integrity[i]->radius : none;
        at_edge.push_back(orbit.integrity[i] && orbit.integrity[i]->at_edge ? 1 : 0);
        state.push_back(static_cast<int>(orbit.state[i]));
    }
    sink.write(group + "state", state, numbered_names(dynamics::NamedState::Kind()));
    sink.write(group + "share", share, "", "of the starts, at each value");
    if (e.random)
        sink.write(group + "standard_error", error, "", "of the share");
    sink.write(group + "growth", growth, "", "magnitude of the largest multiplier of its period");
    if (!e.random) {
        sink.write(group + "integrity", radius, model.measure.unit,
                   "radius of the largest disc about it in the plane without another label; "
                   "without unit: in parts of the widths of the axes");
        sink.write(group + "integrity_at_edge", at_edge, "1: the edge of the plane ends it");
    }
    for (std::size_t a = 0; a < model.axes.size(); ++a) {
        Matrix places = Matrix::Constant(n, orbit.periods, none);
        for (Index v = 0; v < n; ++v)
            if (const Matrix& there = orbit.at[static_cast<std::size_t>(v)]; there.size() > 0)
                places.row(v) = there.row(static_cast<Index>(a));
        sink.write(group + numbered("at", a) + "values", places, model.axes[a].unit,
                   "on that axis, a row for each value, at phase 0, period after period");
    }
    write_ends(sink, group, e, orbit);
}

} // namespace

void write_shares(io::ArraySink& sink, const BasinShares& e, const ShareModel& model,
                  const studies::BasinShares& found)
{
    sink.attribute("parameter", e.result_name);
    sink.attribute("starts", e.random ? "random" : "plane");
    Vector p(static_cast<Index>(found.p.size()));
    std::vector<int> labels;
    for (Index v = 0; v < p.size(); ++v) {
        const auto i = static_cast<std::size_t>(v);
        p(v) = e.reported_value(found.p[i]);
        labels.insert(labels.end(), found.label[i].begin(), found.label[i].end());
    }
    sink.write("parameter", p, e.unit, "the values");
    for (std::size_t a = 0; a < model.axes.size(); ++a) {
        const std::string group = numbered("axes", a);
        sink.write(group + "name", std::vector{model.axes[a].name()}, "of an axis of the starts");
        sink.write(group + "values", Vector(model.at.row(static_cast<Index>(a)).transpose()),
                   model.axes[a].unit, "of each start");
    }
    sink.write("starts/label", labels,
               "of each start, value by value: number of the motion from 0; -1 not settled, -3 "
               "broke off");
    sink.write("starts/periods", found.periods, "", "that motions run in the mean, at each value");
    for (const auto& [name, label] :
         {std::pair{"not_settled", studies::not_settled}, {"broke_off", studies::broke_off}}) {
        std::vector<double> share;
        for (std::size_t v = 0; v < found.p.size(); ++v)
            share.push_back(found.share(v, label));
        sink.write(std::string("shares/") + name, share, "", "of the starts, at each value");
    }
    if (!e.random)
        sink.write("resolution", std::vector{model.measure.resolution}, model.measure.unit,
                   "from a start to the one across its cell: integrity is at most so much less");
    sink.write("sample/starts", found.sample, "that were looked at again, at each value");
    sink.write("sample/wrong", found.wrong, "whose label is another at the last period");
    sink.write("sample/uncertain", found.uncertain,
               "whose label is another at a hundredth of the tolerance");
    for (std::size_t k = 0; k < found.orbits.size(); ++k)
        write_orbit(sink, numbered("orbits", k), e, model, found, k);
}

} // namespace slideway::app
