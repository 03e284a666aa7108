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
using dynamics::OrbitStretch;
using studies::SharedOrbit;

constexpr int digits = 10, fewer = 6; // of parameters that are located, and of values

std::string percent(double share)
{
    return number_text(100 * share, 3) + " %";
}

// Where the motion ends or its stability changes, by the kind.
void add_ends(const BasinShares& e, const SharedOrbit& of, Summary& s)
{
    for (const auto& [name, label, why] :
         {std::tuple{"fold", OrbitLabel::fold, OrbitStretch::Why::fold},
          {"branch_point", OrbitLabel::branch_point, OrbitStretch::Why::symmetry},
          {"period_doubling", OrbitLabel::period_doubling, OrbitStretch::Why::range},
          {"neimark_sacker", OrbitLabel::neimark_sacker, OrbitStretch::Why::range},
          {"grazing", OrbitLabel::grazing, OrbitStretch::Why::range}}) {
        std::vector<double> at;
        for (const OrbitStretch::End* end : {&of.stretch.low, &of.stretch.high})
            if (end->why == why && why != OrbitStretch::Why::range)
                at.push_back(e.told_value(end->p));
        for (const OrbitStretch::Change& change : of.stretch.changes)
            if (change.label == label)
                at.push_back(e.told_value(change.p));
        std::sort(at.begin(), at.end());
        if (!at.empty())
            s.quantities.push_back(list(of.name + "." + name, at, e.unit));
    }
    for (const auto& [name, member] :
         {std::pair{"from", &studies::ShareCrisis::from}, {"to", &studies::ShareCrisis::to}}) {
        std::vector<double> at;
        for (const studies::ShareCrisis& crisis : of.crises)
            at.push_back(e.told_value(crisis.*member));
        if (!at.empty())
            s.quantities.push_back(list(of.name + ".crisis." + name, at, e.unit));
    }
}

// "from a fold at 1.12", "to a branch point at 1.18 (other 1)", "lost at 1.3: ..."
std::string end_text(const BasinShares& e, const OrbitStretch::End& end, const std::string& meets)
{
    const std::string at = " at " + number_text(e.told_value(end.p), digits);
    switch (end.why) {
    case OrbitStretch::Why::fold:
        return "a fold" + at;
    case OrbitStretch::Why::symmetry:
        return "a branch point" + at + (meets.empty() ? "" : " on " + meets);
    case OrbitStretch::Why::lost:
        return "where it is lost" + at + (end.message.empty() ? "" : " (" + end.message + ")");
    case OrbitStretch::Why::range:
        break;
    }
    return "the end of the range" + at;
}

void tell_orbit(const BasinShares& e, const ShareModel& model, const studies::BasinShares& found,
                const SharedOrbit& of, Summary& s)
{
    const auto most = std::max_element(of.starts.begin(), of.starts.end());
    std::string text = of.name + ": " + std::to_string(of.periods) +
                       (of.periods == 1 ? " period" : " periods") + ", from " +
                       end_text(e, of.stretch.low, of.low_meets) + " to " +
                       end_text(e, of.stretch.high, of.high_meets);
    for (const OrbitStretch::Change& change : of.stretch.changes)
        text += std::string(", ") + (change.stable_above ? "stable" : "not stable") + " from " +
                number_text(e.told_value(change.p), digits) + " on (" +
                (change.label == OrbitLabel::none ? "between points of the branch"
                                                  : std::string(name_of(change.label))) +
                ")";
    text += *most == 0
                ? ", no share"
                : ", share at most " + percent(static_cast<double>(*most) / found.n) + " at " +
                      number_text(
                          e.told_value(found.p[static_cast<std::size_t>(most - of.starts.begin())]),
                          fewer);
    const studies::Integrity* largest = nullptr;
    std::size_t where = 0;
    for (std::size_t v = 0; v < of.integrity.size(); ++v)
        if (of.integrity[v] && (!largest || of.integrity[v]->radius > largest->radius)) {
            largest = &*of.integrity[v];
            where = v;
        }
    if (largest)
        text += ", integrity at most " + integrity_text(*largest, model.measure) + " at " +
                number_text(e.told_value(found.p[where]), fewer);
    s.lines.push_back(text);
    for (const studies::ShareCrisis& crisis : of.crises)
        s.lines.push_back(std::string(crisis.kind == studies::ShareCrisis::Kind::jumps
                                          ? "  crisis or fast change"
                                          : "  crisis") +
                          " between " + number_text(e.told_value(crisis.from), fewer) + " and " +
                          number_text(e.told_value(crisis.to), fewer) + ": its share " +
                          std::string(name_of(crisis.kind)) + ", from " + percent(crisis.before) +
                          " to " + percent(crisis.after) + ", while it is stable at both");
    for (std::size_t v = 0; v < of.state.size(); ++v)
        if (of.state[v] == NamedState::Kind::lost) {
            s.warnings.push_back(of.name + " is not known at " + e.told + " = " +
                                 number_text(e.told_value(found.p[v]), fewer) +
                                 " and elsewhere: its branch could not be followed there; starts "
                                 "that lead to it may have another name");
            break;
        }
}

void add_sample(const ShareModel& model, const studies::BasinShares& found, Summary& s)
{
    const auto sum = [](const std::vector<int>& of) {
        return std::accumulate(of.begin(), of.end(), 0);
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
    std::vector<double> at;
    for (const double p : found.p)
        at.push_back(e.told_value(p));
    s.quantities.push_back(list(e.told, at, e.unit));
    add(s, "values", static_cast<double>(n), "");
    add(s, "starts", found.n, "");
    add(s, "orbits", static_cast<double>(found.orbits.size()), "");
    if (!e.random)
        add(s, "integrity.resolution", model.measure.resolution, model.measure.unit);
    for (std::size_t k = 0; k < found.orbits.size(); ++k) {
        const SharedOrbit& of = found.orbits[k];
        std::vector<double> starts, share, integrity, state;
        for (std::size_t v = 0; v < n; ++v) {
            starts.push_back(of.starts[v]);
            share.push_back(found.share(v, static_cast<int>(k)));
            state.push_back(static_cast<double>(of.state[v]));
            integrity.push_back(of.integrity[v] ? of.integrity[v]->radius : 0);
        }
        s.quantities.push_back(list(of.name + ".starts", starts, ""));
        s.quantities.push_back(list(of.name + ".share", share, ""));
        s.quantities.push_back(list(of.name + ".state", state, ""));
        if (!e.random)
            s.quantities.push_back(list(of.name + ".integrity", integrity, model.measure.unit));
        add_ends(e, of, s);
        tell_orbit(e, model, found, of, s);
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
                number_text(at[static_cast<std::size_t>(most - share.begin())], fewer));
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
                    "same folder goes on";
    }
    return s;
}

} // namespace slideway::app
