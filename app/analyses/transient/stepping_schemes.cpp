#include "app/analyses/transient/transient_results.hpp"

#include "app/case/located.hpp"
#include "app/results/frames.hpp"
#include "base/text.hpp"
#include "dynamics/sliding/transient.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::app {

namespace {

using dynamics::Extremes;
using dynamics::NodeStatistics;
using dynamics::SlidingHistory;

// Describes the events of a transient, one sentence per line.
std::vector<std::string> report(const dynamics::TransientResult& result)
{
    std::vector<std::string> lines;
    for (const dynamics::SlidingHistory& contact : result.history.sliding) {
        const Extremes& force = contact.normal_force_range;
        const Extremes& slide = contact.sliding_velocity_range;
        if (force.min <= force.max)
            lines.push_back("contact " + contact.name + ": normal force " +
                            number_text(force.min, 3) + " to " + number_text(force.max, 3) + " N" +
                            (slide.min <= slide.max
                                 ? ", sliding velocity " + number_text(slide.min + 0.0, 3) +
                                       " to " + number_text(slide.max + 0.0, 3) + " m/s" // not "-0"
                                 : ""));
    }
    for (const dynamics::PointHistory& probe : result.history.points) {
        const auto most =
            std::max_element(probe.a.begin(), probe.a.end(),
                             [](double a, double b) -> bool { return std::abs(a) < std::abs(b); });
        const std::string unit = unit_on("m/s^2", probe.measure);
        if (most != probe.a.end())
            lines.push_back(
                probe.name + ": acceleration " + number_text(rms(probe.a), 3) + " " + unit +
                " rms, at most " + number_text(std::abs(*most), 3) + " " + unit + " at t = " +
                number_text(result.history.time[static_cast<std::size_t>(most - probe.a.begin())],
                            4) +
                " s");
    }
    return lines;
}

void add_second(const dynamics::TransientResult& result, Summary& s)
{
    for (const dynamics::SecondContacts& contact : result.second)
        if (const double most = largest_share(contact); most > 0)
            s.lines.push_back("contact " + contact.name +
                              ": a slave node touches two segments of the master for " +
                              number_text(100 * most, 3) +
                              " % of the time; `second` has the forces on the other one");
}

// Adds lines about slave nodes that may stick and open, and a warning if steps do not resolve the
// openings.
void add_states(const SlidingHistory& contact, double h, Summary& s)
{
    if (contact.statistics.empty())
        return;
    const auto openings = total(contact, &NodeStatistics::openings),
               sticks = total(contact, &NodeStatistics::sticks);
    double open = 0, stuck = 0, duration = 0;
    for (const NodeStatistics& node : contact.statistics) {
        open += node.open;
        stuck += node.stuck;
        duration += node.duration;
    }
    if (!(contact.statistics.front().duration > 0))
        s.warnings.push_back("contact " + contact.name +
                             ": the run ended before statistics.from (the end of the ramps, "
                             "unless it is given): no forces, sticks or openings are reported");
    else if (2 * openings.brief > openings.n)
        s.warnings.push_back("contact " + contact.name + " opens " + std::to_string(openings.n) +
                             " times, mostly for less than five steps: h = " + number_text(h, 4) +
                             " s does not resolve that");
    if (duration > 0)
        s.lines.push_back("contact " + contact.name + ": open for " +
                          number_text(100 * open / duration, 3) + " % of the time (" +
                          std::to_string(openings.counted) + " openings), stuck for " +
                          number_text(100 * stuck / duration, 3) + " % (" +
                          std::to_string(sticks.counted) + " sticks)");
    if (static_cast<long long>(contact.changes.size()) < contact.n_changes)
        s.lines.push_back("contact " + contact.name + ": the event list holds the first " +
                          std::to_string(contact.changes.size()) + " of " +
                          std::to_string(contact.n_changes) + " changes of state");
}

void add_counts(const dynamics::TransientResult& result, Summary& s)
{
    if (result.counts.not_unique > 0)
        s.lines.push_back("in " + std::to_string(result.counts.not_unique) +
                          " steps several nodes of rigid bodies stick: of their forces of friction "
                          "only the sum is unique");
    if (result.counts.loose > 0)
        s.warnings.push_back("the contact forces of " + std::to_string(result.counts.loose) +
                             " steps are accurate only to 1e-6");
}

Settings settings(const dynamics::TransientOptions& options, const dynamics::TransientCheck& check)
{
    const bool central = options.scheme == dynamics::Scheme::forward_increment;
    const dynamics::TransientPlan& plan = check.plan;
    Settings all = scheme_settings(options, *check.modal);
    all.emplace_back("h", number_text(plan.h, 10) + " s");
    all.emplace_back("h_limit", number_text(plan.h_limit, 10) + " s" +
                                    (central ? "" : " (of forward-increment; none here)"));
    all.emplace_back("steps", std::to_string(plan.n_steps));
    all.emplace_back("start", options.given ? "given" : std::string(name_of(check.start)));
    all.emplace_back("history_rate", number_text(plan.history_rate_hz(), 10) + " Hz");
    return all;
}

Summary summarise(const dynamics::TransientOptions& options,
                  const dynamics::TransientResult& result)
{
    Summary s;
    s.status = studies::status_named(dynamics::status_name(result.status));
    s.message = result.message;
    s.used = settings(options, result);
    if (result.other)
        s.other = {std::string(name_of(result.other->scheme)), result.other->h,
                   result.other->n_steps, result.other->time};
    s.extent = std::to_string(result.n_steps) + " steps of " + number_text(result.h, 3) +
               " s to t = " + number_text(result.t_stop, 6) + " s";
    s.lines = report(result);
    for (const SlidingHistory& contact : result.history.sliding)
        add_states(contact, result.h, s);
    add_counts(result, s);
    add_second(result, s);
    return s;
}

} // namespace

