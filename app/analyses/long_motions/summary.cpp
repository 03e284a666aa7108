#include "app/analyses/long_motions/motion_results.hpp"

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

std::string periods_text(int n)
{
    return std::to_string(n) + (n == 1 ? " period" : " periods");
}

std::string exponent_text(const LyapunovExponent& exponent)
{
    return "exponent " + number_text(exponent.whole, fewer_digits) + " +- " +
           number_text(exponent.error, 2) + " 1/s";
}

// "transient of 840 periods (4060 s), ended in orbit 1: 1 period, largest multiplier 0.9528"
std::string settled_text(const MotionModel& model, const MotionResults& results, std::size_t k)
{
    const LongMotion& motion = results.found.motions[k];
    const dynamics::KnownOrbit& orbit =
        results.found.orbits[static_cast<std::size_t>(results.found.orbit[k])];
    const int life = motion.settled->since;
    const std::string text = orbit.name + ": " + periods_text(orbit.periods()) +
                             ", largest multiplier " + number_text(orbit.growth, digits);
    if (results.outcome[k] == MotionOutcome::periodic)
        return "periodic, beside " + text + ", since period " + std::to_string(life);
    return "transient of " + periods_text(life) + " (" +
           number_text(life * model.period(), fewer_digits) + " s), ended in " + text;
}

// "not settled in 17000 periods; irregular for the 16000 recorded: exponent ..., K 0.998"
std::string not_settled_text(const MotionResults& results, std::size_t k)
{
    const LongMotion& motion = results.found.motions[k];
    std::string text = "not settled in " + periods_text(motion.taken);
    const auto& exponent = results.exponent[k];
    const auto& K = results.zero_one[k];
    if (!exponent || !K)
        return text;
    const std::string numbers = exponent_text(*exponent) + ", K " + number_text(*K, fewer_digits);
    if (exponent->positive() && *K > irregular)
        return text + "; irregular for the " + periods_text(motion.recorded_periods) +
               " recorded: " + numbers + "; the further motion is unknown";
    if (!exponent->positive() && *K < regular)
        return text + "; regular, without a period that was found: " + numbers;
    return text + "; " + numbers;
}

void add_exponent(const LyapunovExponent& exponent, Summary& s)
{
    add(s, "exponent", exponent.whole, "1/s");
    add(s, "exponent.quarter", exponent.quarter, "1/s");
    add(s, "exponent.half", exponent.half, "1/s");
    add(s, "exponent.error", exponent.error, "1/s");
    add(s, "exponent.converged", exponent.converged() ? 1 : 0, "");
    const std::string values = number_text(exponent.quarter, fewer_digits) + ", " +
                               number_text(exponent.half, fewer_digits) + ", " +
                               number_text(exponent.whole, fewer_digits);
    s.checks.push_back("exponent over a quarter, half and all of the periods: " + values +
                       " 1/s; standard error " + number_text(exponent.error, 2) + " of " +
                       std::to_string(exponent.blocks) + " blocks of " +
                       periods_text(exponent.block) + "; " +
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
        const auto points = static_cast<double>(motion.sections[k].time.size());
        add(s, "sections." + section.name + ".points", points, "");
        if (points > 0 || section.section.phase)
            continue;
        const dynamics::Turns& turns = motion.turns[section.section.of];
        s.warnings.push_back("section " + section.name + " is never met: no " +
                             direction_text(section) + " in " +
                             periods_text(motion.recorded_periods) + "; displacements go from " +
                             number_text(turns.least, 6) + " to " + number_text(turns.most, 6) +
                             " " + unit_on("m", model.options.watched[section.section.of].measure));
    }
}

void add_one(const LongMotions& e, const MotionModel& model, const MotionResults& results,
             Summary& s)
{
    const LongMotion& motion = results.found.motions.front();
    const MotionOutcome outcome = results.outcome.front();
    s.quantities.push_back({"outcome", {}, "", {std::string(name_of(outcome))}});
    add(s, "periods", motion.taken, "");
    if (motion.settled) {
        add(s, "settled.life", motion.settled->since, "");
        add(s, "settled.period", motion.settled->orbit.periods(), "");
        add(s, "settled.growth", motion.settled->orbit.growth, "");
        s.lines.push_back(settled_text(model, results, 0));
    } else if (outcome == MotionOutcome::not_settled) {
        s.lines.push_back(not_settled_text(results, 0));
    }
    if (motion.recorded_periods == 0)
        return;
    for (std::size_t w = 0; w < e.monitors.size(); ++w) {
        const std::string unit = unit_on("m", model.options.watched[w].measure);
        add(s, e.monitors[w] + ".min", motion.turns[w].least, unit);
        add(s, e.monitors[w] + ".max", motion.turns[w].most, unit);
        add(s, e.monitors[w] + ".maxima_per_period",
            static_cast<double>(motion.turns[w].maxima) / motion.recorded_periods, "");
    }
    if (model.has_stops()) {
        add(s, "impacts_per_period", static_cast<double>(motion.impacts) / motion.recorded_periods,
            "");
        add(s, "penetration", motion.penetration, "m");
    }
    if (const auto& exponent = results.exponent.front())
        add_exponent(*exponent, s);
    if (const auto& K = results.zero_one.front())
        add(s, "zero_one", *K, "");
    add_sections(e, model, motion, s);
}

