#include "app/analyses/basin_shares/share_results.hpp"

#include "app/results/quantities.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
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

// Where the motion ends or its stability changes, by the kind.
void add_ends(const BasinShares& e, const SharedOrbit& orbit, Summary& s)
{
    for (const auto& [name, label, why] :
         {std::tuple{"fold", OrbitLabel::fold, OrbitPiece::Why::fold},
          {"branch_point", OrbitLabel::branch_point, OrbitPiece::Why::symmetry},
          {"period_doubling", OrbitLabel::period_doubling, OrbitPiece::Why::range},
          {"neimark_sacker", OrbitLabel::neimark_sacker, OrbitPiece::Why::range},
          {"grazing", OrbitLabel::grazing, OrbitPiece::Why::range}}) {
        std::vector<double> values;
        for (const OrbitPiece::End* end : {&orbit.piece.low, &orbit.piece.high})
            if (end->why == why && why != OrbitPiece::Why::range)
                values.push_back(e.reported_value(end->p));
        for (const OrbitPiece::Change& change : orbit.piece.changes)
            if (change.label == label)
                values.push_back(e.reported_value(change.p));
        std::sort(values.begin(), values.end());
        if (!values.empty())
            s.quantities.push_back(list(orbit.name + "." + name, values, e.unit));
    }
    for (const auto& [name, member] :
         {std::pair{"from", &studies::ShareCrisis::from}, {"to", &studies::ShareCrisis::to}}) {
        std::vector<double> crisis_values;
        for (const studies::ShareCrisis& crisis : orbit.crises)
            crisis_values.push_back(e.reported_value(crisis.*member));
        if (!crisis_values.empty())
            s.quantities.push_back(list(orbit.name + ".crisis." + name, crisis_values, e.unit));
    }
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
    std::string text = orbit.name + ": " + std::to_string(orbit.periods) +
                       (orbit.periods == 1 ? " period" : " periods") + ", from " +
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

void add_sample(const ShareModel& model, const studies::BasinShares& found, Summary& s)
{
    const auto sum = [](const std::vector<int>& numbers) {
        return std::accumulate(numbers.begin(), numbers.end(), 0);
    };
    const int n = sum(found.sample), wrong = sum(found.wrong), uncertain = sum(found.uncertain);
    if (n == 0)
        return;
    add(s, "sample", n, "");
    add(s, "sample.wrong", wrong, "");
    add(s, "sample.uncertain", uncertain, "");
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

Summary summarise(const BasinShares& e, const ShareModel& model, const studies::BasinShares& found)
{
    Summary s;
    s.used = used_of(e.options.basins, found.kernel, model.family.m());
    const std::size_t n = found.p.size();
    s.extent = std::to_string(n) + " values, " + std::to_string(found.n) + " starts at each";
    std::vector<double> values;
    for (const double p : found.p)
        values.push_back(e.reported_value(p));
    s.quantities.push_back(list(e.result_name, values, e.unit));
    add(s, "values", static_cast<double>(n), "");
    add(s, "starts", found.n, "");
    add(s, "orbits", static_cast<double>(found.orbits.size()), "");
    if (!e.random)
        add(s, "integrity.resolution", model.measure.resolution, model.measure.unit);
    for (std::size_t k = 0; k < found.orbits.size(); ++k) {
        const SharedOrbit& orbit = found.orbits[k];
        std::vector<double> starts, share, integrity, state;
        for (std::size_t v = 0; v < n; ++v) {
            starts.push_back(orbit.starts[v]);
            share.push_back(found.share(v, static_cast<int>(k)));
            state.push_back(static_cast<double>(orbit.state[v]));
            integrity.push_back(orbit.integrity[v] ? orbit.integrity[v]->radius : 0);
        }
        s.quantities.push_back(list(orbit.name + ".starts", starts, ""));
        s.quantities.push_back(list(orbit.name + ".share", share, ""));
        s.quantities.push_back(list(orbit.name + ".state", state, ""));
        if (!e.random)
            s.quantities.push_back(list(orbit.name + ".integrity", integrity, model.measure.unit));
        add_ends(e, orbit, s);
        report_orbit(e, model, found, orbit, s);
    }
    for (const auto& [name, label] :
         {std::pair{"not_settled", studies::not_settled}, {"broke_off", studies::broke_off}}) {
        std::vector<double> share;
        for (std::size_t v = 0; v < n; ++v)
            share.push_back(found.share(v, label));
        s.quantities.push_back(list(std::string(name) + ".share", share, ""));
        const auto most = std::max_element(share.begin(), share.end());
        if (*most > 0)
            s.lines.push_back(
                (label == studies::not_settled
                     ? "not settled in " + std::to_string(e.options.basins.periods) + " periods"
                     : std::string("broke off")) +
                ": at most " + percent(*most) + " at " +
                number_text(values[static_cast<std::size_t>(most - share.begin())], fewer));
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