Outcome run_stepping_scheme(const dynamics::TransientOptions& t, const Case& c,
                            const BuiltModel& built, const Monitor& monitor)
{
    check_signals(c, t, built); // before the work of a run
    refuse_frames_without_mesh(c, built);
    const auto found = std::make_shared<TransientFound>();
    dynamics::TransientResult& result = found->steps;
    {
        const Progress progress = monitor.part("s of motion", t.t_end - t.t_start);
        result = located(c.analysis.places, "analysis", [&]() -> dynamics::TransientResult {
            return transient(built.model, t, built.probes, progress, built.modes.get());
        });
    }
    const dynamics::History& history = result.history;
    if (!history.energy.empty())
        found->energy = energy_account(history, history.energy.back(), !history.joints.empty(), 0);
    found->frames = std::move(result.frames);
    found->signals = signals(c, built, history, result.history_rate_hz);
    return outcome_of(built, found, summarise(t, result));
}

std::string check_stepping_scheme(const dynamics::TransientOptions& t, const Case& c,
                                  const BuiltModel& built, const Monitor& monitor)
{
    check_signals(c, t, built);
    refuse_frames_without_mesh(c, built);
    const dynamics::TransientCheck check =
        located(c.analysis.places, "analysis", [&]() -> dynamics::TransientCheck {
            return dynamics::check_transient(built.model, t, built.probes.size(),
                                             monitor.until_stopped(), built.modes.get());
        });
    Settings all = settings(t, check);
    for (const dynamics::ContactPoint& point : check.equilibrium.points) {
        std::string name = assembly::slave_name(built.model.sliding[point.contact], point.slave);
        if (name.ends_with(','))
            name.pop_back();
        all.emplace_back("start of " + name, "normal force " + number_text(point.lambda, 7) +
                                                 " N on segment " + std::to_string(point.segment) +
                                                 ", alpha " +
                                                 number_text(point.projection.alpha, 6) +
                                                 (point.closed ? "" : ", open"));
    }
    return check_text(Transient::type, all);
}

} // namespace slideway::app
