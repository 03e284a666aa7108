#include "app/analyses/long_motions/long_motions.hpp"

#include "app/results/quantities.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::app {

namespace {

using dynamics::LongMotion;
using dynamics::LyapunovExponent;

constexpr int digits = 10; // of displacements
constexpr int fewer_digits = 4;

// From which values of K on the 0-1 test calls a motion irregular, and up to which regular.
constexpr double irregular = 0.9, regular = 0.1;

std::string exponent_text(const LyapunovExponent& exponent)
{
    return "exponent " + number_text(exponent.whole, fewer_digits) + " +- " +
           number_text(exponent.error, 2) + " 1/s";
}

// "transient of 840 periods (4060 s), ended in orbit 1: 1 period, largest multiplier 0.9528"
std::string settled_text(const MotionModel& model, const MotionResults& results, std::size_t k)
{
    const LongMotion& motion = results.found.motions[k].motion;
    const dynamics::KnownOrbit& orbit =
        results.found.orbits[static_cast<std::size_t>(results.found.label[k])];
    const int life = motion.settled->since;
    const std::string text = orbit.name + ": " + plural(orbit.periods(), "period") +
                             ", largest multiplier " + number_text(orbit.growth, digits);
    if (results.outcome[k] == MotionOutcome::periodic)
        return "periodic, beside " + text + ", since period " + std::to_string(life);
    return "transient of " + plural(life, "period") + " (" +
           number_text(life * model.period(), fewer_digits) + " s), ended in " + text;
}

// "not settled in 17000 periods; irregular for the 16000 recorded: exponent ..., K 0.998"
std::string not_settled_text(const MotionResults& results, std::size_t k)
{
    const LongMotion& motion = results.found.motions[k].motion;
    std::string text = "not settled in " + plural(motion.taken, "period");
    const auto& exponent = results.found.motions[k].exponent;
    const auto& K = results.zero_one[k];
    if (!exponent || !K)
        return text;
    const std::string numbers = exponent_text(*exponent) + ", K " + number_text(*K, fewer_digits);
    if (exponent->positive() && *K > irregular)
        return text + "; irregular for the " + plural(motion.recorded_periods, "period") +
               " recorded: " + numbers + "; the further motion is unknown";
    if (!exponent->positive() && *K < regular)
        return text + "; regular, without a period that was found: " + numbers;
    return text + "; " + numbers;
}

void add_check(const LyapunovExponent& exponent, Summary& s)
{
    const std::string values = number_text(exponent.quarter, fewer_digits) + ", " +
                               number_text(exponent.half, fewer_digits) + ", " +
                               number_text(exponent.whole, fewer_digits);
    s.checks.push_back("exponent over a quarter, half and all of the periods: " + values +
                       " 1/s; standard error " + number_text(exponent.error, 2) + " of " +
                       std::to_string(exponent.blocks) + " blocks of " +
                       plural(exponent.block, "period") + "; " +
                       (exponent.converged() ? "converged" : "not converged: take more periods"));
}

std::string direction_text(const SectionEntry& section)
{
    const std::string what = section.of.empty() ? section.joint : section.of;
    return what + (section.section.velocity ? " with the velocity " : " at ") +
           number_text(section.section.level) +
           (section.section.direction == dynamics::SectionDirection::both
                ? ""
                : ", " + std::string(name_of(section.section.direction)));
}

void add_sections(const LongMotions& e, const MotionModel& model, const LongMotion& motion,
                  Summary& s)
{
    for (std::size_t k = 0; k < e.sections.size(); ++k) {
        const SectionEntry& section = e.sections[k];
        if (!motion.sections[k].time.empty() || section.section.phase)
            continue;
        const dynamics::Turns& turns = motion.turns[section.section.of];
        s.warnings.push_back(
            "section " + section.name + " is never met: no " + direction_text(section) + " in " +
            plural(motion.recorded_periods, "period") + "; displacements go from " +
            number_text(turns.least, 6) + " to " + number_text(turns.most, 6) + " " +
            unit_on("m", model.options.watched[section.section.of].measure));
    }
}

void add_one(const LongMotions& e, const MotionModel& model, const MotionResults& results,
             Summary& s)
{
    const LongMotion& motion = results.found.motions.front().motion;
    if (motion.settled)
        s.lines.push_back(settled_text(model, results, 0));
    else if (results.outcome.front() == MotionOutcome::not_settled)
        s.lines.push_back(not_settled_text(results, 0));
    if (motion.recorded_periods == 0)
        return;
    if (const auto& exponent = results.found.motions.front().exponent)
        add_check(*exponent, s);
    add_sections(e, model, motion, s);
}

using Number = std::optional<double>;

void exponent_quantities(io::Entries& q, const std::optional<LyapunovExponent>& exponent)
{
    const auto add = [&](double LyapunovExponent::*member, auto... texts) {
        q.derived(exponent ? Number((*exponent).*member) : Number(), texts...);
    };
    const std::string if_known = "if it is known";
    add(&LyapunovExponent::whole, "exponent", "1/s",
        "largest Lyapunov exponent over all evaluated periods", "", if_known);
    add(&LyapunovExponent::quarter, "exponent.quarter", "1/s",
        "the exponent over a quarter of them", "", if_known);
    add(&LyapunovExponent::half, "exponent.half", "1/s", "the exponent over half of them", "",
        if_known);
    add(&LyapunovExponent::error, "exponent.error", "1/s", "its standard error", "", if_known);
    q.derived(exponent ? Number(exponent->converged() ? 1 : 0) : Number(), "exponent.converged", "",
              "1: converged, 0: not", "", if_known);
}

// Quantities of one start.
void one_quantities(io::Entries& q, const MotionResults& r)
{
    const LongMotion motion = q.describes() ? LongMotion() : r.found.motions.front().motion;
    const std::string settled = "if the motion settled";
    const auto if_settled = [&](double value) { return motion.settled ? Number(value) : Number(); };
    q.derived(
        std::string(name_of(q.describes() ? MotionOutcome() : r.outcome.front())), "outcome", "",
        "periodic, transient, not settled or broke off (docs/theory/long_motions.md, section 2)");
    q.derived(motion.taken, "periods", "", "number of periods, including discarded ones");
    q.derived(if_settled(motion.settled ? motion.settled->since : 0), "settled.life", "",
              "periods to its first state beside the orbit", "", settled);
    q.derived(if_settled(motion.settled ? motion.settled->orbit.periods() : 0), "settled.period",
              "", "period of the orbit, in periods of the drive", "", settled);
    q.derived(if_settled(motion.settled ? motion.settled->orbit.growth : 0), "settled.growth", "",
              "magnitude of the largest multiplier of this period", "", settled);
    if (!q.describes() && motion.recorded_periods == 0)
        return;
    q.each_group(r.monitors, "", "M", "a monitor", [&](std::size_t w) {
        const std::string unit =
            q.unit([&] { return unit_on("m", r.model->options.watched[w].measure); }, "m");
        q.derived([&] { return motion.turns[w].least; }, "min", unit,
                  "least displacement in the evaluated periods");
        q.derived([&] { return motion.turns[w].most; }, "max", unit, "largest displacement");
        q.derived(
            [&] { return static_cast<double>(motion.turns[w].maxima) / motion.recorded_periods; },
            "maxima_per_period", "", "number of maxima per period of the drive");
    });
    const bool stops = r.model && r.model->has_stops();
    const std::string with = "with stops that are not smoothed";
    q.derived(stops ? Number(static_cast<double>(motion.impacts) / motion.recorded_periods)
                    : Number(),
              "impacts_per_period", "", "beginnings of the force of joints per period", "", with);
    q.derived(stops ? Number(motion.penetration) : Number(), "penetration", "m",
              "largest extremum beyond a stop", "", with);
    exponent_quantities(q, q.describes() ? std::nullopt : r.found.motions.front().exponent);
    q.derived(q.describes() ? Number() : r.zero_one.front(), "zero_one", "", "K of the 0-1 test",
              "", "with `indicators`");
    q.each_group(r.e ? io::names_of(r.e->sections) : std::vector<std::string>(), "sections", "S",
                 "a section", [&](std::size_t k) {
                     q.derived([&] { return static_cast<double>(motion.sections[k].time.size()); },
                               "points", "", "number of its points; 0: it is never met");
                 });
}

// Starts that continue after so many periods: those that settle later, or not.
double unsettled(const MotionResults& results, double after)
{
    double n = 0;
    for (std::size_t k = 0; k < results.outcome.size(); ++k) {
        const LongMotion& motion = results.found.motions[k].motion;
        if (results.outcome[k] == MotionOutcome::not_run ||
            results.outcome[k] == MotionOutcome::broke_off)
            continue;
        n += !motion.settled || motion.settled->since > after ? 1 : 0;
    }
    return n;
}

std::vector<double> starts_of_orbits(const studies::LongMotions& found)
{
    std::vector<double> led;
    for (std::size_t o = 0; o < found.orbits.size(); ++o)
        led.push_back(static_cast<double>(
            std::count(found.label.begin(), found.label.end(), static_cast<int>(o))));
    return led;
}

// Quantities of several starts.
void all_quantities(io::Entries& q, const MotionResults& r)
{
    q.derived(static_cast<double>(r.outcome.size()), "starts", "", "number of starts");
    outcome_quantities(q, "starts", counted(r.outcome));
    std::vector<std::string> after;
    for (const double periods : r.e ? r.e->counted : std::vector<double>())
        after.push_back(number_text(periods));
    q.each_name(after, "unsettled", "n", "each number of periods of `count_after`",
                [&](std::size_t k, const std::string& path) {
                    q.derived([&] { return unsettled(r, r.e->counted[k]); }, path, "",
                              "starts that have not settled after n periods");
                });
    std::vector<double> period, growth;
    for (const dynamics::KnownOrbit& orbit : r.found.orbits) {
        period.push_back(orbit.periods());
        growth.push_back(orbit.growth);
    }
    q.derived(static_cast<double>(period.size()), "orbits", "",
              "number of orbits on which they settled");
    q.derived(period, "orbits.period", "", "period of each orbit, in periods of the drive", "k");
    q.derived(growth, "orbits.growth", "", "magnitude of the largest multiplier of its period",
              "k");
    q.derived(starts_of_orbits(r.found), "orbits.starts", "", "number of starts that led to it",
              "k");
}

void add_all(const LongMotions& e, const MotionResults& results, Summary& s)
{
    std::vector<std::string> parts;
    for (const auto& [outcome, n] : counted(results.outcome))
        parts.push_back(number_text(n) + " " + std::string(name_of(outcome)));
    s.lines.push_back(std::to_string(results.outcome.size()) + " starts, " +
                      plural(e.options.discard + e.options.periods, "period") +
                      " at most: " + join(parts));
    const std::vector<double> led = starts_of_orbits(results.found);
    for (std::size_t o = 0; o < led.size(); ++o) {
        const dynamics::KnownOrbit& orbit = results.found.orbits[o];
        s.lines.push_back(orbit.name + ": " + plural(orbit.periods(), "period") +
                          ", largest multiplier " + number_text(orbit.growth, digits) + ", " +
                          number_text(led[o]) + " starts");
    }
}

void add_status(const MotionResults& results, Summary& s)
{
    for (std::size_t k = 0; k < results.outcome.size(); ++k) {
        if (const studies::StartedMotion& motion = results.found.motions[k]; motion.broke_off())
            s.warnings.push_back("start " + std::to_string(k + 1) + ": " + broke_off_text(motion));
    }
    if (results.found.interrupted()) {
        s.status = Status::interrupted;
        s.message = "interrupted; what was computed is kept";
        if (results.found.motions.size() > 1)
            s.message += ", and the same run into the same folder resumes";
    }
    if (s.status == Status::end && std::all_of(results.outcome.begin(), results.outcome.end(),
                                               [](MotionOutcome outcome) -> bool {
                                                   return outcome == MotionOutcome::broke_off;
                                               })) {
        s.status = Status::failed;
        s.message = "every motion breaks off; the first: " + s.warnings.front();
    }
}

} // namespace

void quantities(io::Entries& q, MotionResults& r)
{
    q.note("`starts...`, `unsettled...` and `orbits...` exist for several starts, the other "
           "quantities for one start.");
    if (q.describes() || !r.e->starts)
        one_quantities(q, r);
    if (q.describes() || r.e->starts)
        all_quantities(q, r);
}

Settings settings(const LongMotions& e, const MotionModel& model)
{
    Settings all = motion_settings(e.monitors, e.options, model.family.m());
    all.emplace_back("starts", std::to_string(model.starts.size()));
    return all;
}

Summary summarise(const LongMotions& e, const MotionModel& model, MotionResults& results)
{
    Summary s;
    add_quantities(s, [&](io::Entries& q) { quantities(q, results); });
    s.used = settings(e, model);
    double taken = 0;
    for (const studies::StartedMotion& motion : results.found.motions)
        taken += motion.motion.taken;
    s.extent = number_text(taken) + " periods of the drive";
    add_status(results, s);
    if (e.starts)
        add_all(e, results, s);
    else
        add_one(e, model, results, s);
    return s;
}

} // namespace slideway::app
