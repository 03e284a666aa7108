#include "app/analyses/basin_shares/share_results.hpp"

#include "app/results/quantities.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

namespace slideway::app {

namespace {

using dynamics::NamedState;
using dynamics::OrbitLabel;
using dynamics::OrbitPiece;
using studies::SharedOrbit;

constexpr int digits = 10, fewer = 6; // of parameters that are located, and of values

std::string percent(double share)
{
    return number_text(100 * share, 3) + " %";
}

// Values at which the motion ends or its stability changes, by the kind.
void end_quantities(io::Entries& q, const ShareResults& r, const SharedOrbit& orbit)
{
    const std::string unit = parameter_unit(q, r), any = "if there are any";
    for (const auto& [name, label, why] :
         {std::tuple{"fold", OrbitLabel::fold, OrbitPiece::Why::fold},
          {"branch_point", OrbitLabel::branch_point, OrbitPiece::Why::symmetry},
          {"period_doubling", OrbitLabel::period_doubling, OrbitPiece::Why::range},
          {"neimark_sacker", OrbitLabel::neimark_sacker, OrbitPiece::Why::range},
          {"grazing", OrbitLabel::grazing, OrbitPiece::Why::range}}) {
        std::vector<double> values;
        for (const OrbitPiece::End* end : {&orbit.piece.low, &orbit.piece.high})
            if (end->why == why && why != OrbitPiece::Why::range)
                values.push_back(r.over.reported_value(end->p));
        for (const OrbitPiece::Change& change : orbit.piece.changes)
            if (change.label == label)
                values.push_back(r.over.reported_value(change.p));
        std::sort(values.begin(), values.end());
        q.derived(values, name, unit, "values at which it ends or its stability changes so", "c",
                  any);
    }
    std::vector<double> from, to;
    for (const studies::ShareCrisis& crisis : orbit.crises) {
        from.push_back(r.over.reported_value(crisis.from));
        to.push_back(r.over.reported_value(crisis.to));
    }
    q.derived(from, "crisis.from", unit,
              "values between which, and `crisis.to`, its share vanishes, appears or jumps while "
              "it is stable",
              "c", any);
    q.derived(to, "crisis.to", unit, "other ends of these intervals", "c", any);
}

// "from a fold at 1.12", "to a branch point at 1.18 (other 1)", "lost at 1.3: ..."
std::string end_text(const BasinShares& e, const OrbitPiece::End& end, const std::string& meets)
{
    const std::string place = " at " + number_text(e.reported_value(end.p), digits);
    switch (end.why) {
    case OrbitPiece::Why::fold:
        return "a fold" + place;
    case OrbitPiece::Why::symmetry:
        return "a branch point" + place + (meets.empty() ? "" : " on " + meets);
    case OrbitPiece::Why::lost:
        return "where it is lost" + place + (end.message.empty() ? "" : " (" + end.message + ")");
    case OrbitPiece::Why::range:
        break;
    }
    return "the end of the range" + place;
}

void report_orbit(const BasinShares& e, const ShareModel& model, const studies::BasinShares& found,
                  const SharedOrbit& orbit, Summary& s)
{
    const auto most = std::max_element(orbit.starts.begin(), orbit.starts.end());
    std::string text = orbit.name + ": " + plural(orbit.periods, "period") + ", from " +
                       end_text(e, orbit.piece.low, orbit.low_meets) + " to " +
                       end_text(e, orbit.piece.high, orbit.high_meets);
    for (const OrbitPiece::Change& change : orbit.piece.changes)
        text += std::string(", ") + (change.stable_above ? "stable" : "not stable") + " from " +
                number_text(e.reported_value(change.p), digits) + " on (" +
                (change.label == OrbitLabel::none ? "between points of the branch"
                                                  : std::string(name_of(change.label))) +
                ")";
    text +=
        *most == 0
            ? ", no share"
            : ", share at most " + percent(static_cast<double>(*most) / found.n) + " at " +
                  number_text(e.reported_value(
                                  found.p[static_cast<std::size_t>(most - orbit.starts.begin())]),
                              fewer);
    const studies::Integrity* largest = nullptr;
    std::size_t where = 0;
    for (std::size_t v = 0; v < orbit.integrity.size(); ++v)
        if (orbit.integrity[v] && (!largest || orbit.integrity[v]->radius > largest->radius)) {
            largest = &*orbit.integrity[v];
            where = v;
        }
    if (largest)
        text += ", integrity at most " + integrity_text(*largest, model.measure) + " at " +
                number_text(e.reported_value(found.p[where]), fewer);
    s.lines.push_back(text);
    for (const studies::ShareCrisis& crisis : orbit.crises)
        s.lines.push_back(
            std::string(crisis.kind == studies::ShareCrisis::Kind::jumps ? "  crisis or fast change"
                                                                         : "  crisis") +
            " between " + number_text(e.reported_value(crisis.from), fewer) + " and " +
            number_text(e.reported_value(crisis.to), fewer) + ": its share " +
            std::string(name_of(crisis.kind)) + ", from " + percent(crisis.before) + " to " +
            percent(crisis.after) + ", while it is stable at both");
    for (std::size_t v = 0; v < orbit.state.size(); ++v)
        if (orbit.state[v] == NamedState::Kind::lost) {
            s.warnings.push_back(orbit.name + " is not known at " + e.result_name + " = " +
                                 number_text(e.reported_value(found.p[v]), fewer) +
                                 " and elsewhere: its branch could not be followed there; starts "
                                 "that lead to it may have another name");
            break;
        }
}

int sum(const std::vector<int>& numbers)
{
    return std::accumulate(numbers.begin(), numbers.end(), 0);
}

void add_sample(const ShareModel& model, const studies::BasinShares& found, Summary& s)
{
    const int n = sum(found.sample), wrong = sum(found.wrong), uncertain = sum(found.uncertain);
    if (n == 0)
        return;
    s.checks.push_back("of " + std::to_string(n) + " starts at all values, evenly chosen, " +
                       std::to_string(wrong) + " have another label where they run all " +
                       std::to_string(model.options.basins.periods) + " periods, " +
                       std::to_string(uncertain) + " with steps of a hundredth of the tolerance");
    if (wrong > 0)
        s.warnings.push_back("motions that seemed settled were not: " + std::to_string(wrong) +
                             " of " + std::to_string(n) +
                             " have another label at the end; take a smaller radius or a longer "
                             "stay");
}

} // namespace

std::vector<double> values_of(const ShareResults& r)
{
    std::vector<double> values;
    for (const double p : r.found.p)
        values.push_back(r.over.reported_value(p));
    return values;
}

std::string parameter_unit(const io::Entries& a, const ShareResults& r)
{
    return a.unit(r.over.unit, "of the parameter");
}

std::string plane_unit(const io::Entries& a, const ShareResults& r)
{
    return a.unit(r.measure.unit, "m, m/s or none");
}

void quantities(io::Entries& q, ShareResults& r)
{
    const studies::BasinShares& found = r.found;
    q.note("N is the number of values.");
    q.note("P stands for the name of the parameter.");
    q.derived(values_of(r), q.describes() ? "P" : r.over.result_name, parameter_unit(q, r),
              "values of the parameter", "N");
    q.derived(static_cast<double>(found.p.size()), "values", "", "number of values");
    q.derived(found.n, "starts", "", "number of starts at each value");
    q.derived(static_cast<double>(found.orbits.size()), "orbits", "", "number of motions");
    q.derived(r.random ? std::nullopt : std::optional(r.measure.resolution), "integrity.resolution",
              plane_unit(q, r), "distance of opposite points of a cell", "",
              "for a plane of starts");
    q.named(r.found.orbits, "", "NAME", "the name of a motion", [&](SharedOrbit& orbit) {
        const auto k = static_cast<int>(&orbit - found.orbits.data());
        std::vector<double> share, integrity, state;
        for (std::size_t v = 0; v < found.p.size(); ++v) {
            share.push_back(found.share(v, k));
            state.push_back(static_cast<double>(orbit.state[v]));
            if (!r.random)
                integrity.push_back(orbit.integrity[v] ? orbit.integrity[v]->radius : 0);
        }
        q.array(orbit.starts, "starts", "", "starts that lead to it", "N");
        q.derived(share, "share", "", "their share of all starts", "N");
        q.derived(state, "state", "", "0 absent, 1 unstable, 2 stable, 3 lost", "N");
        q.derived(integrity, "integrity", plane_unit(q, r),
                  "integrity (docs/theory/basins.md, section 4); 0 where it is not known", "N",
                  "for a plane of starts");
        end_quantities(q, r, orbit);
    });
    for (const auto& [name, label] : {std::pair{"not_settled.share", studies::not_settled},
                                      {"broke_off.share", studies::broke_off}}) {
        std::vector<double> share;
        for (std::size_t v = 0; v < found.p.size(); ++v)
            share.push_back(found.share(v, label));
        q.derived(share, name, "", "share of the starts", "N");
    }
    const int n = sum(found.sample);
    const auto counted = [&](int number) { return n > 0 ? std::optional(number) : std::nullopt; };
    const std::string again = "if starts were run again";
    q.derived(counted(n), "sample", "", "starts at all values that were run again", "", again);
    q.derived(counted(sum(found.wrong)), "sample.wrong", "",
              "those with another label at the last period", "", again);
    q.derived(counted(sum(found.uncertain)), "sample.uncertain", "",
              "those with another label at a hundredth of the tolerance", "", again);
}

Settings settings(const BasinShares& e, const ShareModel& model)
{
    std::vector<std::string> axes, names;
    for (const PlaneAxis& axis : model.axes)
        axes.push_back(axis.name());
    for (const SharedOrbitEntry& orbit : e.orbits)
        names.push_back(orbit.name);
    Settings all = settling_settings(e.options.basins, model.family);
    all.emplace_back("starts", e.random
                                   ? std::to_string(e.n_random) + " random ones on " + join(axes)
                                   : plane_text(model.axes, {model.axes[0].n, model.axes[1].n}));
    all.emplace_back(
        "values", values_text(e, model.values.size(), model.values.front(), model.values.back()));
    if (!names.empty())
        all.emplace_back("orbits from a start", join(names));
    return all;
}

Summary summarise(const BasinShares& e, const ShareModel& model, ShareResults& r)
{
    const studies::BasinShares& found = r.found;
    Summary s;
    s.used = settings(e, model);
    const std::size_t n = found.p.size();
    s.extent = std::to_string(n) + " values, " + std::to_string(found.n) + " starts at each";
    add_quantities(s, [&](io::Entries& q) { quantities(q, r); });
    for (const SharedOrbit& orbit : found.orbits)
        report_orbit(e, model, found, orbit, s);
    for (const int label : {studies::not_settled, studies::broke_off}) {
        std::vector<double> share;
        for (std::size_t v = 0; v < n; ++v)
            share.push_back(found.share(v, label));
        const auto most = std::max_element(share.begin(), share.end());
        if (*most > 0)
            s.lines.push_back(
                (label == studies::not_settled
                     ? "not settled in " + std::to_string(e.options.basins.periods) + " periods"
                     : std::string("broke off")) +
                ": at most " + percent(*most) + " at " +
                number_text(values_of(r)[static_cast<std::size_t>(most - share.begin())], fewer));
    }
    if (e.random)
        s.checks.push_back("standard errors of shares are at most " +
                           percent(0.5 / std::sqrt(found.n)));
    add_sample(model, found, s);
    for (const std::string& why : found.failures)
        s.warnings.push_back("motions break off: " + why);
    if (found.interrupted) {
        s.status = Status::interrupted;
        s.message = "interrupted; the values that were done are kept, and the same run into the "
                    "same folder resumes";
    }
    return s;
}

} // namespace slideway::app