// Starts that continue after so many periods: those that settle later, or not.
double unsettled(const MotionResults& results, double after)
{
    double n = 0;
    for (std::size_t k = 0; k < results.outcome.size(); ++k) {
        const LongMotion& motion = results.found.motions[k];
        if (results.outcome[k] == MotionOutcome::not_run ||
            results.outcome[k] == MotionOutcome::broke_off)
            continue;
        n += !motion.settled || motion.settled->since > after ? 1 : 0;
    }
    return n;
}

void add_all(const LongMotions& e, const MotionResults& results, Summary& s)
{
    add(s, "starts", static_cast<double>(results.outcome.size()), "");
    std::vector<std::string> parts;
    for (const Choice<MotionOutcome>& choice : choices(MotionOutcome())) {
        const auto n = std::count(results.outcome.begin(), results.outcome.end(), choice.value);
        std::string key(choice.name);
        std::replace(key.begin(), key.end(), ' ', '_');
        add(s, "starts." + key, static_cast<double>(n), "");
        if (n > 0)
            parts.push_back(std::to_string(n) + " " + std::string(choice.name));
    }
    s.lines.push_back(std::to_string(results.outcome.size()) + " starts, " +
                      periods_text(e.options.discard + e.options.periods) +
                      " at most: " + join(parts));
    for (const double after : e.counted)
        add(s, "unsettled." + number_text(after), unsettled(results, after), "");
    const auto& orbits = results.found.orbits;
    std::vector<double> period, growth, led;
    for (std::size_t o = 0; o < orbits.size(); ++o) {
        period.push_back(orbits[o].periods());
        growth.push_back(orbits[o].growth);
        led.push_back(static_cast<double>(std::count(
            results.found.orbit.begin(), results.found.orbit.end(), static_cast<Index>(o))));
        s.lines.push_back(orbits[o].name + ": " + periods_text(orbits[o].periods()) +
                          ", largest multiplier " + number_text(growth.back(), digits) + ", " +
                          number_text(led.back()) + " starts");
    }
    add(s, "orbits", static_cast<double>(orbits.size()), "");
    s.quantities.push_back(list("orbits.period", period, ""));
    s.quantities.push_back(list("orbits.growth", growth, ""));
    s.quantities.push_back(list("orbits.starts", led, ""));
}

void add_status(const MotionResults& results, Summary& s)
{
    for (std::size_t k = 0; k < results.outcome.size(); ++k) {
        const LongMotion& motion = results.found.motions[k];
        const studies::PointResult& result = results.found.results[k];
        const std::string start = "start " + std::to_string(k + 1) + ": ";
        if (result.status == Status::failed)
            s.warnings.push_back(start + result.message);
        else if (!motion.failure.empty())
            s.warnings.push_back(start + "the motion breaks off in period " +
                                 std::to_string(motion.taken + 1) + ": " + motion.failure);
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

Summary summarise(const LongMotions& e, const MotionModel& model, const MotionResults& results)
{
    Summary s;
    const dynamics::CaptureRule& capture = e.options.capture;
    s.used = {
        {"method", "Taylor steps from event to event"},
        {"modes", std::to_string(model.family.m())},
        {"tolerance", number_text(e.options.tolerance)},
        {"discard", std::to_string(e.options.discard)},
        {"settled", "within " + number_text(capture.radius) +
                        " of the size of a stable orbit, proved by Newton's method, and for " +
                        periods_text(capture.stay) + " more"}};
    double taken = 0;
    for (const LongMotion& motion : results.found.motions)
        taken += motion.taken;
    s.extent = number_text(taken) + " periods of the drive";
    add_status(results, s);
    if (e.starts)
        add_all(e, results, s);
    else
        add_one(e, model, results, s);
    return s;
}

} // namespace slideway::app
